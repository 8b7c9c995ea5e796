// RUN: lowp-opt %s --lowp-decompose-scaled --canonicalize --split-input-file | FileCheck %s

!rows = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

// One empty array for each component; scales are counted by ceil.
// CHECK-LABEL: func @quantize(
//  CHECK-SAME:   %[[X:.*]]: tensor<?x?xf32>) -> (tensor<?x?xi8>, tensor<?x?xi8>)
//       CHECK:   %[[K:.*]] = tensor.dim %[[X]], %c1
//       CHECK:   %[[C:.*]] = tensor.empty(%{{.*}}, %[[K]]) : tensor<?x?xi8>
//       CHECK:   %[[KS:.*]] = affine.apply #{{.*}}()[%[[K]]]
//       CHECK:   %[[S:.*]] = tensor.empty(%{{.*}}, %[[KS]]) : tensor<?x?xi8>
//       CHECK:   %[[Q:.*]]:2 = lowp.storage.quantize ins(%[[X]]
//  CHECK-SAME:     outs(%[[C]], %[[S]]
//       CHECK:   return %[[Q]]#0, %[[Q]]#1
func.func @quantize(%x: tensor<?x?xf32>) -> !rows {
  %q = lowp.quantize %x with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                    infinity = max, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate,
      subnormals = preserve>
    : tensor<?x?xf32> to !rows
  return %q : !rows
}

// -----

!rows = !lowp.scaled<8x40xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

// CHECK-LABEL: func @dequantize(
//  CHECK-SAME:   %[[C:.*]]: tensor<8x40xi8>, %[[S:.*]]: tensor<8x2xi8>)
//       CHECK:   %[[INIT:.*]] = tensor.empty() : tensor<8x40xbf16>
//       CHECK:   lowp.storage.dequantize ins(%[[C]], %[[S]]
//  CHECK-SAME:     outs(%[[INIT]]
func.func @dequantize(%q: !rows) -> tensor<8x40xbf16> {
  %x = lowp.dequantize %q : !rows to tensor<8x40xbf16>
  return %x : tensor<8x40xbf16>
}

// -----

!x = !lowp.scaled<?x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<64x16xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>, #lowp.layout<column_major>>

// The sum is kept in the accumulator's type from zero on, and rounded once.
// CHECK-LABEL: func @matmul(
//  CHECK-SAME:   %[[XC:.*]]: tensor<?x64xi8>, %[[XS:.*]]: tensor<?x2xi8>,
//  CHECK-SAME:   %[[WC:.*]]: tensor<16x64xi8>, %[[WS:.*]]: tensor<16x2xi8>)
//       CHECK:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
//       CHECK:   %[[M:.*]] = tensor.dim %[[XC]]
//       CHECK:   %[[EMPTY:.*]] = tensor.empty(%[[M]]) : tensor<?x16xf32>
//       CHECK:   %[[INIT:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[EMPTY]]
//       CHECK:   %[[SUM:.*]] = lowp.storage.matmul lhs(%[[XC]], %[[XS]]
//  CHECK-SAME:     rhs(%[[WC]], %[[WS]]
//  CHECK-SAME:     outs(%[[INIT]]
//       CHECK:   arith.truncf %[[SUM]] : tensor<?x16xf32> to tensor<?x16xbf16>
func.func @matmul(%x: !x, %w: !w) -> tensor<?x16xbf16> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32>
    : !x, !w to tensor<?x16xbf16>
  return %y : tensor<?x16xbf16>
}

// -----

!rows = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

// Encodings and bytes are the same bits.
// CHECK-LABEL: func @raw(
//  CHECK-SAME:   %[[C:.*]]: tensor<8x64xf8E4M3FN>, %[[S:.*]]: tensor<8x2xi8>)
//       CHECK:   %[[B:.*]] = arith.bitcast %[[C]] : tensor<8x64xf8E4M3FN> to tensor<8x64xi8>
//       CHECK:   %[[E:.*]] = arith.bitcast %[[S]] : tensor<8x2xi8> to tensor<8x2xf8E8M0FNU>
//       CHECK:   return %[[B]], %[[E]]
func.func @raw(%codes: tensor<8x64xf8E4M3FN>, %scales: tensor<8x2xi8>)
    -> (tensor<8x64xi8>, tensor<8x2xf8E8M0FNU>) {
  %q = lowp.assemble %codes, %scales
    : tensor<8x64xf8E4M3FN>, tensor<8x2xi8> to !rows
  %c = lowp.codes %q : !rows to tensor<8x64xi8>
  %s = lowp.scales %q level 0 : !rows to tensor<8x2xf8E8M0FNU>
  return %c, %s : tensor<8x64xi8>, tensor<8x2xf8E8M0FNU>
}

// -----

!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>, #lowp.layout<column_major>>

