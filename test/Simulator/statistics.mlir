// What kernels do is counted: by operation, exactly.
//
// RUN: echo '{"kernel": "count", "grid": [2], "block": [64], "shared": 0, "arguments": [{"array": "x", "dtype": "i4", "shape": [512], "alignment": 16}, {"array": "y", "dtype": "i4", "shape": [2, 64]}]}' > %t.json
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t.json --statistics --statistics-json=%t.stats.json > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=JSON < %t.stats.json
// RUN: not lowp-run %s --launch=%t.json --statistics 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not lowp-run %s --on=sim:sm_120a --launch=%t.json --statistics-json=%t.none/x.json 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t.json 2>&1 | count 0

// CPU: error: --statistics and --statistics-json need --on=sim:TARGET
// FILE: error: {{.*}}x.json: No such file or directory

//      CHECK: @count: 1 launches, 2 blocks of 64 threads
// CHECK-NEXT:   4 barriers of blocks, 4 of warps, 0 phases of mbarriers
//      CHECK:    count  matrix instruction
// CHECK-NEXT:        4  mma.m16n8k32.f32.e4m3.e5m2.f32

//      JSON: "version": 1
//      JSON: "kernel": "count"
//      JSON: "launches": 1
//      JSON: "blocks": 2
//      JSON: "threads": 64
//      JSON: "barriers": 4
//      JSON: "warp_barriers": 4
//      JSON: "kind": "m16n8k32.f32.e4m3.e5m2.f32"
// JSON-NEXT: "count": 4

gpu.module @kernels {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<2048 x i32>

  llvm.func @count(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %b = nvvm.read.ptx.sreg.ctaid.x : i32
    %all = llvm.mlir.constant(-1 : i32) : i32
    %sixteen = llvm.mlir.constant(16 : i32) : i32
    %thirtytwo = llvm.mlir.constant(32 : i32) : i32
    %three = llvm.mlir.constant(3 : i32) : i32
    %sixtyfour = llvm.mlir.constant(64 : i32) : i32
    %base = llvm.mlir.addressof @tile : !llvm.ptr<3>

    // Neighbours: 128 bytes of each of four warps fill four sectors.
    %near = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    //      CHECK: accesses       bytes     sectors    used  global memory
    // CHECK-NEXT:        4         512          16    1.00  read  llvm.load at statistics.mlir:[[@LINE+1]]:
    %v = llvm.load %near : !llvm.ptr<1> -> i32

    // One number of each sector.
    %eight = llvm.shl %t, %three : i32
    %far = llvm.getelementptr %x[%eight] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    // CHECK-NEXT:        4         512         128    0.12  read  llvm.load at statistics.mlir:[[@LINE+1]]:
    %w = llvm.load %far : !llvm.ptr<1> -> i32

    // Half of the lanes, all at the same place.
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %half = llvm.icmp "ult" %lane, %sixteen : i32
    llvm.cond_br %half, ^inside, ^after
  ^inside:
    // CHECK-NEXT:        4          16           4    0.12  read  llvm.load at statistics.mlir:[[@LINE+1]]:
    %u = llvm.load %x : !llvm.ptr<1> -> i32
    llvm.br ^after
  ^after:

    // All in one bank, and each word by itself.
    %place = llvm.mul %t, %thirtytwo : i32
    %row = llvm.getelementptr %base[%place] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %v, %row : i32, !llvm.ptr<3>
    nvvm.barrier

    // Two lanes share a word, which is no conflict.
    %one = llvm.mlir.constant(1 : i32) : i32
    %pair = llvm.lshr %t, %one : i32
    %apart = llvm.mul %pair, %thirtytwo : i32
    %same = llvm.getelementptr %base[%apart] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %z = llvm.load %same : !llvm.ptr<3> -> i32
    nvvm.barrier

    // Vectors of neighbours take four phases.
    %wide = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %vector = llvm.mlir.constant(dense<0> : vector<4xi32>) : vector<4xi32>
    llvm.store %vector, %wide : vector<4xi32>, !llvm.ptr<3>
    nvvm.bar.warp.sync %all : i32

    %f = llvm.mlir.constant(0.0 : f32) : f32
    %d = llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"(%v, %v, %v, %v, %v, %v, %f, %f, %f, %f) : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>

    %first = llvm.mul %b, %sixtyfour : i32
    %index = llvm.add %first, %t : i32
    %to = llvm.getelementptr %y[%index] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    // CHECK-NEXT:        4         512          16    1.00  write  llvm.store at statistics.mlir:[[@LINE+1]]:
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }
}

//      CHECK: accesses      phases  worst    mean  shared memory
// CHECK-NEXT:        4           4     32   32.00  write  llvm.store
// CHECK-NEXT:        4           4     16   16.00  read  llvm.load
// CHECK-NEXT:        4          16      1    1.00  write  llvm.store

//      JSON: "operation": "llvm.store"
//      JSON: "direction": "write"
//      JSON: "shared"
//      JSON: "worst_degree": 32
// JSON-NEXT: "mean_degree": 32
