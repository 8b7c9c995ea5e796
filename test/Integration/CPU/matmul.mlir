// Contractions of any extents under both accumulation models, bit for bit,
// against fractions.
//
// RUN: %python %S/Inputs/matmul.py %lowp_tools_dir/lowp-run %s %t

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>, #lowp.layout<column_major, pitch = 16>>
func.func @mx(%x: !x, %w: !w) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
func.func @mx_bf16(%x: !x, %w: !w) -> tensor<?x?xbf16> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xbf16>
  return %y : tensor<?x?xbf16>
}

// Scales in tiles.
!xt = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>>
!wt = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1, layout = tile_128x4>, #lowp.layout<column_major>>
func.func @tiles(%x: !xt, %w: !wt) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !xt, !wt to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// E5M2, with infinities, against E4M3; groups of different lengths, also along
// M and N.
!x5 = !lowp.scaled<?x?xf8E5M2, #lowp.scale<f8E8M0FNU per 2x24>>
!w4 = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 16x3>>
func.func @mixed(%x: !x5, %w: !w4) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x5, !w4 to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
!w5 = !lowp.scaled<?x?xf8E5M2, #lowp.scale<f8E8M0FNU per 32x1>>
func.func @widest(%x: !x5, %w: !w5) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x5, !w5 to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// UE4M3 block scales, and integers.
!xu = !lowp.scaled<?x?xi8, #lowp.scale<!lowp.ue4m3 per 1x16>>
!wu = !lowp.scaled<?x?x!lowp.mxint8, #lowp.scale<!lowp.ue4m3 per 16x1>>
func.func @integers(%x: !xu, %w: !wu) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !xu, !wu to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// [N, K] weights; a batch; the result transposed.
#map_x = affine_map<(m, n, k) -> (m, k)>
#map_w = affine_map<(m, n, k) -> (n, k)>
#map_yt = affine_map<(m, n, k) -> (n, m)>
func.func @transposed(%x: !x, %w: !x) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32>
    indexing_maps = [#map_x, #map_w, #map_yt] : !x, !x to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
!xb = !lowp.scaled<?x?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x1x32>>
!wb = !lowp.scaled<?x?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32x1>>
func.func @batch(%x: !xb, %w: !wb) -> tensor<?x?x?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32>
    indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>,
                     affine_map<(b, m, n, k) -> (b, k, n)>,
                     affine_map<(b, m, n, k) -> (b, m, n)>]
    : !xb, !wb to tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}
// A sum over two dimensions, in their order.
func.func @two_reductions(%x: !xb, %w: !wb) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32>
    indexing_maps = [affine_map<(m, n, b, k) -> (b, m, k)>,
                     affine_map<(m, n, b, k) -> (b, k, n)>,
                     affine_map<(m, n, b, k) -> (m, n)>]
    : !xb, !wb to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// A matrix times a vector, from either side; each row times its own row.
!v = !lowp.scaled<?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32>>
func.func @matrix_vector(%x: !x, %v: !v) -> tensor<?xf32> {
  %y = lowp.matmul %x, %v accumulate <accumulator = f32>
    indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>,
                     affine_map<(m, k) -> (m)>] : !x, !v to tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @vector_matrix(%v: !v, %x: !x) -> tensor<?xf32> {
  %y = lowp.matmul %v, %x accumulate <accumulator = f32>
    indexing_maps = [affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m, k)>,
                     affine_map<(m, k) -> (m)>] : !v, !x to tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @rows(%x: !x, %w: !x) -> tensor<?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32>
    indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m, k)>,
                     affine_map<(m, k) -> (m)>] : !x, !x to tensor<?xf32>
  return %y : tensor<?xf32>
}

// Two levels of powers of two, whose products f32 may not hold.
!x2 = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>, #lowp.scale<f8E8M0FNU per 1x*>>
func.func @two_levels(%x: !x2, %w: !w) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x2, !w to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// Scales that are constant along k, applied after the sum.
!xr = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f32 per 1x*>>
!wc = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f32 per *x1>>
func.func @epilogue(%x: !xr, %w: !wc) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> scales epilogue
    : !xr, !wc to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
// Inside the contraction, f32 scales have the exact model only.
func.func @f32_scales(%x: !xr, %w: !wc) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !xr, !wc to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
