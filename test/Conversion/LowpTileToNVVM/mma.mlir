// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-lowp-tile-to-nvvm,canonicalize,cse))' | FileCheck %s

#a = #lowp.tile.fragment<a of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
#b = #lowp.tile.fragment<b of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
#sa = #lowp.tile.fragment<scale_a of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
#sb = #lowp.tile.fragment<scale_b of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
#acc = #lowp.tile.fragment<accumulator of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
#swizzle = #lowp.tile.swizzle<128>
!a = !lowp.tile.data<64x32xi8, registers, #a>
!b = !lowp.tile.data<64x32xi8, registers, #b>
!sa = !lowp.tile.data<64x4xi8, registers, #sa>
!sb = !lowp.tile.data<64x4xi8, registers, #sb>
!acc = !lowp.tile.accumulator<64x64xf32, #acc>
!tile = !lowp.tile.data<64x128xi8, shared, #swizzle>
!ring = !lowp.tile.ring<2, <64x128xi8, shared, #swizzle>, <64x128xi8, shared, #swizzle>>
!slot = !lowp.tile.slot<<64x128xi8, shared, #swizzle>, <64x128xi8, shared, #swizzle>>

// Four warps have 32 x 32 each: two tiles of A by four of B. The two tiles of A
// share a word of scales by thread selectors 0 and 1, the four of B theirs by 0
// to 3; the byte selector is the group.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @mma
  //   CHECK-DAG: %[[I0:.*]] = arith.constant 0 : i16
  //   CHECK-DAG: %[[I1:.*]] = arith.constant 1 : i16
  //   CHECK-DAG: %[[I2:.*]] = arith.constant 2 : i16
  //   CHECK-DAG: %[[I3:.*]] = arith.constant 3 : i16
  // A lane holds the scales of row 8 (lane % 4) + lane / 4 of 32, four to a word.
  //   CHECK-DAG: %[[C2:.*]] = arith.constant 2 : i32
  //   CHECK-DAG: %[[C3:.*]] = arith.constant 3 : i32
  //   CHECK-DAG: %[[C8:.*]] = arith.constant 8 : i32
  //   CHECK-DAG: %[[C32:.*]] = arith.constant 32 : i32
  //       CHECK: %[[LANE:.*]] = arith.remui %{{.*}}, %[[C32]] : i32
  //       CHECK: %[[T:.*]] = arith.andi %[[LANE]], %[[C3]]
  //       CHECK: %[[DOWN:.*]] = arith.muli %[[T]], %[[C8]]
  //       CHECK: %[[G:.*]] = arith.shrui %[[LANE]], %[[C2]]
  // CHECK-COUNT-8: llvm.load %{{.*}} -> i8
  //       CHECK: %[[A0:.*]] = nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}
  //       CHECK: %[[A00:.*]] = llvm.extractvalue %[[A0]][0]
  //       CHECK: %[[A1:.*]] = nvvm.ldmatrix
  //       CHECK: %[[A10:.*]] = llvm.extractvalue %[[A1]][0]
  //       CHECK: %[[B0:.*]] = nvvm.ldmatrix
  //       CHECK: %[[B00:.*]] = llvm.extractvalue %[[B0]][0]
  //       CHECK: %[[B01:.*]] = llvm.extractvalue %[[B0]][1]
  //       CHECK: %[[B10:.*]] = llvm.extractvalue %[[B0]][2]
  //       CHECK: nvvm.ldmatrix
  //   CHECK-NOT: nvvm.ldmatrix
  //       CHECK: nvvm.mma.block_scale A[%[[A00]], %{{.*}}, %{{.*}}, %{{.*}}] B[%[[B00]], %[[B01]]]
  //  CHECK-SAME:   scaleA[%[[SA:.*]], %[[I2]], %[[I0]]] scaleB[%[[SB:.*]], %[[I2]], %[[I0]]]
  //  CHECK-SAME:   blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e4m3>, scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 32>
  //       CHECK: nvvm.mma.block_scale A[%[[A00]], {{.*}} B[%[[B10]], {{.*}} scaleA[%[[SA]], %[[I2]], %[[I0]]] scaleB[%[[SB]], %[[I2]], %[[I1]]]
  //       CHECK: nvvm.mma.block_scale A[%[[A00]], {{.*}} scaleA[%[[SA]], %[[I2]], %[[I0]]] scaleB[%[[SB]], %[[I2]], %[[I2]]]
  //       CHECK: nvvm.mma.block_scale A[%[[A00]], {{.*}} scaleA[%[[SA]], %[[I2]], %[[I0]]] scaleB[%[[SB]], %[[I2]], %[[I3]]]
  //       CHECK: nvvm.mma.block_scale A[%[[A10]], {{.*}} B[%[[B00]], {{.*}} scaleA[%[[SA]], %[[I2]], %[[I1]]] scaleB[%[[SB]], %[[I2]], %[[I0]]]
  // CHECK-COUNT-3: nvvm.mma.block_scale
  //   CHECK-NOT: nvvm.mma.block_scale
  gpu.func @mma(%scales: !llvm.ptr<1>, %y: !llvm.ptr<1>, %n: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %view = lowp.tile.view %scales extents [%n, %n] pitch %n : !llvm.ptr<1> to !lowp.tile.view<?x?xi8>
    %out = lowp.tile.view %y extents [%n, %n] pitch %n : !llvm.ptr<1> to !lowp.tile.view<?x?xf32>
    %ring = lowp.tile.ring : !ring
    %full = lowp.tile.wait %ring[%c0] pending 0 : !ring
    %ta = lowp.tile.part %full[0] : !slot to !tile
    %tb = lowp.tile.part %full[1] : !slot to !tile
    %sa = lowp.tile.load %view[%c0, %c0] outside 127 : i8 : !lowp.tile.view<?x?xi8> to !sa
    %sb = lowp.tile.load %view[%c0, %c0] outside 127 : i8 : !lowp.tile.view<?x?xi8> to !sb
    %a = lowp.tile.fragment %ta at %c64 : !tile to !a
    %b = lowp.tile.fragment %tb at %c64 : !tile to !b
    %zero = lowp.tile.zero : !acc
    %sum = lowp.tile.mma %zero, %a, %b scales %sa, %sb group 2 : !acc, !a, !b, !sa, !sb
    %t = lowp.tile.read %sum : !acc to !lowp.tile.data<64x64xf32, registers, #acc>
    lowp.tile.store %t to %out[%c0, %c0] : !lowp.tile.data<64x64xf32, registers, #acc>, !lowp.tile.view<?x?xf32>
    gpu.return
  }
}
