//===- ConversionCasesTest.cpp - Faults and fixtures of conversions -------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversions.h"
#include <cmath>
#include <limits>

using namespace lowp;
using namespace lowp::test;

static constexpr double infinity = std::numeric_limits<double>::infinity();

// Two narrowings are not one.
TEST(ConversionCasesTest, Case73DoubleRounding) {
  struct Chain {
    double source;
    const char *through, *destination;
    uint32_t direct, chained;
  };
  const Chain chains[] = {
      {f32(0x3F880400), "f16", "f8E4M3FN", 0x39, 0x38},
      {f32(0x3F884000), "bf16", "f8E4M3FN", 0x39, 0x38},
      {f32(0x43E88000), "bf16", "f8E4M3FN", 0x7F, 0x7E},
      {1.0625 + 0x1p-40, "f32", "f8E4M3FN", 0x39, 0x38},
      {1.25 + 0x1p-40, "f32", "f4E2M1FN", 0x3, 0x2},
      {1.25 + 0x1p-13, "f16", "f4E2M1FN", 0x3, 0x2},
      {f32(0x3FA04000), "bf16", "f4E2M1FN", 0x3, 0x2},
      {f32(0x3F880001), "f16", "f8E4M3FN", 0x39, 0x38},
      {f32(0x3F880001), "bf16", "f8E4M3FN", 0x39, 0x38},
      {f32(0x43C8198C), "bf16", "f8E4M3FN", 0x7D, 0x7C},
      {f32(0x43C8198C), "f16", "f8E4M3FN", 0x7D, 0x7D},
      {f32(0x43C8198C), "bf16", "f8E5M2", 0x5E, 0x5E},
  };
  for (const Chain &chain : chains) {
    const Format &through = format(chain.through);
    const Format &last = format(chain.destination);
    Conversion conversion = last.hasNaN() ? Conversion::propagating(last)
                                          : Conversion::saturating(last);
    double narrowed =
        decode(through,
               encode(through, Conversion::propagating(through), chain.source));
    EXPECT_EQ(encode(last, conversion, chain.source), chain.direct);
    EXPECT_EQ(encode(last, conversion, narrowed), chain.chained);
  }
  expectCodes("f8E4M3FN", saturating("f8E4M3FN"), {{126.24f, 0x70}});
}

TEST(ConversionCasesTest, Case17FnuzSmallNegatives) {
  const double ulpBeyond = f32(0xBA000001);
  expectCodes("f8E4M3FNUZ", saturating("f8E4M3FNUZ"),
              {{-1e-9, 0x00},
               {-0.0, 0x00},
               {-0x1p-11, 0x00},
               {ulpBeyond, 0x81},
               {-0x1p-10, 0x81},
               {-0x1p-18, 0x00}});
  expectCodes("f8E5M2FNUZ", saturating("f8E5M2FNUZ"),
              {{-1e-9, 0x00},
               {-0.0, 0x00},
               {-0x1p-11, 0x94},
               {ulpBeyond, 0x94},
               {-0x1p-10, 0x98},
               {-0x1p-18, 0x00},
               {-0x1.000002p-18, 0x81}});
  expectCodes("f8E4M3FN", saturating("f8E4M3FN"), {{-1e-9, 0x80}});
}

TEST(ConversionCasesTest, Case22FnuzLargestValue) {
  expectCodes("f8E4M3FNUZ", saturating("f8E4M3FNUZ"),
              {{240, 0x7F},
               {236, 0x7F},
               {233, 0x7F},
               {232, 0x7E},
               {228, 0x7E},
               {224, 0x7E},
               {-240, 0xFF},
               {241, 0x7F},
               {300, 0x7F}});
}

TEST(ConversionCasesTest, Case23InfinityIntoFourFp8Types) {
  struct Row {
    const char *name;
    uint32_t max, infinite;
  };
  for (const Row &row :
       {Row{"f8E4M3FN", 0x7E, 0x7F}, Row{"f8E5M2", 0x7B, 0x7C},
        Row{"f8E4M3FNUZ", 0x7F, 0x80}, Row{"f8E5M2FNUZ", 0x7F, 0x80}}) {
    const Format &destination = format(row.name);
    expectCodes(
        row.name, saturating(row.name),
        {{infinity, row.max}, {-infinity, row.max | 0x80}, {1e9, row.max}});
    expectCodes(row.name, propagating(row.name),
                {{infinity, row.infinite}, {-infinity, row.infinite | 0x80}});
    Conversion toNaN = with(saturating(row.name), InfinityPolicy::NaN);
    EXPECT_TRUE(destination.isNaN(encode(destination, toNaN, infinity)));
    EXPECT_TRUE(destination.isNaN(encode(destination, toNaN, -infinity)));
    EXPECT_EQ(encode(destination, toNaN, 1e9), row.max);
  }
}

