//===- FormatTest.cpp - The table of formats against its sources ----------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bits.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <set>

using namespace lowp;
using namespace lowp::test;

namespace {
/// A line of the table of encodings (OCP OFP8, OCP MX v1.0, IEEE 754 and the
/// FNUZ paper), written out independently of the rows.
struct Facts {
  const char *name;
  unsigned width;
  unsigned container;
  int exponentBits;
  int fractionBits;
  int bias;
  double maxFinite;
  uint32_t maxCode;
  double minNormal;
  uint32_t minNormalCode;
  double smallest;
  uint32_t smallestCode;
  int emax;
  int infinityCode; // -1: none
  int firstNaN;     // positive NaN codes, -1: none
  int lastNaN;
  int negativeZero; // -1: none
  uint32_t unit;
  bool isSigned;
};
} // namespace

static const double f32Max = std::ldexp(2 - std::ldexp(1.0, -23), 127);
static const double bf16Max = std::ldexp(2 - std::ldexp(1.0, -7), 127);
static const double tf32Max = std::ldexp(2 - std::ldexp(1.0, -10), 127);

// clang-format off
static const Facts allFacts[] = {
  // name          width ctr E   M   bias  max       code     min normal    code    smallest      code emax  Inf     NaN codes         -0       1.0
  {"f8E4M3FN",      8,  8,  4,  3,   7,  448,      0x7E,    0x1p-6,     0x08,   0x1p-9,       1,   8,  -1,     0x7F,   0x7F,     0x80,    0x38, true},
  {"f8E5M2",        8,  8,  5,  2,  15,  57344,    0x7B,    0x1p-14,    0x04,   0x1p-16,      1,  15,  0x7C,   0x7D,   0x7F,     0x80,    0x3C, true},
  {"f6E3M2FN",      6,  8,  3,  2,   3,  28,       0x1F,    0.25,       0x04,   0.0625,       1,   4,  -1,     -1,     -1,       0x20,    0x0C, true},
  {"f6E2M3FN",      6,  8,  2,  3,   1,  7.5,      0x1F,    1.0,        0x08,   0.125,        1,   2,  -1,     -1,     -1,       0x20,    0x08, true},
  {"f4E2M1FN",      4,  8,  2,  1,   1,  6,        0x7,     1.0,        0x2,    0.5,          1,   2,  -1,     -1,     -1,       0x8,     0x2,  true},
  {"f8E8M0FNU",     8,  8,  8,  0, 127,  0x1p127,  0xFE,    0x1p-127,   0x00,   0x1p-127,     0, 127,  -1,     0xFF,   0xFF,     -1,      0x7F, false},
  {"f8E4M3FNUZ",    8,  8,  4,  3,   8,  240,      0x7F,    0x1p-7,     0x08,   0x1p-10,      1,   7,  -1,     0x80,   0x80,     -1,      0x40, true},
  {"f8E5M2FNUZ",    8,  8,  5,  2,  16,  57344,    0x7F,    0x1p-15,    0x04,   0x1p-17,      1,  15,  -1,     0x80,   0x80,     -1,      0x40, true},
  {"f8E4M3B11FNUZ", 8,  8,  4,  3,  11,  30,       0x7F,    0x1p-10,    0x08,   0x1p-13,      1,   4,  -1,     0x80,   0x80,     -1,      0x58, true},
  {"f8E4M3",        8,  8,  4,  3,   7,  240,      0x77,    0x1p-6,     0x08,   0x1p-9,       1,   7,  0x78,   0x79,   0x7F,     0x80,    0x38, true},
  {"f8E3M4",        8,  8,  3,  4,   3,  15.5,     0x6F,    0.25,       0x10,   0x1p-6,       1,   3,  0x70,   0x71,   0x7F,     0x80,    0x30, true},
  {"ue4m3",         8,  8,  4,  3,   7,  448,      0x7E,    0x1p-6,     0x08,   0x1p-9,       1,   8,  -1,     0x7F,   0x7F,     -1,      0x38, false},
  {"tf32",         19, 32,  8, 10, 127,  tf32Max,  0x3FBFF, 0x1p-126,   0x400,  0x1p-136,     1, 127,  0x3FC00,0x3FC01,0x3FFFF,  0x40000, 0x1FC00, true},
  {"bf16",         16, 16,  8,  7, 127,  bf16Max,  0x7F7F,  0x1p-126,   0x80,   0x1p-133,     1, 127,  0x7F80, 0x7F81, 0x7FFF,   0x8000,  0x3F80, true},
  {"f16",          16, 16,  5, 10,  15,  65504,    0x7BFF,  0x1p-14,    0x400,  0x1p-24,      1,  15,  0x7C00, 0x7C01, 0x7FFF,   0x8000,  0x3C00, true},
  {"f32",          32, 32,  8, 23, 127,  f32Max,   0x7F7FFFFF, 0x1p-126, 0x800000, 0x1p-149,  1, 127,  0x7F800000, 0x7F800001, 0x7FFFFFFF, int(0x80000000), 0x3F800000, true},
  {"mxint8",        8,  8,  0,  6,   0,  1.984375, 0x7F,    0x1p-6,     1,      0x1p-6,       1,   0,  -1,     -1,     -1,       -1,      0x40, true},
  {"i8",            8,  8,  0,  0,   0,  127,      0x7F,    1,          1,      1,            1,   6,  -1,     -1,     -1,       -1,      0x01, true},
  {"i4",            4,  8,  0,  0,   0,  7,        0x7,     1,          1,      1,            1,   2,  -1,     -1,     -1,       -1,      0x1,  true},
};
// clang-format on

