// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// A library version whose matmul has no slot for tensor scales: both operands
// bring one that it does not read.

#a1 = #lowp.scale<!lowp.ue4m3 per 1x16>
#b1 = #lowp.scale<!lowp.ue4m3 per 16x1>
#tensor = #lowp.scale<f32 per *x*>
!a = !lowp.scaled<1x16xf4E2M1FN, #a1, #tensor>
!b = !lowp.scaled<16x1xf4E2M1FN, #b1, #tensor>
!old_a = !lowp.scaled<1x16xf4E2M1FN, #a1>
!old_b = !lowp.scaled<16x1xf4E2M1FN, #b1>

// expected-note@+1 {{it is read as}}
lowp.kernel private @old_matmul(!old_a, !old_b) -> tensor<1x1xf32>

// expected-note@+1 {{the value is}}
func.func @dropped(%a: !a, %b: !b) -> tensor<1x1xf32> {
  // expected-error@+4 {{[own-missing-tensor-scale] operand #0 has 2 levels of scales, 1 are read}}
  // expected-error@+3 {{[own-missing-tensor-scale] operand #1 has 2 levels of scales, 1 are read}}
  // expected-note@+2 {{A level that is left out counts as 1}}
  // expected-note@+1 {{pass the value with all of its levels}}
  %y = lowp.launch @old_matmul(%a, %b) : (!a, !b) -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

// -----

// Near miss: the same library with operands of one level.
#a1 = #lowp.scale<!lowp.ue4m3 per 1x16>
#b1 = #lowp.scale<!lowp.ue4m3 per 16x1>
!a = !lowp.scaled<1x16xf4E2M1FN, #a1>
!b = !lowp.scaled<16x1xf4E2M1FN, #b1>

lowp.kernel private @old_matmul(!a, !b) -> tensor<1x1xf32>

func.func @one_level(%a: !a, %b: !b) -> tensor<1x1xf32> {
  %y = lowp.launch @old_matmul(%a, %b) : (!a, !b) -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}
