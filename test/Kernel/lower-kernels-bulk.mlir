// RUN: lowp-opt %s --lowp-schedule-kernels --lowp-lower-kernels --canonicalize | FileCheck %s

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>

// CHECK-DAG: #[[$SCALE_A:.*]] = #lowp.tile.fragment<scale_a of {{.*}}, warps = [2, 2], tiles = 1>

module attributes {lowp.target = #lowp.target<"sm_120a">} {
  // A warp of its own gives tiles to the copy engine; the others wait for them,
  // add, and stage the result in a slot that nothing was copied into. Tensor
  // maps of the codes come last.
  // CHECK-LABEL: gpu.func @matmul(
  //  CHECK-SAME:   %[[MAP_A:[a-z0-9]+]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>},
  //  CHECK-SAME:   %[[MAP_B:[a-z0-9]+]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>}) kernel
  //  CHECK-SAME:   known_block_size = array<i32: 160, 1, 1>
  //  CHECK-SAME:   <tensor_map "operand0_codes_map" : i8, value = 0, component = "codes", box = [128, 128]>
  //  CHECK-SAME:   <tensor_map "operand1_codes_map" : i8, value = 1, component = "codes", box = [128, 128]>
  //  CHECK-SAME:   block = 160, shared = 98352, per_multiprocessor = 1>
  //       CHECK:   %[[RING:.*]] = lowp.tile.ring
  //       CHECK:   lowp.tile.role "math" warps 4 {
  //   CHECK-NOT:     lowp.tile.fill
  //   CHECK-NOT:     lowp.tile.acquire
  //       CHECK:     scf.for {{.*}} iter_args(%{{.*}} = %c0) -> (index)
  //       CHECK:       scf.if
  //       CHECK:         lowp.tile.wait %[[RING]]
  //       CHECK:         scf.for
  //       CHECK:           lowp.tile.load {{.*}} to <128x4xi8, registers, #[[$SCALE_A]]>
  //       CHECK:           lowp.tile.release
  //       CHECK:           lowp.tile.wait %[[RING]]
  //       CHECK:       scf.for
  //       CHECK:         lowp.tile.wait %[[RING]]
  //       CHECK:         lowp.tile.release
  //       CHECK:       scf.for
  //       CHECK:         lowp.tile.wait %[[RING]]
  //       CHECK:         lowp.tile.release
  //       CHECK:       %[[STAGE:.*]] = lowp.tile.wait %[[RING]]
  //       CHECK:       lowp.tile.store {{.*}} through %[[STAGE]]
  //       CHECK:       lowp.tile.release %[[STAGE]]
  //       CHECK:       scf.yield
  //       CHECK:   lowp.tile.role "copies" warps 1 leader {
  //       CHECK:     scf.for
  //       CHECK:       scf.for
  //       CHECK:         %[[SLOT:.*]] = lowp.tile.acquire %[[RING]]
  //       CHECK:         lowp.tile.fill %[[SLOT]][0] from {{.*}} through %[[MAP_A]]
  //       CHECK:         lowp.tile.fill %[[SLOT]][1] from {{.*}} through %[[MAP_B]]
  //       CHECK:         lowp.tile.publish %[[SLOT]]
  //       CHECK:       scf.for
  //       CHECK:         %[[NOTHING:.*]] = lowp.tile.acquire %[[RING]]
  //       CHECK:         lowp.tile.publish %[[NOTHING]]
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xbf16> attributes {
      schedule = #lowp.schedule<tile = [128, 128, 128], warps = [2, 2], stages = 3, copies = bulk,
                                instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">} {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xbf16>
    lowp.return %y : tensor<?x?xbf16>
  }
}
