// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(lowp-recompute-places,canonicalize,cse))' | FileCheck %s

gpu.module @kernels {
  // What comes after the loop does not use the number from before it; what is
  // in the loop does, and one that is read again is read once.
  // CHECK-LABEL: gpu.func @after
  //       CHECK:   %[[T:.*]] = gpu.thread_id x
  //       CHECK:   %[[BEFORE:.*]] = arith.index_cast %[[T]] : index to i64
  //       CHECK:   llvm.store volatile %[[BEFORE]]
  //       CHECK:   scf.for
  //   CHECK-NOT:     inline_asm
  //       CHECK:     nvvm.mma.block_scale
  //       CHECK:   }
  //       CHECK:   %[[AGAIN:.*]] = llvm.inline_asm has_side_effects {{.*}}"mov.u32 $0, %tid.x;", "=r"  : () -> i32
  //       CHECK:   %[[INDEX:.*]] = arith.index_castui %[[AGAIN]] : i32 to index
  //       CHECK:   %[[AFTER:.*]] = arith.index_cast %[[INDEX]] : index to i64
  //       CHECK:   llvm.store volatile %[[AFTER]]
  //   CHECK-NOT:   inline_asm
  //   CHECK-NOT:   gpu.thread_id
  //       CHECK:   scf.if
  //       CHECK:     llvm.store volatile %[[AFTER]]
  gpu.func @after(%n: index, %a: i32, %p: !llvm.ptr<1>, %is: i1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i16
    %z = arith.constant 0.0 : f32
    %t = gpu.thread_id x
    %before = arith.index_cast %t : index to i64
    llvm.store volatile %before, %p : i64, !llvm.ptr<1>
    scf.for %i = %c0 to %n step %c1 {
      %lane = gpu.thread_id x
      %in = arith.index_cast %lane : index to i64
      llvm.store volatile %in, %p : i64, !llvm.ptr<1>
      %d = nvvm.mma.block_scale A[%a, %a, %a, %a] B[%a, %a] C[%z, %z, %z, %z]
        scaleA[%a, %zero, %zero] scaleB[%a, %zero, %zero] {
        shape = #nvvm.shape<m = 16, n = 8, k = 32>,
        multiplicandAPtxType = #nvvm.mma_type<e4m3>,
        multiplicandBPtxType = #nvvm.mma_type<e4m3>,
        scaleVecSize = #nvvm.scale_vec_size<x1>,
        blockScaleFormat = #nvvm.block_scale_format<ue8m0>,
        kind = #nvvm.block_scale_kind<mxf8f6f4>}
        : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    }
    %u = gpu.thread_id x
    %after = arith.index_cast %u : index to i64
    llvm.store volatile %after, %p : i64, !llvm.ptr<1>
    scf.if %is {
      %v = gpu.thread_id x
      %inside = arith.index_cast %v : index to i64
      llvm.store volatile %inside, %p : i64, !llvm.ptr<1>
    }
    gpu.return
  }

  // Extents are copied, and what is computed from them is computed again; so is
  // all before the products in a loop around them.
  // CHECK-LABEL: gpu.func @extents(
  //  CHECK-SAME:   %[[N:.*]]: i64, %[[S:.*]]: i32, %[[P:.*]]: !llvm.ptr<1>)
  //       CHECK:   scf.for
  //       CHECK:     %[[COPY:.*]] = llvm.inline_asm has_side_effects {{.*}}"mov.b64 $0, $1;", "=l,l" %[[N]]
  //       CHECK:     %[[BEFORE:.*]] = arith.subi %[[COPY]], %c1_i64
  //       CHECK:     llvm.store volatile %[[BEFORE]], %[[P]]
  //       CHECK:     scf.for
  //       CHECK:       nvvm.mma.block_scale
  //       CHECK:     }
  //       CHECK:     %[[AGAIN:.*]] = llvm.inline_asm has_side_effects {{.*}}"mov.b64 $0, $1;", "=l,l" %[[N]]
  //       CHECK:     %[[AFTER:.*]] = arith.subi %[[AGAIN]], %c1_i64
  //       CHECK:     llvm.store volatile %[[AFTER]], %[[P]]
  gpu.func @extents(%n: i64, %s: i32, %p: !llvm.ptr<1>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c1_i64 = arith.constant 1 : i64
    %zero = arith.constant 0 : i16
    %z = arith.constant 0.0 : f32
    %end = arith.index_cast %n : i64 to index
    %last = arith.subi %n, %c1_i64 : i64
    scf.for %tile = %c0 to %end step %c1 {
      llvm.store volatile %last, %p : i64, !llvm.ptr<1>
      scf.for %i = %c0 to %end step %c1 {
        %d = nvvm.mma.block_scale A[%s, %s, %s, %s] B[%s, %s] C[%z, %z, %z, %z]
          scaleA[%s, %zero, %zero] scaleB[%s, %zero, %zero] {
          shape = #nvvm.shape<m = 16, n = 8, k = 32>,
          multiplicandAPtxType = #nvvm.mma_type<e4m3>,
          multiplicandBPtxType = #nvvm.mma_type<e4m3>,
          scaleVecSize = #nvvm.scale_vec_size<x1>,
          blockScaleFormat = #nvvm.block_scale_format<ue8m0>,
          kind = #nvvm.block_scale_kind<mxf8f6f4>}
          : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      }
      llvm.store volatile %last, %p : i64, !llvm.ptr<1>
    }
    gpu.return
  }

  // A loop without products changes nothing.
  // CHECK-LABEL: gpu.func @nothing
  //   CHECK-NOT:   inline_asm
  gpu.func @nothing(%n: index, %p: !llvm.ptr<1>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %k = arith.index_cast %i : index to i64
      llvm.store volatile %k, %p : i64, !llvm.ptr<1>
    }
    %u = gpu.thread_id x
    %after = arith.index_cast %u : index to i64
    llvm.store volatile %after, %p : i64, !llvm.ptr<1>
    gpu.return
  }
}
