// A store past the end of an argument, and one that a comparison keeps inside.
//
// RUN: echo '{"kernel": "bad", "grid": [1], "block": [64], "shared": 0, "arguments": [{"array": "y", "dtype": "i4", "shape": [63], "alignment": 4}]}' \
// RUN:   > %t.bad.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// RUN: echo '{"kernel": "before", "grid": [1], "block": [64], "shared": 0, "arguments": [{"array": "y", "dtype": "i4", "shape": [63], "alignment": 4}]}' \
// RUN:   > %t.before.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.before.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BEFORE
// RUN: echo '{"kernel": "nowhere", "grid": [1], "block": [64], "shared": 0, "arguments": [{"array": "y", "dtype": "i4", "shape": [63], "alignment": 4}]}' \
// RUN:   > %t.nowhere.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.nowhere.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOWHERE
// RUN: echo '{"kernel": "good", "grid": [1], "block": [64], "shared": 0, "arguments": [{"array": "y", "dtype": "i4", "shape": [63], "alignment": 4}]}' \
// RUN:   > %t.good.json
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t.good.json

gpu.module @kernels {
  // The last thread is one too many.
  llvm.func @bad(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    // BAD: out-of-bounds-global.mlir:[[@LINE+2]]:5: error: 'llvm.store' op leaves y, which has 252 bytes: address y + 252 (4 bytes)
    // BAD: note: executed by thread (63, 0, 0) of block (0, 0, 0)
    llvm.store %t, %p : i32, !llvm.ptr<1>
    llvm.return
  }

  // One byte before the array.
  llvm.func @before(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %p = llvm.getelementptr %y[-1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    // BEFORE: [[@LINE+1]]:10: error: 'llvm.load' op leaves y, which has 252 bytes: address y - 1 (1 byte)
    %x = llvm.load %p : !llvm.ptr<1> -> i8
    llvm.return
  }

  llvm.func @nowhere(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %zero = llvm.mlir.zero : !llvm.ptr<1>
    // NOWHERE: [[@LINE+1]]:10: error: 'llvm.load' op goes to an address that belongs to no argument (1 byte)
    %x = llvm.load %zero : !llvm.ptr<1> -> i8
    llvm.return
  }

  llvm.func @good(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %n = llvm.mlir.constant(63 : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %in = llvm.icmp "ult" %t, %n : i32
    llvm.cond_br %in, ^store, ^end
  ^store:
    llvm.store %t, %p : i32, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }
}
