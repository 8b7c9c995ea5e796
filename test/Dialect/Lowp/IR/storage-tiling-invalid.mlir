// RUN: lowp-opt %s --transform-interpreter --split-input-file --verify-diagnostics

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

func.func @cuts_k(%xc: tensor<?x?xi8>, %xs: tensor<?x?xi8>, %wc: tensor<?x?xi8>,
                  %ws: tensor<?x?xi8>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-error@+3 {{a tile of 48 is no multiple of 32, the elements under one step of scales0}}
  // expected-error@+2 {{faild to tile operation}}
  // expected-error@+1 {{failed to generate tiling loops}}
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
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 0, 48]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

!rows = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f32 per 1x*>>

func.func @cuts_whole_rows(%c: tensor<?x?xi8>, %s: tensor<?x1xf32>,
                           %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-error@+3 {{a tile of 32 cuts the group, which is the whole extent}}
  // expected-error@+2 {{faild to tile operation}}
  // expected-error@+1 {{failed to generate tiling loops}}
  %r = lowp.storage.dequantize
      ins(%c, %s : tensor<?x?xi8>, tensor<?x1xf32> as !rows)
      outs(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["lowp.storage.dequantize"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 32]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

!tiles = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>>

func.func @cuts_scale_tiles(%x: tensor<512x256xf32>, %c: tensor<512x256xi8>,
                            %s: tensor<4x2x512xi8>)
    -> (tensor<512x256xi8>, tensor<4x2x512xi8>) {
  // expected-error@+3 {{a tile of 64 is no multiple of 128, the elements under one step of scales0}}
  // expected-error@+2 {{faild to tile operation}}
  // expected-error@+1 {{failed to generate tiling loops}}
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
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [64, 0]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
