// Threads that read what others write with no barrier between them. A barrier of
// the block helps between all threads, one of the warp between its lanes only.
//
// RUN: echo '{"kernel": "bad", "grid": [1], "block": [64], "shared": 0, "arguments": []}' \
// RUN:   > %t.bad.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// RUN: echo '{"kernel": "bad_warp", "grid": [1], "block": [64], "shared": 0, "arguments": []}' \
// RUN:   > %t.bad_warp.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad_warp.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD-WARP
// RUN: echo '{"kernel": "good_warp", "grid": [1], "block": [64], "shared": 0, "arguments": []}' \
// RUN:   > %t.good_warp.json
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t.good_warp.json
// RUN: echo '{"kernel": "good", "grid": [1], "block": [64], "shared": 0, "arguments": []}' \
// RUN:   > %t.good.json
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t.good.json
// RUN: echo '{"kernel": "bad_reuse", "grid": [1], "block": [64], "shared": 0, "arguments": []}' \
// RUN:   > %t.bad_reuse.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad_reuse.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD-REUSE

gpu.module @kernels {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>

  // Odd threads read the word of the one before.
  llvm.func @bad() attributes {nvvm.kernel} {
    %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %p : i32, !llvm.ptr<3>
    %lanes = llvm.mlir.constant(-2 : i32) : i32
    %other = llvm.and %t, %lanes : i32
    %q = llvm.getelementptr %base[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    // BAD: [[@LINE+2]]:10: error: 'llvm.load' op reads byte 0 of shared memory, which thread 0 has written since their last common barrier
    // BAD: note: executed by thread (1, 0, 0)
    %x = llvm.load %q : !llvm.ptr<3> -> i32
    llvm.return
  }

  // Thread 32 reads the word of thread 0, which is in another warp.
  llvm.func @bad_warp() attributes {nvvm.kernel} {
    %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %p : i32, !llvm.ptr<3>
    %all = llvm.mlir.constant(-1 : i32) : i32
    nvvm.bar.warp.sync %all : i32
    %lanes = llvm.mlir.constant(31 : i32) : i32
    %other = llvm.and %t, %lanes : i32
    %q = llvm.getelementptr %base[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    // BAD-WARP: [[@LINE+1]]:10: error: 'llvm.load' op reads byte {{[0-9]+}} of shared memory, which thread {{[0-9]+}} has written since
    %x = llvm.load %q : !llvm.ptr<3> -> i32
    llvm.return
  }

  llvm.func @good_warp() attributes {nvvm.kernel} {
    %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %p : i32, !llvm.ptr<3>
    %all = llvm.mlir.constant(-1 : i32) : i32
    nvvm.bar.warp.sync %all : i32
    %lanes = llvm.mlir.constant(-2 : i32) : i32
    %other = llvm.and %t, %lanes : i32
    %q = llvm.getelementptr %base[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %x = llvm.load %q : !llvm.ptr<3> -> i32
    llvm.return
  }

  llvm.func @good() attributes {nvvm.kernel} {
    %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %p : i32, !llvm.ptr<3>
    nvvm.barrier0
    %lanes = llvm.mlir.constant(31 : i32) : i32
    %other = llvm.and %t, %lanes : i32
    %q = llvm.getelementptr %base[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %x = llvm.load %q : !llvm.ptr<3> -> i32
    llvm.return
  }

  // Written again while others may still read.
  llvm.func @bad_reuse() attributes {nvvm.kernel} {
    %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %n = llvm.mlir.constant(2 : i32) : i32
    llvm.br ^loop(%n : i32)
  ^loop(%i: i32):
    llvm.store %t, %p : i32, !llvm.ptr<3>
    nvvm.barrier0
    %one = llvm.mlir.constant(1 : i32) : i32
    %other = llvm.xor %t, %one : i32
    %q = llvm.getelementptr %base[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    // BAD-REUSE: [[@LINE+1]]:10: error: 'llvm.load' op reads byte 0 of shared memory, which thread 0 has written since their last common barrier
    %x = llvm.load %q : !llvm.ptr<3> -> i32
    %left = llvm.sub %i, %one : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %more = llvm.icmp "ne" %left, %zero : i32
    llvm.cond_br %more, ^loop(%left : i32), ^end
  ^end:
    llvm.return
  }
}
