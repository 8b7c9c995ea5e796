//===- Codes.cpp - All codes of a format ----------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Format/Codes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace llvm;
using lowp::Format;

/// What a reader of the table should know about the code.
static StringRef describe(const Format &row, uint32_t code) {
  if (row.isNaN(code))
    return code == row.canonicalNaNCode() ? "NaN, canonical" : "NaN";
  if (row.isInfinity(code))
    return "infinity";
  if (row.isZero(code))
    return "zero";
  if (code == row.unitCode())
    return "one";
  if (code == row.maxFiniteCode())
    return "largest";
  if (code == row.smallestCode())
    return "smallest";
  if (row.isInteger() && code == row.signMask())
    return "never encoded";
  if (row.isSubnormal(code))
    return "subnormal";
  if (code == row.minNormalCode())
    return "smallest normal";
  return "";
}

/// The bits of the code with a space between fields. A bit above the fields
/// that no value depends on is shown as `x`.
static std::string spellBits(const Format &row, uint32_t code) {
  std::string bits;
  unsigned magnitudeBits = row.exponentBits + row.fractionBits;
  for (unsigned bit = row.width; bit-- > 0;) {
    bool ignored = !row.isSigned && bit >= magnitudeBits;
    bits += ignored ? 'x' : (code >> bit & 1 ? '1' : '0');
    bool endsField = bit == magnitudeBits || bit == row.fractionBits;
    if (!row.isInteger() && endsField && bit != 0)
      bits += ' ';
  }
  return bits;
}

llvm::Error lowp::printCodes(raw_ostream &os, const Format &row) {
  if (row.width > maxListedWidth)
    return createStringError("the " + Twine(uint64_t(1) << row.width) +
                             " codes of " + row.name +
                             " are not listed: formats of up to " +
                             Twine(maxListedWidth) + " bits are");
  os << "# " << row.title << " (`" << row.name << "`)\n\n"
     << "| code | bits | value | exact | |\n"
     << "| --- | --- | --- | --- | --- |\n";
  unsigned digits = (row.width + 3) / 4;
  for (uint32_t code = 0; code <= row.codeMask(); ++code) {
    double value = decode(row, code);
    os << "| " << utohexstr(code, /*LowerCase=*/false, digits) << " | "
       << spellBits(row, code) << " | ";
    if (std::isnan(value))
      os << "nan | nan";
    else
      os << format("%.17g", value) << " | " << format("%a", value);
    os << " | " << describe(row, code) << " |\n";
  }
  return Error::success();
}
