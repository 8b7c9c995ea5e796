//===- Format.cpp - Number formats and what follows from a row ------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Format/Format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>
#include <cmath>
#include <limits>

namespace lowp {

#define GET_FormatTable_IMPL
#include "lowp/Format/Formats.h.inc"

uint32_t Format::magnitudeMask() const {
  if (isInteger())
    return codeMask() & ~signMask();
  return ~uint32_t(0) >> (32 - exponentBits - fractionBits);
}

uint32_t Format::maxFiniteCode() const {
  switch (specials) {
  case IEEESpecials:
    return infinityCode() - 1;
  case FNSpecials:
    return magnitudeMask() - 1;
  case FNUZSpecials:
  case NoSpecials:
  case TwosComplement:
    return magnitudeMask();
  }
  llvm_unreachable("all families are handled");
}

uint32_t Format::minNormalCode() const {
  if (isInteger())
    return 1;
  return hasZero ? uint32_t(1) << fractionBits : 0;
}

uint32_t Format::infinityCode() const {
  assert(specials == IEEESpecials && "no code is infinity");
  return magnitudeMask() & ~((uint32_t(1) << fractionBits) - 1);
}

uint32_t Format::canonicalNaNCode() const {
  assert(hasNaN() && "no code is NaN");
  if (specials == FNUZSpecials)
    return signMask();
  if (specials == FNSpecials)
    return magnitudeMask();
  return infinityCode() | uint32_t(1) << (fractionBits - 1);
}

uint32_t Format::unitCode() const {
  return isInteger() ? uint32_t(1) << fractionBits
                     : static_cast<uint32_t>(bias) << fractionBits;
}

bool Format::isNaN(uint32_t code) const {
  uint32_t magnitude = code & magnitudeMask();
  switch (specials) {
  case IEEESpecials:
    return magnitude > infinityCode();
  case FNSpecials:
    return magnitude == magnitudeMask();
  case FNUZSpecials:
    return (code & codeMask()) == signMask();
  case NoSpecials:
  case TwosComplement:
    return false;
  }
  llvm_unreachable("all families are handled");
}

bool Format::isInfinity(uint32_t code) const {
  return hasInfinity() && (code & magnitudeMask()) == infinityCode();
}

bool Format::isZero(uint32_t code) const {
  if (isInteger())
    return (code & codeMask()) == 0;
  return hasZero && (code & magnitudeMask()) == 0 && !isNaN(code);
}

bool Format::isSubnormal(uint32_t code) const {
  uint32_t magnitude = code & magnitudeMask();
  return hasSubnormals() && magnitude != 0 && magnitude < minNormalCode();
}

double Format::maxFinite() const { return decode(*this, maxFiniteCode()); }
double Format::minNormal() const { return decode(*this, minNormalCode()); }
double Format::smallest() const { return decode(*this, smallestCode()); }

int Format::emax() const {
  if (isInteger())
    return static_cast<int>(width) - 2 - static_cast<int>(fractionBits);
  return static_cast<int>(maxFiniteCode() >> fractionBits) - bias;
}

int Format::emin() const {
  if (isInteger())
    return -static_cast<int>(fractionBits);
  return hasZero ? 1 - bias : -bias;
}

int Format::quantumExponent() const {
  return isInteger() ? emin() : emin() - static_cast<int>(fractionBits);
}

double decode(const Format &format, uint32_t code) {
  code &= format.codeMask();
  if (format.isInteger()) {
    int64_t value = code;
    if (code & format.signMask())
      value -= int64_t(1) << format.width;
    return std::ldexp(static_cast<double>(value),
                      -static_cast<int>(format.fractionBits));
  }
  if (format.isNaN(code))
    return std::numeric_limits<double>::quiet_NaN();
  double sign = code & format.signMask() ? -1.0 : 1.0;
  if (format.isInfinity(code))
    return sign * std::numeric_limits<double>::infinity();

  uint32_t magnitude = code & format.magnitudeMask();
  uint32_t hiddenBit = uint32_t(1) << format.fractionBits;
  uint32_t significand = magnitude & (hiddenBit - 1);
  int exponent = magnitude >> format.fractionBits;
  if (exponent != 0 || !format.hasZero)
    significand |= hiddenBit;
  else
    exponent = 1;
  return sign * std::ldexp(static_cast<double>(significand),
                           exponent - format.bias -
                               static_cast<int>(format.fractionBits));
}

const Format *lookupFormat(llvm::StringRef name) {
  const Format *row = llvm::find_if(
      FormatTable, [&](const Format &format) { return format.name == name; });
  return row == std::end(FormatTable) ? nullptr : row;
}

llvm::ArrayRef<Format> getFormats() { return FormatTable; }

} // namespace lowp
