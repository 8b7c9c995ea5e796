// RUN: lowp-opt %s --lowp-lower-to-cpu | FileCheck %s
// RUN: lowp-opt %s --lowp-lower-to-cpu=accumulate=exact | FileCheck %s --check-prefixes=CHECK,EXACT

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

// Only the LLVM dialect is left, and a function with the C interface.
//   CHECK-NOT: {{(lowp|func|memref|scf|arith|math|cf|unrealized)[.]}}
// CHECK-LABEL: llvm.func @matmul(
//   CHECK-NOT: {{(lowp|func|memref|scf|arith|math|cf|unrealized)[.]}}
//       EXACT: llvm.intr.ctlz{{.*}}i640
//   CHECK-NOT: {{(lowp|func|memref|scf|arith|math|cf|unrealized)[.]}}
//       CHECK: llvm.func @_mlir_ciface_matmul(
lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xbf16> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32>
    : !x, !w to tensor<?x?xbf16>
  lowp.return %y : tensor<?x?xbf16>
}
