// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// Four blocks along K have scales of their own; one scale for all of them is
// right by accident only.

#a = #lowp.scale<f32 per 1x128>
#b = #lowp.scale<f32 per 128x1>
!a = !lowp.scaled<1x512xf8E4M3FN, #a>
!b = !lowp.scaled<512x1xf8E4M3FN, #b>

// expected-note@+2 {{has one scale for every 128 elements along dimension 1, over which the contraction sums}}
// expected-note@+1 {{has one scale for every 128 elements along dimension 0}}
func.func @first_slice_for_all(%a: !a, %b: !b) -> tensor<1x1xf32> {
  // expected-error@+4 {{[own-hoist-k-scale] applies scales after the sum, but those of operand #0 vary along it}}
  // expected-error@+3 {{[own-hoist-k-scale] applies scales after the sum, but those of operand #1 vary along it}}
  // expected-note@+2 {{512 elements have 4 scales and the epilogue applies one: partial sums 2 and 3 under scale products 5 and 8 make 34, the first product pulled out makes 25}}
  // expected-note@+1 {{leave out `scales epilogue`}}
  %y = lowp.matmul %a, %b accumulate <accumulator = f32> scales epilogue
    : !a, !b to tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

// -----

// Near miss: a scale for each row and column, with no k in its map.
#a = #lowp.scale<f32 per 1x*>
#b = #lowp.scale<f32 per *x1>
!a = !lowp.scaled<1x512xf8E4M3FN, #a>
!b = !lowp.scaled<512x1xf8E4M3FN, #b>

func.func @rows_and_columns(%a: !a, %b: !b) -> tensor<1x1xf32> {
  %y = lowp.matmul %a, %b accumulate <accumulator = f32> scales epilogue
    : !a, !b to tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}
