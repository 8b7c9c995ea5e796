//===- Thresholds.h - Where codes change ------------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a conversion of an f32 should give, found without encode() and decode().
// Codes of one sign are in the order of their values, and so are the patterns
// of f32. Within a binade both are evenly spaced, so the midpoint of two
// neighbouring values is the midpoint of their f32 patterns: integer arithmetic
// on patterns gives, for each code and rounding, the first f32 that becomes the
// next code.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_UNIT_NUMERICS_THRESHOLDS_H
#define LOWP_TEST_UNIT_NUMERICS_THRESHOLDS_H

#include "lowp/Numerics/Conversion.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <vector>

namespace lowp::test {

/// The f32 pattern of a nonnegative code of a format that is no integer, from
/// the fields of its row alone. f32 must hold the value.
inline uint32_t valuePattern(const Format &format, uint32_t code) {
  constexpr int f32FractionBits = 23, f32Bias = 127;
  auto fractionBits = static_cast<int>(format.fractionBits);
  uint32_t significand = code & ((1u << fractionBits) - 1);
  auto exponent = static_cast<int>(code >> fractionBits);
  if (exponent != 0 || !format.hasZero)
    significand |= 1u << fractionBits;
  else
    exponent = 1;
  if (significand == 0)
    return 0;
  // The value is significand * 2^power; bring the leading bit to f32's place.
  int power = exponent - format.bias - fractionBits;
  while (significand >> f32FractionBits == 0) {
    significand <<= 1;
    --power;
  }
  int field = power + f32FractionBits + f32Bias;
  if (field > 0)
    return (static_cast<uint32_t>(field) << f32FractionBits) |
           (significand & ((1u << f32FractionBits) - 1));
  return significand >> (1 - field);
}

/// What each nonnegative f32 becomes when rounded by magnitude.
class Thresholds {
public:
  /// `direction`: 0 to nearest, -1 toward zero, 1 away from zero.
  Thresholds(const Format &format, int direction) {
    std::vector<uint32_t> values;
    for (uint32_t code = 0; code <= format.maxFiniteCode(); ++code)
      values.push_back(valuePattern(format, code));
    // The value that the largest one would have as its neighbour.
    values.push_back(2 * values.back() - values[values.size() - 2]);

    for (uint32_t code = 0; code + 1 < values.size(); ++code) {
      uint32_t below = values[code], above = values[code + 1];
      if (direction < 0) {
        firsts.push_back(above);
      } else if (direction > 0) {
        firsts.push_back(below + 1);
      } else {
        // Half of the smallest value lies one binade below it, unless both are
        // in the even spacing of f32's subnormals.
        constexpr uint32_t binade = 1u << 23;
        bool halve = below == 0 && above >= 2 * binade;
        uint32_t middle = halve ? above - binade : below + (above - below) / 2;
        bool tieGoesUp = format.fractionBits == 0 || code % 2 == 1;
        firsts.push_back(tieGoesUp ? middle : middle + 1);
      }
    }
  }

  /// The number of codes at or below which the magnitude lies; one more than
  /// the largest code if it rounds out of range.
  uint32_t round(uint32_t magnitude) const {
    return llvm::upper_bound(firsts, magnitude) - firsts.begin();
  }
  const std::vector<uint32_t> &getFirsts() const { return firsts; }

private:
  /// firsts[c] is the smallest pattern that rounds to c + 1.
  std::vector<uint32_t> firsts;
};

/// Independent statement of all policies for one format.
class Expectation {
public:
  explicit Expectation(const Format &format)
      : format(format), nearest(format, 0), inward(format, -1),
        outward(format, 1) {}

  const Thresholds &thresholds(Rounding rounding, bool negative) const {
    if (rounding == Rounding::NearestEven)
      return nearest;
    bool away = rounding == (negative ? Rounding::Down : Rounding::Up);
    return away ? outward : inward;
  }

  uint32_t operator()(const Conversion &conversion, uint32_t source) const {
    bool negative = source >> 31;
    uint32_t magnitude = source & 0x7FFFFFFF;
    const uint32_t max = format.maxFiniteCode();
    const uint32_t sign = negative && format.isSigned ? format.signMask() : 0;
    const bool belowRange = negative && !format.isSigned;
    if (magnitude > 0x7F800000) {
      switch (conversion.nan) {
      case NaNPolicy::NaN:
        return format.canonicalNaNCode();
      case NaNPolicy::SignedNaN:
        return format.canonicalNaNCode() | sign;
      case NaNPolicy::Max:
        return max;
      default:
        return 0;
      }
    }
    if (magnitude == 0x7F800000) {
      switch (conversion.infinity) {
      case InfinityPolicy::Max:
        return belowRange ? 0 : max | sign;
      case InfinityPolicy::Infinity:
        return format.infinityCode() | sign;
      default:
        return format.canonicalNaNCode() | sign;
      }
    }
    const Thresholds &table = thresholds(conversion.rounding, negative);
    uint32_t code = table.round(magnitude);
    bool out = code > max;
    if (&table == &inward)
      out = false;
    if (belowRange)
      out = code != 0 || (!format.hasZero && magnitude != 0);
    if (out && conversion.overflow == Overflow::Saturate)
      return belowRange ? 0 : max | sign;
    if (out)
      return (format.hasInfinity() ? format.infinityCode()
                                   : format.canonicalNaNCode()) |
             sign;
    code = std::min(code, max);
    if (code == 0 && format.hasZero)
      return conversion.zeroSign == ZeroSign::Keep ? sign : 0;
    return code | sign;
  }

  const Format &format;

private:
  Thresholds nearest, inward, outward;
};

} // namespace lowp::test

#endif // LOWP_TEST_UNIT_NUMERICS_THRESHOLDS_H
