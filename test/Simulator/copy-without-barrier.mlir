// The wait is for the thread's own copies; other threads need a barrier as well.
//
// RUN: echo '{"kernel": "bad", "grid": [1], "block": [32], "shared": 0, "arguments": [{"array": "x", "dtype": "i4", "shape": [4]}]}' \
// RUN:   > %t.bad.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// RUN: echo '{"kernel": "good", "grid": [1], "block": [32], "shared": 0, "arguments": [{"array": "x", "dtype": "i4", "shape": [4]}]}' \
// RUN:   > %t.good.json
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t.good.json

gpu.module @kernels {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>

  llvm.func @bad(%x: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %first = llvm.icmp "eq" %t, %zero : i32
    llvm.cond_br %first, ^copy, ^wait
  ^copy:
    nvvm.cp.async.shared.global %base, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.br ^wait
  ^wait:
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    // BAD: [[@LINE+2]]:10: error: 'llvm.load' op reads byte 0 of shared memory, which thread 0 has written since their last common barrier
    // BAD: note: executed by thread (1, 0, 0)
    %y = llvm.load %base : !llvm.ptr<3> -> i32
    llvm.return
  }

  llvm.func @good(%x: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %first = llvm.icmp "eq" %t, %zero : i32
    llvm.cond_br %first, ^copy, ^wait
  ^copy:
    nvvm.cp.async.shared.global %base, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.br ^wait
  ^wait:
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    nvvm.barrier0
    %y = llvm.load %base : !llvm.ptr<3> -> i32
    llvm.return
  }
}