TEST(ConversionCasesTest, Case35StaticScaleWithoutClamp) {
  expectCodes("f8E4M3FN", saturating("f8E4M3FN"),
              {{100, 0x6C},
               {448, 0x7E},
               {460, 0x7E},
               {464, 0x7E},
               {465, 0x7E},
               {500, 0x7E},
               {-500, 0xFE},
               {1e5, 0x7E}});
  expectCodes("f8E4M3FN", propagating("f8E4M3FN"),
              {{100, 0x6C},
               {448, 0x7E},
               {460, 0x7E},
               {464, 0x7E},
               {465, 0x7F},
               {500, 0x7F},
               {-500, 0xFF},
               {1e5, 0x7F}});
}

TEST(ConversionCasesTest, Case43CastToE8M0WithoutRounding) {
  const double values[] = {0.3, 1, 1.25, 1.5, 1.6, 1.75, 3, 6};
  const uint32_t codes[][3] = {{0x7D, 0x7E, 0x7D}, {0x7F, 0x7F, 0x7F},
                               {0x7F, 0x80, 0x7F}, {0x80, 0x80, 0x7F},
                               {0x80, 0x80, 0x7F}, {0x80, 0x80, 0x7F},
                               {0x81, 0x81, 0x80}, {0x82, 0x82, 0x81}};
  const Rounding roundings[] = {Rounding::NearestEven, Rounding::Up,
                                Rounding::TowardZero};
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 3; ++j)
      EXPECT_EQ(encode(format("f8E8M0FNU"),
                       with(saturating("f8E8M0FNU"), roundings[j]), values[i]),
                codes[i][j]);
}

// What constant folding and `arith-expand` of MLIR 22.1.8 get wrong
// (numerics.md 2.6), each defect with the code or value that it should be.
TEST(ConversionCasesTest, DefectsOfMLIR22) {
  const Format &e8m0 = format("f8E8M0FNU");
  // mlir-e8m0-nan-inf: FF was infinity.
  EXPECT_TRUE(std::isnan(decode(e8m0, 0xFF)));
  // mlir-e8m0-zero: 00 was 0.
  EXPECT_EQ(decode(e8m0, 0x00), 0x1p-127);
  // mlir-e8m0-trunc: 3.0 was 80, -1 was 7F, and -2^-10 was F5.
  expectCodes("f8E8M0FNU", propagating("f8E8M0FNU"),
              {{3, 0x81}, {1.5, 0x80}, {-1, 0xFF}, {-0x1p-10, 0xFF}});
  // mlir-e8m0-zero-attr: there is no zero; the conversion says what it does.
  expectCodes("f8E8M0FNU", saturating("f8E8M0FNU"), {{0, 0x00}, {-2, 0x00}});
  // mlir-f4-ties: 1.25, 2.5 and 5 went away from zero, to 3, 5 and 7.
  // mlir-f4-sign: -0.3 was +0.5 and -0.1 was +0.
  // mlir-f4-inf-fold: infinities and NaN folded to 0.
  expectCodes("f4E2M1FN", saturating("f4E2M1FN"),
              {{1.25, 2},
               {2.5, 4},
               {5, 6},
               {-0.3, 0x9},
               {-0.1, 0x8},
               {-0.0, 0x8},
               {infinity, 0x7},
               {-infinity, 0xF},
               {std::numeric_limits<double>::quiet_NaN(), 0x7}});
}

TEST(ConversionCasesTest, Case74HandWrittenCodecs) {
  expectCodes("f8E4M3FN", saturating("f8E4M3FN"),
              {{240, 0x77},
               {256, 0x78},
               {288, 0x79},
               {320, 0x7A},
               {352, 0x7B},
               {384, 0x7C},
               {416, 0x7D},
               {448, 0x7E}});
  const uint32_t sources[] = {0x00000001, 0x00200000, 0x00400000, 0x00400001,
                              0x00600000};
  const uint32_t up[] = {0, 0, 0, 1, 1}, nearest[] = {0, 0, 0, 0, 1};
  const Format &row = format("f8E8M0FNU");
  Conversion conversion = saturating("f8E8M0FNU");
  for (int i = 0; i < 5; ++i) {
    double value = f32(sources[i]);
    EXPECT_EQ(encode(row, with(conversion, Rounding::Up), value), up[i]);
    EXPECT_EQ(encode(row, with(conversion, Rounding::TowardZero), value), 0u);
    EXPECT_EQ(encode(row, conversion, value), nearest[i]);
  }
}

