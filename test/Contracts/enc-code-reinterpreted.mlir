// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

#mx = #lowp.scale<f8E8M0FNU per 1x32>
!e4m3 = !lowp.scaled<8x64xf8E4M3FN, #mx>

func.func @e5m2_read_as_e4m3(
    // expected-note@+1 {{the codes are f8E5M2 here}}
    %codes: tensor<8x64xf8E5M2>, %scales: tensor<8x2xi8>) -> !e4m3 {
  // expected-error@+4 {{[enc-code-reinterpreted] reads codes of f8E5M2 as f8E4M3FN}}
  // expected-note@+3 {{they are read as f8E4M3FN here}}
  // expected-note@+2 {{byte 0x3C is 1 in f8E5M2 and 1.5 in f8E4M3FN}}
  // expected-note@+1 {{lowp.recode}}
  %w = lowp.assemble %codes, %scales
    : tensor<8x64xf8E5M2>, tensor<8x2xi8> to !e4m3
  return %w : !e4m3
}

// -----

// Near miss: the same bytes under their own name.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!e5m2 = !lowp.scaled<8x64xf8E5M2, #mx>

func.func @e5m2(%codes: tensor<8x64xf8E5M2>, %scales: tensor<8x2xi8>) -> !e5m2 {
  %w = lowp.assemble %codes, %scales
    : tensor<8x64xf8E5M2>, tensor<8x2xi8> to !e5m2
  return %w : !e5m2
}
