// Upstream's transform dialect tiles a storage matmul along M, N and K and
// fuses the quantization that makes its operand; the tiled program gives the
// bits of the whole one.
//
// RUN: lowp-opt %s --lowp-kernels-to-func --lowp-decompose-scaled --canonicalize --cse -o %t.whole.mlir
// RUN: lowp-opt %t.whole.mlir --transform-preload-library=transform-library-paths=%S/Inputs/tile-and-fuse-schedule.mlir --transform-interpreter --canonicalize --cse -o %t.tiled.mlir
// RUN: FileCheck %s < %t.tiled.mlir
// RUN: %python %S/Inputs/tile_and_fuse.py %lowp_tools_dir/lowp-run %t.whole.mlir %t.tiled.mlir %t

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>, #lowp.layout<column_major>>

// CHECK-LABEL: func @main(
//       CHECK:   scf.for {{.*}} step %c4
//       CHECK:     scf.for {{.*}} step %c3
//       CHECK:       scf.for {{.*}} step %c64
//       CHECK:         lowp.storage.quantize
//       CHECK:         lowp.storage.matmul
func.func @main(%x: tensor<?x?xf32>, %w: !w) -> tensor<?x?xf32> {
  %q = lowp.quantize %x with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                    infinity = max, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate, subnormals = preserve>
    : tensor<?x?xf32> to !x
  %y = lowp.matmul %q, %w accumulate <accumulator = f32>
    : !x, !w to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
