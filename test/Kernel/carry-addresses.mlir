// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(loop-invariant-code-motion,lowp-carry-addresses,canonicalize,cse))' | FileCheck %s

gpu.module @kernels {
  // Addresses that move alike share a pointer, and a constant apart.
  // CHECK-LABEL: gpu.func @shared(
  //  CHECK-SAME:   %[[P:.*]]: !llvm.ptr<1>, %[[N:.*]]: index, %[[ROW:.*]]: index)
  //       CHECK:   %[[OFFSET:.*]] = arith.index_cast %[[ROW]]
  //       CHECK:   %[[START:.*]] = llvm.getelementptr %[[P]][%[[OFFSET]]]
  //       CHECK:   scf.for {{.*}} iter_args(%[[AT:.*]] = %[[START]])
  //       CHECK:     llvm.load volatile %[[AT]] : !llvm.ptr<1> -> i8
  //       CHECK:     %[[APART:.*]] = llvm.getelementptr %[[AT]][192]
  //       CHECK:     llvm.load volatile %[[APART]] : !llvm.ptr<1> -> i8
  //       CHECK:     %[[NEXT:.*]] = llvm.getelementptr %[[AT]][384]
  //       CHECK:     scf.yield %[[NEXT]]
  gpu.func @shared(%p: !llvm.ptr<1>, %n: index, %row: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    scf.for %i = %c0 to %n step %c3 {
      %start = arith.index_cast %row : index to i64
      %q = llvm.getelementptr %p[%start] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %k = arith.muli %i, %c128 : index
      %bytes = arith.index_cast %k : index to i64
      %a = llvm.getelementptr %q[%bytes] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %x = llvm.load volatile %a : !llvm.ptr<1> -> i8
      %next = arith.addi %i, %c1 : index
      %l = arith.muli %next, %c128 : index
      %m = arith.addi %l, %c64 : index
      %more = arith.index_cast %m : index to i64
      %b = llvm.getelementptr %q[%more] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %y = llvm.load volatile %b : !llvm.ptr<1> -> i8
    }
    gpu.return
  }

  // The first trip begins where the loop does; others' results stay.
  // CHECK-LABEL: gpu.func @from(
  //  CHECK-SAME:   %[[P:.*]]: !llvm.ptr<3>, %[[FROM:.*]]: index, %[[N:.*]]: index, %[[X:.*]]: i32)
  //       CHECK:   %[[FIRST:.*]] = arith.index_cast %[[FROM]]
  //       CHECK:   %[[BYTES:.*]] = arith.muli %[[FIRST]], %c4_i64
  //       CHECK:   %[[START:.*]] = llvm.getelementptr %[[P]][%[[BYTES]]]
  //       CHECK:   %[[ALL:.*]]:2 = scf.for {{.*}} iter_args(%[[SUM:.*]] = %[[X]], %[[AT:.*]] = %[[START]])
  //       CHECK:     %[[E:.*]] = llvm.load %[[AT]]
  //       CHECK:     %[[MORE:.*]] = arith.addi %[[SUM]], %[[E]]
  //       CHECK:     %[[NEXT:.*]] = llvm.getelementptr %[[AT]][8]
  //       CHECK:     scf.yield %[[MORE]], %[[NEXT]]
  //       CHECK:   llvm.store %[[ALL]]#0
  gpu.func @from(%p: !llvm.ptr<3>, %from: index, %n: index, %x: i32) {
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %sum = scf.for %i = %from to %n step %c2 iter_args(%s = %x) -> i32 {
      %k = arith.muli %i, %c4 : index
      %bytes = arith.index_castui %k : index to i64
      %a = llvm.getelementptr %p[%bytes] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
      %e = llvm.load %a : !llvm.ptr<3> -> i32
      %t = arith.addi %s, %e : i32
      scf.yield %t : i32
    }
    llvm.store %sum, %p : i32, !llvm.ptr<3>
    gpu.return
  }

  // What is no sum of multiples, wraps at fewer bits, or moves with a step that
  // is not known, is left alone.
  // CHECK-LABEL: gpu.func @others
  //   CHECK-NOT:   iter_args
  gpu.func @others(%p: !llvm.ptr<1>, %n: index, %m: index, %one: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %k = arith.minui %i, %m : index
      %bytes = arith.index_cast %k : index to i64
      %a = llvm.getelementptr %p[%bytes] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %x = llvm.load volatile %a : !llvm.ptr<1> -> i8
      %few = arith.index_cast %i : index to i32
      %b = llvm.getelementptr %p[%few] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
      %y = llvm.load volatile %b : !llvm.ptr<1> -> i8
    }
    %first = arith.index_cast %m : index to i32
    %s0 = arith.constant 0 : i32
    %s3 = arith.constant 3 : i32
    %s128 = arith.constant 128 : i32
    scf.for %i = %s0 to %first step %s3 : i32 {
      %k = arith.muli %i, %s128 : i32
      %l = arith.addi %k, %first : i32
      %a = llvm.getelementptr %p[%l] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
      %x = llvm.load volatile %a : !llvm.ptr<1> -> i8
    }
    scf.for %i = %c0 to %n step %one {
      %bytes = arith.index_cast %i : index to i64
      %a = llvm.getelementptr %p[%bytes] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %x = llvm.load volatile %a : !llvm.ptr<1> -> i8
    }
    gpu.return
  }
}
