// RUN: lowp-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'f8E8M0FNU' is no encoding of codes: expected a builtin float of up to 32 bits other than f8E8M0FNU, i8, i4 or !lowp.mxint8}}
func.func private @f(!lowp.scaled<4x32xf8E8M0FNU, #lowp.scale<f32 per *x*>>)

// -----

// expected-error@+1 {{'f64' is no encoding of codes}}
func.func private @f(!lowp.scaled<4x32xf64, #lowp.scale<f32 per *x*>>)

// -----

// expected-error@+1 {{'i8' is no type of scales: expected f8E8M0FNU, !lowp.ue4m3, a narrow float, bf16, f16 or f32}}
func.func private @f(!lowp.scaled<4x32xf8E4M3FN, #lowp.scale<i8 per *x*>>)

// -----

// expected-error@+1 {{a scaled value has at least one level of scales}}
func.func private @f(!lowp.scaled<4x32xf8E4M3FN>)

// -----

// expected-error@+1 {{a scaled value has at least one dimension}}
func.func private @f(!lowp.scaled<f8E4M3FN, #lowp.scale<f32 per *x*>>)

// -----

// expected-error@+1 {{the group 1x1x32 has rank 3, the value rank 2}}
func.func private @f(!lowp.scaled<4x32xf8E4M3FN, #lowp.scale<f32 per 1x1x32>>)

// -----

// expected-error@+1 {{the group 1x24 of level 1 is no multiple of the group 1x16 inside it}}
func.func private @f(!lowp.scaled<4x32xf4E2M1FN, #lowp.scale<!lowp.ue4m3 per 1x16>, #lowp.scale<f32 per 1x24>>)

// -----

// expected-error@+1 {{the group 1x32 of level 1 is no multiple of the group 1x* inside it}}
func.func private @f(!lowp.scaled<4x32xf8E4M3FN, #lowp.scale<f32 per 1x*>, #lowp.scale<f32 per 1x32>>)

// -----

// expected-error@+1 {{extents of a group are positive, or `*`}}
#s = #lowp.scale<f32 per 0x32>

// -----

// expected-error@+1 {{extents of a group are positive, or `*`}}
#s = #lowp.scale<f32 per -1>

// -----

// expected-error@+1 {{expected `x` or the end of the group}}
#s = #lowp.scale<f32 per 1y32>

// -----

// expected-error@+1 {{expected an extent of a group, got `3a`}}
#s = #lowp.scale<f32 per 1x3a>

// -----

// expected-error@+1 {{unknown field `directon`: a scale has `direction` and `layout`}}
#s = #lowp.scale<f32 per 1x32, directon = encode>

// -----

// expected-error@+1 {{got: backwards}}
#s = #lowp.scale<f32 per 1x32, direction = backwards>

// -----

// expected-error@+1 {{the order of a layout is a permutation of the dimensions}}
#l = #lowp.layout<order = [0, 2]>

// -----

// expected-error@+1 {{expected 'order': a layout is `row_major`, `column_major` or `order = [...]`}}
#l = #lowp.layout<rowmajor>

// -----

// expected-error@+1 {{the pitch of a layout is a positive number of bytes}}
#l = #lowp.layout<row_major, pitch = 0>

// -----

// expected-error@+1 {{the layout orders 3 dimensions, the value has 2}}
func.func private @f(!lowp.scaled<4x32xf8E4M3FN, #lowp.scale<f32 per *x*>, #lowp.layout<order = [0, 1, 2]>>)

// -----

// expected-error@+1 {{expected a level (`#lowp.scale`) or a layout (`#lowp.layout`), got 32 : i64}}
func.func private @f(!lowp.scaled<4x32xf8E4M3FN, 32>)

// -----

// expected-error@+1 {{the layout is the last part of a type}}
func.func private @f(!lowp.scaled<4x32xf8E4M3FN, #lowp.layout<row_major>, #lowp.scale<f32 per *x*>>)

// -----

// expected-error@+1 {{'f8E4M3FN' has no infinity: `infinity = inf` has no code}}
#c = #lowp.conversion<f8E4M3FN, infinity = inf>

// -----

// expected-error@+1 {{'f4E2M1FN' has no NaN: `nan = nan` has no code}}
#c = #lowp.conversion<f4E2M1FN, nan = nan>

// -----

// expected-error@+1 {{'f8E4M3FNUZ' has no -0: `zero_sign = keep` has no code}}
#c = #lowp.conversion<f8E4M3FNUZ, zero_sign = keep>

// -----

// expected-error@+1 {{`promotion` counts the products of a partial sum: it is given with `order = promoted` and only then}}
#a = #lowp.accumulate<accumulator = f32, promotion = 128>

// -----

// expected-error@+1 {{'f8E4M3FN' is no accumulator: expected f64, f32, f16, bf16 or i32}}
#a = #lowp.accumulate<accumulator = f8E4M3FN>

// -----

// expected-error@+1 {{an alignment is a power of two of bytes, got 24}}
#c = #lowp.contract<alignment = 24>

// -----

// expected-error@+1 {{`granularity` has three positive multiples, of M, N and K}}
#c = #lowp.contract<granularity = [128]>

// -----

// expected-error@+1 {{a schedule's tile has positive extents}}
#s = #lowp.schedule<tile = [0, 64], warps = [1], stages = 1>

// -----

// expected-error@+1 {{the field `layout` is given twice}}
#s = #lowp.scale<f8E8M0FNU per 1x32, layout = linear, layout = tile_128x4>

// -----

// expected-error@+1 {{the field `pitch` is given twice}}
#l = #lowp.layout<row_major, pitch = 16, pitch = 32>

// -----

// expected-error@+1 {{the field `alignment` is given twice}}
#c = #lowp.contract<alignment = 16, alignment = 32>

// -----

// expected-error@+1 {{extents of a group are positive and at most 2^48, or `*`}}
#s = #lowp.scale<f8E8M0FNU per 1x9223372036854775807>

// -----

// expected-error@+1 {{the pitch of a layout is a positive number of bytes and at most 2^48}}
#l = #lowp.layout<row_major, pitch = 9223372036854775792>

// -----

// expected-error@+1 {{a scaled value has at most 2^48 elements, padding of rows included}}
func.func private @f(!lowp.scaled<4294967296x4294967296xf8E4M3FN, #lowp.scale<f8E8M0FNU per *x*>>)

// -----

// expected-error@+1 {{`guaranteed_bits` is 0 to 64}}
#a = #lowp.accumulate<accumulator = f32, guaranteed_bits = -1>

// -----

// expected-error@+1 {{a schedule has at least one stage}}
#s = #lowp.schedule<tile = [64], warps = [1], stages = -1>

// -----

// expected-error@+1 {{an amax is a float, got 'tensor<4xf32>'}}
#q = #lowp.quantizer<conversion = <f8E4M3FN>, amax_type = tensor<4xf32>>

// -----

// expected-error@+1 {{`amax_floor` is a finite number from 0 up, got 0x7FC00000 : f32}}
#q = #lowp.quantizer<conversion = <f8E4M3FN>, amax_floor = 0x7FC00000 : f32>

// -----

// expected-error@+1 {{`guaranteed_bits` is 0 to 64}}
#c = #lowp.contract<alignment = 16, guaranteed_bits = -1>

// -----

// expected-error@+1 {{`promotion` is 1 to 2^31 - 1 products}}
#a = #lowp.accumulate<accumulator = f32, order = promoted, promotion = -1>

// -----

// expected-error@+1 {{`granularity` has three positive multiples, of M, N and K, of at most 2^48}}
#c = #lowp.contract<granularity = [1, 1, 9223372036854775807]>

// -----

// Nothing is left to round where a recipe gives a power of two.
// expected-error@+1 {{the recipe rceil fixes a scale to its last bit: `scale_rounding` goes with amax_over_max only}}
#q = #lowp.quantizer<recipe = rceil, conversion = <f8E4M3FN>, scale_rounding = rup>

// -----

// expected-error@+1 {{the NaN of 'f8E4M3FNUZ' has no sign: `nan = signed_nan` has no code}}
#c = #lowp.conversion<f8E4M3FNUZ, nan = signed_nan>

// -----

// expected-error@+1 {{a schedule's warps are positive}}
#s = #lowp.schedule<tile = [64, 64], warps = [0, 2], stages = 1>

// -----

// expected-error@+1 {{a schedule has at least one stage}}
#s = #lowp.schedule<tile = [64, 64], warps = [1, 2], stages = 0>

// -----

// expected-error@+1 {{'f4E2M1FN' has no NaN: `infinity = nan` has no code}}
#c = #lowp.conversion<f4E2M1FN, infinity = nan>

// -----

// expected-error@+1 {{a schedule's raster has at least one row of tiles}}
#s = #lowp.schedule<tile = [64], warps = [1], stages = 1, raster = 0>

// -----

// expected-error@+1 {{a schedule has no field 'order'; those that may be left out are raster, copies and instruction}}
#s = #lowp.schedule<tile = [64], warps = [1], stages = 1, order = 8>

// -----

// expected-error@+1 {{'raster' is given twice}}
#s = #lowp.schedule<tile = [64], warps = [1], stages = 1, raster = 8, raster = 8>

// -----

// expected-error@+1 {{expected one of [threads, bulk] for who brings operands from global to shared memory, got: some}}
#s = #lowp.schedule<tile = [64], warps = [1], stages = 1, copies = some>
