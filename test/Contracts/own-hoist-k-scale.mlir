// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// Two scales along k, and an epilogue that can apply one.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#column = #lowp.scale<f32 per *x1>
!x = !lowp.scaled<8x64xf8E4M3FN, #mx>
!w = !lowp.scaled<64x16xf8E4M3FN, #column>

// expected-note@+1 {{has one scale for every 32 elements along dimension 1, over which the contraction sums}}
func.func @blocks_along_k(%x: !x, %w: !w) -> tensor<8x16xf32> {
  // expected-error@+3 {{'lowp.matmul' op [own-hoist-k-scale] applies scales after the sum, but those of operand #0 vary along it}}
  // expected-note@+2 {{64 elements have 2 scales and the epilogue applies one: partial sums 2 and 3 under scale products 5 and 8 make 34, the first product pulled out makes 25}}
  // expected-note@+1 {{leave out `scales epilogue`}}
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> scales epilogue
    : !x, !w to tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// -----

// A weight given as [N, K]: what its groups run along follows from the map.
#row = #lowp.scale<f32 per 1x*>
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!x = !lowp.scaled<?x?xf8E4M3FN, #row>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx>

// expected-note@+1 {{over which the contraction sums}}
func.func @transposed_weight(%x: !x, %w: !w) -> tensor<?x?xf32> {
  // expected-error@+3 {{[own-hoist-k-scale] applies scales after the sum, but those of operand #1 vary along it}}
  // expected-note@+2 {{make 34}}
  // expected-note@+1 {{leave out `scales epilogue`}}
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> scales epilogue
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                     affine_map<(m, n, k) -> (n, k)>,
                     affine_map<(m, n, k) -> (m, n)>]
    : !x, !w to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// Near miss: one scale a row and one a column leave the sum.
#row = #lowp.scale<f32 per 1x*>
#column = #lowp.scale<f32 per *x1>
!x = !lowp.scaled<8x64xf8E4M3FN, #row>
!w = !lowp.scaled<64x16xf8E4M3FN, #column>

func.func @rows_and_columns(%x: !x, %w: !w) -> tensor<8x16xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> scales epilogue
    : !x, !w to tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// -----

// Near miss: k is no longer than one group, so its scale does not vary.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#column = #lowp.scale<f32 per *x1>
!x = !lowp.scaled<8x32xf8E4M3FN, #mx>
!w = !lowp.scaled<32x16xf8E4M3FN, #column>

func.func @one_block(%x: !x, %w: !w) -> tensor<8x16xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> scales epilogue
    : !x, !w to tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// -----

// Near miss: the scales stay inside.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<8x64xf8E4M3FN, #mx>
!w = !lowp.scaled<64x16xf8E4M3FN, #mx_w>

func.func @in_contraction(%x: !x, %w: !w) -> tensor<8x16xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32>
    : !x, !w to tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// -----

// Near miss: the other operand says that k is one group.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#column = #lowp.scale<f32 per *x1>
!x = !lowp.scaled<8x?xf8E4M3FN, #mx>
!w = !lowp.scaled<32x16xf8E4M3FN, #column>

func.func @one_block_of_the_other(%x: !x, %w: !w) -> tensor<8x16xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> scales epilogue
    : !x, !w to tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
