// Two threads that write different values to a byte of an argument, of one block
// and of two.
//
// RUN: echo '{"kernel": "bad", "grid": [2], "block": [32], "shared": 0, "arguments": [{"array": "y", "dtype": "i4", "shape": [64]}]}' \
// RUN:   > %t.bad.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// RUN: echo '{"kernel": "bad_block", "grid": [2], "block": [32], "shared": 0, "arguments": [{"array": "y", "dtype": "i4", "shape": [64]}]}' \
// RUN:   > %t.bad_block.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad_block.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD-BLOCK
// RUN: echo '{"kernel": "good", "grid": [2], "block": [32], "shared": 0, "arguments": [{"array": "y", "dtype": "i4", "shape": [64]}]}' \
// RUN:   > %t.good.json
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t.good.json

gpu.module @kernels {
  // Each block writes all of the first 32 words.
  llvm.func @bad(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %b = nvvm.read.ptx.sreg.ctaid.x : i32
    %p = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    // BAD: [[@LINE+2]]:5: error: 'llvm.store' op writes y + 0, which thread 0 of block 0 has written with another value and with no barrier between them
    // BAD: note: executed by thread (0, 0, 0) of block (1, 0, 0)
    llvm.store %b, %p : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @bad_block(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    // BAD-BLOCK: [[@LINE+1]]:5: error: 'llvm.store' op writes y + 0, which thread 0 of the same block has written with another value and with no barrier
    llvm.store %t, %y : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @good(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %b = nvvm.read.ptx.sreg.ctaid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %first = llvm.mul %b, %n : i32
    %i = llvm.add %first, %t : i32
    %p = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %t, %p : i32, !llvm.ptr<1>
    // Another thread reads it after a barrier.
    nvvm.barrier0
    %one = llvm.mlir.constant(1 : i32) : i32
    %other = llvm.xor %i, %one : i32
    %q = llvm.getelementptr %y[%other] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %x = llvm.load %q : !llvm.ptr<1> -> i32
    llvm.return
  }
}
