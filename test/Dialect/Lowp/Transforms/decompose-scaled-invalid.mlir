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
  // expected-error@+2 {{has no storage form for scales of 'f32' yet; those of f8E8M0FNU have one}}
  // expected-error@+1 {{failed to legalize}}
  %y = lowp.invert_scale %x level 0 rounding rne : !from to !to
  return %y : !to
}
