// RUN: lowp-opt %s --lowp-schedule-kernels --split-input-file --verify-diagnostics

// expected-error@+1 {{the module names no target}}
module {}

// -----

// expected-error@+1 {{unknown target 'sm_1'; known are}}
module attributes {lowp.target = #lowp.target<"sm_1">} {}

// -----

module attributes {lowp.target = #lowp.target<"sm_120a">} {
  // expected-error@+1 {{has no anchor: a kernel has one contraction (lowp.matmul) or one quantization (lowp.quantize)}}
  lowp.kernel @nothing(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
    lowp.return %x : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @two(%x: !x, %w: !w) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
    // expected-note@+1 {{the first is here}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    // expected-error@+1 {{is a second anchor of its kernel}}
    %z = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y, %z : tensor<?x?xf32>, tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_90a">} {
  lowp.kernel @other_chip(%x: !x, %w: !w) -> tensor<?x?xf32> {
    // expected-error@+1 {{no matrix instruction of 'sm_90a' is lowered for f8E4M3FN x f8E4M3FN, f8E8M0FNU scales per 32, f32 accumulator; it is for sm_120a, sm_120f, sm_121a}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E5M2, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E5M2, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @no_row(%x: !x, %w: !w) -> tensor<?x?xf32> {
    // expected-error@+1 {{no matrix instruction of 'sm_120a' is lowered for f8E5M2 x f8E5M2, f8E8M0FNU scales per 32, f32 accumulator}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 8>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @narrow_pitch(%x: !x, %w: !w) -> tensor<?x?xf32> {
    // expected-error@+1 {{is lowered with rows of codes that begin at multiples of 16 bytes; the layout of its left operand promises multiples of 8: state `pitch = 16` in #lowp.layout}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<row_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @rows_of_n(%x: !x, %w: !w) -> tensor<?x?xf32> {
    // expected-error@+1 {{is lowered with operands whose codes are consecutive along K}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @order(%x: !x, %w: !w) -> tensor<?x?xf32> {
    // expected-error@+1 {{is lowered with an accumulator of f32 in any order}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32, order = sequential>
      : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @swizzled_scales(%x: !x, %w: !w) -> tensor<?x?xf32> {
    // expected-error@+1 {{is lowered with linear scales, those of its left operand lie as tile_128x4; lowp.relayout moves them}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

// What is unstated is refused as it is on the CPU.
#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @no_rounding(%x: tensor<?x?xf32>) -> !x {
    // expected-error@+1 {{'lowp.quantize' op leaves `rounding` of the conversion to 'f8E4M3FN' unstated, and it changes bytes}}
    %q = lowp.quantize %x with <recipe = rceil,
      conversion = <f8E4M3FN, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate, subnormals = preserve> : tensor<?x?xf32> to !x
    lowp.return %q : !x
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @no_overflow(%x: tensor<?x?xf32>) -> !x {
    // expected-error@+1 {{'lowp.quantize' op leaves `overflow` of the conversion to 'f8E4M3FN' unstated, and it changes bytes}}
    %q = lowp.quantize %x with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, infinity = max, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate, subnormals = preserve> : tensor<?x?xf32> to !x
    lowp.return %q : !x
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @no_infinity(%x: tensor<?x?xf32>) -> !x {
    // expected-error@+1 {{'lowp.quantize' op leaves `infinity` of the conversion to 'f8E4M3FN' unstated, and it changes bytes}}
    %q = lowp.quantize %x with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate, subnormals = preserve> : tensor<?x?xf32> to !x
    lowp.return %q : !x
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @no_nan(%x: tensor<?x?xf32>) -> !x {
    // expected-error@+1 {{'lowp.quantize' op leaves `nan` of the conversion to 'f8E4M3FN' unstated, and it changes bytes}}
    %q = lowp.quantize %x with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate, subnormals = preserve> : tensor<?x?xf32> to !x
    lowp.return %q : !x
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @no_zero_sign(%x: tensor<?x?xf32>) -> !x {
    // expected-error@+1 {{'lowp.quantize' op leaves `zero_sign` of the conversion to 'f8E4M3FN' unstated, and it changes bytes}}
    %q = lowp.quantize %x with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan>,
      zero_group = one, nonfinite_group = propagate, subnormals = preserve> : tensor<?x?xf32> to !x
    lowp.return %q : !x
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @no_recipe(%x: tensor<?x?xf32>) -> !x {
    // expected-error@+1 {{'lowp.quantize' op leaves `recipe` of the quantizer unstated, and it changes bytes}}
    %q = lowp.quantize %x with <conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate, subnormals = preserve> : tensor<?x?xf32> to !x
    lowp.return %q : !x
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @no_zero_group(%x: tensor<?x?xf32>) -> !x {
    // expected-error@+1 {{'lowp.quantize' op leaves `zero_group` of the quantizer unstated, and it changes bytes}}
    %q = lowp.quantize %x with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>,
      nonfinite_group = propagate, subnormals = preserve> : tensor<?x?xf32> to !x
    lowp.return %q : !x
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @no_nonfinite_group(%x: tensor<?x?xf32>) -> !x {
    // expected-error@+1 {{'lowp.quantize' op leaves `nonfinite_group` of the quantizer unstated, and it changes bytes}}
    %q = lowp.quantize %x with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>,
      zero_group = one, subnormals = preserve> : tensor<?x?xf32> to !x
    lowp.return %q : !x
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @no_subnormals(%x: tensor<?x?xf32>) -> !x {
    // expected-error@+1 {{'lowp.quantize' op leaves `subnormals` of the quantizer unstated, and it changes bytes}}
    %q = lowp.quantize %x with <recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate> : tensor<?x?xf32> to !x
    lowp.return %q : !x
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
#mxfp8 = #lowp.quantizer<
  recipe = floor,
  conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max,
                nan = nan, zero_sign = keep>,
  zero_group = one, nonfinite_group = propagate, subnormals = preserve>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @recipe(%x: tensor<?x?xf32>) -> !x {
    // expected-error@+1 {{'lowp.quantize' op is lowered with `recipe = rceil`, not floor}}
    %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !x
    lowp.return %q : !x
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [64, 64, 128], warps = [2, 2], stages = 3>} {
    // expected-error@+1 {{it names no instruction}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [64, 64, 128], warps = [2, 2], stages = 3, instruction = "MMA_F32_16x8x32_E5M2_E5M2_UE8M0">} {
    // expected-error@+1 {{no instruction MMA_F32_16x8x32_E5M2_E5M2_UE8M0 is lowered}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [64, 64], warps = [2, 2], stages = 3, instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">} {
    // expected-error@+1 {{a contraction has a tile over M, N and K}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [64, 64, 128], warps = [8, 8], stages = 3, instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">} {
    // expected-error@+1 {{2048 threads are more than the 1024 of a block}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [48, 64, 128], warps = [2, 2], stages = 3, instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">} {
    // expected-error@+1 {{a tile of 48 is not cut by 2 warps into multiples of 16}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [64, 64, 256], warps = [2, 2], stages = 3, instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">} {
    // expected-error@+1 {{the tile along K is 32, 64 or 128, not 256}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [32, 64, 32], warps = [2, 2], stages = 3, instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">} {
    // expected-error@+1 {{128 threads do not share 32 rows of 32 bytes evenly}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [64, 64, 128], warps = [2, 2], stages = 1, instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">} {
    // expected-error@+1 {{a ring that is filled ahead has two or more stages}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [128, 128, 128], warps = [2, 2], stages = 4, instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">} {
    // expected-error@+1 {{its ring has 131072 bytes, a block has 101376}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
#mxfp8 = #lowp.quantizer<
  recipe = rceil,
  conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max,
                nan = nan, zero_sign = keep>,
  zero_group = one, nonfinite_group = propagate, subnormals = preserve>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @gives_more(%x: tensor<?x?xf32>) -> (!x, tensor<?x?xf32>) {
    // expected-error@+1 {{is lowered where its result is all that the kernel returns}}
    %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !x
    lowp.return %q, %x : !x, tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
#mxfp8 = #lowp.quantizer<
  recipe = rceil,
  conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max,
                nan = nan, zero_sign = keep>,
  zero_group = one, nonfinite_group = propagate, subnormals = preserve>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  func.func private @print(tensor<?x?xf32>)
  lowp.kernel @prints(%x: tensor<?x?xf32>) -> !x {
    // expected-error@+1 {{has a side effect, and is not lowered in a kernel}}
    func.call @print(%x) : (tensor<?x?xf32>) -> ()
    %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !x
    lowp.return %q : !x
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
#mxfp8 = #lowp.quantizer<
  recipe = rceil,
  conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max,
                nan = nan, zero_sign = keep>,
  zero_group = one, nonfinite_group = propagate, subnormals = preserve>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  // expected-error@+1 {{has branches: a kernel is lowered as one block}}
  lowp.kernel @branches(%x: tensor<?x?xf32>) -> !x {
    cf.br ^bb1
  ^bb1:
    %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !x
    lowp.return %q : !x
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @guaranteed_bits(%x: !x, %w: !w) -> tensor<?x?xf32> {
    // expected-error@+1 {{f32 accumulator of 40 guaranteed bits}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32, guaranteed_bits = 40>
      : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @rounded_products(%x: !x, %w: !w) -> tensor<?x?xf32> {
    // expected-error@+1 {{is lowered with exact products}}
    %y = lowp.matmul %x, %w accumulate <product = rounded, accumulator = f32>
      : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @warps_beyond_counting(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [64, 64, 128], warps = [4611686018427387904, 4], stages = 2,
                                instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">} {
    // expected-error@+1 {{threads are more than the 1024 of a block}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @tile_beyond_counting(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [4611686018427387904, 64, 128], warps = [2, 2], stages = 2,
                                instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">} {
    // expected-error@+1 {{4611686018427387904 rows of 128 bytes are more than the 101376 bytes of a block}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [512, 16, 32], warps = [4, 1], stages = 2, copies = bulk, instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">} {
    // expected-error@+1 {{a bulk copy has at most 256 rows, not 512}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [128, 128, 128], warps = [4, 8], stages = 3, copies = bulk, instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">} {
    // expected-error@+1 {{1056 threads are more than the 1024 of a block}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> attributes {
      schedule = #lowp.schedule<tile = [128, 128, 128], warps = [2, 2], stages = 4, copies = bulk, instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">} {
    // expected-error@+1 {{its ring has 131136 bytes, a block has 101376}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}
