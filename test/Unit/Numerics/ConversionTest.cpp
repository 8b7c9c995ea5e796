//===- ConversionTest.cpp - Conversions of named values -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/Conversion.h"
#include "Bits.h"
#include <cmath>
#include <limits>

using namespace lowp;
using namespace lowp::test;

static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr double quietNaN = std::numeric_limits<double>::quiet_NaN();
static constexpr float fltMax = std::numeric_limits<float>::max();

namespace {
struct Vector {
  double value;
  uint32_t code;
};
} // namespace

static void expectCodes(llvm::StringRef name, const Conversion &conversion,
                        std::initializer_list<Vector> vectors) {
  const Format &row = format(name);
  ASSERT_EQ(message(checkConversion(row, conversion)), "");
  for (const Vector &vector : vectors)
    EXPECT_EQ(encode(row, conversion, vector.value), vector.code)
        << name.str() << " of " << vector.value;
}

static Conversion saturating(llvm::StringRef name) {
  return Conversion::saturating(format(name));
}
static Conversion propagating(llvm::StringRef name) {
  return Conversion::propagating(format(name));
}
static Conversion with(Conversion conversion, Rounding rounding) {
  conversion.rounding = rounding;
  return conversion;
}
static Conversion with(Conversion conversion, InfinityPolicy infinity) {
  conversion.infinity = infinity;
  return conversion;
}
static Conversion with(Conversion conversion, NaNPolicy nan) {
  conversion.nan = nan;
  return conversion;
}

// Overflow is decided after rounding: half an ulp above the largest value is a
// tie, which goes down where the largest code is even and up where it is odd.
TEST(ConversionTest, OverflowIsDecidedAfterRounding) {
  expectCodes("f8E4M3FN", propagating("f8E4M3FN"),
              {{448, 0x7E},
               {449, 0x7E},
               {464, 0x7E},
               {f32(0x43E80001), 0x7F},
               {500, 0x7F},
               {-449, 0xFE},
               {1e9, 0x7F},
               {-500, 0xFF}});
  expectCodes("f8E5M2", propagating("f8E5M2"),
              {{57344, 0x7B},
               {60000, 0x7B},
               {f32(0x476FFFFF), 0x7B},
               {61440, 0x7C},
               {65536, 0x7C},
               {1e5, 0x7C},
               {-1e5, 0xFC}});
  expectCodes("f8E4M3FNUZ", propagating("f8E4M3FNUZ"),
              {{240, 0x7F},
               {247.9, 0x7F},
               {f32(0x4377FFFF), 0x7F},
               {248, 0x80},
               {500, 0x80},
               {-500, 0x80}});
  expectCodes("f8E5M2FNUZ", propagating("f8E5M2FNUZ"),
              {{57344, 0x7F}, {f32(0x476FFFFF), 0x7F}, {61440, 0x80}});
  expectCodes("f8E4M3", propagating("f8E4M3"),
              {{247.99, 0x77}, {248, 0x78}, {-248, 0xF8}});
  expectCodes("f8E4M3B11FNUZ", propagating("f8E4M3B11FNUZ"),
              {{30, 0x7F}, {30.9, 0x7F}, {31, 0x80}, {28, 0x7E}, {1, 0x58}});
}

// A directed rounding toward a finite neighbour never overflows.
TEST(ConversionTest, DirectedRounding) {
  Conversion e4m3 = propagating("f8E4M3FN");
  expectCodes(
      "f8E4M3FN", with(e4m3, Rounding::TowardZero),
      {{470, 0x7E}, {500, 0x7E}, {1e9, 0x7E}, {-1e9, 0xFE}, {infinity, 0x7F}});
  expectCodes("f8E4M3FN", with(e4m3, Rounding::Up),
              {{449, 0x7F}, {-500, 0xFE}, {1e-30, 0x01}, {-1e-30, 0x80}});
  expectCodes("f8E4M3FN", with(e4m3, Rounding::Down),
              {{500, 0x7E}, {-449, 0xFF}, {1e-30, 0x00}, {-1e-30, 0x81}});
  expectCodes("f8E5M2", with(propagating("f8E5M2"), Rounding::TowardZero),
              {{1e9, 0x7B}, {infinity, 0x7C}});
}

