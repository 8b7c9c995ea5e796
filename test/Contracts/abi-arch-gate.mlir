// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// Without its suffix the chip has no block-scaled mma.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w>

// expected-note@+1 {{the target is #lowp.target<"sm_120">}}
module attributes {lowp.target = #lowp.target<"sm_120">} {
  // expected-error@+3 {{'lowp.kernel' op [abi-arch-gate] is compiled for sm_120}}
  // expected-note@+2 {{sm_120a}}
  // expected-note@+1 {{name the target with its suffix}}
  lowp.kernel @projection(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32>
      : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

// No row takes FNUZ codes on sm_120a.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<?x?xf8E4M3FNUZ, #mx>
!w = !lowp.scaled<?x?xf8E4M3FNUZ, #mx_w>

// expected-note@+1 {{the target is #lowp.target<"sm_120a">}}
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @projection(%x: !x, %w: !w) -> tensor<?x?xf32> {
    // expected-error@+4 {{'lowp.matmul' op [abi-arch-gate] has no instruction on sm_120a}}
    // expected-note@+3 {{no matrix instruction of 'sm_120a' is lowered for f8E4M3FNUZ x f8E4M3FNUZ, f8E8M0FNU scales per 32, f32 accumulator; lowered for this target: f8E4M3FN x f8E4M3FN}}
    // expected-note@+2 {{f8E4M3FNUZ x f8E4M3FNUZ}}
    // expected-note@+1 {{choose a format pair that the target has an instruction for}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32>
      : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

// A vendor's kernel for one chip, declared in a module for another.
// expected-note@+1 {{the module names sm_120a}}
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  // expected-error@+4 {{'lowp.kernel' op [abi-arch-gate] is made for sm_100a, the module for sm_120a}}
  // expected-note@+3 {{the contract names sm_100a}}
  // expected-note@+2 {{a kernel's code runs on the processor it was made for}}
  // expected-note@+1 {{choose a kernel for sm_120a}}
  lowp.kernel private @vendor(tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {contract = #lowp.contract<target = #lowp.target<"sm_100a">>}
}

// -----

// Near miss: the suffix is there, and so is the instruction.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w>

module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @projection(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32>
      : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}
