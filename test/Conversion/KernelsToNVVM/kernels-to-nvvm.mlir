// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernels-to-nvvm))' --split-input-file | FileCheck %s

// Functions of math become instructions and no calls of a library.
gpu.module @kernels {
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

// -----

// NVPTX has no exponential and no power, and the remainder it has is rounded.
gpu.module @kernels {
  // CHECK-LABEL: llvm.func @no_instruction(
  //   CHECK-DAG:   llvm.call @__nv_exp(
  //   CHECK-DAG:   llvm.call @__nv_fmodf(
  //   CHECK-DAG:   llvm.call @__nv_powif(
  gpu.func @no_instruction(%p: !llvm.ptr<1>, %x: f32, %d: f64, %n: i32) kernel {
    %0 = math.exp %d : f64
    %1 = arith.remf %x, %x : f32
    %2 = math.fpowi %1, %n : f32, i32
    llvm.store %0, %p : f64, !llvm.ptr<1>
    llvm.store %2, %p : f32, !llvm.ptr<1>
    gpu.return
  }

  // An argument by value stays one, and is read where the launch put it.
  // CHECK-LABEL: llvm.func @by_value(
  //  CHECK-SAME:   !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}
  gpu.func @by_value(%map: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>}) kernel {
    gpu.return
  }
}
