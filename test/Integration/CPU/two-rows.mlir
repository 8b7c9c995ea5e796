// The two-row experiment: one scale for the tensor against one for each row.
//
// RUN: %python %S/Inputs/two_rows.py %lowp_tools_dir/lowp-run %s %t

#ofp8 = #lowp.conversion<f8E4M3FN, rounding = rne, overflow = saturate,
                         infinity = max, nan = nan, zero_sign = keep>
#mxfp8 = #lowp.quantizer<
  recipe = rceil, conversion = #ofp8, zero_group = one,
  nonfinite_group = propagate, subnormals = preserve>
#tensor_fp8 = #lowp.quantizer<
  recipe = amax_over_max, conversion = #ofp8, arithmetic = divide,
  zero_group = one, nonfinite_group = propagate, subnormals = preserve>

!xt = !lowp.scaled<2x32xf8E4M3FN, #lowp.scale<f32 per *x*>>
!wt = !lowp.scaled<32x1xf8E4M3FN, #lowp.scale<f32 per *x*>>
!xm = !lowp.scaled<2x32xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!wm = !lowp.scaled<32x1xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

func.func @tensor_wide(%x: tensor<2x32xf32>, %w: tensor<32x1xf32>)
    -> (!xt, !wt, tensor<2x32xf32>, tensor<32x1xf32>) {
  %xq = lowp.quantize %x with #tensor_fp8 : tensor<2x32xf32> to !xt
  %wq = lowp.quantize %w with #tensor_fp8 : tensor<32x1xf32> to !wt
  %xv = lowp.dequantize %xq : !xt to tensor<2x32xf32>
  %wv = lowp.dequantize %wq : !wt to tensor<32x1xf32>
  return %xq, %wq, %xv, %wv : !xt, !wt, tensor<2x32xf32>, tensor<32x1xf32>
}
func.func @tensor_product(%x: !xt, %w: !wt) -> tensor<2x1xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32>
    : !xt, !wt to tensor<2x1xf32>
  return %y : tensor<2x1xf32>
}
func.func @tensor_epilogue(%x: !xt, %w: !wt) -> tensor<2x1xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> scales epilogue
    : !xt, !wt to tensor<2x1xf32>
  return %y : tensor<2x1xf32>
}
func.func @rows(%x: tensor<2x32xf32>, %w: tensor<32x1xf32>)
    -> (!xm, !wm, tensor<2x32xf32>, tensor<2x1xf32>) {
  %xq = lowp.quantize %x with #mxfp8 : tensor<2x32xf32> to !xm
  %wq = lowp.quantize %w with #mxfp8 : tensor<32x1xf32> to !wm
  %xv = lowp.dequantize %xq : !xm to tensor<2x32xf32>
  %y = lowp.matmul %xq, %wq accumulate <accumulator = f32>
    : !xm, !wm to tensor<2x1xf32>
  return %xq, %wq, %xv, %y : !xm, !wm, tensor<2x32xf32>, tensor<2x1xf32>
}
