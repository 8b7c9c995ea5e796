// RUN: lowp-opt %s --transform-interpreter --canonicalize --cse --split-input-file | FileCheck %s

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

// Dimensions that are not tiled keep their groups whole, whatever their extent.
// CHECK-LABEL: func @only_m(
//       CHECK:   scf.for %[[I:[a-z0-9]*]] =
//       CHECK:     %[[SIZE:[a-z0-9_]*]] = affine.min
//       CHECK:     %[[XC:.*]] = tensor.extract_slice %{{.*}}[%[[I]], 0] [%[[SIZE]], %{{.*}}] [1, 1] : tensor<?x?xi8>
//       CHECK:     %[[XS:.*]] = tensor.extract_slice %{{.*}}[%[[I]], 0] [%[[SIZE]], %{{.*}}] [1, 1] : tensor<?x?xi8>
//       CHECK:     lowp.storage.matmul lhs(%[[XC]], %[[XS]]
func.func @only_m(%xc: tensor<?x?xi8>, %xs: tensor<?x?xi8>, %wc: tensor<?x?xi8>,
                  %ws: tensor<?x?xi8>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = lowp.storage.matmul
      lhs(%xc, %xs : tensor<?x?xi8>, tensor<?x?xi8> as !x)
      rhs(%wc, %ws : tensor<?x?xi8>, tensor<?x?xi8> as !w)
      outs(%y : tensor<?x?xf32>) accumulate <accumulator = f32>
      -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["lowp.storage.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [5, 0, 0]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

!rows = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f32 per 1x*>>

// A group that spans a dimension does not hinder tiles along the other.
// CHECK-LABEL: func @whole_rows(
//       CHECK:   scf.for
//       CHECK:     tensor.extract_slice %{{.*}}[%[[I:.*]], 0] [%[[SIZE:.*]], %{{.*}}] [1, 1] : tensor<?x?xi8>
//       CHECK:     tensor.extract_slice %{{.*}}[%[[I]], 0] [%[[SIZE]], 1] [1, 1] : tensor<?x1xf32>
//       CHECK:     lowp.storage.dequantize
func.func @whole_rows(%c: tensor<?x?xi8>, %s: tensor<?x1xf32>,
                      %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = lowp.storage.dequantize
      ins(%c, %s : tensor<?x?xi8>, tensor<?x1xf32> as !rows)
      outs(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["lowp.storage.dequantize"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [8, 0]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

!tiles = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>>

// Tiles of scales are whole ones.
// CHECK-LABEL: func @scale_tiles(
//       CHECK:   scf.for %[[I:[a-z0-9]*]] = {{.*}} step %c256
//       CHECK:     scf.for %[[J:[a-z0-9]*]] = {{.*}} step %c128
//   CHECK-DAG:       affine.apply #{{.*}}()[%[[I]]]
//   CHECK-DAG:       affine.apply #{{.*}}()[%[[J]]]
//       CHECK:       tensor.extract_slice %{{.*}}[%{{.*}}, %{{.*}}, 0] [2, 1, 512] [1, 1, 1] : tensor<4x2x512xi8>
//       CHECK:       lowp.storage.quantize
func.func @scale_tiles(%x: tensor<512x256xf32>, %c: tensor<512x256xi8>,
                       %s: tensor<4x2x512xi8>)
    -> (tensor<512x256xi8>, tensor<4x2x512xi8>) {
  %q:2 = lowp.storage.quantize ins(%x : tensor<512x256xf32>)
      outs(%c, %s : tensor<512x256xi8>, tensor<4x2x512xi8>) as !tiles
      with <recipe = rceil,
        conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                      infinity = max, nan = nan, zero_sign = keep>,
        zero_group = one, nonfinite_group = propagate,
        subnormals = preserve>
      -> tensor<512x256xi8>, tensor<4x2x512xi8>
  return %q#0, %q#1 : tensor<512x256xi8>, tensor<4x2x512xi8>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["lowp.storage.quantize"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [256, 128]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A recoding is elementwise: any tile will do.
// CHECK-LABEL: func @recode(
//       CHECK:   scf.for
//       CHECK:     scf.for
//       CHECK:       %[[C:.*]] = tensor.extract_slice %{{.*}}[%[[I:.*]], %[[J:.*]]]
//       CHECK:       lowp.storage.recode ins(%[[C]] :
//       CHECK:       tensor.insert_slice
func.func @recode(%c: tensor<?x?xi8>, %d: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %r = lowp.storage.recode ins(%c : tensor<?x?xi8> as f8E4M3FN)
      outs(%d : tensor<?x?xi8>)
      with <f8E4M3FNUZ, rounding = rne, overflow = saturate, infinity = max,
            nan = nan, zero_sign = positive> -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["lowp.storage.recode"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [5, 7]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
