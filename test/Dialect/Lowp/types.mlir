// RUN: lowp-opt %s | FileCheck %s

// Types and attributes print in one form, whatever form they were written in.

// Scaled types get names. Levels are innermost first; a layout comes last.
// CHECK-DAG: !scaled_4_32_f8E4M3FN = !lowp.scaled<4x32xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
// CHECK-DAG: !scaled_4_32_mxint8 = !lowp.scaled<4x32x!lowp.mxint8, #lowp.scale<f8E8M0FNU per 1x32>>
// CHECK-DAG: !scaled_d_64_f4E2M1FN = !lowp.scaled<?x64xf4E2M1FN, #lowp.scale<!lowp.ue4m3 per 1x16>, #lowp.scale<f32 per *x*>, #lowp.layout<row_major, packing = low_first>>
// CHECK-DAG: #[[$ACC:.*]] = #lowp.accumulate<accumulator = f32, guaranteed_bits = 25>
// CHECK-DAG: #[[$ACC1:.*]] = #lowp.accumulate<accumulator = f32, order = promoted, promotion = 128>
// CHECK-DAG: #[[$CONVERSION:.*]] = #lowp.conversion<f8E4M3FN>

// Every narrow float of MLIR and the formats of our own are encodings.
// CHECK-LABEL: func.func private @encodings(
//  CHECK-SAME:   !scaled_4_32_f8E4M3FN,
func.func private @encodings(
  !lowp.scaled<4x32xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>,
  !lowp.scaled<4x32xf8E5M2, #lowp.scale<f8E8M0FNU per 1x32>>,
  !lowp.scaled<4x32xf8E4M3FNUZ, #lowp.scale<f32 per *x*>>,
  !lowp.scaled<4x32xf8E5M2FNUZ, #lowp.scale<f32 per *x*>>,
  !lowp.scaled<4x32xf8E4M3B11FNUZ, #lowp.scale<f32 per *x*>>,
  !lowp.scaled<4x32xf8E4M3, #lowp.scale<f32 per *x*>>,
  !lowp.scaled<4x32xf8E3M4, #lowp.scale<f32 per *x*>>,
  !lowp.scaled<4x32xf6E3M2FN, #lowp.scale<f8E8M0FNU per 1x32>>,
  !lowp.scaled<4x32xf6E2M3FN, #lowp.scale<f8E8M0FNU per 1x32>>,
  !lowp.scaled<4x32xf4E2M1FN, #lowp.scale<!lowp.ue4m3 per 1x16>>,
  !lowp.scaled<4x32x!lowp.mxint8, #lowp.scale<f8E8M0FNU per 1x32>>,
  !lowp.scaled<4x32xtf32, #lowp.scale<f32 per *x*>>,
  !lowp.scaled<4x32xbf16, #lowp.scale<f32 per *x*>>,
  !lowp.scaled<4x32xf16, #lowp.scale<f32 per *x*>>,
  !lowp.scaled<4x32xi8, #lowp.scale<f32 per 1x*>>,
  !lowp.scaled<4x32xi4, #lowp.scale<f16 per 1x32>>)

// A direction and a layout that are the default are not printed; words for the
// usual groups become extents.
// CHECK-LABEL: func.func private @scales(
//  CHECK-SAME:   #lowp.scale<f32 per 1x*>
//  CHECK-SAME:   #lowp.scale<f32 per *x1>
//  CHECK-SAME:   #lowp.scale<f32 per *x*>
//  CHECK-SAME:   #lowp.scale<f32 per *x*, direction = encode>
//  CHECK-SAME:   #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>
//  CHECK-SAME:   #lowp.scale<f32 per 2x*x4>
//  CHECK-SAME:   #lowp.scale<f32 per *x3x4x5>
func.func private @scales()
  attributes {
    a = #lowp.scale<f32 per row, direction = reconstruct, layout = unassigned>,
    b = #lowp.scale<f32 per column>, c = #lowp.scale<f32 per tensor>,
    d = #lowp.scale<f32 per *x*, direction = encode>,
    e = #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>,
    f = #lowp.scale<f32 per 2x*x4>, g = #lowp.scale<f32 per *x3x4x5>}

// CHECK-LABEL: func.func private @levels(
//  CHECK-SAME:   !scaled_d_64_f4E2M1FN
func.func private @levels(
  !lowp.scaled<?x64xf4E2M1FN, #lowp.scale<!lowp.ue4m3 per 1x16>,
    #lowp.scale<f32 per tensor>,
    #lowp.layout<order = [0, 1], pitch = 1, packing = low_first>>)

// CHECK-LABEL: func.func private @layouts(
//  CHECK-SAME:   #lowp.layout<column_major, pitch = 16>
//  CHECK-SAME:   #lowp.layout<order = [0, 2, 1]>
func.func private @layouts()
  attributes {a = #lowp.layout<order = [1, 0], pitch = 16>,
              b = #lowp.layout<order = [0, 2, 1]>}

// A field of a policy that is left out stays unstated.
// CHECK-LABEL: func.func private @policies(
//  CHECK-SAME:   a = #[[$ACC]], b = #[[$ACC1]]
//  CHECK-SAME:   #lowp.contract<alignment = 16, granularity = [1, 8, 128], guaranteed_bits = 25, deterministic = true, target = #lowp.target<"sm_120a">>
//  CHECK-SAME:   #lowp.schedule<tile = [64, 64, 64], warps = [2, 2], stages = 2>
//  CHECK-SAME:   #lowp.schedule<tile = [64], warps = [1], stages = 2, raster = 8, copies = bulk, instruction = "X">
//  CHECK-SAME:   e = #[[$CONVERSION]]
func.func private @policies()
  attributes {
    a = #lowp.accumulate<accumulator = f32, guaranteed_bits = 25>,
    b = #lowp.accumulate<order = promoted, promotion = 128, accumulator = f32,
                         product = exact>,
    c = #lowp.contract<deterministic = true, granularity = [1, 8, 128],
                       alignment = 16, guaranteed_bits = 25,
                       target = #lowp.target<"sm_120a">>,
    d = [#lowp.schedule<tile = [64, 64, 64], warps = [2, 2], stages = 2,
                        raster = 1, copies = threads>,
         #lowp.schedule<tile = [64], warps = [1], stages = 2,
                        instruction = "X", copies = bulk, raster = 8>],
    e = #lowp.conversion<f8E4M3FN, rounding = unstated>}
