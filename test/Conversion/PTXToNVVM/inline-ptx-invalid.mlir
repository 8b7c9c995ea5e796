// RUN: lowp-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(gpu.module(convert-ptx-to-nvvm))'

gpu.module @kernels {
  llvm.func @unknown(%a: i32) -> i32 {
    // expected-error@+1 {{has the instruction 'popc.b32', which has no model; there are bar, barrier, cvt, cp, ldmatrix, mma, stmatrix, mov, ld, st}}
    %v = llvm.inline_asm "popc.b32 $0, $1;", "=r,r" %a : (i32) -> i32
    llvm.return %v : i32
  }
}

// -----

gpu.module @kernels {
  llvm.func @acquire(%x: !llvm.ptr<1>) -> i32 {
    // expected-error@+1 {{has the instruction 'ld.acquire.gpu.global.b32', which has the part 'acquire', which has no model}}
    %v = llvm.inline_asm has_side_effects "ld.acquire.gpu.global.b32 $0, [$1];", "=r,l" %x : (!llvm.ptr<1>) -> i32
    llvm.return %v : i32
  }
}

// -----

gpu.module @kernels {
  llvm.func @label() {
    // expected-error@+1 {{cannot be read: it has the label 'L1', and jumps are not read}}
    llvm.inline_asm has_side_effects "L1: bar.sync 0;", "" : () -> ()
    llvm.return
  }
}

// -----

gpu.module @kernels {
  llvm.func @malformed(%a: i32) -> i32 {
    // expected-error@+1 {{cannot be read: it expects '}' at ';'}}
    %v = llvm.inline_asm "mov.b32 $0, {$1;", "=r,r" %a : (i32) -> i32
    llvm.return %v : i32
  }
}

// -----

gpu.module @kernels {
  llvm.func @no_register(%a: i32) -> i32 {
    // expected-error@+1 {{has the instruction 'mov.b32', which names '%t', and there is no such register}}
    %v = llvm.inline_asm "mov.b32 $0, %t;", "=r,r" %a : (i32) -> i32
    llvm.return %v : i32
  }
}

// -----

gpu.module @kernels {
  llvm.func @unwritten() -> i32 {
    // expected-error@+1 {{has the instruction 'mov.b32', which reads 't', which nothing has written}}
    %v = llvm.inline_asm "{ .reg .b32 t; mov.b32 $0, t; }", "=r" : () -> i32
    llvm.return %v : i32
  }
}

// -----

gpu.module @kernels {
  llvm.func @narrow(%a: i16) -> i32 {
    // expected-error@+1 {{has the instruction 'mov.b32', which reads 32 bits of '$1', which has 16}}
    %v = llvm.inline_asm "mov.b32 $0, $1;", "=r,h" %a : (i16) -> i32
    llvm.return %v : i32
  }
}

// -----

// NVFP4 scales go with FP4 elements alone.
gpu.module @kernels {
  llvm.func @no_such_form(%a: i32, %c: f32) {
    // expected-error@+1 {{has the instruction 'mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e4m3.e2m1.f32.ue4m3', which has no model}}
    %d = llvm.inline_asm has_side_effects "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e4m3.e2m1.f32.ue4m3 {$0,$1,$2,$3}, {$8,$8,$8,$8}, {$8,$8}, {$4,$5,$6,$7}, $8, {0, 0}, $8, {0, 0};", "=f,=f,=f,=f,0,1,2,3,r" %c, %c, %c, %c, %a : (f32, f32, f32, f32, i32) -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.return
  }
}

// -----

gpu.module @kernels {
  llvm.func @f16_accumulators_of_bf16(%a: i32) {
    // expected-error@+1 {{which has no model; there are mma.sync.aligned of m16n8, row.col: k8 and k16 of f16 and bf16, k16 and k32 of FP8, k32 with kind::f8f6f4, and k32 and k64 with block_scale}}
    %d = llvm.inline_asm has_side_effects "mma.sync.aligned.m16n8k16.row.col.f16.bf16.bf16.f16 {$0,$1}, {$4,$4,$4,$4}, {$4,$4}, {$2,$3};", "=r,=r,0,1,r" %a, %a, %a : (i32, i32, i32) -> !llvm.struct<(i32, i32)>
    llvm.return
  }
}

// -----

gpu.module @kernels {
  llvm.func @two_accumulators(%a: i32, %c: f32) {
    // expected-error@+1 {{which has no model; there are mma.sync.aligned of m16n8}}
    %d = llvm.inline_asm has_side_effects "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f32 {$0,$1}, {$2,$2,$2,$2}, {$2,$2}, {$3,$3,$3,$3};", "=r,=r,r,f" %a, %c : (i32, f32) -> !llvm.struct<(i32, i32)>
    llvm.return
  }
}

// -----

gpu.module @kernels {
  llvm.func @registers(%a: i32) {
    // expected-error@+1 {{needs 4 registers of A, 2 of B and 2 of C}}
    %d = llvm.inline_asm has_side_effects "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {$0,$1}, {$4,$4}, {$4,$4}, {$2,$3};", "=r,=r,0,1,r" %a, %a, %a : (i32, i32, i32) -> !llvm.struct<(i32, i32)>
    llvm.return
  }
}

// -----

gpu.module @kernels {
  llvm.func @rounding(%a: f32) -> i16 {
    // expected-error@+1 {{has the instruction 'cvt.rz.satfinite.e4m3x2.f32', which has no model}}
    %v = llvm.inline_asm "cvt.rz.satfinite.e4m3x2.f32 $0, $1, $1;", "=h,f" %a : (f32) -> i16
    llvm.return %v : i16
  }
}
