// Codes and scales of quantization, byte for byte, against tables and searches.
//
// RUN: %python %S/Inputs/quantize.py %lowp_tools_dir/lowp-run %s %t

#ofp8 = #lowp.conversion<f8E4M3FN, rounding = rne, overflow = saturate,
                         infinity = max, nan = nan, zero_sign = keep>
#mxfp8 = #lowp.quantizer<
  recipe = rceil, conversion = #ofp8, zero_group = one,
  nonfinite_group = propagate, subnormals = preserve>

!rows = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!columns = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>,
                        #lowp.layout<column_major, pitch = 16>>
!boxes = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 4x8>>
!tensor = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per *x*>>
!tiles = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>>
!column_tiles = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1, layout = tile_128x4>,
                             #lowp.layout<column_major>>

func.func @rows(%x: tensor<?x?xf32>) -> !rows {
  %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !rows
  return %q : !rows
}
func.func @rows_f64(%x: tensor<?x?xf64>) -> !rows {
  %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf64> to !rows
  return %q : !rows
}
func.func @rows_f16(%x: tensor<?x?xf16>) -> !rows {
  %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf16> to !rows
  return %q : !rows
}
func.func @rows_bf16(%x: tensor<?x?xbf16>) -> !rows {
  %q = lowp.quantize %x with #mxfp8 : tensor<?x?xbf16> to !rows
  return %q : !rows
}
func.func @columns(%x: tensor<?x?xf32>) -> !columns {
  %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !columns
  return %q : !columns
}
func.func @boxes(%x: tensor<?x?xf32>) -> !boxes {
  %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !boxes
  return %q : !boxes
}
func.func @tensor(%x: tensor<?x?xf32>) -> !tensor {
  %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !tensor
  return %q : !tensor
}
func.func @tiles(%x: tensor<?x?xf32>) -> !tiles {
  %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !tiles
  return %q : !tiles
}
func.func @column_tiles(%x: tensor<?x?xf32>) -> !column_tiles {
  %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !column_tiles
  return %q : !column_tiles
}
// The bytes of the scales in memory, with their padding.
func.func @tile_bytes(%x: tensor<?x?xf32>) -> tensor<?x?x512xi8> {
  %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !tiles
  %s = lowp.scales %q level 0 : !tiles to tensor<?x?x512xi8>
  return %s : tensor<?x?x512xi8>
}
func.func @moved_tile_bytes(%x: tensor<?x?xf32>) -> tensor<?x?x512xi8> {
  %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !rows
  %r = lowp.relayout %q : !rows to !tiles
  %s = lowp.scales %r level 0 : !tiles to tensor<?x?x512xi8>
  return %s : tensor<?x?x512xi8>
}

// Other formats and policies.

!e5m2 = !lowp.scaled<?x?xf8E5M2, #lowp.scale<f8E8M0FNU per 1x32>>
func.func @e5m2_floor(%x: tensor<?x?xf32>) -> !e5m2 {
  %q = lowp.quantize %x with <recipe = floor,
      conversion = <f8E5M2, rounding = rne, overflow = nonsaturating,
                    infinity = inf, nan = signed_nan, zero_sign = positive>,
      zero_group = smallest, nonfinite_group = saturate_scale,
      subnormals = preserve> : tensor<?x?xf32> to !e5m2
  return %q : !e5m2
}
!e4m3_floor = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
func.func @e4m3_floor(%x: tensor<?x?xf32>) -> !e4m3_floor {
  %q = lowp.quantize %x with <recipe = floor,
      conversion = <f8E4M3FN, rounding = rne, overflow = nonsaturating,
                    infinity = nan, nan = max, zero_sign = keep>,
      zero_group = one, nonfinite_group = saturate_scale,
      subnormals = preserve> : tensor<?x?xf32> to !e4m3_floor
  return %q : !e4m3_floor
}
!fnuz = !lowp.scaled<?x?xf8E4M3FNUZ, #lowp.scale<f8E8M0FNU per 1x32>>
func.func @fnuz_rtz(%x: tensor<?x?xf32>) -> !fnuz {
  %q = lowp.quantize %x with <recipe = ceil,
      conversion = <f8E4M3FNUZ, rounding = rtz, overflow = nonsaturating,
                    infinity = nan, nan = nan, zero_sign = positive>,
      zero_group = one, nonfinite_group = propagate,
      subnormals = preserve> : tensor<?x?xf32> to !fnuz
  return %q : !fnuz
}
// Without -0 there is no sign of zero to state.
!b11 = !lowp.scaled<?x?xf8E4M3B11FNUZ, #lowp.scale<f8E8M0FNU per 1x32>>
func.func @b11_rup(%x: tensor<?x?xf32>) -> !b11 {
  %q = lowp.quantize %x with <recipe = floor,
      conversion = <f8E4M3B11FNUZ, rounding = rup, overflow = nonsaturating,
                    infinity = max, nan = zero>,
      zero_group = one, nonfinite_group = propagate,
      subnormals = preserve> : tensor<?x?xf32> to !b11
  return %q : !b11
}
!e3m4 = !lowp.scaled<?x?xf8E3M4, #lowp.scale<f8E8M0FNU per 1x32>>
func.func @e3m4_rdown(%x: tensor<?x?xf32>) -> !e3m4 {
  %q = lowp.quantize %x with <recipe = floor,
      conversion = <f8E3M4, rounding = rdown, overflow = nonsaturating,
                    infinity = inf, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate,
      subnormals = preserve> : tensor<?x?xf32> to !e3m4
  return %q : !e3m4
}
!mxint8 = !lowp.scaled<?x?x!lowp.mxint8, #lowp.scale<f8E8M0FNU per 1x32>>
func.func @mxint8(%x: tensor<?x?xf32>) -> !mxint8 {
  %q = lowp.quantize %x with <recipe = floor,
      conversion = <!lowp.mxint8, rounding = rne, overflow = saturate,
                    infinity = max, nan = zero, zero_sign = positive>,
      zero_group = one, nonfinite_group = propagate,
      subnormals = preserve> : tensor<?x?xf32> to !mxint8
  return %q : !mxint8
}

// f32 scales.

!wide_scale = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f32 per *x*>>
func.func @divide(%x: tensor<?x?xf32>) -> !wide_scale {
  %q = lowp.quantize %x with <recipe = amax_over_max, conversion = #ofp8,
      arithmetic = divide, zero_group = one, nonfinite_group = propagate,
      subnormals = preserve> : tensor<?x?xf32> to !wide_scale
  return %q : !wide_scale
}
func.func @reciprocal(%x: tensor<?x?xf32>) -> !wide_scale {
  %q = lowp.quantize %x with <recipe = amax_over_max, conversion = #ofp8,
      arithmetic = reciprocal, zero_group = one, nonfinite_group = propagate,
      subnormals = preserve> : tensor<?x?xf32> to !wide_scale
  return %q : !wide_scale
}
