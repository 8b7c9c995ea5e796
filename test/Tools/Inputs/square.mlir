#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>

lowp.kernel @square(%x: !x) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %x accumulate <accumulator = f32> {indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>]} : !x, !x to tensor<?x?xf32>
  lowp.return %y : tensor<?x?xf32>
}
