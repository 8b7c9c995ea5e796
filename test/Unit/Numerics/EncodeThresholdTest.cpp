//===- EncodeThresholdTest.cpp - Where codes change -----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// encode() against the thresholds of Thresholds.h, and those against decode().
//
//===----------------------------------------------------------------------===//

#include "Bits.h"
#include "Thresholds.h"
#include "lowp/Numerics/ConversionPresets.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <vector>

using namespace lowp;
using namespace lowp::test;

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

// The oracle's values, from the rows alone, are those of the codes.
TEST(EncodeThresholdTest, ValuesAreThoseOfTheCodes) {
  for (const Format &row : getFormats()) {
    if (!hasThresholds(row))
      continue;
    for (uint32_t code = 0; code <= row.maxFiniteCode(); ++code)
      ASSERT_EQ(f32(valuePattern(row, code)), decode(row, code))
          << row.name.str() << " " << code;
  }
}

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
    for (const ConversionPreset &preset : getConversionPresets()) {
      auto conversion = lookupConversionPreset(preset.name, row);
      if (conversion)
        conversions.push_back(*conversion);
      else
        llvm::consumeError(conversion.takeError());
    }
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
