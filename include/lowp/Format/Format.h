//===- Format.h - Number formats and what follows from a row ----*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format (encoding) is a map from codes to values. Formats.td has one row for
// each; everything else about a format is derived here from the fields of its
// row, in one place for all formats.
//
// A code is the low `width` bits of a uint32_t; integers are two's complement.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FORMAT_FORMAT_H
#define LOWP_FORMAT_FORMAT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>

namespace lowp {

#define GET_SpecialCodes_DECL
#include "lowp/Format/Formats.h.inc"

/// One row of Formats.td. All rows live in static storage, so a format is
/// passed by reference and compared by address.
struct Format {
  /// The name as MLIR spells the type: "f8E4M3FN", "bf16"; types of ours
  /// without the leading "!lowp.": "ue4m3", "mxint8".
  llvm::StringLiteral name;
  /// The name for people: "OCP FP8 E4M3".
  llvm::StringLiteral title;
  /// Bits of a code.
  unsigned width;
  /// Bits of the integer that holds one unpacked code in memory.
  unsigned containerBits;
  /// Bits of the exponent field; 0 for integers.
  unsigned exponentBits;
  /// Bits of the fraction field; for integers the bits right of the point.
  unsigned fractionBits;
  /// Bias of the exponent field.
  int bias;
  /// Whether codes have a sign. Without one, bits above the exponent field are
  /// ignored (bit 7 of ue4m3).
  bool isSigned;
  /// Whether exponent field 0 holds zero and subnormals (all but E8M0).
  bool hasZero;
  /// Which codes are infinities and NaNs.
  SpecialCodes specials;

  bool isInteger() const { return specials == TwosComplement; }
  bool hasInfinity() const { return specials == IEEESpecials; }
  bool hasNaN() const { return !isInteger() && specials != NoSpecials; }
  bool hasNegativeZero() const {
    return isSigned && !isInteger() && specials != FNUZSpecials;
  }
  bool hasSubnormals() const { return !isInteger() && hasZero; }

  /// All bits that a code may have.
  uint32_t codeMask() const { return ~uint32_t(0) >> (32 - width); }
  /// The bit of the sign; 0 for unsigned formats.
  uint32_t signMask() const {
    return isSigned ? uint32_t(1) << (width - 1) : 0;
  }
  /// The bits of exponent and fraction, which order codes by magnitude.
  uint32_t magnitudeMask() const;

  /// The code of the largest finite value. Integers are used symmetrically:
  /// the code of -2^(width-1) decodes, but no conversion produces it.
  uint32_t maxFiniteCode() const;
  /// The code of the smallest positive normal value; for integers, of one step.
  uint32_t minNormalCode() const;
  /// The code of the smallest positive value, subnormal where there are any.
  uint32_t smallestCode() const { return hasZero ? 1 : 0; }
  /// The code of positive infinity; the format must have one.
  uint32_t infinityCode() const;
  /// The canonical NaN with the sign bit clear where the format leaves that
  /// open: 7F for E4M3, 7E for E5M2 (the quiet NaN of IEEE 754; some libraries
  /// write 7F), 80 for FNUZ, FF for E8M0. The format must have one.
  uint32_t canonicalNaNCode() const;
  /// The code of 1.0: the neutral scale, and what padding scales are filled
  /// with (numerics.md 5.2). The format must have it: all rows do.
  uint32_t unitCode() const;

  /// Whether `code` is one of the NaNs; bits above the width are ignored.
  bool isNaN(uint32_t code) const;
  bool isInfinity(uint32_t code) const;
  bool isFinite(uint32_t code) const {
    return !isNaN(code) && !isInfinity(code);
  }
  /// Whether `code` is +0 or -0.
  bool isZero(uint32_t code) const;
  /// Whether `code` is a nonzero value below the normal range.
  bool isSubnormal(uint32_t code) const;

  /// The value of the largest finite code.
  double maxFinite() const;
  /// The smallest positive normal value; for integers, one step.
  double minNormal() const;
  /// The smallest positive value, subnormal where there are any.
  double smallest() const;
  /// The exponent of the largest finite value: floor(log2(maxFinite())).
  int emax() const;
  /// The exponent of the smallest normal value; for integers, of one step.
  int emin() const;
  /// All values are integer multiples of 2^quantumExponent().
  int quantumExponent() const;
  /// The bits of a normal value's significand, the leading one included.
  unsigned precision() const { return fractionBits + 1; }
};

/// The value of a code, exact: every value of every format is a double. NaN
/// codes give a quiet NaN without payload, bits above the width are ignored.
double decode(const Format &format, uint32_t code);

/// The format of that name, or null. Names are case sensitive, and "!lowp." is
/// not part of them.
const Format *lookupFormat(llvm::StringRef name);

/// All formats, sorted by name.
llvm::ArrayRef<Format> getFormats();

/// Prints the reference page of the rows, in Markdown.
void printFormatsPage(llvm::raw_ostream &os);

} // namespace lowp

#endif // LOWP_FORMAT_FORMAT_H
