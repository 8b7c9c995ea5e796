// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// One block-scaled product for each target: either there is an instruction, or
// one diagnostic says what is missing and where it exists.

// Without the suffix.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w>

// expected-note@+1 {{the target is #lowp.target<"sm_120">}}
module attributes {lowp.target = #lowp.target<"sm_120">} {
  // expected-error@+3 {{[abi-arch-gate] is compiled for sm_120}}
  // expected-note@+2 {{use 'sm_120a'}}
  // expected-note@+1 {{name the target with its suffix, or choose a format pair}}
  lowp.kernel @gemm(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

// Chips without the instruction.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w>

// expected-note@+1 {{the target is #lowp.target<"sm_89">}}
module attributes {lowp.target = #lowp.target<"sm_89">} {
  lowp.kernel @gemm(%x: !x, %w: !w) -> tensor<?x?xf32> {
    // expected-error@+4 {{[abi-arch-gate] has no instruction on sm_89}}
    // expected-note@+3 {{it is for sm_120a, sm_120f, sm_121a}}
    // expected-note@+2 {{f8E4M3FN x f8E4M3FN, f8E8M0FNU scales per 32}}
    // expected-note@+1 {{name the target with its suffix, or choose a format pair}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w>

// expected-note@+1 {{the target is #lowp.target<"sm_90a">}}
module attributes {lowp.target = #lowp.target<"sm_90a">} {
  lowp.kernel @gemm(%x: !x, %w: !w) -> tensor<?x?xf32> {
    // expected-error@+4 {{[abi-arch-gate] has no instruction on sm_90a}}
    // expected-note@+3 {{it is for sm_120a, sm_120f, sm_121a}}
    // expected-note@+2 {{f8E4M3FN x f8E4M3FN, f8E8M0FNU scales per 32}}
    // expected-note@+1 {{name the target with its suffix, or choose a format pair}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w>

// expected-note@+1 {{the target is #lowp.target<"sm_100a">}}
module attributes {lowp.target = #lowp.target<"sm_100a">} {
  lowp.kernel @gemm(%x: !x, %w: !w) -> tensor<?x?xf32> {
    // expected-error@+4 {{[abi-arch-gate] has no instruction on sm_100a}}
    // expected-note@+3 {{it is for sm_120a, sm_120f, sm_121a}}
    // expected-note@+2 {{f8E4M3FN x f8E4M3FN, f8E8M0FNU scales per 32}}
    // expected-note@+1 {{name the target with its suffix, or choose a format pair}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

// A chip that the table does not know is refused, not guessed (case 64).
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w>

// expected-note@+1 {{the target is #lowp.target<"sm_80">}}
module attributes {lowp.target = #lowp.target<"sm_80">} {
  // expected-error@+3 {{[abi-arch-gate] is compiled for sm_80}}
  // expected-note@+2 {{sm_120a, sm_120f, sm_121a, sm_89, sm_90a}}
  // expected-note@+1 {{name the target with its suffix, or choose a format pair}}
  lowp.kernel @gemm(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

// Near miss: the three names that have it.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w>

module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @gemm(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w>

module attributes {lowp.target = #lowp.target<"sm_121a">} {
  lowp.kernel @gemm(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w>

module attributes {lowp.target = #lowp.target<"sm_120f">} {
  lowp.kernel @gemm(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}
