// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-lowp-tile-to-nvvm,canonicalize,cse))' | FileCheck %s

#acc = #lowp.tile.fragment<accumulator of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
!ring = !lowp.tile.ring<2, <64x128xi8, shared, #lowp.tile.swizzle<128>>>
!tile = !lowp.tile.data<64x64xbf16, registers, #acc>
!view = !lowp.tile.view<?x?xbf16>

gpu.module @kernels {
  // Lanes write pairs when no copy is on its way any more and all have read the
  // ring; threads write rows by 16 bytes, or element by element.
  // CHECK-LABEL: gpu.func @store(
  //       CHECK:   nvvm.cp.async.wait.group 0
  //  CHECK-NEXT:   gpu.barrier
  // CHECK-COUNT-16: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : vector<2xbf16>, !llvm.ptr<3>
  //   CHECK-NOT:   llvm.store
  //       CHECK:   gpu.barrier
  //       CHECK:   %[[BITS:.*]] = arith.ori
  //       CHECK:   arith.andi %[[BITS]], %{{.*}} : i64
  //       CHECK:   scf.if
  //       CHECK:     scf.for
  //       CHECK:       scf.if
  //       CHECK:         %[[WIDE:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
  //       CHECK:         llvm.store %[[WIDE]], %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
  //       CHECK:   } else {
  //       CHECK:     scf.for
  //       CHECK:         %[[ONE:.*]] = llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> i16
  //       CHECK:         llvm.store %[[ONE]], %{{.*}} {alignment = 2 : i64} : i16, !llvm.ptr<1>
  gpu.func @store(%p: !llvm.ptr<1>, %n: index, %pitch: index, %x: bf16) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %ring = lowp.tile.ring : !ring
    %view = lowp.tile.view %p extents [%n, %n] pitch %pitch : !llvm.ptr<1> to !view
    %zero = lowp.tile.zero : !lowp.tile.accumulator<64x64xbf16, #acc>
    %tile = lowp.tile.read %zero : !lowp.tile.accumulator<64x64xbf16, #acc> to !tile
    lowp.tile.store %tile to %view[%c0, %c0] through %ring : !tile, !view, !ring
    gpu.return
  }
}
