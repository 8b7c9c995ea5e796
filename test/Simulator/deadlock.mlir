// Two warps that wait for each other, at barriers in opposite order.
//
// RUN: echo '{"kernel": "bad", "grid": [1], "block": [64], "shared": 0, "arguments": []}' \
// RUN:   > %t.bad.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// RUN: echo '{"kernel": "good", "grid": [1], "block": [64], "shared": 0, "arguments": []}' \
// RUN:   > %t.good.json
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t.good.json

gpu.module @kernels {
  llvm.func @bad() attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %warp = llvm.mlir.constant(32 : i32) : i32
    %all = llvm.mlir.constant(64 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %in = llvm.icmp "ult" %t, %warp : i32
    llvm.cond_br %in, ^left, ^right
  ^left:
    // BAD: [[@LINE+3]]:5: error: 'nvvm.barrier' op waits for ever
    // BAD: [[@LINE+2]]:5: note: 'nvvm.barrier': 32 threads wait here, the first of them thread 0
    // BAD: [[@LINE+5]]:5: note: 'nvvm.barrier': 32 threads wait here, the first of them thread 32
    nvvm.barrier id = %one number_of_threads = %all
    nvvm.barrier id = %two number_of_threads = %all
    llvm.br ^end
  ^right:
    nvvm.barrier id = %two number_of_threads = %all
    nvvm.barrier id = %one number_of_threads = %all
    llvm.br ^end
  ^end:
    llvm.return
  }

  llvm.func @good() attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %warp = llvm.mlir.constant(32 : i32) : i32
    %all = llvm.mlir.constant(64 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %in = llvm.icmp "ult" %t, %warp : i32
    llvm.cond_br %in, ^left, ^right
  ^left:
    nvvm.barrier id = %one number_of_threads = %all
    nvvm.barrier id = %two number_of_threads = %all
    llvm.br ^end
  ^right:
    nvvm.barrier id = %one number_of_threads = %all
    nvvm.barrier id = %two number_of_threads = %all
    llvm.br ^end
  ^end:
    llvm.return
  }
}
