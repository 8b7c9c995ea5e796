// A read of bytes that an asynchronous copy may not have brought yet.
//
// RUN: echo '{"kernel": "bad", "grid": [1], "block": [1], "shared": 0, "arguments": [{"array": "x", "dtype": "i4", "shape": [4]}]}' \
// RUN:   > %t.bad.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// RUN: echo '{"kernel": "good", "grid": [1], "block": [1], "shared": 0, "arguments": [{"array": "x", "dtype": "i4", "shape": [4]}]}' \
// RUN:   > %t.good.json
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t.good.json

gpu.module @kernels {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>

  // One of two groups may still be under way.
  llvm.func @bad(%x: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %one = llvm.mlir.constant(1 : i32) : i32
    %sixteen = llvm.getelementptr %base[4] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
    nvvm.cp.async.shared.global %base, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.shared.global %sixteen, %x, 16, cache = cg, %one : !llvm.ptr<3>, !llvm.ptr<1>, i32
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 1
    %first = llvm.load %base : !llvm.ptr<3> -> i32
    // BAD: [[@LINE+1]]:15: error: 'llvm.load' op reads byte 16 of shared memory before the wait for the asynchronous copy that writes it, of thread 0
    %second = llvm.load %sixteen : !llvm.ptr<3> -> i32
    llvm.return
  }

  llvm.func @good(%x: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %one = llvm.mlir.constant(1 : i32) : i32
    %sixteen = llvm.getelementptr %base[4] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
    nvvm.cp.async.shared.global %base, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.shared.global %sixteen, %x, 16, cache = cg, %one : !llvm.ptr<3>, !llvm.ptr<1>, i32
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    %second = llvm.load %sixteen : !llvm.ptr<3> -> i32
    llvm.return
  }
}
