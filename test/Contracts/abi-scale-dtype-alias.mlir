// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// The same byte is another scale.
#e8m0 = #lowp.scale<f8E8M0FNU per 1x16>
#ue4m3 = #lowp.scale<!lowp.ue4m3 per 1x16>
!given = !lowp.scaled<8x64xf8E4M3FN, #ue4m3>
!read = !lowp.scaled<8x64xf8E4M3FN, #e8m0>

// expected-note@+1 {{they are read as f8E8M0FNU here}}
lowp.kernel private @decode(!read) -> tensor<8x64xf32>

// expected-note@+1 {{the scales are !lowp.ue4m3 here}}
func.func @ue4m3_read_as_e8m0(%q: !given) -> tensor<8x64xf32> {
  // expected-error@+3 {{'lowp.launch' op [abi-scale-dtype-alias] operand #0 has scales of !lowp.ue4m3 on level 0, read as f8E8M0FNU}}
  // expected-note@+2 {{byte 0x38 is 1 as !lowp.ue4m3 and 4.23516474e-22 as f8E8M0FNU}}
  // expected-note@+1 {{quantize with the scale type that the kernel reads}}
  %x = lowp.launch @decode(%q) : (!given) -> tensor<8x64xf32>
  return %x : tensor<8x64xf32>
}

// -----

#e8m0 = #lowp.scale<f8E8M0FNU per 1x32>
!q = !lowp.scaled<8x64xf8E4M3FN, #e8m0>

func.func @e4m3_assembled_as_e8m0(%codes: tensor<8x64xi8>,
    // expected-note@+1 {{the scales are f8E4M3FN here}}
    %scales: tensor<8x2xf8E4M3FN>) -> !q {
  // expected-error@+4 {{'lowp.assemble' op [abi-scale-dtype-alias] reads scales of f8E4M3FN as f8E8M0FNU on level 0}}
  // expected-note@+3 {{they are read as f8E8M0FNU here}}
  // expected-note@+2 {{byte 0x38 is 1 in f8E4M3FN and}}
  // expected-note@+1 {{quantize with the scale type}}
  %r = lowp.assemble %codes, %scales
    : tensor<8x64xi8>, tensor<8x2xf8E4M3FN> to !q
  return %r : !q
}

// -----

// Near miss: bytes promise nothing.
#e8m0 = #lowp.scale<f8E8M0FNU per 1x32>
!q = !lowp.scaled<8x64xf8E4M3FN, #e8m0>

func.func @bytes(%codes: tensor<8x64xi8>, %scales: tensor<8x2xi8>) -> !q {
  %r = lowp.assemble %codes, %scales : tensor<8x64xi8>, tensor<8x2xi8> to !q
  return %r : !q
}
