// RUN: lowp-opt %s --lowp-schedule-kernels | FileCheck %s
// RUN: lowp-opt %s --lowp-schedule-kernels='matmul="#lowp.schedule<tile = [32, 64, 128], warps = [1, 2], stages = 2, copies = bulk>"' | FileCheck %s --check-prefix=STATED
// RUN: not lowp-opt %s --lowp-schedule-kernels='matmul="#lowp.layout<row_major, pitch = 16>"' 2>&1 | FileCheck %s --check-prefix=NONE

// The option is for contractions that state none, and may name no instruction.
// STATED: @matmul({{.*}}schedule = #lowp.schedule<tile = [32, 64, 128], warps = [1, 2], stages = 2, copies = bulk, instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">
// STATED: @scheduled({{.*}}schedule = #lowp.schedule<tile = [32, 64, 64],
// STATED: @quantize({{.*}}schedule = #lowp.schedule<tile = [4, 256],
// NONE: error: the schedule of contractions is no #lowp.schedule<...>: #lowp.layout<row_major, pitch = 16>

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
#mxfp8 = #lowp.quantizer<
  recipe = rceil,
  conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max,
                nan = nan, zero_sign = keep>,
  zero_group = one, nonfinite_group = propagate, subnormals = preserve>

module attributes {lowp.target = #lowp.target<"sm_120a">} {
  // The instruction follows from encodings and scales.
  // CHECK-LABEL: lowp.kernel @matmul(
  //  CHECK-SAME: schedule = #lowp.schedule<tile = [128, 128, 128], warps = [2, 2], stages = 3, raster = 8, instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }

  // Where the type says that there are few rows, the tile has no more of them,
  // and the ring more slots.
  // CHECK-LABEL: lowp.kernel @few_rows(
  //  CHECK-SAME: schedule = #lowp.schedule<tile = [16, 128, 128], warps = [1, 4], stages = 5, raster = 8, instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">
  lowp.kernel @few_rows(
      %x: !lowp.scaled<7x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>,
      %w: !w) -> tensor<7x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32>
      : !lowp.scaled<7x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>, !w to tensor<7x?xf32>
    lowp.return %y : tensor<7x?xf32>
  }

  // CHECK-LABEL: lowp.kernel @more_rows(
  //  CHECK-SAME: schedule = #lowp.schedule<tile = [64, 128, 128], warps = [1, 4], stages = 4, raster = 8,
  lowp.kernel @more_rows(
      %x: !lowp.scaled<33x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>,
      %w: !w) -> tensor<33x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32>
      : !lowp.scaled<33x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>, !w to tensor<33x?xf32>
    lowp.return %y : tensor<33x?xf32>
  }

  // A schedule that is there stays.
  // CHECK-LABEL: lowp.kernel @scheduled(
  //  CHECK-SAME: schedule = #lowp.schedule<tile = [32, 64, 64], warps = [1, 2], stages = 4, instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">
  lowp.kernel @scheduled(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [32, 64, 64], warps = [1, 2], stages = 4,
                                instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">} {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }

  // CHECK-LABEL: lowp.kernel @quantize(
  //  CHECK-SAME: schedule = #lowp.schedule<tile = [4, 256], warps = [4, 1], stages = 1>
  lowp.kernel @quantize(%x: tensor<?x?xf32>) -> !x {
    %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !x
    lowp.return %q : !x
  }

  // Kernels of others have nothing to schedule.
  // CHECK-LABEL: lowp.kernel private @external(
  //   CHECK-NOT: schedule
  lowp.kernel private @external(!x, !w) -> tensor<?x?xf32>
}
