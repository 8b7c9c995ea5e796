// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

#mx = #lowp.scale<f8E8M0FNU per 1x32>
!q = !lowp.scaled<8x64xf8E4M3FN, #mx>

func.func @quantize(%x: tensor<8x64xf32>) -> !q {
  // expected-error@+4 {{'lowp.quantize' op [cvt-overflow-mode-missing] does not state what a value out of range becomes}}
  // expected-note@+3 {{the conversion is #lowp.conversion<f8E4M3FN, rounding = rne}}
  // expected-note@+2 {{896 becomes 448 (0x7E) in f8E4M3FN under `saturate` and NaN (0x7F) under `nonsaturating`}}
  // expected-note@+1 {{add `overflow = saturate` or `overflow = nonsaturating` to the conversion}}
  %q = lowp.quantize %x with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne>, zero_group = one>
    : tensor<8x64xf32> to !q
  return %q : !q
}

// -----

#row = #lowp.scale<f32 per 1x*>
!fp8 = !lowp.scaled<8x64xf8E4M3FN, #row>
!bf8 = !lowp.scaled<8x64xf8E5M2, #row>

func.func @recode(%q: !bf8) -> !fp8 {
  // expected-error@+4 {{'lowp.recode' op [cvt-overflow-mode-missing]}}
  // expected-note@+3 {{the conversion is}}
  // expected-note@+2 {{896 becomes 448 (0x7E)}}
  // expected-note@+1 {{add `overflow = saturate`}}
  %r = lowp.recode %q with <f8E4M3FN, rounding = rne> : !bf8 to !fp8
  return %r : !fp8
}

// -----

// An encoding without infinity and NaN loses the overflow without a trace.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!q = !lowp.scaled<8x64xf4E2M1FN, #mx>

func.func @to_e2m1(%x: tensor<8x64xf32>) -> !q {
  // expected-error@+4 {{[cvt-overflow-mode-missing]}}
  // expected-note@+3 {{the conversion is}}
  // expected-note@+2 {{12 becomes 6 (0x07) in f4E2M1FN, which has neither infinity nor NaN: the loss cannot be seen}}
  // expected-note@+1 {{add `overflow = saturate`}}
  %q = lowp.quantize %x with <recipe = rceil, conversion = <f4E2M1FN>,
      zero_group = one> : tensor<8x64xf32> to !q
  return %q : !q
}

// -----

// Near miss: either word will do.
#row = #lowp.scale<f32 per 1x*>
!fp8 = !lowp.scaled<8x64xf8E4M3FN, #row>
!bf8 = !lowp.scaled<8x64xf8E5M2, #row>

func.func @stated(%q: !bf8) -> (!fp8, !fp8) {
  %r = lowp.recode %q with <f8E4M3FN, overflow = saturate> : !bf8 to !fp8
  %s = lowp.recode %q with <f8E4M3FN, overflow = nonsaturating> : !bf8 to !fp8
  return %r, %s : !fp8, !fp8
}
