// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernels-to-nvvm))' | FileCheck %s

// Functions of math become instructions and no calls of a library.
gpu.module @kernels {
  //   CHECK-NOT: __nv_
  // CHECK-LABEL: llvm.func @math(
  //  CHECK-SAME:   nvvm.kernel
  //       CHECK:   %[[FLOOR:.*]] = llvm.intr.floor
  //       CHECK:   %[[FMA:.*]] = llvm.intr.fma(%[[FLOOR]],
  //       CHECK:   %[[ABS:.*]] = llvm.intr.fabs(%[[FMA]])
  //       CHECK:   %[[SQRT:.*]] = llvm.intr.sqrt(%[[ABS]])
  //       CHECK:   llvm.intr.roundeven(%[[SQRT]])
  gpu.func @math(%p: !llvm.ptr<1>, %x: f32) kernel {
    %0 = math.floor %x : f32
    %1 = math.fma %0, %x, %x : f32
    %2 = math.absf %1 : f32
    %3 = math.sqrt %2 : f32
    %4 = math.roundeven %3 : f32
    llvm.store %4, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}
