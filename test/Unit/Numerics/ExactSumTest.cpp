//===- ExactSumTest.cpp - Sums without rounding ---------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/ExactSum.h"
#include "Bits.h"
#include <cmath>
#include <limits>

using namespace lowp;
using namespace lowp::test;

static ExactSum sumOf(std::initializer_list<double> values) {
  ExactSum sum;
  for (double value : values)
    sum.add(Dyadic::fromDouble(value));
  return sum;
}

static uint64_t nextRandom() {
  static uint64_t state = 42;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state ^ state >> 29;
}

TEST(ExactSumTest, CancellationLeavesTheSmallTerm) {
  EXPECT_EQ(sumOf({0x1p300, 1, -0x1p300}).roundToF32(), 1);
  EXPECT_EQ(sumOf({-0x1p300, 0x1p-149, 0x1p300}).roundToF32(), 0x1p-149f);
  EXPECT_EQ(sumOf({3, -5, 2}).roundToF32(), 0);
  EXPECT_EQ(pattern(sumOf({3, -5, 2}).roundToF32()), 0u);
}

TEST(ExactSumTest, ZeroResultsArePositive) {
  EXPECT_EQ(pattern(ExactSum().roundToF32()), 0u);
  EXPECT_EQ(pattern(sumOf({-0.0}).roundToF32()), 0u);
  EXPECT_EQ(pattern(sumOf({-0x1p-200}).roundToF32()), 0u);
  EXPECT_EQ(pattern(sumOf({-0x1p-150}).roundToF32()), 0u); // a tie, to even
  EXPECT_EQ(sumOf({-0x1p-150, -0x1p-300}).roundToF32(), -0x1p-149f);
}

TEST(ExactSumTest, TiesAreSeenThroughAnyDistance) {
  const double halfUlp = 0x1p-24;
  EXPECT_EQ(sumOf({1, halfUlp}).roundToF32(), 1);
  EXPECT_EQ(sumOf({1, halfUlp, 0x1p-400}).roundToF32(), nextUp(1));
  EXPECT_EQ(sumOf({1, halfUlp, -0x1p-400}).roundToF32(), 1);
  EXPECT_EQ(sumOf({nextUp(1), halfUlp}).roundToF32(), nextUp(nextUp(1)));
  EXPECT_EQ(sumOf({nextUp(1), halfUlp, -0x1p-400}).roundToF32(), nextUp(1));
  EXPECT_EQ(sumOf({-1, -halfUlp, -0x1p-400}).roundToF32(), -nextUp(1));
}

TEST(ExactSumTest, OverflowAndSubnormals) {
  constexpr float max = std::numeric_limits<float>::max();
  EXPECT_EQ(sumOf({max}).roundToF32(), max);
  EXPECT_EQ(sumOf({max, 0x1p102}).roundToF32(), max);
  EXPECT_EQ(sumOf({max, 0x1p103}).roundToF32(), INFINITY);
  EXPECT_EQ(sumOf({-0x1p500}).roundToF32(), -INFINITY);
  EXPECT_EQ(sumOf({0x1p500, -0x1p500, 0x1p-140}).roundToF32(), 0x1p-140f);
  EXPECT_EQ(sumOf({3 * 0x1p-150}).roundToF32(), 0x1p-148f);
}

TEST(ExactSumTest, SpecialValues) {
  ExactSum infinite = sumOf({1});
  infinite.addInfinity(/*negative=*/true);
  EXPECT_EQ(infinite.roundToF32(), -INFINITY);
  infinite.addInfinity(/*negative=*/true);
  EXPECT_EQ(infinite.roundToF32(), -INFINITY);
  infinite.addInfinity(/*negative=*/false);
  EXPECT_TRUE(std::isnan(infinite.roundToF32()));
  ExactSum invalid;
  invalid.addNaN();
  invalid.addInfinity(/*negative=*/false);
  EXPECT_TRUE(std::isnan(invalid.roundToF32()));
}

