// A read of shared memory that nobody has written.
//
// RUN: echo '{"kernel": "bad", "grid": [1], "block": [32], "shared": 0, "arguments": []}' \
// RUN:   > %t.bad.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// RUN: echo '{"kernel": "good", "grid": [1], "block": [32], "shared": 0, "arguments": []}' \
// RUN:   > %t.good.json
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t.good.json

gpu.module @kernels {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>

  llvm.func @bad() attributes {nvvm.kernel} {
    %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %p : i32, !llvm.ptr<3>
    // BAD: [[@LINE+2]]:10: error: 'llvm.load' op reads byte 4 of shared memory, which was never written
    // BAD: note: executed by thread (0, 0, 0)
    %x = llvm.load %p {alignment = 4 : i64} : !llvm.ptr<3> -> i64
    llvm.return
  }

  llvm.func @good() attributes {nvvm.kernel} {
    %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %p : i32, !llvm.ptr<3>
    %x = llvm.load %p : !llvm.ptr<3> -> i32
    llvm.return
  }
}
