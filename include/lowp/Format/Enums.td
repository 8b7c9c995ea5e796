//===- Enums.td - Words of conversions and recipes ---------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one list of policy words. From it come the plain C++ enumerations that
// the numerics library uses and the keywords that the dialect's attributes
// parse. Case 0 of a policy is `unstated`: a field that was left out. Case 0 of
// the words of types is their default.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FORMAT_ENUMS_TD
#define LOWP_FORMAT_ENUMS_TD

include "mlir/IR/EnumAttr.td"

class Lowp_Word<string symbol, int value, string keyword, string what>
    : I32EnumAttrCase<symbol, value, keyword> {
  let summary = what;
}

class Lowp_Words<string name, string what, list<I32EnumAttrCase> words>
    : I32EnumAttr<name, what,
        !listconcat([Lowp_Word<"Unstated", 0, "unstated",
                               "left out; rules refuse it where it matters">],
                    words)> {
  let cppNamespace = "::lowp";
  let genSpecializedAttr = 0;
}

def Lowp_Rounding : Lowp_Words<"Rounding",
    "which neighbour a value between two codes becomes", [
  Lowp_Word<"NearestEven", 1, "rne", "nearest, ties to the even code">,
  Lowp_Word<"TowardZero", 2, "rtz", "the neighbour of smaller magnitude">,
  Lowp_Word<"Up", 3, "rup", "the neighbour toward plus infinity">,
  Lowp_Word<"Down", 4, "rdown", "the neighbour toward minus infinity">,
  Lowp_Word<"Stochastic", 5, "stochastic",
            "either, with probability by distance">
]>;

def Lowp_Overflow : Lowp_Words<"Overflow",
    "what a finite value becomes whose rounded magnitude is out of range", [
  Lowp_Word<"Saturate", 1, "saturate",
            "the largest finite code of the same sign">,
  Lowp_Word<"Nonsaturating", 2, "nonsaturating",
            "infinity where the encoding has one, else NaN">
]>;

def Lowp_InfinityPolicy : Lowp_Words<"InfinityPolicy",
    "what an infinite source becomes", [
  Lowp_Word<"Max", 1, "max", "the largest finite code of the same sign">,
  Lowp_Word<"Infinity", 2, "inf", "infinity; the encoding must have one">,
  Lowp_Word<"NaN", 3, "nan", "NaN; the encoding must have one">
]>;

def Lowp_NaNPolicy : Lowp_Words<"NaNPolicy", "what a NaN source becomes", [
  Lowp_Word<"NaN", 1, "nan", "the canonical NaN code, sign dropped">,
  Lowp_Word<"SignedNaN", 2, "signed_nan",
            "the canonical NaN code with the sign of the source">,
  Lowp_Word<"Max", 3, "max", "the largest positive finite code">,
  Lowp_Word<"Zero", 4, "zero", "positive zero">
]>;

def Lowp_ZeroSign : Lowp_Words<"ZeroSign",
    "the sign of a zero result, underflow included", [
  Lowp_Word<"Keep", 1, "keep", "the sign of the source">,
  Lowp_Word<"Positive", 2, "positive",
            "positive zero; the only choice where -0 has no code">
]>;

def Lowp_Recipe : Lowp_Words<"Recipe",
    "the map from a finite amax > 0 to the scale", [
  Lowp_Word<"Floor", 1, "floor", "2^(floor(log2 amax) - emax); OCP MX v1.0">,
  Lowp_Word<"RCeil", 2, "rceil", "2^ceil(log2(amax / max)), exact">,
  Lowp_Word<"RCeilTE", 3, "rceil_te",
            "rceil of fl(amax * fl(1 / max)), finite scales saturated">,
  Lowp_Word<"Ceil", 4, "ceil", "2^(ceil(log2 amax) - emax)">,
  Lowp_Word<"Even", 5, "even",
            "floor of amax rounded half up to the element's fraction bits">,
  Lowp_Word<"EvenTorchAO", 6, "even_torchao",
            "even by a carry that reaches the infinity pattern">,
  Lowp_Word<"EvenCT", 7, "even_ct",
            "even with the fraction bits that compressed-tensors uses">,
  Lowp_Word<"AmaxOverMax", 8, "amax_over_max", "fl(amax / max) in f32">
]>;

def Lowp_ScaleArithmetic : Lowp_Words<"ScaleArithmetic",
    "how a value is brought to the range of the codes", [
  Lowp_Word<"Divide", 1, "divide", "x / S">,
  Lowp_Word<"Reciprocal", 2, "reciprocal", "x * fl(1 / S)">
]>;

def Lowp_ZeroGroup : Lowp_Words<"ZeroGroup",
    "the scale of a group whose elements are all zero", [
  Lowp_Word<"One", 1, "one", "a scale of 1">,
  Lowp_Word<"Smallest", 2, "smallest",
            "the smallest positive scale of the scale's encoding">
]>;

def Lowp_NonfiniteGroup : Lowp_Words<"NonfiniteGroup",
    "the scale of a group with a NaN or an infinity in it", [
  Lowp_Word<"Propagate", 1, "propagate",
            "the scale is NaN, so every element of the group decodes to NaN">,
  Lowp_Word<"SaturateScale", 2, "saturate_scale",
            "NaN is ignored and an infinite amax takes the largest scale">
]>;

def Lowp_Subnormals : Lowp_Words<"Subnormals",
    "what becomes of subnormal sources and codes", [
  Lowp_Word<"Preserve", 1, "preserve", "they keep their value">,
  Lowp_Word<"Flush", 2, "flush", "they become zero of the same sign">
]>;

