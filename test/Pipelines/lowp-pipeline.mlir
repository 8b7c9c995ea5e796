// RUN: lowp-opt %S/../Examples/projection.mlir --lowp-pipeline='target=sm_120a to=schedule' | FileCheck %s --check-prefix=SCHEDULE
// RUN: lowp-opt %S/../Examples/projection.mlir --lowp-pipeline='target=sm_120a to=tile' | FileCheck %s --check-prefix=TILE
// RUN: lowp-opt %S/../Examples/projection.mlir --lowp-pipeline='target=sm_120a' | FileCheck %s
// RUN: not lowp-opt %S/../Examples/projection.mlir --lowp-pipeline='target=sm_120' 2>&1 | FileCheck %s --check-prefix=REFUSED

// SCHEDULE: lowp.target = #lowp.target<"sm_120a">
// SCHEDULE: lowp.kernel @projection({{.*}}schedule = #lowp.schedule<
// SCHEDULE: lowp.matmul

// TILE: lowp.launch @projection
// TILE: gpu.func @projection
// TILE: lowp.tile.mma

// CHECK: lowp.launch @projection
// CHECK: llvm.func @projection(
// CHECK: nvvm.mma.block_scale
// CHECK-NOT: math.
// CHECK-NOT: __nv_

// REFUSED: error: target 'sm_120' is refused