// Extents are read where the layout's order has them.
// CHECK-LABEL: func @extent(
//  CHECK-SAME:   %[[C:[a-z0-9]*]]: tensor<?x?xi8>
//       CHECK:   tensor.dim %[[C]], %c0
func.func @extent(%w: !w) -> index {
  %n = lowp.dim %w, 1 : !w
  return %n : index
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>, #lowp.layout<row_major>>
!t = !lowp.scaled<64x8xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>, #lowp.layout<column_major>>

// CHECK-LABEL: func @transpose_moves_nothing(
//  CHECK-SAME:   %[[C:.*]]: tensor<8x64xi8>, %[[S:.*]]: tensor<8x2xi8>)
//  CHECK-NEXT:   return %[[C]], %[[S]]
func.func @transpose_moves_nothing(%x: !x) -> !t {
  %t = lowp.transpose %x permutation = [1, 0] : !x to !t
  return %t : !t
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>, #lowp.layout<row_major>>
!y = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>, #lowp.layout<column_major>>

// CHECK-LABEL: func @order_changes(
//       CHECK:   linalg.transpose {{.*}}tensor<8x64xi8>{{.*}}tensor<64x8xi8>{{.*}} permutation = [1, 0]
//       CHECK:   linalg.transpose {{.*}}tensor<8x2xi8>{{.*}}tensor<2x8xi8>{{.*}} permutation = [1, 0]
func.func @order_changes(%x: !x) -> !y {
  %y = lowp.relayout %x : !x to !y
  return %y : !y
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!y = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>>

// Codes stay, scales go to their place in tiles filled with the byte of 1.0.
// CHECK-LABEL: func @to_tiles(
//  CHECK-SAME:   %[[C:.*]]: tensor<8x64xi8>, %[[S:.*]]: tensor<8x2xi8>)
//       CHECK:   %[[ONE:.*]] = arith.constant 127 : i8
//       CHECK:   %[[TILES:.*]] = linalg.fill ins(%[[ONE]] : i8) {{.*}} -> tensor<1x1x512xi8>
//       CHECK:   scf.for
//       CHECK:     scf.for {{.*}} step %c32
//       CHECK:       tensor.extract %[[S]]
//       CHECK:       tensor.insert
//       CHECK:   return %[[C]]
func.func @to_tiles(%x: !x) -> !y {
  %y = lowp.relayout %x : !x to !y
  return %y : !y
}

// -----

!to = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!from = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32, direction = encode>>

// The reciprocal of an E8M0 scale is 254 - byte; NaN stays NaN.
// CHECK-LABEL: func @invert(
//       CHECK:   linalg.generic
//       CHECK:   ^bb0(%[[B:.*]]: i8, %{{.*}}: i8):
//       CHECK:     %[[NAN:.*]] = arith.cmpi eq, %[[B]], %c-1_i8
//       CHECK:     %[[INV:.*]] = arith.subi %c-2_i8, %[[B]]
//       CHECK:     arith.select %[[NAN]], %[[B]], %[[INV]]
func.func @invert(%x: !from) -> !to {
  %y = lowp.invert_scale %x level 0 rounding rne : !from to !to
  return %y : !to
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!y = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

// f64 holds the values of the first quantization exactly.
// CHECK-LABEL: func @regroup(
//       CHECK:   %[[WIDE:.*]] = lowp.storage.dequantize {{.*}} -> tensor<?x?xf64>
//       CHECK:   lowp.storage.quantize ins(%[[WIDE]]
func.func @regroup(%x: !x) -> !y {
  %y = lowp.regroup %x with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                    infinity = max, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate,
      subnormals = preserve> : !x to !y
  return %y : !y
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

// Kernels stay kernels.
// CHECK-LABEL: lowp.kernel @copy(
//  CHECK-SAME:   tensor<?x?xi8>, %{{.*}}: tensor<?x?xi8>) -> (tensor<?x?xi8>, tensor<?x?xi8>)
lowp.kernel @copy(%x: !x) -> !x {
  lowp.return %x : !x
}
// CHECK-LABEL: func @launch(
//       CHECK:   lowp.launch @copy(%{{.*}}, %{{.*}}) : (tensor<?x?xi8>, tensor<?x?xi8>) -> (tensor<?x?xi8>, tensor<?x?xi8>)
func.func @launch(%x: !x) -> !x {
  %y = lowp.launch @copy(%x) : (!x) -> !x
  return %y : !x
}

// -----

!x = !lowp.scaled<?x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!y = !lowp.scaled<?x64xf8E4M3FNUZ, #lowp.scale<f8E8M0FNU per 1x32>>

// Only codes change.
// CHECK-LABEL: func @recode(
//  CHECK-SAME:   %[[C:.*]]: tensor<?x64xi8>, %[[S:.*]]: tensor<?x2xi8>)
//       CHECK:   %[[R:.*]] = lowp.storage.recode ins(%[[C]] : tensor<?x64xi8> as f8E4M3FN)
//       CHECK:   return %[[R]], %[[S]]
func.func @recode(%x: !x) -> !y {
  %y = lowp.recode %x with <f8E4M3FNUZ, rounding = rne, overflow = saturate,
      infinity = max, nan = nan, zero_sign = positive> : !x to !y
  return %y : !y
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>, #lowp.layout<row_major>>
!y = !lowp.scaled<8x64xf8E4M3FNUZ, #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>, #lowp.layout<column_major>>

// Codes and scales move to the result's layout first.
// CHECK-LABEL: func @recode_and_move(
//  CHECK-SAME:   %[[C:.*]]: tensor<8x64xi8>, %{{.*}}: tensor<8x2xi8>)
//       CHECK:   %[[MOVED:.*]] = linalg.transpose ins(%[[C]] : tensor<8x64xi8>)
//       CHECK:   %[[R:.*]] = lowp.storage.recode ins(%[[MOVED]] : tensor<64x8xi8> as f8E4M3FN)
//       CHECK:   return %[[R]], %{{.*}} : tensor<64x8xi8>, tensor<1x2x512xi8>
func.func @recode_and_move(%x: !x) -> !y {
  %y = lowp.recode %x with <f8E4M3FNUZ, rounding = rne, overflow = saturate,
      infinity = max, nan = nan, zero_sign = positive> : !x to !y
  return %y : !y
}
