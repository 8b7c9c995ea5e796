// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

#block = #lowp.scale<!lowp.ue4m3 per 1x16>
#tensor = #lowp.scale<f32 per *x*>
!given = !lowp.scaled<8x64xf4E2M1FN, #block>
!read = !lowp.scaled<8x64xf4E2M1FN, #block, #tensor>

// expected-note@+1 {{it is read as}}
lowp.kernel private @decode(!read) -> tensor<8x64xf32>

// expected-note@+1 {{the value is}}
func.func @tensor_scale_left_out(%q: !given) -> tensor<8x64xf32> {
  // expected-error@+3 {{'lowp.launch' op [own-missing-tensor-scale] operand #0 has 1 levels of scales, 2 are read}}
  // expected-note@+2 {{A level that is left out counts as 1}}
  // expected-note@+1 {{pass the value with all of its levels}}
  %x = lowp.launch @decode(%q) : (!given) -> tensor<8x64xf32>
  return %x : tensor<8x64xf32>
}

// -----

// Near miss: both levels are there.
#block = #lowp.scale<!lowp.ue4m3 per 1x16>
#tensor = #lowp.scale<f32 per *x*>
!q = !lowp.scaled<8x64xf4E2M1FN, #block, #tensor>

lowp.kernel private @decode(!q) -> tensor<8x64xf32>

func.func @both_levels(%q: !q) -> tensor<8x64xf32> {
  %x = lowp.launch @decode(%q) : (!q) -> tensor<8x64xf32>
  return %x : tensor<8x64xf32>
}
