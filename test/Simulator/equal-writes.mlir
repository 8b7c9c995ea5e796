// Threads that write the same to a byte need no barrier between them. All of
// them are its writers to who reads it or writes something else.
//
// DEFINE: %{kernel} =
// DEFINE: %{launch} = echo '{"kernel": "%{kernel}", "grid": [2], "block": [64], "shared": 0, "arguments": [{"array": "y", "dtype": "i4", "shape": [64]}]}' > %t.json
// DEFINE: %{run} = lowp-run %s --on=sim:sm_120a --launch=%t.json
//
// REDEFINE: %{kernel} = shared
// RUN: %{launch} && %{run}
// REDEFINE: %{kernel} = shared_value
// RUN: %{launch} && not %{run} 2>&1 | FileCheck %s --check-prefix=SHARED-VALUE
// REDEFINE: %{kernel} = shared_read
// RUN: %{launch} && not %{run} 2>&1 | FileCheck %s --check-prefix=SHARED-READ
// REDEFINE: %{kernel} = shared_overwrite
// RUN: %{launch} && not %{run} 2>&1 | FileCheck %s --check-prefix=SHARED-OVERWRITE
// REDEFINE: %{kernel} = shared_after_read
// RUN: %{launch} && not %{run} 2>&1 | FileCheck %s --check-prefix=SHARED-AFTER-READ
// REDEFINE: %{kernel} = shared_matrix
// RUN: %{launch} && %{run}
// REDEFINE: %{kernel} = shared_matrix_value
// RUN: %{launch} && not %{run} 2>&1 | FileCheck %s --check-prefix=SHARED-MATRIX-VALUE
// REDEFINE: %{kernel} = global
// RUN: %{launch} && %{run}
// REDEFINE: %{kernel} = global_value
// RUN: %{launch} && not %{run} 2>&1 | FileCheck %s --check-prefix=GLOBAL-VALUE
// REDEFINE: %{kernel} = global_read
// RUN: %{launch} && not %{run} 2>&1 | FileCheck %s --check-prefix=GLOBAL-READ

