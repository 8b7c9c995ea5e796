//===- EncodeThresholdTest.cpp - Where codes change -----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// encode() against thresholds that are found without it. Codes of one sign are
// in the order of their values, and so are the patterns of f32. Within a binade
// both are evenly spaced, so the midpoint of two neighbouring values is the
// midpoint of their f32 patterns: integer arithmetic on patterns gives, for
// each code and rounding, the first f32 that becomes the next code.
//
//===----------------------------------------------------------------------===//

#include "Bits.h"
#include "lowp/Numerics/Conversion.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <vector>

using namespace lowp;
using namespace lowp::test;

namespace {
/// What each nonnegative f32 becomes when rounded by magnitude.
class Thresholds {
public:
  /// `direction`: 0 to nearest, -1 toward zero, 1 away from zero.
  Thresholds(const Format &format, int direction) {
    uint32_t lowest = format.hasZero ? 0 : pattern(format.smallest());
    std::vector<uint32_t> values = {lowest};
    for (uint32_t code = 1; code <= format.maxFiniteCode(); ++code)
      values.push_back(pattern(static_cast<float>(decode(format, code))));
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
} // namespace

/// Every conversion to the format that has a meaning.
static std::vector<Conversion> allConversions(const Format &format) {
  std::vector<Conversion> conversions;
  for (int rounding = 1; rounding <= 5; ++rounding)
    for (int overflow = 1; overflow <= 2; ++overflow)
      for (int infinity = 1; infinity <= 3; ++infinity)
        for (int nan = 1; nan <= 4; ++nan)
          for (int zero = 1; zero <= 2; ++zero) {
            Conversion conversion = {static_cast<Rounding>(rounding),
                                     static_cast<Overflow>(overflow),
                                     static_cast<InfinityPolicy>(infinity),
                                     static_cast<NaNPolicy>(nan),
                                     static_cast<ZeroSign>(zero)};
            if (message(checkConversion(format, conversion)).empty())
              conversions.push_back(conversion);
          }
  return conversions;
}

static bool hasThresholds(const Format &format) {
  return !format.isInteger() && format.name != "f32";
}

static ::testing::AssertionResult agrees(const Expectation &expected,
                                         const Conversion &conversion,
                                         uint32_t source) {
  uint32_t want = expected(conversion, source);
  uint32_t got =
      encode(expected.format, conversion, static_cast<double>(f32(source)));
  if (got == want)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << expected.format.name.str() << " of " << std::hex << source << " is "
         << got << ", not " << want << " under "
         << stringifyRounding(conversion.rounding).str() << " "
         << stringifyOverflow(conversion.overflow).str() << " "
         << stringifyInfinityPolicy(conversion.infinity).str() << " "
         << stringifyNaNPolicy(conversion.nan).str() << " "
         << stringifyZeroSign(conversion.zeroSign).str();
}

static const uint32_t edges[] = {0x00000000, 0x00000001, 0x00000002, 0x003FFFFF,
                                 0x00400000, 0x00400001, 0x007FFFFF, 0x00800000,
                                 0x3F800000, 0x7F7FFFFF, 0x7F800000, 0x7F800001,
                                 0x7FC00000, 0x7FE00000, 0x7FFFFFFF};

TEST(EncodeThresholdTest, EveryThresholdUnderEveryPolicy) {
  for (const Format &row : getFormats()) {
    if (!hasThresholds(row) || row.width > 8)
      continue;
    Expectation expected(row);
    std::vector<Conversion> conversions = allConversions(row);
    EXPECT_GE(conversions.size(), row.hasNaN() ? 24u : 8u);
    for (const Conversion &conversion : conversions) {
      for (uint32_t sign : {0u, 0x80000000u}) {
        for (uint32_t edge : edges)
          ASSERT_TRUE(agrees(expected, conversion, edge | sign));
        const Thresholds &table =
            expected.thresholds(conversion.rounding, sign != 0);
        for (uint32_t first : table.getFirsts())
          for (int delta = -2; delta <= 2; ++delta)
            ASSERT_TRUE(agrees(expected, conversion, (first + delta) | sign));
      }
    }
  }
}

// Wide formats have too many thresholds for all policies; those that differ in
// what finite values become are enough.
TEST(EncodeThresholdTest, ThresholdsOfWideFormats) {
  for (const Format &row : getFormats()) {
    if (!hasThresholds(row) || row.width <= 8)
      continue;
    Expectation expected(row);
    size_t stride = row.width > 16 ? 17 : 1;
    for (Rounding rounding : {Rounding::NearestEven, Rounding::TowardZero,
                              Rounding::Up, Rounding::Down}) {
      Conversion conversion = Conversion::propagating(row);
      conversion.rounding = rounding;
      for (uint32_t sign : {0u, 0x80000000u}) {
        for (uint32_t edge : edges)
          ASSERT_TRUE(agrees(expected, conversion, edge | sign));
        const auto &firsts =
            expected.thresholds(rounding, sign != 0).getFirsts();
        for (size_t i = 0; i < firsts.size(); i += stride)
          for (int delta = -1; delta <= 1; ++delta)
            ASSERT_TRUE(
                agrees(expected, conversion, (firsts[i] + delta) | sign));
        ASSERT_TRUE(agrees(expected, conversion, firsts.back() | sign));
        ASSERT_TRUE(agrees(expected, conversion, (firsts.back() - 1) | sign));
      }
    }
  }
}

TEST(EncodeThresholdTest, AllBF16AndF16Sources) {
  const Format &f16 = format("f16");
  for (const Format &row : getFormats()) {
    if (!hasThresholds(row))
      continue;
    Expectation expected(row);
    Conversion conversion = Conversion::saturating(row);
    for (uint32_t code = 0; code < 0x10000; ++code) {
      ASSERT_TRUE(agrees(expected, conversion, code << 16));
      ASSERT_TRUE(agrees(expected, conversion,
                         pattern(static_cast<float>(decode(f16, code)))));
    }
  }
}

TEST(EncodeThresholdTest, SweepOfF32Sources) {
  constexpr uint32_t stride = 16381;
  for (const Format &row : getFormats()) {
    if (!hasThresholds(row))
      continue;
    Expectation expected(row);
    std::vector<Conversion> conversions = {Conversion::saturating(row)};
    if (row.hasNaN())
      conversions.push_back(Conversion::propagating(row));
    for (const Conversion &conversion : conversions)
      for (uint64_t source = 0; source < uint64_t(1) << 32; source += stride)
        ASSERT_TRUE(agrees(expected, conversion, source));
  }
}

// A second oracle for the formats that APFloat of LLVM 22 encodes right.
TEST(EncodeThresholdTest, NonsaturatingAgreesWithAPFloat) {
  using llvm::APFloat;
  std::pair<const char *, const llvm::fltSemantics *> types[] = {
      {"f8E4M3FN", &APFloat::Float8E4M3FN()},
      {"f8E5M2", &APFloat::Float8E5M2()},
      {"f8E4M3FNUZ", &APFloat::Float8E4M3FNUZ()},
      {"f8E5M2FNUZ", &APFloat::Float8E5M2FNUZ()},
      {"f8E4M3B11FNUZ", &APFloat::Float8E4M3B11FNUZ()},
      {"f8E4M3", &APFloat::Float8E4M3()},
      {"f8E3M4", &APFloat::Float8E3M4()},
      {"bf16", &APFloat::BFloat()},
      {"f16", &APFloat::IEEEhalf()},
  };
  std::pair<Rounding, APFloat::roundingMode> roundings[] = {
      {Rounding::NearestEven, APFloat::rmNearestTiesToEven},
      {Rounding::TowardZero, APFloat::rmTowardZero},
      {Rounding::Up, APFloat::rmTowardPositive},
      {Rounding::Down, APFloat::rmTowardNegative},
  };
  for (auto [name, type] : types) {
    const Format &row = format(name);
    for (auto [rounding, mode] : roundings) {
      Conversion conversion = Conversion::propagating(row);
      conversion.rounding = rounding;
      for (uint64_t source = 0; source < uint64_t(1) << 32; source += 262139) {
        float value = f32(source);
        if (!std::isfinite(value))
          continue;
        APFloat number(value);
        bool losesInfo;
        number.convert(*type, mode, &losesInfo);
        ASSERT_EQ(encode(row, conversion, static_cast<double>(value)),
                  number.bitcastToAPInt().getZExtValue())
            << name << " of " << value;
      }
    }
  }
}

TEST(EncodeThresholdTest, F32FromDoubleIsTheHardwareConversion) {
  const Format &row = format("f32");
  Conversion conversion = Conversion::propagating(row);
  uint64_t state = 1;
  for (int i = 0; i < 300000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    // Exponents around and in the range of f32.
    uint64_t exponent = 1023 - 170 + (state >> 32) % 310;
    uint64_t bits = (state >> 63 << 63) | exponent << 52 |
                    (state * 0x9E3779B97F4A7C15u) >> 12;
    if (i % 3 == 0)
      bits &= ~uint64_t(0x0FFFFFFF); // ties of f32
    double value = llvm::bit_cast<double>(bits);
    ASSERT_EQ(encode(row, conversion, value),
              pattern(static_cast<float>(value)))
        << bits;
  }
  for (uint64_t source = 0; source < uint64_t(1) << 32; source += 65519) {
    float value = f32(source);
    if (!std::isnan(value)) {
      ASSERT_EQ(encode(row, conversion, static_cast<double>(value)), source);
    }
  }
}

TEST(EncodeThresholdTest, IntegersAreRoundedAndClamped) {
  for (llvm::StringRef name : {"i8", "i4", "mxint8"}) {
    const Format &row = format(name);
    double unit = std::ldexp(1.0, row.quantumExponent());
    double limit = row.maxFiniteCode();
    for (Rounding rounding : {Rounding::NearestEven, Rounding::TowardZero,
                              Rounding::Up, Rounding::Down}) {
      Conversion conversion = Conversion::saturating(row);
      conversion.rounding = rounding;
      for (int sixteenths = -16 * 140; sixteenths <= 16 * 140; ++sixteenths) {
        double steps = sixteenths / 16.0;
        double rounded = rounding == Rounding::NearestEven
                             ? std::nearbyint(steps)
                         : rounding == Rounding::TowardZero ? std::trunc(steps)
                         : rounding == Rounding::Up         ? std::ceil(steps)
                                                            : std::floor(steps);
        rounded = std::min(std::max(rounded, -limit), limit);
        ASSERT_EQ(encode(row, conversion, steps * unit),
                  static_cast<uint32_t>(static_cast<int>(rounded)) &
                      row.codeMask())
            << name.str() << " of " << steps << " steps";
      }
      for (double huge : {0x1p40, 0x1p127, 0x1p1000, double(INFINITY)}) {
        EXPECT_EQ(encode(row, conversion, huge), row.maxFiniteCode());
        EXPECT_EQ(decode(row, encode(row, conversion, -huge)), -limit * unit);
      }
    }
  }
}
