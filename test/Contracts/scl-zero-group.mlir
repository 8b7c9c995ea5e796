// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// No scale is stated for a group of zeros.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!q = !lowp.scaled<8x64xf8E4M3FN, #mx>

func.func @unstated(%x: tensor<8x64xf32>) -> !q {
  // expected-error@+4 {{'lowp.quantize' op [scl-zero-group] does not state the scale of a group of zeros}}
  // expected-note@+3 {{the quantizer is #lowp.quantizer<recipe = rceil}}
  // expected-note@+2 {{with amax = 0 the scale 0 / 448 is 0 and its reciprocal infinite: 0 * Inf is NaN, in every code of the group}}
  // expected-note@+1 {{add `zero_group = one` (E8M0 byte 0x7F) or `zero_group = smallest` (byte 0x00) to the quantizer}}
  %q = lowp.quantize %x with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                    infinity = max, nan = nan, zero_sign = keep>,
      nonfinite_group = propagate, subnormals = preserve>
    : tensor<8x64xf32> to !q
  return %q : !q
}

// -----

// Near miss: stated.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!q = !lowp.scaled<8x64xf8E4M3FN, #mx>

func.func @stated(%x: tensor<8x64xf32>) -> !q {
  %q = lowp.quantize %x with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                    infinity = max, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate, subnormals = preserve>
    : tensor<8x64xf32> to !q
  return %q : !q
}
