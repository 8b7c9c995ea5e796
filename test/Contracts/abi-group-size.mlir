// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// Groups of 16 meet a kernel for groups of 32.
#by16 = #lowp.scale<f8E8M0FNU per 1x16>
#by32 = #lowp.scale<f8E8M0FNU per 1x32>
!given = !lowp.scaled<8x64xf8E4M3FN, #by16>
!read = !lowp.scaled<8x64xf8E4M3FN, #by32>

// expected-note@+1 {{they are read as 1x32 here}}
lowp.kernel private @decode(!read) -> tensor<8x64xf32>

// expected-note@+1 {{the groups are 1x16 here}}
func.func @sixteen_to_thirty_two(%q: !given) -> tensor<8x64xf32> {
  // expected-error@+3 {{'lowp.launch' op [abi-group-size] operand #0 has groups of 1x16 on level 0, read as 1x32}}
  // expected-note@+2 {{4096 elements have 256 scales in groups of 16 and 128 in groups of 32: the scale of element 16 is number 1 in one and 0 in the other}}
  // expected-note@+1 {{lowp.regroup quantizes again, with its loss}}
  %x = lowp.launch @decode(%q) : (!given) -> tensor<8x64xf32>
  return %x : tensor<8x64xf32>
}

// -----

// Scales of groups of 2x32, promised as groups of 1x32 without a requantization.
#by64 = #lowp.scale<f8E8M0FNU per 2x32>
#by32 = #lowp.scale<f8E8M0FNU per 1x32>
!given = !lowp.scaled<?x?xf8E4M3FN, #by64>
!made = !lowp.scaled<?x?xf8E4M3FN, #by32>

func.func @assembled_in_other_groups(%q: !given) -> !made {
  %codes = lowp.codes %q : !given to tensor<?x?xf8E4M3FN>
  // expected-note@+1 {{the elements were scaled in groups of 2x32 here}}
  %scales = lowp.scales %q level 0 : !given to tensor<?x?xf8E8M0FNU>
  // expected-error@+4 {{'lowp.assemble' op [abi-group-size] reads groups of 2x32 as 1x32 on level 0}}
  // expected-note@+3 {{they are read in groups of 1x32 here}}
  // expected-note@+2 {{4096 elements have}}
  // expected-note@+1 {{lowp.regroup}}
  %r = lowp.assemble %codes, %scales
    : tensor<?x?xf8E4M3FN>, tensor<?x?xf8E8M0FNU> to !made
  return %r : !made
}

// -----

// Near miss: requantized.
#by16 = #lowp.scale<f8E8M0FNU per 1x16>
#by32 = #lowp.scale<f8E8M0FNU per 1x32>
!given = !lowp.scaled<8x64xf8E4M3FN, #by16>
!read = !lowp.scaled<8x64xf8E4M3FN, #by32>

lowp.kernel private @decode(!read) -> tensor<8x64xf32>

func.func @regrouped_first(%q: !given) -> tensor<8x64xf32> {
  %r = lowp.regroup %q with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                    infinity = max, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate, subnormals = preserve>
    : !given to !read
  %x = lowp.launch @decode(%r) : (!read) -> tensor<8x64xf32>
  return %x : tensor<8x64xf32>
}

// -----

// Near miss: a group that holds the whole row, written in three ways.
!given = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f32 per 1x*>>
!read = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f32 per 1x64>>
!any = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f32 per 1x128>>

lowp.kernel private @decode(!read) -> tensor<8x64xf32>
lowp.kernel private @decode_any(!any) -> tensor<8x64xf32>

func.func @one_group_a_row(%q: !given) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %x = lowp.launch @decode(%q) : (!given) -> tensor<8x64xf32>
  %y = lowp.launch @decode_any(%q) : (!given) -> tensor<8x64xf32>
  return %x, %y : tensor<8x64xf32>, tensor<8x64xf32>
}
