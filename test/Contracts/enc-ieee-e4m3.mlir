// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// f8E4M3 has infinities where f8E4M3FN goes on to 448.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!fn = !lowp.scaled<8x64xf8E4M3FN, #mx>

func.func @ieee_read_as_fn(
    // expected-note@+1 {{the codes are f8E4M3 here}}
    %codes: tensor<8x64xf8E4M3>, %scales: tensor<8x2xi8>) -> !fn {
  // expected-error@+4 {{[enc-ieee-e4m3] reads codes of f8E4M3 as f8E4M3FN}}
  // expected-note@+3 {{they are read as f8E4M3FN here}}
  // expected-note@+2 {{byte 0x78 is inf in f8E4M3 and 256 in f8E4M3FN}}
  // expected-note@+1 {{lowp.recode}}
  %w = lowp.assemble %codes, %scales
    : tensor<8x64xf8E4M3>, tensor<8x2xi8> to !fn
  return %w : !fn
}

// -----

// Near miss: named for what it is.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!ieee = !lowp.scaled<8x64xf8E4M3, #mx>

func.func @ieee(%codes: tensor<8x64xf8E4M3>, %scales: tensor<8x2xi8>) -> !ieee {
  %w = lowp.assemble %codes, %scales
    : tensor<8x64xf8E4M3>, tensor<8x2xi8> to !ieee
  return %w : !ieee
}
