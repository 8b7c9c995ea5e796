// RUN: lowp-opt %s --convert-lowp-storage-to-linalg --split-input-file | FileCheck %s
// RUN: lowp-opt %s --convert-lowp-storage-to-linalg=accumulate=exact --split-input-file | FileCheck %s --check-prefix=EXACT

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

// Group by group: the largest magnitude, the scale, then the codes. No float of
// 8 bits is extended or truncated by arith.
// CHECK-LABEL: func @quantize(
//  CHECK-SAME:   %[[X:.*]]: memref<8x40xf32>, %[[C:.*]]: memref<8x40xi8>, %[[S:.*]]: memref<8x2xi8>)
//       CHECK:   scf.for
//       CHECK:     scf.for %{{.*}} step %c32
//       CHECK:       %[[END:.*]] = arith.minui
//       CHECK:       scf.for {{.*}} iter_args
//       CHECK:           memref.load %[[X]]
//       CHECK:           arith.maxui
//       CHECK:       memref.store %{{.*}}, %[[S]]
//       CHECK:       scf.for
//       CHECK:           memref.load %[[X]]
//       CHECK:           memref.store %{{.*}}, %[[C]]
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

// Extents that are not known are compared when the program runs.
// CHECK-LABEL: func @dequantize(
//       CHECK:   cf.assert %{{.*}}, "extent 0 of the codes of a dequantization does not go with the other extents"
//       CHECK:   scf.for
//       CHECK:     arith.mulf {{.*}} : f64
//       CHECK:     arith.truncf {{.*}} : f64 to f32
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

// Within a block along k, here of gcd(64, 48), no scale changes.
// CHECK-LABEL: func @matmul(
//       CHECK:   scf.for {{.*}} step %c16{{.*}} iter_args({{.*}}) -> (f32)
//       CHECK:     scf.for {{.*}} iter_args({{.*}}) -> (f32)
//       CHECK:       arith.addf {{.*}} : f64
//       CHECK:       arith.truncf {{.*}} : f64 to f32

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
