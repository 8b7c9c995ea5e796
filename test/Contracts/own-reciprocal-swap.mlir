// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// Scales alpha from a value that stores alpha, promised as S.
#alpha = #lowp.scale<f32 per 1x*, direction = encode>
#s = #lowp.scale<f32 per 1x*>
!encoded = !lowp.scaled<8x64xf8E4M3FN, #alpha>
!decoded = !lowp.scaled<8x64xf8E4M3FN, #s>

func.func @alpha_promised_as_s(%q: !encoded) -> !decoded {
  %codes = lowp.codes %q : !encoded to tensor<8x64xf8E4M3FN>
  // expected-note@+1 {{the scales are `encode` here}}
  %scales = lowp.scales %q level 0 : !encoded to tensor<8x1xf32>
  // expected-error@+4 {{'lowp.assemble' op [own-reciprocal-swap] reads scales of direction `encode` as `reconstruct` on level 0}}
  // expected-note@+3 {{they are read as `reconstruct` here}}
  // expected-note@+2 {{a code of 1 under the scale 2^-8 is read as 256 instead of 0.00390625, 65536 times too large}}
  // expected-note@+1 {{lowp.invert_scale on level 0 changes the direction}}
  %r = lowp.assemble %codes, %scales
    : tensor<8x64xf8E4M3FN>, tensor<8x1xf32> to !decoded
  return %r : !decoded
}

// -----

// A kernel that multiplies by S is given alpha.
#alpha = #lowp.scale<f32 per *x*, direction = encode>
#s = #lowp.scale<f32 per *x*>
!encoded = !lowp.scaled<8x64xf8E4M3FN, #alpha>
!decoded = !lowp.scaled<8x64xf8E4M3FN, #s>

// expected-note@+1 {{they are read as `reconstruct` here}}
lowp.kernel private @decode(!decoded) -> tensor<8x64xf32>

// expected-note@+1 {{the scales are `encode` here}}
func.func @launched_on_alpha(%q: !encoded) -> tensor<8x64xf32> {
  // expected-error@+3 {{'lowp.launch' op [own-reciprocal-swap] reads scales of direction `encode` as `reconstruct` on level 0}}
  // expected-note@+2 {{each value is wrong by the square of its scale}}
  // expected-note@+1 {{lowp.invert_scale on level 0}}
  %x = lowp.launch @decode(%q) : (!encoded) -> tensor<8x64xf32>
  return %x : tensor<8x64xf32>
}

// -----

// Near miss: inverted on the way.
#alpha = #lowp.scale<f32 per *x*, direction = encode>
#s = #lowp.scale<f32 per *x*>
!encoded = !lowp.scaled<8x64xf8E4M3FN, #alpha>
!decoded = !lowp.scaled<8x64xf8E4M3FN, #s>

lowp.kernel private @decode(!decoded) -> tensor<8x64xf32>

func.func @inverted_first(%q: !encoded) -> tensor<8x64xf32> {
  %r = lowp.invert_scale %q level 0 rounding rne : !encoded to !decoded
  %x = lowp.launch @decode(%r) : (!decoded) -> tensor<8x64xf32>
  return %x : tensor<8x64xf32>
}

// -----

// Near miss: raw scales have no direction before one is promised.
#alpha = #lowp.scale<f32 per 1x*, direction = encode>
!encoded = !lowp.scaled<8x64xf8E4M3FN, #alpha>

func.func @first_promise(%codes: tensor<8x64xf8E4M3FN>,
                         %scales: tensor<8x1xf32>) -> !encoded {
  %r = lowp.assemble %codes, %scales
    : tensor<8x64xf8E4M3FN>, tensor<8x1xf32> to !encoded
  return %r : !encoded
}