TEST(FormatTest, RowsAgreeWithTheSources) {
  ASSERT_EQ(std::size(allFacts), getFormats().size());
  for (const Facts &facts : allFacts) {
    SCOPED_TRACE(facts.name);
    const Format &row = format(facts.name);
    EXPECT_EQ(row.width, facts.width);
    EXPECT_EQ(row.containerBits, facts.container);
    EXPECT_EQ(static_cast<int>(row.exponentBits), facts.exponentBits);
    EXPECT_EQ(static_cast<int>(row.fractionBits), facts.fractionBits);
    EXPECT_EQ(row.bias, facts.bias);
    EXPECT_EQ(row.isSigned, facts.isSigned);
    EXPECT_EQ(row.maxFinite(), facts.maxFinite);
    EXPECT_EQ(row.maxFiniteCode(), facts.maxCode);
    EXPECT_EQ(row.minNormal(), facts.minNormal);
    EXPECT_EQ(row.minNormalCode(), facts.minNormalCode);
    EXPECT_EQ(row.smallest(), facts.smallest);
    EXPECT_EQ(row.smallestCode(), facts.smallestCode);
    EXPECT_EQ(row.emax(), facts.emax);
    EXPECT_EQ(row.unitCode(), facts.unit);
    EXPECT_EQ(decode(row, row.unitCode()), 1.0);
  }
}

TEST(FormatTest, SpecialCodesAgreeWithTheSources) {
  for (const Facts &facts : allFacts) {
    SCOPED_TRACE(facts.name);
    const Format &row = format(facts.name);
    EXPECT_EQ(row.hasInfinity(), facts.infinityCode != -1);
    EXPECT_EQ(row.hasNaN(), facts.firstNaN != -1);
    EXPECT_EQ(row.hasNegativeZero(), facts.negativeZero != -1);
    if (row.hasNaN()) {
      EXPECT_TRUE(row.isNaN(row.canonicalNaNCode()));
    }
    if (row.width > 19)
      continue;

    bool fnuz = facts.firstNaN == 0x80;
    for (int code = 0; code < 1 << row.width; ++code) {
      SCOPED_TRACE(code);
      int magnitude =
          fnuz ? code : code & static_cast<int>(row.magnitudeMask());
      bool nan = facts.firstNaN != -1 && magnitude >= facts.firstNaN &&
                 magnitude <= facts.lastNaN;
      bool infinity =
          facts.infinityCode != -1 && magnitude == facts.infinityCode;
      bool zero =
          facts.smallestCode == 1 && (code == 0 || code == facts.negativeZero ||
                                      (code == 0x80 && row.name == "ue4m3"));
      ASSERT_EQ(row.isNaN(code), nan);
      ASSERT_EQ(row.isInfinity(code), infinity);
      ASSERT_EQ(row.isFinite(code), !nan && !infinity);
      ASSERT_EQ(row.isZero(code), zero);
    }
  }
}