gpu.module @kernels {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>

  // Both warps write 7, all threads read it after a barrier, and write 8.
  llvm.func @shared(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %seven = llvm.mlir.constant(7 : i32) : i32
    %eight = llvm.mlir.constant(8 : i32) : i32
    llvm.store %seven, %tile : i32, !llvm.ptr<3>
    nvvm.barrier0
    %x = llvm.load %tile : !llvm.ptr<3> -> i32
    nvvm.barrier0
    llvm.store %eight, %tile : i32, !llvm.ptr<3>
    llvm.return
  }

  // The second warp writes another value.
  llvm.func @shared_value(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %five = llvm.mlir.constant(5 : i32) : i32
    %warp = llvm.lshr %t, %five : i32
    // SHARED-VALUE: [[@LINE+2]]:5: error: 'llvm.store' op writes byte 0 of shared memory, which thread 0 has written with another value since their last common barrier
    // SHARED-VALUE: note: executed by thread (32, 0, 0)
    llvm.store %warp, %tile : i32, !llvm.ptr<3>
    llvm.return
  }

  // The first warp knows that its lanes have written, and not that others have.
  llvm.func @shared_read(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %all = llvm.mlir.constant(-1 : i32) : i32
    %seven = llvm.mlir.constant(7 : i32) : i32
    llvm.store %seven, %tile : i32, !llvm.ptr<3>
    // Twice, so that all come to the first before one goes on.
    nvvm.bar.warp.sync %all : i32
    nvvm.bar.warp.sync %all : i32
    // SHARED-READ: [[@LINE+2]]:10: error: 'llvm.load' op reads byte 0 of shared memory, which thread 32 has written since their last common barrier
    // SHARED-READ: note: executed by thread ({{[12]?[0-9]|3[01]}}, 0, 0)
    %x = llvm.load %tile : !llvm.ptr<3> -> i32
    llvm.return
  }

  llvm.func @shared_overwrite(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %all = llvm.mlir.constant(-1 : i32) : i32
    %seven = llvm.mlir.constant(7 : i32) : i32
    %eight = llvm.mlir.constant(8 : i32) : i32
    llvm.store %seven, %tile : i32, !llvm.ptr<3>
    // Twice, so that all come to the first before one goes on.
    nvvm.bar.warp.sync %all : i32
    nvvm.bar.warp.sync %all : i32
    // SHARED-OVERWRITE: [[@LINE+1]]:5: error: 'llvm.store' op writes byte 0 of shared memory, which thread 32 has written with another value since
    llvm.store %eight, %tile : i32, !llvm.ptr<3>
    llvm.return
  }

  // Thread 0 reads 7, and thread 1 writes 7 after that; thread 32 writes it too,
  // but maybe before thread 0 reads.
  llvm.func @shared_after_read(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %n = llvm.mlir.constant(32 : i32) : i32
    %all = llvm.mlir.constant(-1 : i32) : i32
    %seven = llvm.mlir.constant(7 : i32) : i32
    llvm.store %seven, %tile : i32, !llvm.ptr<3>
    nvvm.barrier0
    %reads = llvm.icmp "eq" %t, %zero : i32
    llvm.cond_br %reads, ^read, ^after
  ^read:
    %x = llvm.load %tile : !llvm.ptr<3> -> i32
    llvm.br ^after
  ^after:
    nvvm.bar.warp.sync %all : i32
    %writes = llvm.icmp "eq" %t, %one : i32
    llvm.cond_br %writes, ^first, ^second
  ^first:
    llvm.store %seven, %tile : i32, !llvm.ptr<3>
    llvm.br ^second
  ^second:
    nvvm.bar.warp.sync %all : i32
    nvvm.bar.warp.sync %all : i32
    %too = llvm.icmp "eq" %t, %n : i32
    llvm.cond_br %too, ^third, ^end
  ^third:
    // SHARED-AFTER-READ: [[@LINE+1]]:5: error: 'llvm.store' op writes byte 0 of shared memory, which thread 0 has read since their last common barrier
    llvm.store %seven, %tile : i32, !llvm.ptr<3>
    llvm.br ^end
  ^end:
    llvm.return
  }

  // Both warps store the same matrix.
  llvm.func @shared_matrix(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %seven = llvm.mlir.constant(7 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %row = llvm.and %lane, %seven : i32
    %word = llvm.shl %row, %two : i32
    %p = llvm.getelementptr %tile[%word] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    nvvm.stmatrix %p, %lane {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32
    nvvm.barrier0
    %x = llvm.load %p : !llvm.ptr<3> -> i32
    llvm.return
  }

  llvm.func @shared_matrix_value(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %seven = llvm.mlir.constant(7 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %row = llvm.and %lane, %seven : i32
    %word = llvm.shl %row, %two : i32
    %p = llvm.getelementptr %tile[%word] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    // SHARED-MATRIX-VALUE: [[@LINE+1]]:5: error: 'nvvm.stmatrix' op writes byte 0 of shared memory, which thread 0 has written with another value since
    nvvm.stmatrix %p, %t {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32
    llvm.return
  }

  // All threads of two blocks write 7.
  llvm.func @global(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %seven = llvm.mlir.constant(7 : i32) : i32
    llvm.store %seven, %y : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @global_value(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %b = nvvm.read.ptx.sreg.ctaid.x : i32
    // GLOBAL-VALUE: [[@LINE+2]]:5: error: 'llvm.store' op writes y + 0, which thread 0 of block 0 has written with another value and with no barrier between them
    // GLOBAL-VALUE: note: executed by thread (0, 0, 0) of block (1, 0, 0)
    llvm.store %b, %y : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @global_read(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %seven = llvm.mlir.constant(7 : i32) : i32
    llvm.store %seven, %y : i32, !llvm.ptr<1>
    // Twice, so that all come to the first before one goes on.
    nvvm.bar.warp.sync %all : i32
    nvvm.bar.warp.sync %all : i32
    // GLOBAL-READ: [[@LINE+1]]:10: error: 'llvm.load' op reads y + 0, which thread 32 of the same block has written with no barrier between them
    %x = llvm.load %y : !llvm.ptr<1> -> i32
    llvm.return
  }
}
