// All codes of all formats of 8 bits under all E8M0 scales, and other scales,
// against tables of values.
//
// RUN: %python %S/Inputs/dequantize.py %lowp_tools_dir/lowp-run %s %t

!e4m3 = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x*>>
func.func @e4m3(%q: !e4m3) -> tensor<?x?xf32> {
  %x = lowp.dequantize %q : !e4m3 to tensor<?x?xf32>
  return %x : tensor<?x?xf32>
}
!e5m2 = !lowp.scaled<?x?xf8E5M2, #lowp.scale<f8E8M0FNU per 1x*>>
func.func @e5m2(%q: !e5m2) -> tensor<?x?xf32> {
  %x = lowp.dequantize %q : !e5m2 to tensor<?x?xf32>
  return %x : tensor<?x?xf32>
}
!e4m3fnuz = !lowp.scaled<?x?xf8E4M3FNUZ, #lowp.scale<f8E8M0FNU per 1x*>>
func.func @e4m3fnuz(%q: !e4m3fnuz) -> tensor<?x?xf32> {
  %x = lowp.dequantize %q : !e4m3fnuz to tensor<?x?xf32>
  return %x : tensor<?x?xf32>
}
!e5m2fnuz = !lowp.scaled<?x?xf8E5M2FNUZ, #lowp.scale<f8E8M0FNU per 1x*>>
func.func @e5m2fnuz(%q: !e5m2fnuz) -> tensor<?x?xf32> {
  %x = lowp.dequantize %q : !e5m2fnuz to tensor<?x?xf32>
  return %x : tensor<?x?xf32>
}
!b11 = !lowp.scaled<?x?xf8E4M3B11FNUZ, #lowp.scale<f8E8M0FNU per 1x*>>
func.func @b11(%q: !b11) -> tensor<?x?xf32> {
  %x = lowp.dequantize %q : !b11 to tensor<?x?xf32>
  return %x : tensor<?x?xf32>
}
!e4m3ieee = !lowp.scaled<?x?xf8E4M3, #lowp.scale<f8E8M0FNU per 1x*>>
func.func @e4m3ieee(%q: !e4m3ieee) -> tensor<?x?xf32> {
  %x = lowp.dequantize %q : !e4m3ieee to tensor<?x?xf32>
  return %x : tensor<?x?xf32>
}
!e3m4 = !lowp.scaled<?x?xf8E3M4, #lowp.scale<f8E8M0FNU per 1x*>>
func.func @e3m4(%q: !e3m4) -> tensor<?x?xf32> {
  %x = lowp.dequantize %q : !e3m4 to tensor<?x?xf32>
  return %x : tensor<?x?xf32>
}
!mxint8 = !lowp.scaled<?x?x!lowp.mxint8, #lowp.scale<f8E8M0FNU per 1x*>>
func.func @mxint8(%q: !mxint8) -> tensor<?x?xf32> {
  %x = lowp.dequantize %q : !mxint8 to tensor<?x?xf32>
  return %x : tensor<?x?xf32>
}
!int8 = !lowp.scaled<?x?xi8, #lowp.scale<f8E8M0FNU per 1x*>>
func.func @int8(%q: !int8) -> tensor<?x?xf32> {
  %x = lowp.dequantize %q : !int8 to tensor<?x?xf32>
  return %x : tensor<?x?xf32>
}
func.func @to_f64(%q: !e5m2) -> tensor<?x?xf64> {
  %x = lowp.dequantize %q : !e5m2 to tensor<?x?xf64>
  return %x : tensor<?x?xf64>
}
func.func @to_bf16(%q: !e5m2) -> tensor<?x?xbf16> {
  %x = lowp.dequantize %q : !e5m2 to tensor<?x?xbf16>
  return %x : tensor<?x?xbf16>
}
func.func @to_f16(%q: !e5m2) -> tensor<?x?xf16> {
  %x = lowp.dequantize %q : !e5m2 to tensor<?x?xf16>
  return %x : tensor<?x?xf16>
}

// Two levels of scales, one of f32; and scales that encode.
!two = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<!lowp.ue4m3 per 2x16>, #lowp.scale<f32 per *x*>>
func.func @two_levels(%q: !two) -> tensor<?x?xf32> {
  %x = lowp.dequantize %q : !two to tensor<?x?xf32>
  return %x : tensor<?x?xf32>
}
!alpha = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f32 per 1x*, direction = encode>>
func.func @encode_scale(%q: !alpha) -> tensor<?x?xf32> {
  %x = lowp.dequantize %q : !alpha to tensor<?x?xf32>
  return %x : tensor<?x?xf32>
}

// Between layouts and directions; a second quantization.
!inverse = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x*, direction = encode>>
func.func @invert(%q: !e4m3) -> (tensor<?x1xi8>, tensor<?x?xf32>) {
  %r = lowp.invert_scale %q level 0 rounding rne : !e4m3 to !inverse
  %s = lowp.scales %r level 0 : !inverse to tensor<?x1xi8>
  %x = lowp.dequantize %r : !inverse to tensor<?x?xf32>
  return %s, %x : tensor<?x1xi8>, tensor<?x?xf32>
}
!rows = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!columns = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>
!moved = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>, #lowp.layout<column_major, pitch = 16>>
!tiles = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>>
!transposed_tiles = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1, layout = tile_128x4>, #lowp.layout<column_major>>
func.func @round_trip(%q: !rows) -> (tensor<?x?xf32>, !rows) {
  %0 = lowp.relayout %q : !rows to !moved
  %1 = lowp.relayout %0 : !moved to !tiles
  %x = lowp.dequantize %1 : !tiles to tensor<?x?xf32>
  %2 = lowp.transpose %1 permutation = [1, 0] : !tiles to !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1, layout = tile_128x4>>
  %3 = lowp.relayout %2 : !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1, layout = tile_128x4>> to !transposed_tiles
  %4 = lowp.relayout %3 : !transposed_tiles to !columns
  %5 = lowp.transpose %4 permutation = [1, 0] : !columns to !rows
  return %x, %5 : tensor<?x?xf32>, !rows
}
func.func @regroup(%q: !rows) -> !columns {
  %r = lowp.regroup %q with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                    infinity = max, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate, subnormals = preserve>
    : !rows to !columns
  return %r : !columns
}
