// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// A checkpoint keeps alpha = 3584 of an FP4 weight; the kernel multiplies by it.

#block = #lowp.scale<!lowp.ue4m3 per 1x16, layout = tile_128x4>
#alpha = #lowp.scale<f32 per *x*, direction = encode>
#s = #lowp.scale<f32 per *x*>
!stored = !lowp.scaled<2x32xf4E2M1FN, #block, #alpha>
!read = !lowp.scaled<2x32xf4E2M1FN, #block, #s>

// expected-note@+1 {{they are read as `reconstruct` here}}
lowp.kernel private @gemm(!read) -> tensor<2x32xf32>

// expected-note@+1 {{the scales are `encode` here}}
func.func @divisor_as_multiplier(%w: !stored) -> tensor<2x32xf32> {
  // expected-error@+3 {{[own-reciprocal-swap] reads scales of direction `encode` as `reconstruct` on level 1}}
  // expected-note@+2 {{wrong by the square of its scale}}
  // expected-note@+1 {{lowp.invert_scale on level 1 changes the direction, with its rounding}}
  %y = lowp.launch @gemm(%w) : (!stored) -> tensor<2x32xf32>
  return %y : tensor<2x32xf32>
}

// -----

// Block scales that lie in tiles already are tiled once more: the tiles are
// taken for linear scales.
#tiled = #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>
#linear = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
!tiled = !lowp.scaled<128x128xf8E4M3FN, #tiled>
!linear = !lowp.scaled<128x128xf8E4M3FN, #linear>

// expected-note@+1 {{they are read in the layout linear here}}
lowp.kernel private @swizzle(!linear) -> !tiled

// expected-note@+1 {{the scales lie in the layout tile_128x4 here}}
func.func @swizzled_twice(%w: !tiled) -> !tiled {
  // expected-error@+3 {{[gemm-scale-swizzle] reads scales written in the layout tile_128x4 in the layout linear on level 0}}
  // expected-note@+2 {{the scale of row 1 and group 0 is at byte 16 in tile_128x4 and at byte 4 in linear order}}
  // expected-note@+1 {{lowp.relayout moves the scales to the layout linear}}
  %y = lowp.launch @swizzle(%w) : (!tiled) -> !tiled
  return %y : !tiled
}

// -----

// Near miss: the direction is changed by an operation that states its rounding.
#block = #lowp.scale<!lowp.ue4m3 per 1x16, layout = tile_128x4>
#alpha = #lowp.scale<f32 per *x*, direction = encode>
#s = #lowp.scale<f32 per *x*>
!stored = !lowp.scaled<2x32xf4E2M1FN, #block, #alpha>
!read = !lowp.scaled<2x32xf4E2M1FN, #block, #s>

lowp.kernel private @gemm(!read) -> tensor<2x32xf32>

func.func @inverted(%w: !stored) -> tensor<2x32xf32> {
  %i = lowp.invert_scale %w level 1 rounding rne : !stored to !read
  %y = lowp.launch @gemm(%i) : (!read) -> tensor<2x32xf32>
  return %y : tensor<2x32xf32>
}

// -----

// Near miss: from tiles to linear order and back.
#tiled = #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>
#linear = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
!tiled = !lowp.scaled<128x128xf8E4M3FN, #tiled>
!linear = !lowp.scaled<128x128xf8E4M3FN, #linear>

lowp.kernel private @gemm(!tiled) -> tensor<128x128xf32>

func.func @there_and_back(%w: !tiled) -> tensor<128x128xf32> {
  %l = lowp.relayout %w : !tiled to !linear
  %t = lowp.relayout %l : !linear to !tiled
  %y = lowp.launch @gemm(%t) : (!tiled) -> tensor<128x128xf32>
  return %y : tensor<128x128xf32>
}
