//===- Formats.td - One row a number format ----------------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only list of encodings. A row says which bits a code has and which codes
// are special; every other fact (largest value, NaN codes, the code of 1.0) is
// derived from the row in Format.cpp. Sources: OCP OFP8 and OCP MX v1.0 for the
// FN, E8M0 and MXINT8 rows, arXiv 2206.02915 for FNUZ, IEEE 754 for the rest.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FORMAT_FORMATS_TD
#define LOWP_FORMAT_FORMATS_TD

include "llvm/TableGen/SearchableTable.td"

// Which codes are not plain numbers.
class SpecialCodesCase;
def IEEESpecials : SpecialCodesCase;   // top exponent: Inf and NaN
def FNSpecials : SpecialCodesCase;     // all-ones magnitude is NaN; no Inf
def FNUZSpecials : SpecialCodesCase;   // the code of -0 is NaN; no Inf
def NoSpecials : SpecialCodesCase;     // every code is a number
def TwosComplement : SpecialCodesCase; // so is it here, and there is no -0

def SpecialCodes : GenericEnum {
  let FilterClass = "SpecialCodesCase";
}

class FormatRow<string name, string title, int width, int exponentBits,
                int fractionBits, int bias, SpecialCodesCase specials> {
  string Name = name;                  // as MLIR spells the type
  string Title = title;                // as people say it
  bits<8> Width = width;               // bits of a code
  bits<8> ContainerBits = 8;           // bits of the integer that stores a code
  bits<8> ExponentBits = exponentBits; // 0 for integers
  bits<8> FractionBits = fractionBits; // bits right of the binary point
  bits<8> Bias = bias;                 // of the exponent
  bit IsSigned = 1; // 0: no sign, and bits above the exponent are ignored
  bit HasZero = 1;  // 0: exponent field 0 is a normal exponent, so there are
                    // neither zero nor subnormals
  SpecialCodesCase Specials = specials;
}

def FormatTable : GenericTable {
  let FilterClass = "FormatRow";
  let CppTypeName = "Format";
  let Fields = ["Name", "Title", "Width", "ContainerBits", "ExponentBits",
                "FractionBits", "Bias", "IsSigned", "HasZero", "Specials"];
  string TypeOf_Specials = "SpecialCodes";
}

//===----------------------------------------------------------------------===//
// OCP formats
//===----------------------------------------------------------------------===//

def F8E4M3FN : FormatRow<"f8E4M3FN", "OCP FP8 E4M3", 8, 4, 3, 7, FNSpecials>;
def F8E5M2 : FormatRow<"f8E5M2", "OCP FP8 E5M2", 8, 5, 2, 15, IEEESpecials>;
def F6E3M2FN : FormatRow<"f6E3M2FN", "OCP FP6 E3M2", 6, 3, 2, 3, NoSpecials>;
def F6E2M3FN : FormatRow<"f6E2M3FN", "OCP FP6 E2M3", 6, 2, 3, 1, NoSpecials>;
def F4E2M1FN : FormatRow<"f4E2M1FN", "OCP FP4 E2M1", 4, 2, 1, 1, NoSpecials>;
def F8E8M0FNU : FormatRow<"f8E8M0FNU", "OCP MX scale E8M0",
                          8, 8, 0, 127, FNSpecials> {
  let IsSigned = 0;
  let HasZero = 0;
}
def MXINT8 : FormatRow<"mxint8", "OCP MXINT8 element",
                       8, 0, 6, 0, TwosComplement>;

// The block scale of NVFP4: E4M3 whose sign bit consumers ignore.
def UE4M3 : FormatRow<"ue4m3", "NVFP4 scale UE4M3", 8, 4, 3, 7, FNSpecials> {
  let IsSigned = 0;
}

//===----------------------------------------------------------------------===//
// FP8 of other families
//===----------------------------------------------------------------------===//

def F8E4M3FNUZ : FormatRow<"f8E4M3FNUZ", "FP8 E4M3 FNUZ",
                           8, 4, 3, 8, FNUZSpecials>;
def F8E5M2FNUZ : FormatRow<"f8E5M2FNUZ", "FP8 E5M2 FNUZ",
                           8, 5, 2, 16, FNUZSpecials>;
def F8E4M3B11FNUZ : FormatRow<"f8E4M3B11FNUZ", "FP8 E4M3 FNUZ with bias 11",
                              8, 4, 3, 11, FNUZSpecials>;
def F8E4M3 : FormatRow<"f8E4M3", "FP8 E4M3 with infinities",
                       8, 4, 3, 7, IEEESpecials>;
def F8E3M4 : FormatRow<"f8E3M4", "FP8 E3M4 with infinities",
                       8, 3, 4, 3, IEEESpecials>;

//===----------------------------------------------------------------------===//
// Wide formats
//===----------------------------------------------------------------------===//

def TF32 : FormatRow<"tf32", "TF32", 19, 8, 10, 127, IEEESpecials> {
  let ContainerBits = 32;
}
def BF16 : FormatRow<"bf16", "BF16", 16, 8, 7, 127, IEEESpecials> {
  let ContainerBits = 16;
}
def F16 : FormatRow<"f16", "FP16", 16, 5, 10, 15, IEEESpecials> {
  let ContainerBits = 16;
}
def F32 : FormatRow<"f32", "FP32", 32, 8, 23, 127, IEEESpecials> {
  let ContainerBits = 32;
}

//===----------------------------------------------------------------------===//
// Plain integers
//===----------------------------------------------------------------------===//

def I8 : FormatRow<"i8", "INT8", 8, 0, 0, 0, TwosComplement>;
def I4 : FormatRow<"i4", "INT4", 4, 0, 0, 0, TwosComplement>;

#endif // LOWP_FORMAT_FORMATS_TD
