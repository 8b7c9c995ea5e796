// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-lowp-tile-to-nvvm,canonicalize,cse))' | FileCheck %s

#swizzle = #lowp.tile.swizzle<128>
#acc = #lowp.tile.fragment<accumulator of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 1]>
!ring = !lowp.tile.ring<2, <32x128xi8, shared, #swizzle>, <16x128xi8, shared, #swizzle>>
!slot = !lowp.tile.slot<<32x128xi8, shared, #swizzle>, <16x128xi8, shared, #swizzle>>
!view = !lowp.tile.view<?x?xi8, align = 16>
!tile = !lowp.tile.data<32x64xbf16, registers, #acc>

gpu.module @kernels {
  // Each slot has a barrier that says it is full, of one arrival and the bytes
  // of its copies, and one that says it is empty, of an arrival of each of the
  // two consuming warps. They lie behind the 12288 bytes of the slots.
  // CHECK-LABEL: gpu.func @ring
  //   CHECK-DAG:   %[[ONE:.*]] = arith.constant 1 : i32
  //   CHECK-DAG:   %[[TWO:.*]] = arith.constant 2 : i32
  //   CHECK-DAG:   %[[BYTES:.*]] = arith.constant 6144 : i32
  //       CHECK:   %[[MEMORY:.*]] = llvm.mlir.addressof @lowp_shared
  //       CHECK:   scf.if
  //       CHECK:     llvm.getelementptr %[[MEMORY]][12288]
  //       CHECK:     nvvm.mbarrier.init %{{.*}}, %[[ONE]]
  //       CHECK:     nvvm.mbarrier.init %{{.*}}, %[[TWO]]
  //       CHECK:     nvvm.mbarrier.init %{{.*}}, %[[ONE]]
  //       CHECK:     nvvm.mbarrier.init %{{.*}}, %[[TWO]]
  //       CHECK:     nvvm.fence.mbarrier.init
  //       CHECK:   gpu.barrier
  //
  // Which role a warp has is known to be the same in all of its lanes.
  //       CHECK:   %[[WARP:.*]] = nvvm.shfl.sync idx
  //       CHECK:   arith.cmpi ult, %[[WARP]], %[[TWO]]
  //       CHECK:   scf.if
  //       CHECK:     scf.for %[[R:.*]] =
  //       CHECK:       %[[ROUND:.*]] = arith.index_castui %[[R]] : index to i32
  //       CHECK:       %[[PARITY:.*]] = arith.andi %[[ROUND]], %[[ONE]]
  //       CHECK:       scf.while
  //       CHECK:         %[[OVER:.*]] = nvvm.mbarrier.try_wait %{{.*}}, %[[PARITY]]
  //       CHECK:         %[[AGAIN:.*]] = arith.xori %[[OVER]], %true
  //       CHECK:         scf.condition(%[[AGAIN]])
  //       CHECK:       nvvm.bar.warp.sync
  //       CHECK:       scf.if
  //       CHECK:         nvvm.mbarrier.arrive %{{.*}} : !llvm.ptr<3>
  //
  // What is stored through a slot meets the warps of the role alone, and is
  // ordered before the copies that come into it.
  //       CHECK:     nvvm.barrier id = %[[ONE]] number_of_threads = %{{.*}}
  //       CHECK:     llvm.store
  //       CHECK:     nvvm.barrier id = %[[ONE]] number_of_threads = %{{.*}}
  //       CHECK:     nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  //
  // One thread copies: it waits for the phase before the one of its round.
  //       CHECK:   arith.cmpi eq, %[[WARP]], %[[TWO]]
  //       CHECK:   scf.if
  //       CHECK:     scf.for
  //       CHECK:       scf.while
  //       CHECK:         nvvm.mbarrier.try_wait
  //       CHECK:       nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %{{.*}}, %[[FULL:.*]], box[%{{.*}}, %{{.*}}] {isCTAOnly = true}
  //       CHECK:       nvvm.cp.async.bulk.tensor.shared.cluster.global
  //       CHECK:       nvvm.mbarrier.arrive.expect_tx %[[FULL]], %[[BYTES]]
  //       CHECK:     nvvm.mbarrier.arrive %{{.*}} : !llvm.ptr<3>
  gpu.func @ring(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %map: !llvm.ptr,
                 %n: index, %t: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %ring = lowp.tile.ring : !ring
    lowp.tile.role "math" warps 2 {
      scf.for %round = %c0 to %n step %c1 {
        %use = arith.muli %round, %c2 : index
        %full = lowp.tile.wait %ring[%use] pending 0 : !ring
        lowp.tile.release %full : !slot
      }
      %y = lowp.tile.view %q extents [%n, %n] pitch %n : !llvm.ptr<1> to !lowp.tile.view<?x?xbf16>
      %zero = lowp.tile.zero : !lowp.tile.accumulator<32x64xf32, #acc>
      %sum = lowp.tile.read %zero : !lowp.tile.accumulator<32x64xf32, #acc>
        to !lowp.tile.data<32x64xf32, registers, #acc>
      %tile = lowp.tile.map %sum at [%c0, %c0]
          : (!lowp.tile.data<32x64xf32, registers, #acc>) -> !tile {
      ^bb0(%e: f32, %row: index, %column: index):
        %s = arith.truncf %e : f32 to bf16
        lowp.tile.yield %s : bf16
      }
      %stage = lowp.tile.wait %ring[%n] pending 0 : !ring
      lowp.tile.store %tile to %y[%c0, %c0] through %stage
        : !tile, !lowp.tile.view<?x?xbf16>, !slot
      lowp.tile.release %stage : !slot
      lowp.tile.yield
    }
    lowp.tile.role "copies" warps 1 leader {
      %view = lowp.tile.view %p extents [%n, %n] pitch %n : !llvm.ptr<1> to !view
      scf.for %round = %c0 to %n step %c1 {
        %use = arith.muli %round, %c2 : index
        %empty = lowp.tile.acquire %ring[%use] : !ring
        lowp.tile.fill %empty[0] from %view[%c0, %use] through %map : !slot, !view, !llvm.ptr
        lowp.tile.fill %empty[1] from %view[%c0, %use] through %map : !slot, !view, !llvm.ptr
        lowp.tile.publish %empty : !slot
      }
      %stage = lowp.tile.acquire %ring[%n] : !ring
      lowp.tile.publish %stage : !slot
      lowp.tile.yield
    }
    gpu.return
  }
}
