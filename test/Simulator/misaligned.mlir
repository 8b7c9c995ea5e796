// An access whose address is not the multiple that the operation promises.
//
// RUN: echo '{"kernel": "bad", "grid": [1], "block": [1], "shared": 0, "arguments": [{"array": "y", "dtype": "i4", "shape": [63], "alignment": 4}]}' \
// RUN:   > %t.bad.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// RUN: echo '{"kernel": "good", "grid": [1], "block": [1], "shared": 0, "arguments": [{"array": "y", "dtype": "i4", "shape": [63], "alignment": 4}]}' \
// RUN:   > %t.good.json
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t.good.json

gpu.module @kernels {
  llvm.func @bad(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    // BAD: [[@LINE+1]]:10: error: 'llvm.load' op needs an address that is a multiple of 8, and this one leaves a remainder of 4
    %x = llvm.load %y : !llvm.ptr<1> -> i64
    llvm.return
  }

  llvm.func @good(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %x = llvm.load %y {alignment = 4 : i64} : !llvm.ptr<1> -> i64
    llvm.return
  }
}
