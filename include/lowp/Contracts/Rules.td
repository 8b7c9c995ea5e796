//===- Rules.td - The rules of contracts -------------------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row a rule. The id is what a diagnostic shows in brackets; ids are never
// reused or renamed. The reference page of the rules is printed from these
// rows, and a test checks that every rule that a pass enforces has a program
// that it refuses and a near miss that it lets pass.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONTRACTS_RULES_TD
#define LOWP_CONTRACTS_RULES_TD

include "llvm/TableGen/SearchableTable.td"

class RuleArea<string title> {
  string Title = title;
}
def Encoding : RuleArea<"Encoding">;
def Conversion : RuleArea<"Conversion">;
def ScaleSelection : RuleArea<"Scale selection">;
def Ownership : RuleArea<"Ownership and direction">;
def Contraction : RuleArea<"Contraction">;
def KernelABI : RuleArea<"Kernel ABI">;

class Rule<string id, RuleArea area> {
  string Id = id;
  string Area = area.Title;
  // What must hold, in one line.
  string Statement = ?;
  // What goes wrong where it does not, with numbers.
  string Why = ?;
  // What to do.
  string Fix = ?;
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

def EncFnFnuzMix : Rule<"enc-fn-fnuz-mix", Encoding> {
  let Statement = "OCP codes are not read as FNUZ codes, nor the reverse";
  let Why = "The same byte is worth half as much in FNUZ: 0x38 is 1.0 in "
            "f8E4M3FN and 0.5 in f8E4M3FNUZ. Byte 0x80 is -0 in one and NaN in "
            "the other.";
  let Fix = "lowp.recode changes the encoding, with its loss; or name the "
            "encoding that the bytes have.";
}

def EncIeeeE4M3 : Rule<"enc-ieee-e4m3", Encoding> {
  let Statement = "f8E4M3, which has infinities, is not taken for f8E4M3FN";
  let Why = "Up to 240 both agree; byte 0x78 is infinity in f8E4M3 and 256 in "
            "f8E4M3FN, whose largest value is 448.";
  let Fix = "lowp.recode changes the encoding; or name the encoding that the "
            "bytes have.";
}

def EncCodeReinterpreted : Rule<"enc-code-reinterpreted", Encoding> {
  let Statement = "codes of one encoding are not read as codes of another";
  let Why = "A byte is worth what its encoding says: 0x38 is 1.0 in f8E4M3FN "
            "and 0.5 in f8E5M2.";
  let Fix = "lowp.recode changes the encoding; or name the encoding that the "
            "bytes have.";
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

def CvtOverflowModeMissing : Rule<"cvt-overflow-mode-missing", Conversion> {
  let Statement = "a conversion states what a value out of range becomes";
  let Why = "500 becomes 448 (byte 0x7E) in f8E4M3FN where the conversion "
            "saturates and NaN (byte 0x7F) where it does not. Saturation hides "
            "the spike from every NaN check.";
  let Fix = "add `overflow = saturate` or `overflow = nonsaturating` to the "
            "conversion.";
}

//===----------------------------------------------------------------------===//
// Scale selection
//===----------------------------------------------------------------------===//

def SclZeroGroup : Rule<"scl-zero-group", ScaleSelection> {
  let Statement = "a quantizer states the scale of a group of zeros";
  let Why = "With amax = 0 the scale amax / 448 is 0 and its reciprocal "
            "infinite, so 0 * Inf makes every code of the group NaN. Projects "
            "that guard store 0x00, 0x69 or 0x7F in its place.";
  let Fix = "add `zero_group = one` (E8M0 byte 0x7F) or `zero_group = smallest` "
            "(byte 0x00) to the quantizer.";
}

//===----------------------------------------------------------------------===//
// Ownership and direction
//===----------------------------------------------------------------------===//

def OwnReciprocalSwap : Rule<"own-reciprocal-swap", Ownership> {
  let Statement = "a scale S is not read as alpha = 1/S, nor the reverse";
  let Why = "A value comes out wrong by the square of its scale: under S = "
            "2^-8 a weight of 1 is read as 65536.";
  let Fix = "lowp.invert_scale changes the direction, with its rounding; or "
            "name the direction that the scales have.";
}

def OwnHoistKScale : Rule<"own-hoist-k-scale", Ownership> {
  let Statement = "scales that vary along the contraction stay inside its sum";
  let Why = "Partial sums 2 and 3 under scale products 5 and 8 make 34; the "
            "first product pulled out of the sum makes 25.";
  let Fix = "leave out `scales epilogue`; or group so that one scale covers the "
            "whole contraction, `1x*` and `*x1`.";
}

def OwnRegroupTranspose : Rule<"own-regroup-transpose", Ownership> {
  let Statement = "transposed codes keep the groups they were quantized under";
  let Why = "Scales of 1x32 groups read as scales of 32x1 groups belong to "
            "other elements: a matrix whose rows were scaled by 2^-8 and 2 is "
            "off by up to 512.";
  let Fix = "lowp.transpose carries the groups along; for groups along the "
            "other dimension quantize the wide data again, or lowp.regroup.";
}

def OwnScaleOrphan : Rule<"own-scale-orphan", Ownership> {
  let Statement = "codes are read under the scales that they were chosen under";
  let Why = "Under rceil a group with amax 448 has the scale 1 and one with amax "
            "7 the scale 2^-6: codes chosen under the scale 2^-6 and read under "
            "1 come out 64 times too large.";
  let Fix = "take codes and scales of one value; or dequantize it and quantize "
            "again where other scales are wanted.";
}

def OwnMissingTensorScale : Rule<"own-missing-tensor-scale", Ownership> {
  let Statement = "a value brings all the levels of scales that a kernel reads";
  let Why = "A level that is left out counts as 1: NVFP4 blocks of a tensor "
            "with tensor scale 2^-7 come out 128 times too large.";
  let Fix = "pass the value with all of its levels; a level of ones is a scale "
            "of 1 (E8M0 byte 0x7F).";
}

//===----------------------------------------------------------------------===//
// Contraction
//===----------------------------------------------------------------------===//

def GemmScaleSwizzle : Rule<"gemm-scale-swizzle", Contraction> {
  let Statement = "scales are read in the layout in which they were written";
  let Why = "In the tile of 128x4 the scale of row 1 and group 0 is at byte 16, "
            "in linear order at byte K/32: the reader scales by other rows' "
            "powers of two.";
  let Fix = "lowp.relayout moves the scales; or have the producer write them in "
            "the kernel's layout.";
}

def GemmPadKGranularity : Rule<"gemm-pad-k-granularity", Contraction> {
  let Statement = "extents are multiples of what the kernel pads to";
  let Why = "A kernel that steps by 128 reads 96 codes and 3 scales past a K of "
            "160: whatever lies there enters the sum.";
  let Fix = "pad codes with 00 and scales with one (E8M0 byte 0x7F) up to the "
            "multiple; or choose a kernel without the demand.";
}

//===----------------------------------------------------------------------===//
// Kernel ABI
//===----------------------------------------------------------------------===//

def AbiGroupSize : Rule<"abi-group-size", KernelABI> {
  let Statement = "the groups of a value are those that its reader assumes";
  let Why = "4096 elements have 128 scales in groups of 32 and 256 in groups of "
            "16: read as the other, every second scale meets the wrong "
            "elements.";
  let Fix = "lowp.regroup quantizes again, with its loss; or quantize the wide "
            "data in the kernel's groups.";
}

def AbiScaleDtypeAlias : Rule<"abi-scale-dtype-alias", KernelABI> {
  let Statement = "a scale is read in the encoding in which it was written";
  let Why = "Byte 0x38 is 1.0 as !lowp.ue4m3 and 2^-71 as f8E8M0FNU.";
  let Fix = "quantize with the scale type that the kernel reads.";
}

def AbiCodeLayout : Rule<"abi-code-layout", KernelABI> {
  let Statement = "codes are read in the layout in which they were written";
  let Why = "A kernel that reads rows at a pitch of 16 bytes finds row 1 of a "
            "dense array of 40 columns 8 bytes too late.";
  let Fix = "lowp.relayout moves the codes; or have the producer write them in "
            "the kernel's layout.";
}

def AbiArchGate : Rule<"abi-arch-gate", KernelABI> {
  let Statement = "a kernel uses only what its target has";
  let Why = "mma.sync with block scales exists on sm_120a and not on sm_120: "
            "without the suffix no assembler takes it.";
  let Fix = "name the target with its suffix, or choose a format pair that the "
            "target has an instruction for.";
}

def RuleTable : GenericTable {
  let FilterClass = "Rule";
  let CppTypeName = "Rule";
  let Fields = ["Id", "Area", "Statement", "Why", "Fix"];
}

#endif // LOWP_CONTRACTS_RULES_TD
