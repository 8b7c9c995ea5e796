// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// Groups along M have a new scale for each k: no instruction that applies one
// scale to 32 products can take them.

#free = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<?x?xf8E4M3FN, #free>
!w = !lowp.scaled<?x?xf8E4M3FN, #free>

// expected-note@+1 {{the target is}}
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @gemm(%x: !x, %w: !w) -> tensor<?x?xf32> {
    // expected-error@+4 {{[abi-arch-gate] has no instruction on sm_120a}}
    // expected-note@+3 {{is lowered for f8E4M3FN x f8E4M3FN, f8E8M0FNU scales per 1, f32 accumulator; lowered for this target: f8E4M3FN x f8E4M3FN, f8E8M0FNU scales per 32}}
    // expected-note@+2 {{f8E4M3FN x f8E4M3FN, f8E8M0FNU scales per 1, f32}}
    // expected-note@+1 {{choose a format pair}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32>
      : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

// Near miss: the same groups on an operand that is summed along its rows.
#rows = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<?x?xf8E4M3FN, #rows>
!w = !lowp.scaled<?x?xf8E4M3FN, #rows>

module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @gemm(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32>
      indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
                       affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, n)>]
      : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}
