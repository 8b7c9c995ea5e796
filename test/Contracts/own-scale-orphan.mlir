// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

#mx = #lowp.scale<f8E8M0FNU per 1x32>
#rceil = #lowp.quantizer<recipe = rceil,
  conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max,
                nan = nan, zero_sign = keep>,
  zero_group = one, nonfinite_group = propagate, subnormals = preserve>
!q = !lowp.scaled<64x64xf8E4M3FN, #mx>

func.func @scales_of_another(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> !q {
  // expected-note@+1 {{the codes were chosen here, under scales of their own}}
  %a = lowp.quantize %x with #rceil : tensor<64x64xf32> to !q
  // expected-note@+1 {{the scales were chosen here, for other codes}}
  %b = lowp.quantize %y with #rceil : tensor<64x64xf32> to !q
  %codes = lowp.codes %a : !q to tensor<64x64xi8>
  %scales = lowp.scales %b level 0 : !q to tensor<64x2xi8>
  // expected-error@+3 {{[own-scale-orphan] reads codes of one value under scales of level 0 of another}}
  // expected-note@+2 {{codes chosen under the scale 2^-6 and read under 1 come out 64 times too large}}
  // expected-note@+1 {{take codes and scales of one value; or dequantize}}
  %r = lowp.assemble %codes, %scales : tensor<64x64xi8>, tensor<64x2xi8> to !q
  return %r : !q
}

// -----

// Moved, inverted, recoded and assembled on the way: the owners are still those
// of the two quantizations.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#linear = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#tiled = #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>
#alpha = #lowp.scale<f8E8M0FNU per 1x32, direction = encode>
#rceil = #lowp.quantizer<recipe = rceil,
  conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max,
                nan = nan, zero_sign = keep>,
  zero_group = one, nonfinite_group = propagate, subnormals = preserve>
!q = !lowp.scaled<64x64xf8E4M3FN, #mx>
!moved = !lowp.scaled<64x64xf8E4M3FN, #tiled>
!fnuz = !lowp.scaled<64x64xf8E4M3FNUZ, #mx>
!encode = !lowp.scaled<64x64xf8E4M3FN, #alpha>

func.func @on_the_way(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> !fnuz {
  // expected-note@+1 {{the codes were chosen here, under scales of their own}}
  %a = lowp.quantize %x with #rceil : tensor<64x64xf32> to !q
  // expected-note@+1 {{the scales were chosen here, for other codes}}
  %b = lowp.quantize %y with #rceil : tensor<64x64xf32> to !q
  %f = lowp.recode %a with <f8E4M3FNUZ, rounding = rne, overflow = saturate,
      infinity = max, nan = nan, zero_sign = positive> : !q to !fnuz
  %codes = lowp.codes %f : !fnuz to tensor<64x64xf8E4M3FNUZ>
  %i = lowp.invert_scale %b level 0 rounding rne : !q to !encode
  %j = lowp.invert_scale %i level 0 rounding rne : !encode to !q
  %m = lowp.relayout %j : !q to !moved
  %n = lowp.relayout %m : !moved to !q
  %nc = lowp.codes %n : !q to tensor<64x64xi8>
  %ns = lowp.scales %n level 0 : !q to tensor<64x2xi8>
  %again = lowp.assemble %nc, %ns : tensor<64x64xi8>, tensor<64x2xi8> to !q
  %scales = lowp.scales %again level 0 : !q to tensor<64x2xf8E8M0FNU>
  // expected-error@+3 {{[own-scale-orphan] reads codes of one value under scales of level 0 of another}}
  // expected-note@+2 {{64 times too large}}
  // expected-note@+1 {{take codes and scales of one value}}
  %r = lowp.assemble %codes, %scales
    : tensor<64x64xf8E4M3FNUZ>, tensor<64x2xf8E8M0FNU> to !fnuz
  return %r : !fnuz
}

// -----

// Two launches with different operands.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!q = !lowp.scaled<64x64xf8E4M3FN, #mx>

lowp.kernel private @quantize(tensor<64x64xf32>) -> !q
func.func @launches(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> !q {
  // expected-note@+1 {{the codes were chosen here}}
  %a = lowp.launch @quantize(%x) : (tensor<64x64xf32>) -> !q
  // expected-note@+1 {{the scales were chosen here}}
  %b = lowp.launch @quantize(%y) : (tensor<64x64xf32>) -> !q
  %codes = lowp.codes %a : !q to tensor<64x64xi8>
  %scales = lowp.scales %b level 0 : !q to tensor<64x2xi8>
  // expected-error@+3 {{[own-scale-orphan]}}
  // expected-note@+2 {{64 times too large}}
  // expected-note@+1 {{take codes and scales of one value}}
  %r = lowp.assemble %codes, %scales : tensor<64x64xi8>, tensor<64x2xi8> to !q
  return %r : !q
}

// -----

// Near miss: codes and scales of one value, apart and together again.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#tiled = #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>
!q = !lowp.scaled<64x64xf8E4M3FN, #mx>
!moved = !lowp.scaled<64x64xf8E4M3FN, #tiled>

lowp.kernel private @quantize(tensor<64x64xf32>) -> !q
func.func @one_value(%x: tensor<64x64xf32>) -> !moved {
  %a = lowp.launch @quantize(%x) : (tensor<64x64xf32>) -> !q
  %codes = lowp.codes %a : !q to tensor<64x64xi8>
  %m = lowp.relayout %a : !q to !moved
  %scales = lowp.scales %m level 0 : !moved to tensor<1x1x512xi8>
  %r = lowp.assemble %codes, %scales : tensor<64x64xi8>, tensor<1x1x512xi8> to !moved
  return %r : !moved
}

// -----

// Near miss: two quantizations that choose the same scales and round the codes
// otherwise.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!q = !lowp.scaled<64x64xf8E4M3FN, #mx>

func.func @same_scales(%x: tensor<64x64xf32>) -> !q {
  %a = lowp.quantize %x with <recipe = rceil,
    conversion = <f8E4M3FN, rounding = rtz, overflow = saturate, infinity = max,
                  nan = nan, zero_sign = keep>,
    zero_group = one, nonfinite_group = propagate, subnormals = preserve>
    : tensor<64x64xf32> to !q
  %b = lowp.quantize %x with <recipe = rceil,
    conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max,
                  nan = nan, zero_sign = keep>,
    zero_group = one, nonfinite_group = propagate, subnormals = preserve>
    : tensor<64x64xf32> to !q
  %codes = lowp.codes %a : !q to tensor<64x64xi8>
  %scales = lowp.scales %b level 0 : !q to tensor<64x2xi8>
  %r = lowp.assemble %codes, %scales : tensor<64x64xi8>, tensor<64x2xi8> to !q
  return %r : !q
}

// -----

// Near miss: what arguments hold, only the caller knows.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!q = !lowp.scaled<64x64xf8E4M3FN, #mx>

func.func @arguments(%a: !q, %b: !q) -> !q {
  %codes = lowp.codes %a : !q to tensor<64x64xi8>
  %scales = lowp.scales %b level 0 : !q to tensor<64x2xi8>
  %r = lowp.assemble %codes, %scales : tensor<64x64xi8>, tensor<64x2xi8> to !q
  return %r : !q
}
