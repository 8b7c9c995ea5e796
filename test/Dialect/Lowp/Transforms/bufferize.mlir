// RUN: lowp-opt %s --one-shot-bufferize=bufferize-function-boundaries --split-input-file | FileCheck %s

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

// What the arrays held before does not matter: nothing is copied.
// CHECK-LABEL: func @quantize(
//  CHECK-SAME:   %[[X:.*]]: memref<8x64xf32, {{.*}}>, %[[C:.*]]: memref<8x64xi8, {{.*}}>, %[[S:.*]]: memref<8x2xi8, {{.*}}>)
//   CHECK-NOT:   memref.copy
//       CHECK:   lowp.storage.quantize ins(%[[X]] : {{.*}}) outs(%[[C]], %[[S]] :
//       CHECK:   return %[[C]], %[[S]]
func.func @quantize(%x: tensor<8x64xf32>, %c: tensor<8x64xi8>,
                    %s: tensor<8x2xi8>) -> (tensor<8x64xi8>, tensor<8x2xi8>) {
  %q:2 = lowp.storage.quantize ins(%x : tensor<8x64xf32>)
      outs(%c, %s : tensor<8x64xi8>, tensor<8x2xi8>) as !mx
      with <recipe = rceil,
        conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                      infinity = max, nan = nan, zero_sign = keep>,
        zero_group = one, nonfinite_group = propagate,
        subnormals = preserve>
      -> tensor<8x64xi8>, tensor<8x2xi8>
  return %q#0, %q#1 : tensor<8x64xi8>, tensor<8x2xi8>
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

// CHECK-LABEL: func @dequantize(
//   CHECK-NOT:   memref.copy
//       CHECK:   lowp.storage.dequantize
//   CHECK-NOT:   ->
//       CHECK:   return
func.func @dequantize(%c: tensor<8x64xi8>, %s: tensor<8x2xi8>,
                      %x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %r = lowp.storage.dequantize
      ins(%c, %s : tensor<8x64xi8>, tensor<8x2xi8> as !mx)
      outs(%x : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

// A contraction reads its init: one that is used again is copied first.
// CHECK-LABEL: func @matmul(
//  CHECK-SAME:   %[[Y:[a-z0-9]*]]: memref<8x16xf32, {{[^>]*>}}>)
//       CHECK:   %[[COPY:.*]] = memref.alloc() {{.*}}: memref<8x16xf32>
//       CHECK:   memref.copy %[[Y]], %[[COPY]]
//       CHECK:   lowp.storage.matmul {{.*}} outs(%[[COPY]] :
//       CHECK:   return %[[COPY]], %[[Y]]
func.func @matmul(%xc: tensor<8x64xi8>, %xs: tensor<8x2xi8>,
                  %wc: tensor<64x16xi8>, %ws: tensor<2x16xi8>,
                  %y: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %r = lowp.storage.matmul
      lhs(%xc, %xs : tensor<8x64xi8>, tensor<8x2xi8> as !x)
      rhs(%wc, %ws : tensor<64x16xi8>, tensor<2x16xi8> as !w)
      outs(%y : tensor<8x16xf32>) accumulate <accumulator = f32>
      -> tensor<8x16xf32>
  return %r, %y : tensor<8x16xf32>, tensor<8x16xf32>
}

// -----

// CHECK-LABEL: func @recode(
//   CHECK-NOT:   memref.copy
//       CHECK:   lowp.storage.recode ins(%{{.*}} : {{.*}} as f8E4M3FN) outs(%{{.*}} :
//   CHECK-NOT:   ->
//       CHECK:   return
func.func @recode(%c: tensor<8x64xi8>, %d: tensor<8x64xi8>) -> tensor<8x64xi8> {
  %r = lowp.storage.recode ins(%c : tensor<8x64xi8> as f8E4M3FN)
      outs(%d : tensor<8x64xi8>)
      with <f8E4M3FNUZ, rounding = rne, overflow = saturate, infinity = max,
            nan = nan, zero_sign = positive> -> tensor<8x64xi8>
  return %r : tensor<8x64xi8>
}
