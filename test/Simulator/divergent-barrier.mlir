// Barriers to which not all threads come.
//
// RUN: echo '{"kernel": "bad", "grid": [1], "block": [64], "shared": 0, "arguments": []}' \
// RUN:   > %t.bad.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// RUN: echo '{"kernel": "bad_lanes", "grid": [1], "block": [64], "shared": 0, "arguments": []}' \
// RUN:   > %t.bad_lanes.json
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.bad_lanes.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD-LANES
// RUN: echo '{"kernel": "good", "grid": [1], "block": [64], "shared": 0, "arguments": []}' \
// RUN:   > %t.good.json
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t.good.json

gpu.module @kernels {
  // Half of the threads leave.
  llvm.func @bad() attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = llvm.mlir.constant(40 : i32) : i32
    %in = llvm.icmp "ult" %t, %n : i32
    llvm.cond_br %in, ^wait, ^end
  ^wait:
    // BAD: [[@LINE+3]]:5: error: 'nvvm.barrier0' op waits for ever at a divergent barrier, to which not all threads come; 24 of 64 threads have ended
    // BAD: note: executed by thread (0, 0, 0)
    // BAD: [[@LINE+1]]:5: note: 'nvvm.barrier0': 40 threads wait here, the first of them thread 0
    nvvm.barrier0
    llvm.br ^end
  ^end:
    llvm.return
  }

  // Lanes of one warp come to different barriers.
  llvm.func @bad_lanes() attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = llvm.mlir.constant(40 : i32) : i32
    %in = llvm.icmp "ult" %t, %n : i32
    llvm.cond_br %in, ^one, ^other
  ^one:
    nvvm.barrier0
    llvm.br ^end
  ^other:
    // BAD-LANES: [[@LINE+3]]:5: error: 'nvvm.barrier0' op comes to a divergent barrier: lanes of its warp have come to it elsewhere
    // BAD-LANES: note: executed by thread (40, 0, 0)
    // BAD-LANES: [[@LINE-5]]:5: note: 'nvvm.barrier0': lane 0 came here
    nvvm.barrier0
    llvm.br ^end
  ^end:
    llvm.return
  }

  // Whole warps may: the barrier has a number.
  llvm.func @good() attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = llvm.mlir.constant(32 : i32) : i32
    %in = llvm.icmp "ult" %t, %n : i32
    llvm.cond_br %in, ^one, ^other
  ^one:
    nvvm.barrier0
    llvm.br ^end
  ^other:
    nvvm.barrier0
    llvm.br ^end
  ^end:
    llvm.return
  }
}
