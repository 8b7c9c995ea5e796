// A store past the end of shared memory: behind static and dynamic memory.
//
// RUN: echo '{"kernel": "bad", "grid": [1], "block": [32], "shared": 128, "arguments": []}' \
// RUN:   > %t.bad.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// RUN: echo '{"kernel": "good", "grid": [1], "block": [32], "shared": 128, "arguments": []}' \
// RUN:   > %t.good.json
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t.good.json

gpu.module @kernels {
  llvm.mlir.global internal @fixed() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x i32>
  llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>

  // Thirty-two words follow the four.
  llvm.func @bad() attributes {nvvm.kernel} {
    %base = llvm.mlir.addressof @fixed : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %five = llvm.mlir.constant(5 : i32) : i32
    %i = llvm.add %t, %five : i32
    %p = llvm.getelementptr %base[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    // BAD: [[@LINE+2]]:5: error: 'llvm.store' op leaves shared memory, which has 144 bytes: address 144, 4 bytes
    // BAD: note: executed by thread (31, 0, 0) of block (0, 0, 0)
    llvm.store %t, %p : i32, !llvm.ptr<3>
    llvm.return
  }

  llvm.func @good() attributes {nvvm.kernel} {
    %base = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %p : i32, !llvm.ptr<3>
    llvm.return
  }
}