TEST(ExactSumTest, ExtremeProducts) {
  // E5M2's largest code squared, under the two largest E8M0 scales.
  Dyadic largest = Dyadic::fromDouble(57344) * Dyadic::fromDouble(0x1p127);
  Dyadic smallest = Dyadic::fromDouble(0x1p-16) * Dyadic::fromDouble(0x1p-127);
  ExactSum sum;
  sum.addProduct(largest, largest);
  sum.addProduct(smallest, smallest);
  EXPECT_EQ(sum.roundToF32(), INFINITY);
  Dyadic negated = largest;
  negated.negative = true;
  sum.addProduct(negated, largest);
  EXPECT_EQ(sum.roundToF32(), 0); // 2^-286
  sum.addProduct(Dyadic::fromDouble(0x1p200), smallest);
  EXPECT_EQ(sum.roundToF32(), 0x1p57f);
}

TEST(ExactSumTest, SubnormalDoubles) {
  ExactSum sum;
  sum.addProduct(Dyadic::fromDouble(3 * 0x1p-1074),
                 Dyadic::fromDouble(0x1p1000));
  EXPECT_EQ(sum.roundToF32(), 3 * 0x1p-74f);
  sum.addProduct(Dyadic::fromDouble(-0x1p-1022), Dyadic::fromDouble(0x1p1000));
  EXPECT_EQ(sum.roundToF32(), static_cast<float>(3 * 0x1p-74 - 0x1p-22));
}

// Products of 128-bit significands go through four partial products.
TEST(ExactSumTest, WideProducts) {
  unsigned __int128 one = 1;
  Dyadic wide = {false, (one << 127) + 1, -127}; // 1 + 2^-127
  ExactSum sum;
  sum.addProduct(wide, wide); // 1 + 2^-126 + 2^-254
  sum.add(Dyadic::fromDouble(-1));
  EXPECT_EQ(sum.roundToF32(), 0x1p-126f);
  sum.add(Dyadic::fromDouble(-0x1p-126));
  sum.addProduct(Dyadic::fromDouble(0), wide);
  Dyadic lift = Dyadic::fromDouble(-0x1p-254);
  sum.add(lift);
  EXPECT_EQ(pattern(sum.roundToF32()), 0u);
}

// Against __int128 arithmetic on random integers of any size.
TEST(ExactSumTest, RandomIntegers) {
  for (int round = 0; round < 2000; ++round) {
    ExactSum sum;
    __int128 expected = 0;
    int exponent = static_cast<int>(nextRandom() % 200) - 100;
    for (int i = 0; i < 20; ++i) {
      auto left = static_cast<int64_t>(nextRandom()) >> nextRandom() % 40;
      auto right =
          static_cast<int64_t>(nextRandom()) >> (8 + nextRandom() % 50);
      expected += static_cast<__int128>(left) * right;
      sum.addProduct(Dyadic::fromInteger(left, exponent),
                     Dyadic::fromInteger(right, 3));
    }
    ASSERT_EQ(sum.roundToF32(),
              std::ldexp(static_cast<float>(expected), exponent + 3));
    // A difference of equal sums is zero, whatever was carried on the way.
    sum.add(Dyadic::fromInteger(-expected, exponent + 3));
    ASSERT_EQ(pattern(sum.roundToF32()), 0u);
  }
}

TEST(ExactSumTest, RoundsToOtherFormats) {
  const Format &bf16 = format("bf16"), &e4m3 = format("f8E4M3FN");
  ExactSum sum = sumOf({1, 0x1p-9, 0x1p-200});
  EXPECT_EQ(sum.round(bf16, Conversion::propagating(bf16)), 0x3F80u);
  EXPECT_EQ(sumOf({1, 0x1p-8}).round(bf16, Conversion::propagating(bf16)),
            0x3F80u);
  EXPECT_EQ(
      sumOf({1, 0x1p-8, 0x1p-200}).round(bf16, Conversion::propagating(bf16)),
      0x3F81u);
  EXPECT_EQ(sumOf({400, 100}).round(e4m3, Conversion::saturating(e4m3)), 0x7Eu);
  EXPECT_EQ(sumOf({-1e-9}).round(e4m3, Conversion::saturating(e4m3)), 0x00u);
}

// roundToF32 of a product agrees with the hardware where double is exact.
TEST(ExactSumTest, ProductsOfFloats) {
  for (int i = 0; i < 200000; ++i) {
    float left = f32(nextRandom() >> 32), right = f32(nextRandom() >> 32);
    if (!std::isfinite(left) || !std::isfinite(right))
      continue;
    Dyadic product = Dyadic::fromDouble(left) * Dyadic::fromDouble(right);
    ASSERT_EQ(pattern(roundToF32(product)),
              pattern(static_cast<float>(static_cast<double>(left) * right)));
  }
}
