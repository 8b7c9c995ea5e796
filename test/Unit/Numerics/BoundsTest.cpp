//===- BoundsTest.cpp - Bounds and what they bound ------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/Bounds.h"
#include "Tensors.h"
#include "lowp/Numerics/Quantize.h"
#include <cmath>

using namespace lowp;
using namespace lowp::test;

static constexpr double u = 0x1p-24;

TEST(BoundsTest, Gamma) {
  EXPECT_GE(gammaF32(1), u / (1 - u));
  EXPECT_NEAR(gammaF32(1000) / (1000 * u / (1 - 1000 * u)), 1, 1e-10);
  EXPECT_EQ(gammaF32(1 << 24), HUGE_VAL);
  EXPECT_LT(gammaF32((1 << 24) - 1), HUGE_VAL);
}

TEST(BoundsTest, ModelsCountTheirRoundings) {
  auto roundings = [](double bound) { return std::lround(bound / u); };
  EXPECT_EQ(roundings(exactInstructionBound(4096, 32, 1)), 128);
  EXPECT_EQ(roundings(exactInstructionBound(33, 32, 1)), 2);
  EXPECT_EQ(roundings(f32SequentialBound(4096, 1)), 4096);
  EXPECT_EQ(roundings(f32SequentialBound(1, 1)), 0);
  EXPECT_EQ(roundings(f32SequentialBound(0, 1)), 0);
  EXPECT_EQ(roundings(f32TreeBound(4096, 1)), 12);
  EXPECT_EQ(roundings(f32TreeBound(1, 1)), 0);
  EXPECT_EQ(roundings(f32TreeBound(5, 2)), 6);
  EXPECT_EQ(roundings(blockScaledBound(256, 32, true, 1)), 31 + 8);
  EXPECT_EQ(roundings(blockScaledBound(256, 32, false, 1)), 31 + 8 + 2);
  EXPECT_EQ(roundings(blockScaledBound(8, 32, true, 1)), 7 + 1);
  EXPECT_EQ(roundings(promotedBound(256, 128, true, 0, 1)), 2);
  EXPECT_EQ(roundings(promotedBound(256, 128, false, 5 * u, 1)), 8);
}

// The loss that the sequential model can have is within its bound, and near it.
TEST(BoundsTest, SequentialBoundHoldsWhenReached) {
  // 1, then many terms just above half an ulp: each step rounds up.
  constexpr int k = 1025;
  Values terms(k, 0x1.000002p-24f);
  terms[0] = 1;
  ScaledTensor x = wide(1, k, terms), w = wide(k, 1, Values(k, 1));
  double exact = 1 + (k - 1) * 0x1.000002p-24;
  double error = product(x, w, AccumulationModel::F32Sequential)[0] - exact;
  double bound = f32SequentialBound(k, take(absoluteSums(x, w))[0]);
  EXPECT_LE(error, bound);
  EXPECT_GT(error, bound * 0.9);
}

TEST(BoundsTest, OutputRounding) {
  EXPECT_EQ(outputRoundingBound(format("f32"), 1), 0x1p-24);
  EXPECT_EQ(outputRoundingBound(format("bf16"), -1.5), 0x1p-8);
  EXPECT_EQ(outputRoundingBound(format("f16"), 1), 0x1p-11);
  EXPECT_EQ(outputRoundingBound(format("f8E4M3FN"), 1), 0x1p-4);
  EXPECT_EQ(outputRoundingBound(format("f8E4M3FN"), 300), 16);
  EXPECT_EQ(outputRoundingBound(format("f8E4M3FN"), 0), 0x1p-10);
  EXPECT_EQ(outputRoundingBound(format("f32"), 0x1p-160), 0x1p-150);
}

// No value within the range of the codes moves further than the bound.
TEST(BoundsTest, QuantizationErrors) {
  for (llvm::StringRef name :
       {"f8E4M3FN", "f8E5M2", "f6E3M2FN", "f6E2M3FN", "f4E2M1FN", "mxint8"}) {
    const Format &row = format(name);
    double largestShare = 0;
    for (int i = -3000; i <= 3000; ++i) {
      float value = row.maxFinite() * (i / 3000.0);
      double moved =
          decode(row, encode(row, Conversion::saturating(row), double(value)));
      double bound = quantizationBound(row, 1, value);
      ASSERT_LE(std::fabs(moved - value), bound) << name.str() << value;
      largestShare = std::max(largestShare, std::fabs(moved - value) / bound);
    }
    // A tie just above a power of two: u * 1 of u * (1 + u), u up to 2^-2.
    EXPECT_GT(largestShare, 0.79) << name.str();
  }
}