TEST(ConversionTest, SmallFormats) {
  expectCodes("f6E3M2FN", saturating("f6E3M2FN"),
              {{28, 0x1F},
               {30, 0x1F},
               {1.0625, 0x0C},
               {-1, 0x2C},
               {29, 0x1F},
               {26, 0x1E},
               {0.1251, 0x02},
               {0.0314, 0x01},
               {0.03, 0x00}});
  expectCodes("f6E2M3FN", saturating("f6E2M3FN"),
              {{7.5, 0x1F}, {7.75, 0x1F}, {1.1875, 0x0A}, {0.25, 0x02}});
  expectCodes("f4E2M1FN", saturating("f4E2M1FN"),
              {{0.25, 0},
               {0.75, 2},
               {1.25, 2},
               {1.75, 4},
               {2.5, 4},
               {3.5, 6},
               {5, 6},
               {5.5, 7},
               {6, 7},
               {7, 7},
               {-1, 0xA},
               {-0.0, 8},
               {quietNaN, 7},
               {-quietNaN, 7},
               {infinity, 7},
               {-infinity, 0xF}});
  expectCodes("f8E4M3FNUZ", saturating("f8E4M3FNUZ"),
              {{-0x1p-10, 0x81},
               {0x1p-10, 0x01},
               {0x1p-11, 0x00},
               {-0.0, 0x00},
               {1, 0x40}});
  expectCodes("f8E5M2FNUZ", saturating("f8E5M2FNUZ"), {{1, 0x40}, {512, 0x64}});
}

// The same input under the policies of different libraries.
TEST(ConversionTest, LibrariesThatShareTheDtype) {
  const double ulpAbove464 = f32(0x43E80001);
  Conversion nonsaturating = propagating("f8E4M3FN");
  Conversion satfinite = saturating("f8E4M3FN");
  // APFloat, ml_dtypes, older torch: NaNs keep their sign.
  expectCodes("f8E4M3FN", with(nonsaturating, NaNPolicy::SignedNaN),
              {{464, 0x7E},
               {ulpAbove464, 0x7F},
               {500, 0x7F},
               {1e5, 0x7F},
               {infinity, 0x7F},
               {-infinity, 0xFF},
               {quietNaN, 0x7F},
               {-quietNaN, 0xFF},
               {-0.0, 0x80}});
  // CUDA __NV_NOSAT: signs of NaNs are dropped, that of infinity is not.
  expectCodes("f8E4M3FN", nonsaturating,
              {{464, 0x7E},
               {500, 0x7F},
               {infinity, 0x7F},
               {-infinity, 0xFF},
               {quietNaN, 0x7F},
               {-quietNaN, 0x7F},
               {-0.0, 0x80}});
  // CUDA __NV_SATFINITE and the hardware's cvt.rn.satfinite.
  expectCodes("f8E4M3FN", satfinite,
              {{464, 0x7E},
               {ulpAbove464, 0x7E},
               {500, 0x7E},
               {1e5, 0x7E},
               {infinity, 0x7E},
               {-infinity, 0xFE},
               {quietNaN, 0x7F},
               {-quietNaN, 0x7F},
               {-0.0, 0x80}});
  // ml_dtypes ConvertFrom<sat>: finite values saturate, infinities do not.
  expectCodes("f8E4M3FN",
              with(with(satfinite, NaNPolicy::SignedNaN), InfinityPolicy::NaN),
              {{500, 0x7E},
               {1e5, 0x7E},
               {infinity, 0x7F},
               {-infinity, 0xFF},
               {quietNaN, 0x7F},
               {-quietNaN, 0xFF}});
  // torch from 2.13 on.
  expectCodes("f8E4M3FN", with(satfinite, NaNPolicy::SignedNaN),
              {{500, 0x7E},
               {infinity, 0x7E},
               {-infinity, 0xFE},
               {quietNaN, 0x7F},
               {-quietNaN, 0xFF}});
  // The ONNX table for FNUZ: saturate, but infinity is NaN.
  expectCodes("f8E4M3FNUZ", with(saturating("f8E4M3FNUZ"), InfinityPolicy::NaN),
              {{500, 0x7F},
               {infinity, 0x80},
               {-infinity, 0x80},
               {quietNaN, 0x80},
               {-0.0, 0x00}});
  // HIP with clipping: NaN becomes the largest value.
  expectCodes(
      "f8E4M3FNUZ", with(saturating("f8E4M3FNUZ"), NaNPolicy::Max),
      {{500, 0x7F}, {infinity, 0x7F}, {-infinity, 0xFF}, {quietNaN, 0x7F}});
  // ml_dtypes keeps E5M2's infinity when it saturates.
  expectCodes(
      "f8E5M2", with(saturating("f8E5M2"), InfinityPolicy::Infinity),
      {{1e5, 0x7B}, {infinity, 0x7C}, {-infinity, 0xFC}, {quietNaN, 0x7E}});
  expectCodes("f8E5M2", with(saturating("f8E5M2"), NaNPolicy::Zero),
              {{quietNaN, 0x00}, {-quietNaN, 0x00}});
}

