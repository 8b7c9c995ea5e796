//===- ConversionTest.cpp - Conversions of named values -------------------===//
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
static constexpr double quietNaN = std::numeric_limits<double>::quiet_NaN();
static constexpr float fltMax = std::numeric_limits<float>::max();

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

// Of 128-bit significands every bit counts, however far it is shifted out.
TEST(ConversionTest, WideSignificands) {
  const Format &row = format("f32");
  auto code = [&](unsigned __int128 significand, int exponent) {
    return encode(row, propagating("f32"),
                  Dyadic{false, significand, exponent});
  };
  unsigned __int128 top = static_cast<unsigned __int128>(1) << 127;
  // Half of the smallest subnormal is 2^-150.
  EXPECT_EQ(code(top, -150 - 127), 0u);
  EXPECT_EQ(code(top + 1, -150 - 127), 1u);
  EXPECT_EQ(code(~static_cast<unsigned __int128>(0), -151 - 127), 0u);
  EXPECT_EQ(code(top, -1000), 0u);
  EXPECT_EQ(encode(row, with(propagating("f32"), Rounding::Up),
                   Dyadic{false, top, -1000}),
            1u);
  EXPECT_EQ(code(top + (top >> 24), -127), pattern(1.0f));
  EXPECT_EQ(code(top + (top >> 24) + 1, -127), pattern(nextUp(1)));
  EXPECT_EQ(code(~static_cast<unsigned __int128>(0), 0), 0x7F800000u);
}
