// RUN: lowp-opt %s --convert-lowp-storage-to-linalg --split-input-file --verify-diagnostics

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @no_recipe(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{leaves `recipe` of the quantizer unstated, and it changes bytes}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @no_zero_group(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{leaves `zero_group` of the quantizer unstated, and it changes bytes}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @no_nonfinite_group(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{leaves `nonfinite_group` of the quantizer unstated, and it changes bytes}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, zero_group = one, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @no_subnormals(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{leaves `subnormals` of the quantizer unstated, and it changes bytes}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, zero_group = one, nonfinite_group = propagate>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @no_rounding(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{leaves `rounding` of the conversion to 'f8E4M3FN' unstated, and it changes bytes}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @no_overflow(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{leaves `overflow` of the conversion to 'f8E4M3FN' unstated, and it changes bytes}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne, infinity = max, nan = nan, zero_sign = keep>, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @no_infinity(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{leaves `infinity` of the conversion to 'f8E4M3FN' unstated, and it changes bytes}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, nan = nan, zero_sign = keep>, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @no_nan(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{leaves `nan` of the conversion to 'f8E4M3FN' unstated, and it changes bytes}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, zero_sign = keep>, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @no_zero_sign(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{leaves `zero_sign` of the conversion to 'f8E4M3FN' unstated, and it changes bytes}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan>, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @recipe(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{has no lowering for `recipe = even`; floor, rceil and ceil, for scales of f8E8M0FNU, and amax_over_max, for scales of f32, have one}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = even, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f32 per 1x32>>

func.func @scale_type(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xf32>) {
  // expected-error@+1 {{has no lowering for the recipe rceil with scales of 'f32'; it has one for 'f8E8M0FNU'}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xf32>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, arithmetic = divide, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32, direction = encode>>

func.func @direction(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{has no lowering for scales that encode; quantize with scales that reconstruct and invert them}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f32 per 1x32>>

func.func @arithmetic(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xf32>) {
  // expected-error@+1 {{leaves `arithmetic` of the quantizer unstated, and it changes bytes}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xf32>) as !mx
      with <recipe = amax_over_max, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<bf16 per 1x32>>

func.func @no_scale_rounding(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xbf16>) {
  // expected-error@+1 {{leaves `scale_rounding` of the quantizer unstated, and it changes bytes}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xbf16>) as !mx
      with <recipe = amax_over_max, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, arithmetic = divide, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @stochastic(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{has no lowering for `rounding = stochastic`; rne, rtz, rup and rdown have one}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = stochastic, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @flush(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{has no lowering for `subnormals = flush`; preserve has one}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, zero_group = one, nonfinite_group = propagate, subnormals = flush>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @timing(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{measures the values that it quantizes, so `timing = delayed` has no meaning here}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, zero_group = one, nonfinite_group = propagate, subnormals = preserve, timing = delayed>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @amax_type(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{has no lowering for an amax of 'bf16' of values of 'f32'}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, amax_type = bf16, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @amax_floor(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{has no lowering for `amax_floor`}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, amax_floor = 1.0e-4 : f32, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?x!lowp.mxint8, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @no_nan(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{cannot let values overflow: '!lowp.mxint8' has neither infinity nor NaN}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <!lowp.mxint8, rounding = rne, overflow = nonsaturating, infinity = max, nan = zero, zero_sign = positive>, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @directed_f64(%x: memref<8x64xf64>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{has no lowering for `rounding = rup` of f64; rne and rtz have one}}
  lowp.storage.quantize ins(%x : memref<8x64xf64>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rup, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @tensors(%c: tensor<8x64xi8>, %s: tensor<8x2xi8>,
                   %x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  // expected-error@+1 {{is on tensors; bufferize first}}
  %r = lowp.storage.dequantize
      ins(%c, %s : tensor<8x64xi8>, tensor<8x2xi8> as !mx)
      outs(%x : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

// -----

!int8 = !lowp.scaled<?x?xi8, #lowp.scale<f32 per 1x32>, #lowp.scale<f32 per 1x*>>

func.func @product(%c: memref<8x64xi8>, %s: memref<8x2xf32>, %t: memref<8x1xf32>,
                   %x: memref<8x64xf32>) {
  // expected-error@+1 {{has no lowering for a product of 56 bits, which f64 does not hold; up to 53 bits have one}}
  lowp.storage.dequantize
      ins(%c, %s, %t : memref<8x64xi8>, memref<8x2xf32>, memref<8x1xf32> as !int8)
      outs(%x : memref<8x64xf32>)
  return
}

// -----

!rows = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f32 per 1x*>>

func.func @scale_rounding(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x1xf32>) {
  // expected-error@+1 {{has no lowering for `scale_rounding = rup`; rne has one}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x1xf32>) as !rows
      with <recipe = amax_over_max, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, arithmetic = divide, scale_rounding = rup, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}

// -----

func.func @recode_rounding(%c: memref<8x64xi8>, %d: memref<8x64xi8>) {
  // expected-error@+1 {{leaves `rounding` of the conversion to 'f8E4M3FN' unstated, and it changes bytes}}
  lowp.storage.recode ins(%c : memref<8x64xi8> as f8E5M2)
      outs(%d : memref<8x64xi8>) with <f8E4M3FN, overflow = saturate>
  return
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f32 per 1x32, direction = encode>, #lowp.scale<f32 per *x*, direction = encode>>

func.func @quotient(%c: memref<8x64xi8>, %s: memref<8x2xf32>, %t: memref<1x1xf32>, %x: memref<8x64xf32>) {
  // expected-error@+1 {{has no lowering for a quotient of 4 by 48 bits, which f64 does not round correctly; up to 24 bits have one}}
  lowp.storage.dequantize ins(%c, %s, %t : memref<8x64xi8>, memref<8x2xf32>, memref<1x1xf32> as !x)
      outs(%x : memref<8x64xf32>)
  return
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f32 per *x*>>

func.func @amax_of_f64(%x: memref<8x64xf64>, %c: memref<8x64xi8>, %s: memref<1x1xf32>) {
  // expected-error@+1 {{has no lowering for amax_over_max of f64, whose amax f32 does not hold; f32, bf16 and f16 have one}}
  lowp.storage.quantize ins(%x : memref<8x64xf64>)
      outs(%c, %s : memref<8x64xi8>, memref<1x1xf32>) as !x
      with <recipe = amax_over_max, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, arithmetic = divide, zero_group = one, nonfinite_group = propagate, subnormals = preserve>
  return
}
