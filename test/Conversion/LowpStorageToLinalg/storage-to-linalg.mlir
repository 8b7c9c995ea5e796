// RUN: lowp-opt %s --convert-lowp-storage-to-linalg --split-input-file | FileCheck %s
// RUN: lowp-opt %s --convert-lowp-storage-to-linalg=accumulate=exact --split-input-file | FileCheck %s --check-prefix=EXACT

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

// Group by group: the largest magnitude, the scale, then the codes. No float of
// 8 bits is extended or truncated by arith.
// CHECK-LABEL: func @quantize(
//  CHECK-SAME:   %[[X:.*]]: memref<8x40xf32>, %[[C:.*]]: memref<8x40xi8>, %[[S:.*]]: memref<8x2xi8>)
//       CHECK:   %[[CELL:.*]] = memref.alloca() : memref<i64>
//       CHECK:   scf.for
//       CHECK:     scf.for %{{.*}} step %c32
//       CHECK:       %[[LENGTH:.*]] = arith.minui
//       CHECK:       %[[GROUP:.*]] = memref.subview %[[X]][%{{.*}}, %{{.*}}] [1, %[[LENGTH]]] [1, 1]
//       CHECK:       linalg.fill {{.*}} outs(%[[CELL]] : memref<i64>)
//       CHECK:       linalg.generic {{{.*}}iterator_types = ["reduction", "reduction"]} ins(%[[GROUP]] {{.*}} outs(%[[CELL]]
//       CHECK:         arith.maxui
//       CHECK:       memref.store %{{.*}}, %[[S]]
//       CHECK:       %[[CODES:.*]] = memref.subview %[[C]]
//       CHECK:       linalg.generic {{{.*}}iterator_types = ["parallel", "parallel"]} ins(%[[GROUP]] {{.*}} outs(%[[CODES]]
//   CHECK-NOT:   f8
func.func @quantize(%x: memref<8x40xf32>, %c: memref<8x40xi8>,
                    %s: memref<8x2xi8>) {
  lowp.storage.quantize ins(%x : memref<8x40xf32>)
      outs(%c, %s : memref<8x40xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil,
        conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                      infinity = max, nan = nan, zero_sign = keep>,
        zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

// Extents that are not known are compared when the program runs. The maps find
// the scale of each code.
//   CHECK-DAG: #[[$CODES:.*]] = affine_map<(d0, d1) -> (d0, d1)>
//   CHECK-DAG: #[[$SCALES:.*]] = affine_map<(d0, d1) -> (d0, d1 floordiv 32)>
// CHECK-LABEL: func @dequantize(
//       CHECK:   cf.assert %{{.*}}, "extent 0 of the codes of a dequantization is not the extent of dimension 0\0ALocation: {{.*}}"
//       CHECK:   linalg.generic {indexing_maps = [#[[$CODES]], #[[$SCALES]], #[[$CODES]]], iterator_types = ["parallel", "parallel"]}
//       CHECK:     arith.mulf {{.*}} : f64
//       CHECK:     arith.truncf {{.*}} : f64 to f32
//       CHECK:     linalg.yield
func.func @dequantize(%c: memref<?x64xi8>, %s: memref<?x2xi8>,
                      %x: memref<?x64xf32>) {
  lowp.storage.dequantize
      ins(%c, %s : memref<?x64xi8>, memref<?x2xi8> as !mx)
      outs(%x : memref<?x64xf32>)
  return
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x64>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 48x1>>

// Panels where the scales let every product be an f32, else a loop whose inner
// one runs over a block within which no scale changes, here of gcd(64, 48).
// CHECK-LABEL: func @matmul(
//       CHECK:   scf.if
//       CHECK:     %[[ROWS:.*]] = memref.alloc() : memref<2x192x6xf32>
//       CHECK:     %[[COLUMNS:.*]] = memref.alloc() : memref<192x64xf32>
//       CHECK:     scf.for {{.*}} -> (vector<16xf32>, {{.*}}, vector<16xf32>)
//       CHECK:       vector.load %[[COLUMNS]]
//       CHECK:       memref.load %[[ROWS]]
//       CHECK:       vector.broadcast
//       CHECK:       vector.fma
//       CHECK:     memref.dealloc %[[ROWS]]
//       CHECK:     memref.dealloc %[[COLUMNS]]
//       CHECK:   } else {
//       CHECK:     scf.for {{.*}} step %c16{{.*}} iter_args({{.*}}) -> (f32)
//       CHECK:       scf.for {{.*}} iter_args({{.*}}) -> (f32)
//       CHECK:         arith.addf {{.*}} : f64
//       CHECK:         arith.truncf {{.*}} : f64 to f32

// The integers of a block are as wide as its products, the sum as wide as all
// of them shifted by any two scales.
// EXACT-LABEL: func @matmul(
//       EXACT:   scf.for {{.*}} step %c16{{.*}} iter_args({{.*}}) -> (i640, f64)
//       EXACT:     scf.for {{.*}} iter_args({{.*}}) -> (i64, f64)
//       EXACT:   math.ctlz {{.*}} : i640
func.func @matmul(%xc: memref<8x192xi8>, %xs: memref<8x3xi8>,
                  %wc: memref<192x16xi8>, %ws: memref<4x16xi8>,
                  %y: memref<8x16xf32>) {
  lowp.storage.matmul
      lhs(%xc, %xs : memref<8x192xi8>, memref<8x3xi8> as !x)
      rhs(%wc, %ws : memref<192x16xi8>, memref<4x16xi8> as !w)
      outs(%y : memref<8x16xf32>) accumulate <accumulator = f32>
  return
}