def Lowp_Timing : Lowp_Words<"Timing", "when amax is measured", [
  Lowp_Word<"Current", 1, "current", "on the tensor being quantized">,
  Lowp_Word<"Delayed", 2, "delayed", "on earlier tensors">,
  Lowp_Word<"Static", 3, "static", "once, before the program runs">
]>;

//===----------------------------------------------------------------------===//
// Words of types, layouts and contractions
//===----------------------------------------------------------------------===//

class Lowp_Choice<string name, string what, list<I32EnumAttrCase> words>
    : I32EnumAttr<name, what, words> {
  let cppNamespace = "::lowp";
  let genSpecializedAttr = 0;
}

def Lowp_Direction : Lowp_Choice<"Direction", "which way a scale works", [
  Lowp_Word<"Reconstruct", 0, "reconstruct",
            "value = scale * code; the scale is S">,
  Lowp_Word<"Encode", 1, "encode",
            "code = scale * value; the scale is alpha = 1 / S">
]>;

def Lowp_ScaleLayout : Lowp_Choice<"ScaleLayout",
    "where the scales of a level lie in memory", [
  Lowp_Word<"Unassigned", 0, "unassigned", "not yet chosen">,
  Lowp_Word<"Linear", 1, "linear",
            "dense, in the element order of the codes">,
  Lowp_Word<"Tile128x4", 2, "tile_128x4",
            "NVIDIA's tile of 128 rows and 4 scales, 512 bytes">,
  Lowp_Word<"ColumnMajorAligned", 3, "column_major_aligned",
            "f32 scales, rows fastest, pitch a multiple of 16 bytes">,
  Lowp_Word<"PackedUE8M0", 4, "packed_ue8m0",
            "four E8M0 bytes in a word, rows fastest">,
  Lowp_Word<"AMDPreshuffle", 5, "amd_preshuffle",
            "scales in the order of AMD's scaled MFMA lanes">
]>;

def Lowp_Packing : Lowp_Choice<"Packing", "how the codes of one row share bytes", [
  Lowp_Word<"Container", 0, "container",
            "a little-endian container for each code">,
  Lowp_Word<"LowFirst", 1, "low_first",
            "dense, the first code in the lowest bits: the low half for FP4">,
  Lowp_Word<"HighFirst", 2, "high_first",
            "dense, the first code in the highest bits: the high half for FP4">
]>;

def Lowp_ProductPrecision : Lowp_Choice<"ProductPrecision",
    "how the product of two codes is formed", [
  Lowp_Word<"Exact", 0, "exact", "exactly">,
  Lowp_Word<"Rounded", 1, "rounded", "rounded to the accumulator's type">
]>;

def Lowp_AccumulationOrder : Lowp_Choice<"AccumulationOrder",
    "in which order products are summed", [
  Lowp_Word<"Any", 0, "any", "the implementation chooses">,
  Lowp_Word<"Sequential", 1, "sequential", "by ascending k, one at a time">,
  Lowp_Word<"Promoted", 2, "promoted",
            "partial sums of a fixed length, summed in f32">
]>;

def Lowp_AccumulationModel : Lowp_Choice<"AccumulationModel",
    "how products along k are added, to the last bit", [
  Lowp_Word<"Exact", 0, "exact", "the exact sum, rounded once to f32">,
  Lowp_Word<"F32Sequential", 1, "f32-sequential",
            "one f32 addition for each k, in ascending order">
]>;

def Lowp_ScaleApplication : Lowp_Choice<"ScaleApplication",
    "where the scales of the operands enter a contraction", [
  Lowp_Word<"InContraction", 0, "in_contraction", "inside the sum over k">,
  Lowp_Word<"Epilogue", 1, "epilogue",
            "after the sum; exact only where no scale varies along k">
]>;

//===----------------------------------------------------------------------===//
// Words of the tile level and of the call of kernels
//===----------------------------------------------------------------------===//

def Lowp_TileSpace : Lowp_Choice<"TileSpace", "where a tile lies", [
  Lowp_Word<"Registers", 0, "registers", "spread over the lanes of the warps">,
  Lowp_Word<"Shared", 1, "shared", "the block's shared memory (LDS)">,
  Lowp_Word<"TensorMemory", 2, "tensor_memory",
            "the memory of the tensor core (TMEM)">
]>;

def Lowp_FragmentOperand : Lowp_Choice<"FragmentOperand",
    "which operand of a matrix instruction a fragment is", [
  Lowp_Word<"A", 0, "a", "the left operand, rows of M">,
  Lowp_Word<"B", 1, "b", "the right operand, rows of N">,
  Lowp_Word<"Accumulator", 2, "accumulator", "what is added to">,
  Lowp_Word<"ScaleA", 3, "scale_a", "the scales of the left operand">,
  Lowp_Word<"ScaleB", 4, "scale_b", "the scales of the right operand">
]>;

def Lowp_CopyMethod : Lowp_Choice<"CopyMethod",
    "who brings operands from global to shared memory", [
  Lowp_Word<"Threads", 0, "threads",
            "the threads that compute, each 16 bytes at a time (cp.async)">,
  Lowp_Word<"Bulk", 1, "bulk",
            "the copy engine (TMA), which a warp of its own gives whole tiles">
]>;

def Lowp_AbiRole : Lowp_Choice<"AbiRole", "what an argument of a kernel is", [
  Lowp_Word<"Operand", 0, "operand", "a pointer to an array that is read">,
  Lowp_Word<"Result", 1, "result", "a pointer to an array that is written">,
  Lowp_Word<"Extent", 2, "extent", "a dynamic extent">,
  Lowp_Word<"TensorMap", 3, "tensor_map",
            "the tensor map of an array, passed by value">
]>;

#endif // LOWP_FORMAT_ENUMS_TD
