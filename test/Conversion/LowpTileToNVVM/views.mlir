// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-lowp-tile-to-nvvm,canonicalize,cse))' | FileCheck %s


gpu.module @kernels {
  // Outside the array nothing is read but element 0, whose value is not used.
  // CHECK-LABEL: gpu.func @element(
  //  CHECK-SAME:   %[[P:[a-z0-9]+]]: !llvm.ptr<1>, %[[Q:[a-z0-9]+]]: !llvm.ptr<1>, %[[N:[a-z0-9]+]]: index, %[[I:[a-z0-9]+]]: index)
  //   CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0 : index
  //   CHECK-DAG:   %[[OUTSIDE:.*]] = arith.constant 2.500000e+00 : f32
  //       CHECK:   %[[IN:.*]] = arith.cmpi ult, %[[I]], %[[N]]
  //       CHECK:   %[[INDEX:.*]] = arith.select %[[IN]], %[[I]], %[[ZERO]]
  //       CHECK:   %[[BYTES:.*]] = arith.muli %[[INDEX]], %{{.*}}
  //       CHECK:   %[[OFFSET:.*]] = arith.index_cast %[[BYTES]] : index to i64
  //       CHECK:   %[[ADDRESS:.*]] = llvm.getelementptr %[[P]][%[[OFFSET]]]
  //       CHECK:   %[[X:.*]] = llvm.load %[[ADDRESS]] {alignment = 4 : i64}
  //       CHECK:   arith.select %[[IN]], %[[X]], %[[OUTSIDE]] : f32
  gpu.func @element(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: index, %i: index) kernel {
    %v = lowp.tile.view %p extents [%n] : !llvm.ptr<1> to !lowp.tile.view<?xf32>
    %x = lowp.tile.element %v[%i] outside 2.5 : f32 : !lowp.tile.view<?xf32>
    llvm.store %x, %q : f32, !llvm.ptr<1>
    gpu.return
  }

  // Each element is stored where there is one.
  // CHECK-LABEL: gpu.func @store
  // CHECK-COUNT-2: scf.if
  //   CHECK-NOT:   scf.if
  gpu.func @store(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: index, %i: index) kernel {
    %v = lowp.tile.view %p extents [%n, %n] pitch %n : !llvm.ptr<1> to !lowp.tile.view<?x?xf32>
    %w = lowp.tile.view %q extents [%n, %n] pitch %n : !llvm.ptr<1> to !lowp.tile.view<?x?xf32>
    %t = lowp.tile.load %v[%i, %i] outside 0.0 : f32 : !lowp.tile.view<?x?xf32>
      to !lowp.tile.data<4x64xf32, registers, #lowp.tile.blocked<threads = [4, 32], width = 2>>
    lowp.tile.store %t to %w[%i, %i]
      : !lowp.tile.data<4x64xf32, registers, #lowp.tile.blocked<threads = [4, 32], width = 2>>,
        !lowp.tile.view<?x?xf32>
    gpu.return
  }

  // Of four lanes with one element, the first stores it.
  // CHECK-LABEL: gpu.func @store_copies
  //   CHECK-DAG:   %[[FOUR:.*]] = arith.constant 4 : i32
  //       CHECK:   %[[COPY:.*]] = arith.remui %{{.*}}, %[[FOUR]] : i32
  //       CHECK:   arith.cmpi eq, %[[COPY]], %{{.*}} : i32
  gpu.func @store_copies(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: index, %i: index) kernel {
    %v = lowp.tile.view %p extents [%n, %n] pitch %n : !llvm.ptr<1> to !lowp.tile.view<?x?xi8>
    %w = lowp.tile.view %q extents [%n, %n] pitch %n : !llvm.ptr<1> to !lowp.tile.view<?x?xi8>
    %t = lowp.tile.load %v[%i, %i] outside 0 : i8 : !lowp.tile.view<?x?xi8>
      to !lowp.tile.data<4x8xi8, registers, #lowp.tile.blocked<threads = [4, 32], width = 1, copies = 4>>
    lowp.tile.store %t to %w[%i, %i]
      : !lowp.tile.data<4x8xi8, registers, #lowp.tile.blocked<threads = [4, 32], width = 1, copies = 4>>,
        !lowp.tile.view<?x?xi8>
    gpu.return
  }

  // Address and pitch are looked at together; a promise costs nothing.
  // CHECK-LABEL: gpu.func @alignment(
  //  CHECK-SAME:   %[[P:[a-z0-9]+]]: !llvm.ptr<1>, %[[Q:[a-z0-9]+]]: !llvm.ptr<1>, %[[N:[a-z0-9]+]]: index, %[[PITCH:[a-z0-9]+]]: index
  //   CHECK-DAG:   %[[THREE:.*]] = arith.constant 3 : i64
  //   CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0 : i64
  //   CHECK-DAG:   %[[BASE:.*]] = llvm.ptrtoint %[[P]]
  //   CHECK-DAG:   %[[ROWS:.*]] = arith.index_cast %[[PITCH]] : index to i64
  //       CHECK:   %[[BITS:.*]] = arith.ori %[[BASE]], %[[ROWS]]
  //       CHECK:   %[[LOW:.*]] = arith.andi %[[BITS]], %[[THREE]]
  //       CHECK:   %[[IS:.*]] = arith.cmpi eq, %[[LOW]], %[[ZERO]]
  //       CHECK:   llvm.store %[[IS]]
  gpu.func @alignment(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: index, %pitch: index) kernel {
    %v = lowp.tile.view %p extents [%n, %n] pitch %pitch : !llvm.ptr<1> to !lowp.tile.view<?x?xi8>
    %is = lowp.tile.is_aligned %v to 4 : !lowp.tile.view<?x?xi8>
    llvm.store %is, %q : i1, !llvm.ptr<1>
    gpu.return
  }

  // Without a value for what is outside, the last row stands for those beyond.
  // CHECK-LABEL: gpu.func @last_row(
  //  CHECK-SAME:   %[[N:[a-z0-9]+]]: index, %[[I:[a-z0-9]+]]: index
  //       CHECK:   %[[LAST:.*]] = arith.subi %[[N]]
  //       CHECK:   arith.minui %{{.*}}, %[[LAST]]
  //   CHECK-NOT:   arith.select
  gpu.func @last_row(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: index, %i: index) kernel {
    %v = lowp.tile.view %p extents [%n, %n] pitch %n : !llvm.ptr<1> to !lowp.tile.view<?x?xf32>
    %w = lowp.tile.view %q extents [%n, %n] pitch %n : !llvm.ptr<1> to !lowp.tile.view<?x?xf32>
    %t = lowp.tile.load %v[%i, %i] : !lowp.tile.view<?x?xf32>
      to !lowp.tile.data<4x32xf32, registers, #lowp.tile.blocked<threads = [4, 32], width = 1>>
    lowp.tile.store %t to %w[%i, %i]
      : !lowp.tile.data<4x32xf32, registers, #lowp.tile.blocked<threads = [4, 32], width = 1>>,
        !lowp.tile.view<?x?xf32>
    gpu.return
  }
}