TEST(ConversionCasesTest, Case112OneEpilogueInFiveSpellings) {
  const Format &e4m3 = format("f8E4M3FN"), &bf16 = format("bf16");
  Conversion conversion = saturating("f8E4M3FN");
  auto clamp = [](float value) {
    return std::min(std::max(value, -448.0f), 448.0f);
  };
  auto narrow = [&](float value) {
    return static_cast<float>(
        decode(bf16, encode(bf16, propagating("bf16"), double(value))));
  };
  auto expect = [&](float y, float scale,
                    std::initializer_list<uint32_t> codes) {
    const float spellings[] = {y / scale, y * (1.0f / scale), clamp(y / scale),
                               clamp(y) / scale, narrow(narrow(y) / scale)};
    int i = 0;
    for (uint32_t code : codes)
      EXPECT_EQ(encode(e4m3, conversion, double(spellings[i++])), code)
          << "spelling " << i << " of " << y;
  };
  expect(0.0888671875f, 7, {0x06, 0x07, 0x06, 0x06, 0x06});
  expect(1000, 8, {0x70, 0x70, 0x70, 0x66, 0x70});
  expect(1.064453125f, 1, {0x39, 0x39, 0x39, 0x39, 0x38});
  expect(200, 0.25f, {0x7E, 0x7E, 0x7E, 0x7E, 0x7E});
}

TEST(ConversionCasesTest, Case28ZeroGuardOverflowsBlockScale) {
  // 2688 / g is what a block scale of 1.0 becomes next to a group of amax g.
  const double amaxes[] = {6, 5.8, 5.79, 5.7, 5.6, 0.5};
  const bool fits[] = {true, true, false, false, false, false};
  for (int i = 0; i < 6; ++i) {
    double scale = 2688 / amaxes[i];
    EXPECT_EQ(encode(format("f8E4M3FN"), propagating("f8E4M3FN"), scale),
              fits[i] ? 0x7Eu : 0x7Fu);
    EXPECT_EQ(encode(format("f8E4M3FN"), saturating("f8E4M3FN"), scale), 0x7Eu);
  }
}

TEST(ConversionCasesTest, Case13TensorScaleFoldedIntoBlockScales) {
  const double scale = f32(0x37A7C5AC); // 2e-5
  const uint32_t blocks[] = {0x7E, 0x70, 0x6C, 0x65, 0x64, 0x38};
  const uint32_t folded[] = {0x05, 0x01, 0x01, 0x01, 0x00, 0x00};
  const Format &ue4m3 = format("ue4m3");
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(
        encode(ue4m3, saturating("ue4m3"), decode(ue4m3, blocks[i]) * scale),
        folded[i]);
}

TEST(ConversionCasesTest, F4SubnormalRounding) {
  expectCodes(
      "f8E4M3FN", saturating("f8E4M3FN"),
      {{0.75 * 0x1p-9, 0x01}, {0.5 * 0x1p-9, 0x00}, {-0.5 * 0x1p-9, 0x80}});
}

TEST(ConversionCasesTest, F5CastVector) {
  expectCodes("f8E4M3FN", saturating("f8E4M3FN"),
              {{0x1p-10, 0x00},
               {0.75 * 0x1p-9, 0x01},
               {-0x1p-10, 0x80},
               {1.0625, 0x38},
               {1.1875, 0x3A},
               {500, 0x7E}});
  expectCodes("f8E4M3FN", propagating("f8E4M3FN"), {{500, 0x7F}});
}

TEST(ConversionCasesTest, F7Saturation) {
  expectCodes("f8E4M3FN", saturating("f8E4M3FN"),
              {{500, 0x7E}, {50000, 0x7E}, {-50000, 0xFE}});
  expectCodes("f8E5M2", saturating("f8E5M2"), {{1e6, 0x7B}, {-1e6, 0xFB}});
  expectCodes("f8E4M3FN", propagating("f8E4M3FN"), {{50000, 0x7F}});
  expectCodes("f8E5M2", propagating("f8E5M2"), {{1e6, 0x7C}});
}

TEST(ConversionCasesTest, F8NeighboursOfStochasticRounding) {
  expectCodes("f8E4M3FN", saturating("f8E4M3FN"),
              {{1.01, 0x38}, {1.125, 0x39}});
  expectCodes("f8E4M3FN", with(saturating("f8E4M3FN"), Rounding::Up),
              {{1.01, 0x39}});
}

TEST(ConversionCasesTest, F9AccumulatorAbsorption) {
  const Format &f16 = format("f16");
  auto round = [&](double value) {
    return decode(f16, encode(f16, propagating("f16"), value));
  };
  EXPECT_EQ(round(1024 + 0.25), 1024);
  EXPECT_EQ(round(1024 - 0.5), 1023.5); // half the spacing below
  EXPECT_EQ(round(1024 + 0.5), 1024);
  EXPECT_EQ(1024.0f + 0.25f, 1024.25f);
}