TEST(FormatTest, CanonicalNaNs) {
  EXPECT_EQ(format("f8E4M3FN").canonicalNaNCode(), 0x7Fu);
  EXPECT_EQ(format("ue4m3").canonicalNaNCode(), 0x7Fu);
  EXPECT_EQ(format("f8E5M2").canonicalNaNCode(), 0x7Eu);
  EXPECT_EQ(format("f8E4M3FNUZ").canonicalNaNCode(), 0x80u);
  EXPECT_EQ(format("f8E8M0FNU").canonicalNaNCode(), 0xFFu);
  EXPECT_EQ(format("f16").canonicalNaNCode(), 0x7E00u);
  EXPECT_EQ(format("bf16").canonicalNaNCode(), 0x7FC0u);
  EXPECT_EQ(format("f32").canonicalNaNCode(), 0x7FC00000u);
}

TEST(FormatTest, SubnormalCodes) {
  auto count = [](llvm::StringRef name) {
    const Format &row = format(name);
    int subnormals = 0;
    for (uint32_t code = 0; code <= row.codeMask(); ++code)
      subnormals += row.isSubnormal(code);
    return subnormals;
  };
  EXPECT_EQ(count("f8E4M3FN"), 14);
  EXPECT_EQ(count("f8E5M2"), 6);
  EXPECT_EQ(count("f4E2M1FN"), 2);
  EXPECT_EQ(count("f8E5M2FNUZ"), 6);
  EXPECT_EQ(count("f8E8M0FNU"), 0);
  EXPECT_EQ(count("i8"), 0);
  EXPECT_EQ(count("f16"), 2 * 1023);
}

TEST(FormatTest, QuantumDividesEveryValue) {
  for (const Format &row : getFormats()) {
    if (row.width > 19)
      continue;
    SCOPED_TRACE(row.name.str());
    for (uint32_t code = 0; code <= row.codeMask(); ++code) {
      double value = decode(row, code);
      if (!std::isfinite(value))
        continue;
      double units = std::ldexp(value, -row.quantumExponent());
      ASSERT_EQ(units, std::trunc(units)) << code;
    }
  }
}

TEST(FormatTest, LookupByName) {
  std::set<std::string> names;
  for (const Format &row : getFormats()) {
    EXPECT_EQ(lookupFormat(row.name), &row);
    EXPECT_FALSE(row.title.empty());
    names.insert(row.name.str());
  }
  EXPECT_EQ(names.size(), getFormats().size());
  EXPECT_EQ(lookupFormat("f8e4m3fn"), nullptr);
  EXPECT_EQ(lookupFormat("!lowp.ue4m3"), nullptr);
  EXPECT_EQ(lookupFormat(""), nullptr);
  EXPECT_TRUE(
      llvm::is_sorted(getFormats(), [](const Format &a, const Format &b) {
        return a.name.str() < b.name.str();
      }));
}

// The 38, 80 pair of the FP8 lesson: bytes mean nothing without an encoding.
TEST(FormatTest, F6ByteReinterpretation) {
  EXPECT_EQ(decode(format("f8E4M3FN"), 0x38), 1.0);
  EXPECT_EQ(decode(format("f8E4M3FN"), 0x80), 0.0);
  EXPECT_TRUE(std::signbit(decode(format("f8E4M3FN"), 0x80)));
  EXPECT_EQ(decode(format("f8E4M3FNUZ"), 0x38), 0.5);
  EXPECT_TRUE(std::isnan(decode(format("f8E4M3FNUZ"), 0x80)));
}

TEST(FormatTest, F2FormatConstants) {
  const Format &e4m3 = format("f8E4M3FN"), &e5m2 = format("f8E5M2");
  for (uint32_t code = 0x38; code < 0x40; ++code)
    EXPECT_EQ(decode(e4m3, code + 1) - decode(e4m3, code), 0.125);
  for (uint32_t code = 0x78; code < 0x7E; ++code)
    EXPECT_EQ(decode(e4m3, code + 1) - decode(e4m3, code), 32);
  for (uint32_t code = 0x3C; code < 0x40; ++code)
    EXPECT_EQ(decode(e5m2, code + 1) - decode(e5m2, code), 0.25);
  EXPECT_EQ(e4m3.minNormal(), 0.015625);
  EXPECT_EQ(e4m3.smallest(), 0.001953125);
  EXPECT_LT(1e-7, e5m2.smallest() / 2);
}
