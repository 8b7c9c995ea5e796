// Operations of a warp that not all its lanes execute.
//
// RUN: echo '{"kernel": "bad", "grid": [1], "block": [32], "shared": 0, "arguments": [{"array": "y", "dtype": "i4", "shape": [32]}]}' \
// RUN:   > %t.bad.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// RUN: echo '{"kernel": "good", "grid": [1], "block": [32], "shared": 0, "arguments": [{"array": "y", "dtype": "i4", "shape": [32]}]}' \
// RUN:   > %t.good.json
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t.good.json

gpu.module @kernels {
  // Lanes 16 to 31 go another way.
  llvm.func @bad(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = llvm.mlir.constant(16 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %all = llvm.mlir.constant(-1 : i32) : i32
    %clamp = llvm.mlir.constant(31 : i32) : i32
    %in = llvm.icmp "ult" %t, %n : i32
    llvm.cond_br %in, ^left, ^right
  ^left:
    %a = nvvm.shfl.sync bfly %all, %t, %one, %clamp : i32 -> i32
    llvm.br ^end
  ^right:
    // BAD: [[@LINE+3]]:10: error: 'nvvm.shfl.sync' op executes this while other lanes of its warp wait for it at another operation
    // BAD: note: executed by thread (16, 0, 0)
    // BAD: [[@LINE-5]]:10: note: 'nvvm.shfl.sync': lanes 0, 1, 2
    %b = nvvm.shfl.sync bfly %all, %t, %one, %clamp : i32 -> i32
    llvm.br ^end
  ^end:
    llvm.return
  }

  // Each half has a mask of its own, and the sum of its lanes.
  llvm.func @good(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = llvm.mlir.constant(16 : i32) : i32
    %low = llvm.mlir.constant(65535 : i32) : i32
    %high = llvm.mlir.constant(-65536 : i32) : i32
    %in = llvm.icmp "ult" %t, %n : i32
    llvm.cond_br %in, ^left, ^right
  ^left:
    %a = nvvm.redux.sync add %t, %low : i32 -> i32
    llvm.br ^end
  ^right:
    %b = nvvm.redux.sync add %t, %high : i32 -> i32
    llvm.br ^end
  ^end:
    llvm.return
  }
}
