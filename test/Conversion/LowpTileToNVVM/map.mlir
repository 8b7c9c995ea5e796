// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-lowp-tile-to-nvvm,canonicalize,cse))' | FileCheck %s

#two = #lowp.tile.blocked<threads = [4, 32], width = 2>

// The body, once for each element that a lane holds.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @map(
  //  CHECK-SAME:   %{{[a-z0-9]+}}: !llvm.ptr<1>, %{{[a-z0-9]+}}: index, %[[I:[a-z0-9]+]]: index)
  //       CHECK:   %[[ROW:.*]] = arith.addi %[[I]], %{{.*}}
  //       CHECK:   %[[COLUMN:.*]] = arith.addi %[[I]], %{{.*}}
  //       CHECK:   arith.cmpi ult, %[[ROW]], %[[COLUMN]]
  //       CHECK:   %[[NEXT:.*]] = arith.addi %[[COLUMN]], %{{.*}}
  //       CHECK:   arith.cmpi ult, %[[ROW]], %[[NEXT]]
  //   CHECK-NOT:   lowp.tile
  gpu.func @map(%p: !llvm.ptr<1>, %n: index, %i: index) kernel {
    lowp.tile.role "all" warps 4 {
      %v = lowp.tile.view %p extents [%n, %n] pitch %n : !llvm.ptr<1> to !lowp.tile.view<?x?xi8>
      %t = lowp.tile.map at [%i, %i] : () -> !lowp.tile.data<4x64xi8, registers, #two> {
      ^bb0(%row: index, %column: index):
        %above = arith.cmpi ult, %row, %column : index
        %byte = arith.extui %above : i1 to i8
        lowp.tile.yield %byte : i8
      }
      lowp.tile.store %t to %v[%i, %i]
        : !lowp.tile.data<4x64xi8, registers, #two>, !lowp.tile.view<?x?xi8>
      lowp.tile.yield
    }
    gpu.return
  }
}
