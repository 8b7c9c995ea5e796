// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-ptx-to-nvvm))' \
// RUN:   | FileCheck %s

gpu.module @kernels {
  // Several instructions in one assembly; a register keeps what it had where
  // the predicate is false.
  // CHECK-LABEL: llvm.func @predicated_load(
  //  CHECK-SAME:   %[[OTHER:.*]]: i16, %[[X:.*]]: !llvm.ptr<1>, %[[P:.*]]: i1)
  //       CHECK:   llvm.cond_br %[[P]], ^[[INSIDE:.*]], ^[[AFTER:.*]](%[[OTHER]] : i16)
  //       CHECK: ^[[INSIDE]]:
  //       CHECK:   %[[Y:.*]] = llvm.getelementptr %[[X]][9]
  //       CHECK:   %[[BYTE:.*]] = llvm.load %[[Y]] {alignment = 1 : i64} : !llvm.ptr<1> -> i8
  //       CHECK:   %[[WIDE:.*]] = llvm.zext %[[BYTE]] : i8 to i16
  //       CHECK:   llvm.br ^[[AFTER]](%[[WIDE]] : i16)
  //       CHECK: ^[[AFTER]](%[[RESULT:.*]]: i16):
  //       CHECK:   llvm.return %[[RESULT]]
  llvm.func @predicated_load(%other: i16, %x: !llvm.ptr<1>, %p: i1) -> i16 {
    %v = llvm.inline_asm has_side_effects "mov.u16 $0, $1;\0A\09@$3 ld.global.b8 { $0 }, [ $2 + 9 ];", "=c,c,l,b" %other, %x, %p : (i16, !llvm.ptr<1>, i1) -> i16
    llvm.return %v : i16
  }

  // CHECK-LABEL: llvm.func @negated_store(
  //  CHECK-SAME:   %[[V:.*]]: i32, %[[X:.*]]: !llvm.ptr<1>, %[[P:.*]]: i1)
  //       CHECK:   llvm.cond_br %[[P]], ^[[AFTER:.*]], ^[[INSIDE:.*]]
  //       CHECK: ^[[INSIDE]]:
  //       CHECK:   %[[Y:.*]] = llvm.getelementptr %[[X]][-4]
  //       CHECK:   llvm.store %[[V]], %[[Y]] {alignment = 4 : i64}
  llvm.func @negated_store(%v: i32, %x: !llvm.ptr<1>, %p: i1) {
    llvm.inline_asm has_side_effects "@!$2 st.global.b32 [ $1 - 4 ], $0;", "r,l,b" %v, %x, %p : (i32, !llvm.ptr<1>, i1) -> ()
    llvm.return
  }

  // Vectors, with caches' hints and comments; a shared address in 32 bits.
  // CHECK-LABEL: llvm.func @vectors(
  //  CHECK-SAME:   %[[X:.*]]: i64, %[[S:.*]]: i32)
  //       CHECK:   %[[P:.*]] = llvm.inttoptr %[[X]] : i64 to !llvm.ptr<1>
  //       CHECK:   %[[ALL:.*]] = llvm.load %[[P]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
  //       CHECK:   llvm.extractelement %[[ALL]]
  //       CHECK:   %[[Q:.*]] = llvm.inttoptr %[[S]] : i32 to !llvm.ptr<3>
  //       CHECK:   llvm.store %{{.*}}, %[[Q]] {alignment = 8 : i64} : vector<2xi32>, !llvm.ptr<3>
  llvm.func @vectors(%x: i64, %s: i32) {
    %v = llvm.inline_asm has_side_effects "ld.global.nc.L1::no_allocate.v4.b32 {$0, $1, $2, $3}, [$4]; // four words", "=r,=r,=r,=r,l" %x : (i64) -> !llvm.struct<(i32, i32, i32, i32)>
    %0 = llvm.extractvalue %v[0] : !llvm.struct<(i32, i32, i32, i32)>
    %1 = llvm.extractvalue %v[3] : !llvm.struct<(i32, i32, i32, i32)>
    llvm.inline_asm has_side_effects "/* two */ st.shared::cta.v2.u32 [$0], {$1, $2}", "r,r,r" %s, %0, %1 : (i32, i32, i32) -> ()
    llvm.return
  }

  // Registers of its own, signs, and numbers as bits.
  // CHECK-LABEL: llvm.func @registers(
  //       CHECK:   %[[BYTE:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> i8
  //       CHECK:   llvm.sext %[[BYTE]] : i8 to i32
  //       CHECK:   llvm.mlir.constant(1065353216 : i32)
  llvm.func @registers(%x: !llvm.ptr) -> f32 {
    %v = llvm.inline_asm has_side_effects "{ .reg .b32 t; ld.s8 t, [$1]; st.b32 [$1 + 4], t; mov.f32 $0, 0f3F800000; }", "=f,l" %x : (!llvm.ptr) -> f32
    llvm.return %v : f32
  }

  // CHECK-LABEL: llvm.func @copies(
  //       CHECK:   nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %{{.*}} : !llvm.ptr<3>, !llvm.ptr<1>, i32
  //       CHECK:   nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  //       CHECK:   nvvm.cp.async.commit.group
  //       CHECK:   nvvm.cp.async.wait.group 2
  //       CHECK:   nvvm.cp.async.commit.group
  //       CHECK:   nvvm.cp.async.wait.group 0
  llvm.func @copies(%s: !llvm.ptr<3>, %x: !llvm.ptr<1>, %n: i32) {
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r" %s, %x, %n : (!llvm.ptr<3>, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.ca.shared::cta.global.L2::128B [$0+16], [$1+64], 4; cp.async.commit_group; cp.async.wait_group 2; cp.async.wait_all;", "r,l" %s, %x : (!llvm.ptr<3>, !llvm.ptr<1>) -> ()
    llvm.return
  }

  // CHECK-LABEL: llvm.func @matrices(
  //       CHECK:   nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}
  //       CHECK:   nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b8x16.b4x16_p64>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 16>}
  //       CHECK:   nvvm.stmatrix
  llvm.func @matrices(%s: i32) -> i32 {
    %v = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {$0, $1}, [$2];", "=r,=r,r" %s : (i32) -> !llvm.struct<(i32, i32)>
    %w = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64 {$0}, [$1];", "=r,r" %s : (i32) -> i32
    llvm.inline_asm has_side_effects "stmatrix.sync.aligned.m8n8.x1.shared.b16 [$0], {$1};", "r,r" %s, %w : (i32, i32) -> ()
    llvm.return %w : i32
  }

  // Operands tied to results are numbered like all others.
  // CHECK-LABEL: llvm.func @mma(
  //  CHECK-SAME:   %[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: f32)
  //       CHECK:   llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"(%[[A]], %[[A]], %[[A]], %[[A]], %[[B]], %[[B]], %[[C]], %[[C]], %[[C]], %[[C]])
  llvm.func @mma(%a: i32, %b: i32, %c: f32) {
    %d = llvm.inline_asm has_side_effects "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r" %c, %c, %c, %c, %a, %a, %a, %a, %b, %b : (f32, f32, f32, f32, i32, i32, i32, i32, i32, i32) -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.return
  }

  // CHECK-LABEL: llvm.func @mma_of_16_bits(
  //  CHECK-SAME:   %[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: f32, %[[D:.*]]: vector<2xf16>)
  //       CHECK:   %[[HALVES:.*]] = llvm.bitcast %[[A]] : i32 to vector<2xf16>
  //       CHECK:   nvvm.mma.sync A[%[[HALVES]], %{{.*}}]  B[%{{.*}}]  C[%[[D]], %[[D]]]  {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, {{.*}}shape = #nvvm.shape<m = 16, n = 8, k = 8>}
  //       CHECK:   nvvm.mma.sync A[%[[A]], %[[A]], %[[A]], %[[A]]]  B[%[[B]], %[[B]]]  C[%[[C]], %[[C]], %[[C]], %[[C]]]
  //  CHECK-SAME:     multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>
  llvm.func @mma_of_16_bits(%a: i32, %b: i32, %c: f32, %d: vector<2xf16>) {
    %e = llvm.inline_asm has_side_effects "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 { $0, $1 }, { $4, $5 }, { $6 }, { $2, $3 };", "=r,=r,0,1,r,r,r" %d, %d, %a, %a, %b : (vector<2xf16>, vector<2xf16>, i32, i32, i32) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
    %f = llvm.inline_asm has_side_effects "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r" %c, %c, %c, %c, %a, %a, %a, %a, %b, %b : (f32, f32, f32, f32, i32, i32, i32, i32, i32, i32) -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.return
  }

  // CHECK-LABEL: llvm.func @block_scale(
  //       CHECK:   %[[THREE:.*]] = llvm.mlir.constant(3 : i16)
  //       CHECK:   nvvm.mma.block_scale
  //  CHECK-SAME:     scaleA[%{{.*}}, %[[THREE]], %{{.*}}]
  //  CHECK-SAME:     blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 32>
  //       CHECK:   nvvm.mma.block_scale
  //  CHECK-SAME:     scaleVecSize = #nvvm.scale_vec_size<x2>, shape = #nvvm.shape<m = 16, n = 8, k = 64>
  llvm.func @block_scale(%a: i32, %c: f32) {
    %d = llvm.inline_asm has_side_effects "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e2m1.f32.ue8m0 {$0,$1,$2,$3}, {$8,$8,$8,$8}, {$8,$8}, {$4,$5,$6,$7}, $8, {3, 1}, $8, {0, 2};", "=f,=f,=f,=f,0,1,2,3,r" %c, %c, %c, %c, %a : (f32, f32, f32, f32, i32) -> !llvm.struct<(f32, f32, f32, f32)>
    %e = llvm.inline_asm has_side_effects "mma.sync.aligned.kind::mxf4.block_scale.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue8m0 {$0,$1,$2,$3}, {$8,$8,$8,$8}, {$8,$8}, {$4,$5,$6,$7}, $8, {0, 0}, $8, {2, 0};", "=f,=f,=f,=f,0,1,2,3,r" %c, %c, %c, %c, %a : (f32, f32, f32, f32, i32) -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.return
  }

  // CHECK-LABEL: llvm.func @conversions(
  //  CHECK-SAME:   %[[A:.*]]: f32, %[[B:.*]]: f32)
  //       CHECK:   nvvm.convert.f32x2.to.f8x2 %[[A]], %[[B]] {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16{{ ?}}(f8E4M3FN)
  //       CHECK:   nvvm.convert.f8x2.to.f16x2 %{{.*}} : vector<2xi8>{{ ?}}(f8E4M3FN) -> vector<2xf16>
  //       CHECK:   nvvm.convert.f32x2.to.f8x2 %[[A]], %[[B]] {rnd = #nvvm.fp_rnd_mode<rp>, sat = #nvvm.sat_mode<satfinite>} : i16{{ ?}}(f8E8M0FNU)
  //       CHECK:   nvvm.convert.f32x2.to.f4x2 %[[A]], %[[B]] : i8{{ ?}}(f4E2M1FN)
  //       CHECK:   llvm.fptrunc %[[B]] : f32 to bf16
  //       CHECK:   llvm.fptrunc %[[A]] : f32 to bf16
  llvm.func @conversions(%a: f32, %b: f32) {
    %0 = llvm.inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;", "=h,f,f" %a, %b : (f32, f32) -> i16
    %1 = llvm.inline_asm "cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h" %0 : (i16) -> i32
    %2 = llvm.inline_asm "cvt.rp.satfinite.ue8m0x2.f32 $0, $1, $2;", "=h,f,f" %a, %b : (f32, f32) -> i16
    %3 = llvm.inline_asm "{ .reg .b8 t; cvt.rn.satfinite.e2m1x2.f32 t, $1, $2; mov.b16 $0, {t, 0}; }", "=h,f,f" %a, %b : (f32, f32) -> i16
    %4 = llvm.inline_asm "cvt.rn.bf16x2.f32 $0, $1, $2;", "=r,f,f" %a, %b : (f32, f32) -> i32
    llvm.return
  }

  // CHECK-LABEL: llvm.func @barriers(
  //       CHECK:   nvvm.barrier id = %{{.*}}
  //       CHECK:   nvvm.barrier id = %{{.*}} number_of_threads = %{{.*}}
  //       CHECK:   nvvm.barrier.arrive id = %{{.*}} number_of_threads = %{{.*}}
  //       CHECK:   nvvm.bar.warp.sync
  llvm.func @barriers() {
    llvm.inline_asm has_side_effects "bar.sync 0; barrier.cta.sync.aligned 1, 64; bar.arrive 1, 64; bar.warp.sync 0xffffffff;", "" : () -> ()
    llvm.return
  }

  // Intrinsics that have an operation become it; others stay.
  // CHECK-LABEL: llvm.func @intrinsics(
  //       CHECK:   nvvm.barrier id = %{{.*}}
  //       CHECK:   nvvm.cp.async.commit.group
  //       CHECK:   nvvm.cp.async.wait.group 1
  //       CHECK:   nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 8, cache = ca, %{{.*}}
  //       CHECK:   nvvm.shfl.sync bfly
  //       CHECK:   nvvm.ldmatrix
  //       CHECK:   nvvm.stmatrix
  //       CHECK:   llvm.call_intrinsic "llvm.nvvm.fabs.f"
  llvm.func @intrinsics(%s: !llvm.ptr<3>, %x: !llvm.ptr<1>, %n: i32, %f: f32) {
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"(%one) : (i32) -> ()
    llvm.call_intrinsic "llvm.nvvm.cp.async.commit.group"() : () -> ()
    llvm.call_intrinsic "llvm.nvvm.cp.async.wait.group"(%one) : (i32) -> ()
    llvm.call_intrinsic "llvm.nvvm.cp.async.ca.shared.global.8.s"(%s, %x, %n) : (!llvm.ptr<3>, !llvm.ptr<1>, i32) -> ()
    %v = llvm.call_intrinsic "llvm.nvvm.shfl.sync.bfly.i32"(%n, %n, %one, %n) : (i32, i32, i32, i32) -> i32
    %m = llvm.call_intrinsic "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3"(%s) : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    llvm.call_intrinsic "llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3"(%s, %v) : (!llvm.ptr<3>, i32) -> ()
    %a = llvm.call_intrinsic "llvm.nvvm.fabs.f"(%f) : (f32) -> f32
    llvm.return
  }

  // CHECK-LABEL: llvm.func @narrow(
  //  CHECK-SAME:   %[[A:.*]]: i32, %[[C:.*]]: f32, %[[BYTE:.*]]: i16, %[[THREAD:.*]]: i16)
  //       CHECK:   nvvm.convert.f32x2.to.f8x2 %[[C]], %[[C]] {relu = true, rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16{{.*}}(f8E5M2)
  //       CHECK:   nvvm.mma.block_scale A[%[[A]], %[[A]], %[[A]], %[[A]]] B[%[[A]], %[[A]]] C[%[[C]], %[[C]], %[[C]], %[[C]]] scaleA[%[[A]], %[[BYTE]], %[[THREAD]]] scaleB[%[[A]], %[[THREAD]], %[[BYTE]]]
  //  CHECK-SAME:     blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e5m2>, scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 32>
  //       CHECK:   nvvm.mma.block_scale
  //  CHECK-SAME:     blockScaleFormat = #nvvm.block_scale_format<ue4m3>, kind = #nvvm.block_scale_kind<mxf4nvf4>, {{.*}}scaleVecSize = #nvvm.scale_vec_size<x4>, shape = #nvvm.shape<m = 16, n = 8, k = 64>
  // There is no such form.
  //       CHECK:   llvm.call_intrinsic "llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4.scale.4x.f32.e2m1.e2m1.f32.ue4m3"
  llvm.func @narrow(%a: i32, %c: f32, %byte: i16, %thread: i16) {
    %codes = llvm.call_intrinsic "llvm.nvvm.ff.to.e5m2x2.rn.relu"(%c, %c) : (f32, f32) -> i16
    %d = llvm.call_intrinsic "llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e5m2.f32.ue8m0"(%a, %a, %a, %a, %a, %a, %c, %c, %c, %c, %a, %byte, %thread, %a, %thread, %byte) : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32, i32, i16, i16, i32, i16, i16) -> !llvm.struct<(f32, f32, f32, f32)>
    %e = llvm.call_intrinsic "llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue4m3"(%a, %a, %a, %a, %a, %a, %c, %c, %c, %c, %a, %byte, %thread, %a, %thread, %byte) : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32, i32, i16, i16, i32, i16, i16) -> !llvm.struct<(f32, f32, f32, f32)>
    %f = llvm.call_intrinsic "llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4.scale.4x.f32.e2m1.e2m1.f32.ue4m3"(%a, %a, %a, %a, %a, %a, %c, %c, %c, %c, %a, %byte, %thread, %a, %thread, %byte) : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32, i32, i16, i16, i32, i16, i16) -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.return
  }

  // Special registers have operations of their own.
  // CHECK-LABEL: llvm.func @special
  //       CHECK:   %[[T:.*]] = nvvm.read.ptx.sreg.tid.x : i32
  //       CHECK:   %[[L:.*]] = nvvm.read.ptx.sreg.laneid : i32
  llvm.func @special() -> i32 {
    %t = llvm.inline_asm has_side_effects "mov.u32 $0, %tid.x;", "=r" : () -> i32
    %l = llvm.inline_asm "mov.u32 $0, %laneid;", "=r" : () -> i32
    %sum = llvm.add %t, %l : i32
    llvm.return %sum : i32
  }

  // CHECK-LABEL: llvm.func @transactions(
  //  CHECK-SAME:   %[[B:.*]]: !llvm.ptr<3>, %[[S:.*]]: !llvm.ptr<3>, %[[MAP:.*]]: !llvm.ptr, %[[N:.*]]: i32)
  //       CHECK:   nvvm.mbarrier.init %[[B]], %[[N]]
  //       CHECK:   nvvm.fence.mbarrier.init
  //       CHECK:   nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  //       CHECK:   nvvm.cp.async.bulk.tensor.shared.cluster.global %[[S]], %[[MAP]], %[[B]], box[%[[N]], %[[N]]] {isCTAOnly = true}
  //       CHECK:   nvvm.mbarrier.arrive.expect_tx %[[B]], %[[N]]
  //       CHECK:   nvvm.mbarrier.arrive %[[B]]
  //       CHECK:   nvvm.mbarrier.try_wait %[[B]], %[[N]]
  //       CHECK:   nvvm.mbarrier.inval %[[B]]
  llvm.func @transactions(%b: !llvm.ptr<3>, %s: !llvm.ptr<3>, %map: !llvm.ptr, %n: i32) -> i1 {
    %hint = llvm.mlir.constant(0 : i64) : i64
    %no = llvm.mlir.constant(false) : i1
    llvm.call_intrinsic "llvm.nvvm.mbarrier.init.shared"(%b, %n) : (!llvm.ptr<3>, i32) -> ()
    llvm.call_intrinsic "llvm.nvvm.fence.mbarrier_init.release.cluster"() : () -> ()
    llvm.call_intrinsic "llvm.nvvm.fence.proxy.async.shared_cta"() : () -> ()
    llvm.call_intrinsic "llvm.nvvm.cp.async.bulk.tensor.g2s.cta.tile.2d"(%s, %b, %map, %n, %n, %hint, %no)
      : (!llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr, i32, i32, i64, i1) -> ()
    %0 = llvm.call_intrinsic "llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta"(%b, %n) : (!llvm.ptr<3>, i32) -> i64
    %1 = llvm.call_intrinsic "llvm.nvvm.mbarrier.arrive.shared"(%b) : (!llvm.ptr<3>) -> i64
    %2 = llvm.call_intrinsic "llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta"(%b, %n) : (!llvm.ptr<3>, i32) -> i1
    llvm.call_intrinsic "llvm.nvvm.mbarrier.inval.shared"(%b) : (!llvm.ptr<3>) -> ()
    llvm.return %2 : i1
  }
}
