// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// OCP weights meet FNUZ activations. Each side says truly what it is, so there is
// nothing to mend in the promises; no instruction multiplies the two.

#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<?x?xf8E4M3FNUZ, #mx>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w>

// expected-note@+1 {{the target is #lowp.target<"sm_120a">}}
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @gemm(%x: !x, %w: !w) -> tensor<?x?xf32> {
    // expected-error@+4 {{[abi-arch-gate] has no instruction on sm_120a}}
    // expected-note@+3 {{no matrix instruction of 'sm_120a' is lowered for f8E4M3FNUZ x f8E4M3FN}}
    // expected-note@+2 {{f8E4M3FNUZ x f8E4M3FN, f8E8M0FNU scales per 32}}
    // expected-note@+1 {{choose a format pair}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32>
      : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

// Near miss: the activations are recoded first.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!fnuz = !lowp.scaled<?x?xf8E4M3FNUZ, #mx>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w>

module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @gemm(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32>
      : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
  func.func @main(%a: !fnuz, %w: !w) -> tensor<?x?xf32> {
    %x = lowp.recode %a with <f8E4M3FN, rounding = rne, overflow = saturate,
        infinity = max, nan = nan, zero_sign = keep> : !fnuz to !x
    %y = lowp.launch @gemm(%x, %w) : (!x, !w) -> tensor<?x?xf32>
    return %y : tensor<?x?xf32>
  }
}
