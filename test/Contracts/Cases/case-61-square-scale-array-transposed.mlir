// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// One back end transposes the block scales of a square weight in place; shapes
// do not show it.

#block = #lowp.scale<f32 per 128x128>
!w = !lowp.scaled<256x256xf8E4M3FN, #block>

func.func @scales_alone(%w: !w) -> !w {
  // expected-note@+1 {{the codes are taken from a value here}}
  %codes = lowp.codes %w : !w to tensor<256x256xi8>
  // expected-note@+1 {{the scales are taken from the same value here}}
  %scales = lowp.scales %w level 0 : !w to tensor<2x2xf32>
  %init = tensor.empty() : tensor<2x2xf32>
  %t = linalg.transpose ins(%scales : tensor<2x2xf32>)
      outs(%init : tensor<2x2xf32>) permutation = [1, 0]
  // expected-error@+3 {{[own-regroup-transpose] puts together scales that were transposed and codes of level 0 that were not}}
  // expected-note@+2 {{it is off by the ratio of the two scales}}
  // expected-note@+1 {{lowp.transpose carries the groups along}}
  %r = lowp.assemble %codes, %t : tensor<256x256xi8>, tensor<2x2xf32> to !w
  return %r : !w
}

// -----

// Near miss: a transpose of the whole value, which takes codes and scales.
#block = #lowp.scale<f32 per 128x128>
!w = !lowp.scaled<256x256xf8E4M3FN, #block>

func.func @both(%w: !w) -> !w {
  %t = lowp.transpose %w permutation = [1, 0] : !w to !w
  return %t : !w
}
