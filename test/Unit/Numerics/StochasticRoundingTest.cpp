//===- StochasticRoundingTest.cpp - Rounding by random bits ---------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/StochasticRounding.h"
#include "Conversions.h"
#include <cmath>
#include <limits>

using namespace lowp;
using namespace lowp::test;

using Four = std::array<uint32_t, 4>;

static Conversion stochastic(llvm::StringRef name) {
  return with(saturating(name), Rounding::Stochastic);
}

// The known answers that come with Random123.
TEST(StochasticRoundingTest, PhiloxKnownAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (Four{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
  EXPECT_EQ(philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
            (Four{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD}));
  EXPECT_EQ(philox({0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344},
                   {0xA4093822, 0x299F31D0}),
            (Four{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
}

TEST(StochasticRoundingTest, WordsOfPositions) {
  EXPECT_EQ(randomWord(0, 0), 0x6627E8D5u);
  EXPECT_EQ(randomWord(0, 3), 0x9B00DBD8u);
  const uint64_t seed = 0x299F31D0A4093822, block = 0x0123456789ABCDEF;
  Four words = philox({0x89ABCDEF, 0x01234567, 0, 0}, {0xA4093822, 0x299F31D0});
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(randomWord(seed, block * 4 + i), words[i]);
}

// numerics.md 2.7: 1.01 with 20 bits goes up 83,886 times of 1,048,576.
TEST(StochasticRoundingTest, F8CountsOfTwentyBits) {
  const Format &row = format("f8E4M3FN");
  const double source = f32(0x3F8147AE);
  uint32_t up = 0;
  for (uint32_t bits = 0; bits < 1u << 20; ++bits) {
    uint32_t code = encode(row, stochastic("f8E4M3FN"), source, {20, bits});
    ASSERT_TRUE(code == 0x38 || code == 0x39);
    up += code == 0x39;
  }
  EXPECT_EQ(up, 83886u);
}

// Between every two neighbours, at every sixteenth: u as often as the fraction
// says, and the other sign in the same way.
TEST(StochasticRoundingTest, ProbabilitiesBetweenAllNeighbours) {
  constexpr unsigned count = 6;
  for (const Format &row : getFormats()) {
    if (row.width > 8 || !row.hasZero)
      continue;
    Conversion conversion = stochastic(row.name);
    ASSERT_EQ(message(checkStochasticConversion(row, conversion, count)), "");
    for (uint32_t lower = 0; lower < row.maxFiniteCode(); ++lower) {
      double low = decode(row, lower), high = decode(row, lower + 1);
      for (int part = 0; part < 16; ++part) {
        double value = low + (high - low) * part / 16;
        uint32_t ups = 0;
        for (uint32_t bits = 0; bits < 1u << count; ++bits) {
          uint32_t code = encode(row, conversion, value, {count, bits});
          ASSERT_TRUE(code == lower || code == lower + 1) << row.name.str();
          ups += code == lower + 1;
          uint32_t mirrored = encode(row, conversion, -value, {count, bits});
          if (row.isSigned)
            ASSERT_EQ(decode(row, mirrored), -decode(row, code));
        }
        ASSERT_EQ(ups, part * 4u) << row.name.str() << " " << value;
      }
    }
  }
}

// Fractions with more bits than there are random ones are cut, not rounded.
TEST(StochasticRoundingTest, FractionsAreCutToTheRandomBits) {
  const Format &row = format("f4E2M1FN");
  Conversion conversion = stochastic("f4E2M1FN");
  double justBelowHalf = 1.25 - 0x1p-40;
  EXPECT_EQ(encode(row, conversion, 1.25, {1, 1}), 3u);
  EXPECT_EQ(encode(row, conversion, justBelowHalf, {1, 1}), 2u);
  EXPECT_EQ(encode(row, conversion, justBelowHalf, {32, 0x80000000}), 2u);
  EXPECT_EQ(encode(row, conversion, justBelowHalf, {32, 0x80000001}), 3u);
  // Far below the smallest code nothing is left of the fraction.
  EXPECT_EQ(encode(row, conversion, 0x1p-35, {32, ~0u}), 0u);
  EXPECT_EQ(encode(row, conversion, 0x1p-34, {32, ~0u}), 0u);
  EXPECT_EQ(encode(row, conversion, 0x1p-33, {32, ~0u}), 1u);
  EXPECT_EQ(encode(row, conversion, 0x1p-1000, {32, ~0u}), 0u);
}

TEST(StochasticRoundingTest, BeyondTheLargestCode) {
  const Format &row = format("f8E4M3FN");
  Conversion clipped = stochastic("f8E4M3FN");
  Conversion open = with(propagating("f8E4M3FN"), Rounding::Stochastic);
  // The model of gfx1250 for 449.
  EXPECT_EQ(encode(row, open, 449, {20, 0}), 0x7Eu);
  EXPECT_EQ(encode(row, open, 449, {20, 0xFFFFF}), 0x7Fu);
  EXPECT_EQ(encode(row, clipped, 449, {20, 0xFFFFF}), 0x7Eu);
  EXPECT_EQ(encode(row, open, 1e9, {20, 0}), 0x7Fu);
  EXPECT_EQ(encode(row, clipped, -1e9, {20, 0}), 0xFEu);
  const double infinity = std::numeric_limits<double>::infinity();
  for (uint32_t bits : {0u, 0xFFFFFu}) {
    EXPECT_EQ(encode(row, open, infinity, {20, bits}), 0x7Fu);
    EXPECT_EQ(encode(row, clipped, infinity, {20, bits}), 0x7Eu);
    EXPECT_EQ(encode(row, clipped, std::nan(""), {20, bits}), 0x7Fu);
    EXPECT_EQ(encode(row, clipped, -0.0, {20, bits}), 0x80u);
  }
}

// However an array is cut, its elements get the bits of their positions.
TEST(StochasticRoundingTest, PartsOfAnArray) {
  const Format &row = format("f8E5M2");
  std::vector<float> values;
  for (int i = 0; i < 1000; ++i)
    values.push_back(static_cast<float>(i) * 0.37f - 100);
  auto convert = [&](llvm::ArrayRef<float> part, uint64_t offset) {
    return take(encodeStochastically(row, stochastic("f8E5M2"), part,
                                     /*seed=*/42, offset, 16));
  };
  const uint64_t offset = ~uint64_t(0) - 500; // positions wrap
  std::vector<uint32_t> whole = convert(values, offset);
  for (size_t width : {1, 3, 4, 64, 333}) {
    std::vector<uint32_t> joined;
    for (size_t begin = 0; begin < values.size(); begin += width) {
      size_t size = std::min(width, values.size() - begin);
      auto part =
          convert(llvm::ArrayRef(values).slice(begin, size), offset + begin);
      joined.insert(joined.end(), part.begin(), part.end());
    }
    EXPECT_EQ(joined, whole) << width;
  }
  EXPECT_NE(convert(values, offset + 1), whole);
  // A mean of 0.37 * 499.5 - 100, within six standard errors of the rounding.
  double sum = 0, exact = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    sum += decode(row, whole[i]);
    exact += values[i];
  }
  EXPECT_NEAR(sum / 1000, exact / 1000, 6 * 32 / 2 / std::sqrt(1000.0));
}

TEST(StochasticRoundingTest, RandomOperandsOfInstructions) {
  auto convert = [](llvm::StringRef instruction, llvm::StringRef name,
                    uint32_t source, unsigned element, uint32_t word) {
    return take(encodeAsInstruction(instruction, format(name), stochastic(name),
                                    f32(source), element, word));
  };
  // The upper half of the result is a, from rbits[28:16].
  EXPECT_EQ(convert("cvt.rs.f16x2.f32", "f16", 0x3F800001, 1, 0x1FFF0000),
            0x3C01u);
  EXPECT_EQ(convert("cvt.rs.f16x2.f32", "f16", 0x3F800001, 1, 0xFFFEFFFF),
            0x3C00u);
  EXPECT_EQ(convert("cvt.rs.f16x2.f32", "f16", 0x3F800001, 0, 0x00001FFF),
            0x3C01u);
  EXPECT_EQ(convert("cvt.rs.f16x2.f32", "f16", 0x3F800001, 0, 0xFFFFFFFE),
            0x3C00u);
  EXPECT_EQ(convert("cvt.rs.bf16x2.f32", "bf16", 0x3F800001, 1, 0xFFFF0000),
            0x3F81u);
  EXPECT_EQ(convert("cvt.rs.bf16x2.f32", "bf16", 0x3F800001, 0, 0xFFFF0000),
            0x3F80u);
  // Adding to the pattern of f32 and cutting it, as the instruction does.
  for (uint32_t source : {0x3F8147AEu, 0x3FFFFFFFu, 0x3C800001u, 0x43D7FFFFu})
    for (uint32_t word : {0u, 0x00000FFFu, 0x7FFFFFFFu, 0xEB852000u, ~0u}) {
      auto cut = [&](uint32_t drop, uint32_t random) {
        return static_cast<double>(f32((source + random) >> drop << drop));
      };
      EXPECT_EQ(
          decode(format("f8E4M3FN"),
                 convert("v_cvt_sr_fp8_f32", "f8E4M3FN", source, 0, word)),
          cut(20, word >> 12));
      EXPECT_EQ(decode(format("f8E5M2"),
                       convert("v_cvt_sr_bf8_f32", "f8E5M2", source, 0, word)),
                cut(21, word >> 11));
    }
}

TEST(StochasticRoundingTest, WhatIsNotConfirmedIsRefused) {
  auto refusal = [](llvm::StringRef instruction, llvm::StringRef name,
                    float value = 1, unsigned element = 0) {
    return message(encodeAsInstruction(instruction, format(name),
                                       stochastic(name), value, element, 0));
  };
  EXPECT_EQ(refusal("cvt.rs.satfinite.e4m3x4.f32", "f8E4M3FN"),
            "'cvt.rs.satfinite.e4m3x4.f32': which bits serve which operand is "
            "not confirmed");
  EXPECT_EQ(refusal("v_cvt_sr_fp8_f32", "f8E4M3FN", 0.001f),
            "'v_cvt_sr_fp8_f32': results below the normal range are not "
            "confirmed");
  EXPECT_EQ(refusal("v_cvt_sr_fp8_f32", "f8E5M2"),
            "'v_cvt_sr_fp8_f32': it converts to f8E4M3FN f8E4M3FNUZ, not to "
            "f8E5M2");
  EXPECT_EQ(refusal("cvt.rs.f16x2.f32", "f16", 1, 2),
            "'cvt.rs.f16x2.f32': it has no element 2");
  EXPECT_EQ(refusal("cvt.rn.f16x2.f32", "f16"),
            "no instruction with random bits is called 'cvt.rn.f16x2.f32'; "
            "there are cvt.rs.f16x2.f32, cvt.rs.bf16x2.f32, v_cvt_sr_fp8_f32, "
            "v_cvt_sr_bf8_f32");
  const Format &row = format("f8E4M3FN");
  EXPECT_EQ(message(checkStochasticConversion(row, saturating(row.name), 8)),
            "rounding policy 'rne' takes no random bits");
  EXPECT_EQ(message(checkStochasticConversion(row, stochastic(row.name), 33)),
            "33 random bits for an element; between 1 and 32 can be used");
  EXPECT_EQ(message(checkStochasticConversion(row, stochastic(row.name), 0)),
            "0 random bits for an element; between 1 and 32 can be used");
  EXPECT_EQ(message(checkStochasticConversion(format("f8E8M0FNU"),
                                              stochastic("f8E8M0FNU"), 8)),
            "stochastic rounding to f8E8M0FNU: the encoding has no zero below "
            "its smallest value");
  Conversion unstated = stochastic(row.name);
  unstated.nan = NaNPolicy::Unstated;
  EXPECT_EQ(message(checkStochasticConversion(row, unstated, 8)),
            "NaN policy 'unstated' of a conversion to f8E4M3FN: it must be "
            "stated");
}
