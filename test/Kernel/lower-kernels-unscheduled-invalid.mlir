// RUN: lowp-opt %s --lowp-lower-kernels --verify-diagnostics

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>

module attributes {lowp.target = #lowp.target<"sm_120a">} {
  // expected-error@+1 {{has no schedule: run lowp-schedule-kernels, or state one}}
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}
