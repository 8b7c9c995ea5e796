// RUN: lowp-opt %s --lowp-decompose-scaled --split-input-file --verify-diagnostics

// expected-error@+1 {{codes of 'f4E2M1FN' (4 bits) have no storage form yet; codes of 8 bits have one}}
func.func private @narrow(!lowp.scaled<8x64xf4E2M1FN, #lowp.scale<f8E8M0FNU per 1x32>>)

// -----

// expected-error@+1 {{the scale layout amd_preshuffle has no storage form yet; linear and tile_128x4 have one}}
func.func private @layout(!lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32, layout = amd_preshuffle>>)

// -----

!from = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f32 per 1x32, direction = encode>>
!to = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f32 per 1x32>>

func.func @invert_f32(%x: !from) -> !to {
  // expected-error@+1 {{has no storage form for scales of 'f32' yet; those of f8E8M0FNU have one}}
  %y = lowp.invert_scale %x level 0 rounding rne : !from to !to
  return %y : !to
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<64x16xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

func.func @integer_sum(%x: !x, %w: !w) -> tensor<8x16xf32> {
  // expected-error@+1 {{sums in 'i32' and gives 'f32': there is no rounding from the one to the other}}
  %y = lowp.matmul %x, %w accumulate <accumulator = i32> : !x, !w to tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<64x16xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

func.func @neither_holds_the_other(%x: !x, %w: !w) -> tensor<8x16xbf16> {
  // expected-error@+1 {{sums in 'f16' and gives 'bf16': neither holds the other}}
  %y = lowp.matmul %x, %w accumulate <accumulator = f16> : !x, !w to tensor<8x16xbf16>
  return %y : tensor<8x16xbf16>
}

// -----

// expected-error@+1 {{the scale layout tile_128x4 stores groups of fixed extents of values of rank 2}}
func.func private @whole_rows_in_tiles(!lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x*, layout = tile_128x4>>)