TEST(ConversionTest, E8M0ToNearest) {
  Conversion nearest = propagating("f8E8M0FNU");
  expectCodes("f8E8M0FNU", nearest,
              {{1.5, 0x80},
               {3, 0x81},
               {12, 0x83},
               {0.75, 0x7F},
               {500, 0x88},
               {448, 0x88},
               {240, 0x87},
               {5, 0x81},
               {7, 0x82},
               {nextUp(1), 0x7F},
               {0, 0x00},
               {0x1p-149, 0x00},
               {0x1p-127, 0x00},
               {f32(0x00400001), 0x00},
               {0x1p127 * 1.0000001, 0xFE},
               {fltMax, 0xFF},
               {infinity, 0xFF},
               {quietNaN, 0xFF},
               {-1, 0xFF},
               {-infinity, 0xFF}});
  expectCodes("f8E8M0FNU", saturating("f8E8M0FNU"),
              {{fltMax, 0xFE},
               {infinity, 0xFE},
               {quietNaN, 0xFF},
               {-1, 0x00},
               {-infinity, 0x00},
               {-0.0, 0x00}});
}

TEST(ConversionTest, E8M0Directed) {
  Conversion up = with(saturating("f8E8M0FNU"), Rounding::Up);
  expectCodes("f8E8M0FNU", up,
              {{1, 0x7F},
               {f32(0x3F800001), 0x80},
               {500.0 / 448, 0x80},
               {1.0 / 448, 0x77},
               {0, 0x00},
               {0x1p-149, 0x00},
               {0x1p-127, 0x00},
               {f32(0x00400001), 0x01},
               {1.5, 0x80},
               {3, 0x81},
               {0x1p127 * 1.0000001, 0xFE},
               {fltMax, 0xFE},
               {infinity, 0xFE},
               {quietNaN, 0xFF}});
  expectCodes("f8E8M0FNU", with(propagating("f8E8M0FNU"), Rounding::Up),
              {{0x1p127 * 1.0000001, 0xFF}, {fltMax, 0xFF}, {infinity, 0xFF}});
  Conversion down = with(propagating("f8E8M0FNU"), Rounding::TowardZero);
  expectCodes("f8E8M0FNU", down,
              {{0, 0x00},
               {f32(0x00400001), 0x00},
               {nextUp(1), 0x7F},
               {1.5, 0x7F},
               {3, 0x80},
               {fltMax, 0xFE},
               {infinity, 0xFF}});
}

// ue4m3 is used for scales: negative numbers are out of its range.
TEST(ConversionTest, UnsignedE4M3) {
  expectCodes("ue4m3", saturating("ue4m3"),
              {{1, 0x38},
               {448, 0x7E},
               {1e9, 0x7E},
               {-1, 0x00},
               {-1e-9, 0x00},
               {-infinity, 0x00},
               {quietNaN, 0x7F}});
  expectCodes("ue4m3", propagating("ue4m3"),
              {{464, 0x7E}, {465, 0x7F}, {-1, 0x7F}, {-1e-9, 0x00}});
}

