// Tiles of 4 x 3 of the result and 64 along k, a multiple of the group of 32.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %matmul = transform.structured.match ops{["lowp.storage.matmul"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:3 = transform.structured.tile_using_for %matmul tile_sizes [4, 3, 64]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %quantize = transform.structured.match ops{["lowp.storage.quantize"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %fused, %outer = transform.structured.fuse_into_containing_op %quantize into %loops#2
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
