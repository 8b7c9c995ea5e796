// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// 448 rows with 4 scales: ceil(448 / 4) = 112 fits as well as the 128 that the
// weight was quantized with, so shapes cannot tell.

#stated = #lowp.scale<f32 per 128x128>
#guessed = #lowp.scale<f32 per 112x128>
!stated = !lowp.scaled<448x128xf8E4M3FN, #stated>
!guessed = !lowp.scaled<448x128xf8E4M3FN, #guessed>

// expected-note@+1 {{they are read as 112x128 here}}
lowp.kernel private @gemm(!guessed) -> tensor<448x128xf32>

// expected-note@+1 {{the groups are 128x128 here}}
func.func @guessed(%w: !stated) -> tensor<448x128xf32> {
  // expected-error@+3 {{[abi-group-size] operand #0 has groups of 128x128 on level 0, read as 112x128}}
  // expected-note@+2 {{the scale of element 112 is number 0 in one and 1 in the other}}
  // expected-note@+1 {{lowp.regroup quantizes again}}
  %y = lowp.launch @gemm(%w) : (!stated) -> tensor<448x128xf32>
  return %y : tensor<448x128xf32>
}

// -----

// The same arrays taken apart and put together.
#stated = #lowp.scale<f32 per 128x128>
#guessed = #lowp.scale<f32 per 112x128>
!stated = !lowp.scaled<448x128xf8E4M3FN, #stated>
!guessed = !lowp.scaled<448x128xf8E4M3FN, #guessed>

func.func @assembled(%w: !stated) -> !guessed {
  %codes = lowp.codes %w : !stated to tensor<448x128xi8>
  // expected-note@+1 {{the elements were scaled in groups of 128x128 here}}
  %scales = lowp.scales %w level 0 : !stated to tensor<4x1xf32>
  // expected-error@+4 {{[abi-group-size] reads groups of 128x128 as 112x128 on level 0}}
  // expected-note@+3 {{they are read in groups of 112x128 here}}
  // expected-note@+2 {{4096 elements have 128 scales in groups of 32}}
  // expected-note@+1 {{lowp.regroup quantizes again}}
  %r = lowp.assemble %codes, %scales
    : tensor<448x128xi8>, tensor<4x1xf32> to !guessed
  return %r : !guessed
}

// -----

// Near miss: blocks of 112 that are stated as such.
#stated = #lowp.scale<f32 per 112x128>
!stated = !lowp.scaled<448x128xf8E4M3FN, #stated>

lowp.kernel private @gemm(!stated) -> tensor<448x128xf32>

func.func @stated(%w: !stated) -> tensor<448x128xf32> {
  %y = lowp.launch @gemm(%w) : (!stated) -> tensor<448x128xf32>
  return %y : tensor<448x128xf32>
}