TEST(ConversionTest, RoundTripOfEveryCode) {
  for (const Format &row : getFormats()) {
    SCOPED_TRACE(row.name.str());
    Conversion conversion = Conversion::saturating(row);
    if (row.hasInfinity())
      conversion.infinity = InfinityPolicy::Infinity;
    uint64_t stride = row.width > 19 ? 9973 : 1;
    for (uint64_t code = 0; code <= row.codeMask(); code += stride) {
      if (row.isNaN(code))
        continue;
      // No conversion gives the lowest integer or a code with ignored bits.
      if (row.isInteger() && code == row.signMask())
        continue;
      if (row.name == "ue4m3" && code > 0x7F)
        continue;
      ASSERT_EQ(encode(row, conversion, decode(row, code)), code);
    }
  }
}

// Two narrowings are not one.
TEST(ConversionTest, Case73DoubleRounding) {
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

TEST(ConversionTest, Case17FnuzSmallNegatives) {
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

TEST(ConversionTest, Case22FnuzLargestValue) {
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

TEST(ConversionTest, Case23InfinityIntoFourFp8Types) {
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

TEST(ConversionTest, Case35StaticScaleWithoutClamp) {
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

TEST(ConversionTest, Case43CastToE8M0WithoutRounding) {
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

TEST(ConversionTest, Case74HandWrittenCodecs) {
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

TEST(ConversionTest, Case112OneEpilogueInFiveSpellings) {
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

TEST(ConversionTest, Case28ZeroGuardOverflowsBlockScale) {
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

TEST(ConversionTest, Case13TensorScaleFoldedIntoBlockScales) {
  const double scale = f32(0x37A7C5AC); // 2e-5
  const uint32_t blocks[] = {0x7E, 0x70, 0x6C, 0x65, 0x64, 0x38};
  const uint32_t folded[] = {0x05, 0x01, 0x01, 0x01, 0x00, 0x00};
  const Format &ue4m3 = format("ue4m3");
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(
        encode(ue4m3, saturating("ue4m3"), decode(ue4m3, blocks[i]) * scale),
        folded[i]);
}

TEST(ConversionTest, PoliciesWithoutAMeaningAreRefused) {
  auto refusal = [](llvm::StringRef name, const Conversion &conversion) {
    return message(checkConversion(format(name), conversion));
  };
  Conversion e2m1 = saturating("f4E2M1FN");
  EXPECT_EQ(refusal("f4E2M1FN", e2m1), "");
  EXPECT_EQ(refusal("f4E2M1FN", with(e2m1, NaNPolicy::NaN)),
            "NaN policy 'nan' of a conversion to f4E2M1FN: the encoding has no "
            "NaN");
  EXPECT_EQ(refusal("f4E2M1FN", with(e2m1, InfinityPolicy::NaN)),
            "infinity policy 'nan' of a conversion to f4E2M1FN: the encoding "
            "has no NaN");
  EXPECT_EQ(refusal("f8E4M3FN",
                    with(saturating("f8E4M3FN"), InfinityPolicy::Infinity)),
            "infinity policy 'inf' of a conversion to f8E4M3FN: the encoding "
            "has no infinity");
  Conversion nonsaturating = e2m1;
  nonsaturating.overflow = Overflow::Nonsaturating;
  EXPECT_EQ(refusal("f4E2M1FN", nonsaturating),
            "overflow policy 'nonsaturating' of a conversion to f4E2M1FN: the "
            "encoding has neither infinity nor NaN");
  Conversion keep = saturating("f8E4M3FNUZ");
  keep.zeroSign = ZeroSign::Keep;
  EXPECT_EQ(refusal("f8E4M3FNUZ", keep),
            "zero sign policy 'keep' of a conversion to f8E4M3FNUZ: the "
            "encoding has no -0");
  EXPECT_EQ(refusal("f8E4M3FNUZ",
                    with(saturating("f8E4M3FNUZ"), NaNPolicy::SignedNaN)),
            "NaN policy 'signed_nan' of a conversion to f8E4M3FNUZ: the NaN of "
            "the encoding has no sign");
  EXPECT_EQ(
      refusal("f8E8M0FNU", with(saturating("f8E8M0FNU"), NaNPolicy::Zero)),
      "NaN policy 'zero' of a conversion to f8E8M0FNU: the encoding has "
      "no zero");
  EXPECT_EQ(refusal("f8E5M2", with(saturating("f8E5M2"), Rounding::Stochastic)),
            "rounding policy 'stochastic' of a conversion to f8E5M2: "
            "stochastic rounding needs random bits");
  EXPECT_EQ(refusal("f8E5M2", Conversion()),
            "rounding policy 'unstated' of a conversion to f8E5M2: it must be "
            "stated");
  for (int field = 0; field < 5; ++field) {
    Conversion conversion = saturating("f8E5M2");
    if (field == 0)
      conversion.rounding = Rounding::Unstated;
    if (field == 1)
      conversion.overflow = Overflow::Unstated;
    if (field == 2)
      conversion.infinity = InfinityPolicy::Unstated;
    if (field == 3)
      conversion.nan = NaNPolicy::Unstated;
    if (field == 4)
      conversion.zeroSign = ZeroSign::Unstated;
    EXPECT_NE(refusal("f8E5M2", conversion), "") << field;
  }
}

TEST(ConversionTest, PresetsHaveAMeaningForEveryFormat) {
  for (const Format &row : getFormats()) {
    EXPECT_EQ(message(checkConversion(row, Conversion::saturating(row))), "");
    if (row.hasNaN()) {
      EXPECT_EQ(message(checkConversion(row, Conversion::propagating(row))),
                "");
    }
  }
}

TEST(ConversionTest, F4SubnormalRounding) {
  expectCodes(
      "f8E4M3FN", saturating("f8E4M3FN"),
      {{0.75 * 0x1p-9, 0x01}, {0.5 * 0x1p-9, 0x00}, {-0.5 * 0x1p-9, 0x80}});
}

TEST(ConversionTest, F5CastVector) {
  expectCodes("f8E4M3FN", saturating("f8E4M3FN"),
              {{0x1p-10, 0x00},
               {0.75 * 0x1p-9, 0x01},
               {-0x1p-10, 0x80},
               {1.0625, 0x38},
               {1.1875, 0x3A},
               {500, 0x7E}});
  expectCodes("f8E4M3FN", propagating("f8E4M3FN"), {{500, 0x7F}});
}

TEST(ConversionTest, F7Saturation) {
  expectCodes("f8E4M3FN", saturating("f8E4M3FN"),
              {{500, 0x7E}, {50000, 0x7E}, {-50000, 0xFE}});
  expectCodes("f8E5M2", saturating("f8E5M2"), {{1e6, 0x7B}, {-1e6, 0xFB}});
  expectCodes("f8E4M3FN", propagating("f8E4M3FN"), {{50000, 0x7F}});
  expectCodes("f8E5M2", propagating("f8E5M2"), {{1e6, 0x7C}});
}

TEST(ConversionTest, F8NeighboursOfStochasticRounding) {
  expectCodes("f8E4M3FN", saturating("f8E4M3FN"),
              {{1.01, 0x38}, {1.125, 0x39}});
  expectCodes("f8E4M3FN", with(saturating("f8E4M3FN"), Rounding::Up),
              {{1.01, 0x39}});
}

TEST(ConversionTest, F9AccumulatorAbsorption) {
  const Format &f16 = format("f16");
  auto round = [&](double value) {
    return decode(f16, encode(f16, propagating("f16"), value));
  };
  EXPECT_EQ(round(1024 + 0.25), 1024);
  EXPECT_EQ(round(1024 - 0.5), 1023.5); // half the spacing below
  EXPECT_EQ(round(1024 + 0.5), 1024);
  EXPECT_EQ(1024.0f + 0.25f, 1024.25f);
}
