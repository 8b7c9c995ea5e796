// Y = silu(X W + bias), X and W in MXFP8: the product of
// test/Examples/projection.mlir by itself, for compile.py.

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>

lowp.kernel @projection(%x: !x, %w: !w, %bias: tensor<?xf32>) -> tensor<?x?xbf16> {
  %m = lowp.dim %x, 0 : !x
  %n = lowp.dim %w, 1 : !w
  %xw = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
  %init = tensor.empty(%m, %n) : tensor<?x?xbf16>
  %y = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%xw, %bias : tensor<?x?xf32>, tensor<?xf32>) outs(%init : tensor<?x?xbf16>) {
  ^bb0(%acc: f32, %b: f32, %out: bf16):
    %one = arith.constant 1.0 : f32
    %z = arith.addf %acc, %b : f32
    %minus = arith.negf %z : f32
    %e = math.exp %minus : f32
    %d = arith.addf %e, %one : f32
    %s = arith.divf %z, %d : f32
    %t = arith.truncf %s : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<?x?xbf16>
  lowp.return %y : tensor<?x?xbf16>
}
