// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-lowp-tile-to-nvvm,canonicalize,cse))' | FileCheck %s

#swizzle = #lowp.tile.swizzle<128>
!ring = !lowp.tile.ring<2, <16x128xi8, shared, #swizzle>>
!slot = !lowp.tile.slot<<16x128xi8, shared, #swizzle>>
!view = !lowp.tile.view<?x?xi8, align = 16>

// CHECK: llvm.mlir.global external @lowp_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
gpu.module @kernels {
  // One thread copies 16 bytes, or as many as the row has left; for rows that
  // do not exist the last one stands.
  // CHECK-LABEL: gpu.func @use(
  //  CHECK-SAME:   %[[P:[a-z0-9]+]]: !llvm.ptr<1>, %[[ROWS:[a-z0-9]+]]: index, %[[COLUMNS:[a-z0-9]+]]: index, %[[PITCH:[a-z0-9]+]]: index, %[[USE:[a-z0-9]+]]: index,
  //   CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0 : index
  //   CHECK-DAG:   %[[LINE:.*]] = arith.constant 128 : index
  //   CHECK-DAG:   %[[NONE:.*]] = arith.constant 0 : i32
  //   CHECK-DAG:   %[[SIXTEEN:.*]] = arith.constant 16 : i32
  //   CHECK-DAG:   %[[MEMORY:.*]] = llvm.mlir.addressof @lowp_shared
  //       CHECK:   gpu.barrier
  //       CHECK:   %[[LAST:.*]] = arith.subi %[[ROWS]], %{{.*}}
  //       CHECK:   %[[LEFT:.*]] = arith.subi %[[COLUMNS]], %{{.*}}
  //       CHECK:   %[[SOME:.*]] = arith.maxsi %[[LEFT]], %[[ZERO]]
  //       CHECK:   %[[MOST:.*]] = arith.minsi %[[SOME]], %[[LINE]]
  //       CHECK:   %[[OF_ROW:.*]] = arith.index_cast %[[MOST]] : index to i32
  //       CHECK:   %[[OWN:.*]] = arith.subi %[[OF_ROW]], %{{.*}}
  //       CHECK:   arith.minui %{{.*}}, %[[LAST]]
  //       CHECK:   %[[FROM:.*]] = arith.maxsi %[[OWN]], %[[NONE]]
  //       CHECK:   %[[BYTES:.*]] = arith.minsi %[[FROM]], %[[SIXTEEN]]
  //       CHECK:   arith.xori
  //       CHECK:   nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %[[BYTES]]
  //   CHECK-NOT:   nvvm.cp.async.shared
  //       CHECK:   nvvm.cp.async.commit.group
  //       CHECK:   nvvm.cp.async.wait.group 1
  //  CHECK-NEXT:   gpu.barrier
  gpu.func @use(%p: !llvm.ptr<1>, %rows: index, %columns: index, %pitch: index,
                %use: index, %row: index, %column: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %view = lowp.tile.view %p extents [%rows, %columns] pitch %pitch : !llvm.ptr<1> to !view
    %ring = lowp.tile.ring : !ring
    %empty = lowp.tile.acquire %ring[%use] : !ring
    lowp.tile.fill %empty[0] from %view[%row, %column] : !slot, !view
    lowp.tile.publish %empty : !slot
    %full = lowp.tile.wait %ring[%use] pending 1 : !ring
    lowp.tile.release %full : !slot
    gpu.return
  }

  // Two barriers would do the work of one: the slot of the first use is empty,
  // and after a wait nothing has been read that is not released.
  // CHECK-LABEL: gpu.func @barriers
  //   CHECK-NOT:   gpu.barrier
  //       CHECK:   nvvm.cp.async.commit.group
  //       CHECK:   nvvm.cp.async.wait.group 0
  //  CHECK-NEXT:   gpu.barrier
  //   CHECK-NOT:   gpu.barrier
  //       CHECK:   nvvm.cp.async.commit.group
  gpu.func @barriers(%use: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %ring = lowp.tile.ring : !ring
    %first = lowp.tile.acquire %ring[%c0] : !ring
    lowp.tile.publish %first : !slot
    %full = lowp.tile.wait %ring[%use] pending 0 : !ring
    %next = arith.addi %use, %c1 : index
    %empty = lowp.tile.acquire %ring[%next] : !ring
    lowp.tile.publish %empty : !slot
    gpu.return
  }

  // Rings of one kernel lie one after another, slots at multiples of 1024.
  // CHECK-LABEL: gpu.func @two_rings
  //       CHECK:   %[[MEMORY:.*]] = llvm.mlir.addressof @lowp_shared
  //       CHECK:   %[[OTHER:.*]] = llvm.getelementptr %[[MEMORY]][4096]
  //       CHECK:   %[[SLOT:.*]] = llvm.getelementptr %[[OTHER]][%{{.*}}]
  //       CHECK:   llvm.getelementptr %[[SLOT]][%{{.*}}]
  //       CHECK:   nvvm.cp.async.shared.global
  gpu.func @two_rings(%p: !llvm.ptr<1>, %n: index, %use: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %view = lowp.tile.view %p extents [%n, %n] pitch %n : !llvm.ptr<1> to !view
    %ring = lowp.tile.ring : !ring
    %other = lowp.tile.ring : !ring
    %empty = lowp.tile.acquire %other[%use] : !ring
    lowp.tile.fill %empty[0] from %view[%n, %n] : !slot, !view
    gpu.return
  }

  // In a loop that goes through the ring at a time, slots are constants; what
  // is full is copied whole, the last row standing for those beyond.
  // CHECK-LABEL: gpu.func @rounds(
  //  CHECK-SAME:   %[[P:[a-z0-9]+]]: !llvm.ptr<1>, %[[ROWS:[a-z0-9]+]]: index,
  //   CHECK-NOT:   arith.remui %{{.*}}, %{{.*}} : index
  //       CHECK:   scf.for
  //       CHECK:     %[[LAST:.*]] = arith.subi %[[ROWS]], %{{.*}}
  //       CHECK:     %[[ROW:.*]] = arith.minui %{{.*}}, %[[LAST]]
  //       CHECK:     %[[THERE:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr<3>, i32)
  //       CHECK:     %[[TO:.*]] = llvm.getelementptr %[[THERE]][2048]
  //       CHECK:     nvvm.cp.async.shared.global %[[TO]], %{{.*}}, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  gpu.func @rounds(%p: !llvm.ptr<1>, %rows: index, %columns: index, %pitch: index,
                   %uses: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %view = lowp.tile.view %p extents [%rows, %columns] pitch %pitch : !llvm.ptr<1> to !view
    %ring = lowp.tile.ring : !ring
    scf.for %round = %c0 to %uses step %c1 {
      %use = arith.muli %round, %c2 : index
      %next = arith.addi %use, %c1 : index
      %empty = lowp.tile.acquire %ring[%next] : !ring
      lowp.tile.fill %empty[0] from %view[%c0, %c0] full : !slot, !view
      lowp.tile.publish %empty : !slot
    }
    gpu.return
  }
}
