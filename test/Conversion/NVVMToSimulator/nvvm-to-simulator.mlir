// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nvvm-to-simulator))' \
// RUN:   | FileCheck %s

// Operations are numbered with name and location; variables in shared memory
// are placed.
// CHECK: gpu.module @kernels attributes {lowp.simulator_shared = 20 : i32, lowp.simulator_sites = {{\[\[}}"llvm.store", #[[STORE:.*]]], ["llvm.store", #{{.*}}], ["nvvm.ldmatrix", #{{.*}}]]}
gpu.module @kernels {
  llvm.mlir.global internal @word() {addr_space = 3 : i32} : i32
  llvm.mlir.global internal @row() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<16 x i8>

  // The thread and the arguments of the launch replace those of the kernel.
  // CHECK-LABEL: llvm.func @first(
  //  CHECK-SAME:   %[[THREAD:.*]]: !llvm.ptr, %[[SLOTS:.*]]: !llvm.ptr)
  //       CHECK:   %[[SLOT:.*]] = llvm.getelementptr %[[SLOTS]][0]
  //       CHECK:   %[[X:.*]] = llvm.load %[[SLOT]] : !llvm.ptr -> !llvm.ptr<1>
  llvm.func @first(%x: !llvm.ptr<1>) attributes {nvvm.kernel} {
    // CHECK: %[[T:.*]] = llvm.call @lowpSimRegister(%[[THREAD]], %{{.*}})
    %t = nvvm.read.ptx.sreg.tid.x : i32
    // CHECK: %[[ADDRESS:.*]] = llvm.addrspacecast %[[X]] : !llvm.ptr<1> to !llvm.ptr
    // CHECK: llvm.store %[[T]], %[[VALUE:.*]] {alignment = 1 : i64} : i32, !llvm.ptr
    // CHECK: llvm.call @lowpSimStore(%[[THREAD]], %[[ADDRESS]], %{{.*}}, %[[VALUE]], %{{.*}})
    // CHECK: llvm.store %[[T]], %[[X]]
    llvm.store %t, %x : i32, !llvm.ptr<1>
    llvm.return
  }

  // A function that a kernel calls gets the thread from it.
  // CHECK-LABEL: llvm.func @helper(
  //  CHECK-SAME:   %[[THREAD:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr<3>)
  llvm.func @helper(%p: !llvm.ptr<3>) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    llvm.store %zero, %p : i32, !llvm.ptr<3>
    llvm.return
  }

  // CHECK-LABEL: llvm.func @second(
  //  CHECK-SAME:   %[[THREAD:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr)
  llvm.func @second() attributes {nvvm.kernel} {
    // CHECK: %[[OFFSET:.*]] = llvm.mlir.constant(4 : i32)
    // CHECK: llvm.call @lowpSimSharedAddress(%[[THREAD]], %[[OFFSET]])
    %row = llvm.mlir.addressof @row : !llvm.ptr<3>
    // CHECK: llvm.call @helper(%[[THREAD]], %{{.*}})
    llvm.call @helper(%row) : (!llvm.ptr<3>) -> ()
    // CHECK: llvm.call @lowpSimLoadMatrix(%[[THREAD]],
    // CHECK-NOT: nvvm.
    %m = nvvm.ldmatrix %row {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
    llvm.return
  }
}
