//===- RecipeTest.cpp - Scales from amax ----------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/Recipe.h"
#include "Bits.h"
#include <cmath>
#include <limits>

using namespace lowp;
using namespace lowp::test;

static constexpr float fltMax = std::numeric_limits<float>::max();

static uint32_t byteOf(Recipe recipe, llvm::StringRef element, float amax) {
  return selectScale(recipe, format(element), format("f8E8M0FNU"), amax);
}

namespace {
struct Bytes {
  float amax;
  uint32_t floor, ceil, even, rceil, rceilTE, evenCT;
};
} // namespace

// The bytes that published implementations choose for E4M3 elements.
TEST(RecipeTest, BytesForE4M3) {
  const Bytes table[] = {
      {0x1p-126f, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00},
      {1e-4f, 0x69, 0x6A, 0x69, 0x69, 0x69, 0x69},
      {0.5f, 0x76, 0x76, 0x76, 0x76, 0x76, 0x76},
      {1.0f, 0x77, 0x77, 0x77, 0x77, 0x77, 0x77},
      {3.5f, 0x78, 0x79, 0x78, 0x78, 0x78, 0x79},
      {nextUp(3.5f), 0x78, 0x79, 0x78, 0x79, 0x79, 0x79},
      {448, 0x7F, 0x80, 0x7F, 0x7F, 0x7F, 0x80},
      {nextUp(448), 0x7F, 0x80, 0x7F, 0x80, 0x80, 0x80},
      {480, 0x7F, 0x80, 0x7F, 0x80, 0x80, 0x80},
      {496, 0x7F, 0x80, 0x80, 0x80, 0x80, 0x80},
      {500, 0x7F, 0x80, 0x80, 0x80, 0x80, 0x80},
      {f32(0x43FFFFFF), 0x7F, 0x80, 0x80, 0x80, 0x80, 0x80},
      {512, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80},
      {fltMax, 0xF6, 0xF7, 0xF7, 0xF7, 0xF7, 0x7F},
  };
  for (const Bytes &row : table) {
    SCOPED_TRACE(row.amax);
    EXPECT_EQ(byteOf(Recipe::Floor, "f8E4M3FN", row.amax), row.floor);
    EXPECT_EQ(byteOf(Recipe::Ceil, "f8E4M3FN", row.amax), row.ceil);
    EXPECT_EQ(byteOf(Recipe::Even, "f8E4M3FN", row.amax), row.even);
    EXPECT_EQ(byteOf(Recipe::RCeil, "f8E4M3FN", row.amax), row.rceil);
    EXPECT_EQ(byteOf(Recipe::RCeilTE, "f8E4M3FN", row.amax), row.rceilTE);
    EXPECT_EQ(byteOf(Recipe::EvenCT, "f8E4M3FN", row.amax), row.evenCT);
  }
}

// The half that is added carries into the pattern of infinity from
// (2 - 2^-(m+1)) * 2^127 on.
TEST(RecipeTest, EvenTorchAOOverflows) {
  EXPECT_EQ(byteOf(Recipe::EvenTorchAO, "f8E4M3FN", fltMax), 0xFFu);
  EXPECT_EQ(byteOf(Recipe::EvenTorchAO, "f8E4M3FN", f32(0x7F780000)), 0xFFu);
  EXPECT_EQ(byteOf(Recipe::EvenTorchAO, "f8E4M3FN", f32(0x7F77FFFF)), 0xF6u);
  EXPECT_EQ(byteOf(Recipe::Even, "f8E4M3FN", f32(0x7F780000)), 0xF7u);
  for (float amax : {1e-4f, 3.5f, 448.0f, 480.0f, 496.0f, 512.0f})
    EXPECT_EQ(byteOf(Recipe::EvenTorchAO, "f8E4M3FN", amax),
              byteOf(Recipe::Even, "f8E4M3FN", amax));
}

TEST(RecipeTest, BytesForE2M1) {
  auto expect = [](float amax, uint32_t floor, uint32_t even, uint32_t ct,
                   uint32_t rceil, uint32_t ceil) {
    SCOPED_TRACE(amax);
    EXPECT_EQ(byteOf(Recipe::Floor, "f4E2M1FN", amax), floor);
    EXPECT_EQ(byteOf(Recipe::Even, "f4E2M1FN", amax), even);
    EXPECT_EQ(byteOf(Recipe::EvenCT, "f4E2M1FN", amax), ct);
    EXPECT_EQ(byteOf(Recipe::RCeil, "f4E2M1FN", amax), rceil);
    EXPECT_EQ(byteOf(Recipe::Ceil, "f4E2M1FN", amax), ceil);
  };
  expect(1.0f, 0x7D, 0x7D, 0x7D, 0x7D, 0x7D);
  expect(1.5f, 0x7D, 0x7D, 0x7D, 0x7D, 0x7E);
  expect(5.0f, 0x7F, 0x7F, 0x7F, 0x7F, 0x80);
  expect(6.0f, 0x7F, 0x7F, 0x7F, 0x7F, 0x80);
  expect(nextUp(6.0f), 0x7F, 0x7F, 0x7F, 0x80, 0x80);
  expect(7.0f, 0x7F, 0x80, 0x80, 0x80, 0x80);
  expect(7.5f, 0x7F, 0x80, 0x80, 0x80, 0x80);
  expect(8.0f, 0x80, 0x80, 0x80, 0x80, 0x80);
}

// The exact quotient exceeds 2^-127, its product with fl(1/448) does not.
TEST(RecipeTest, RceilOfSubnormalQuotients) {
  EXPECT_EQ(byteOf(Recipe::RCeil, "f8E4M3FN", f32(0x04600001)), 0x01u);
  EXPECT_EQ(byteOf(Recipe::RCeilTE, "f8E4M3FN", f32(0x04600001)), 0x00u);
  EXPECT_EQ(byteOf(Recipe::RCeil, "f8E4M3FN", f32(0x04600000)), 0x00u);
}

// rceil_te and rceil agree wherever the product is a normal number.
TEST(RecipeTest, TheReciprocalHidesNothingInTheNormalRange) {
  for (llvm::StringRef element :
       {"f8E4M3FN", "f8E5M2", "f4E2M1FN", "f6E3M2FN", "f6E2M3FN"}) {
    uint32_t max = pattern(static_cast<float>(format(element).maxFinite()));
    for (uint32_t bits = max - 4096; bits < max + 4096; ++bits)
      ASSERT_EQ(byteOf(Recipe::RCeil, element, f32(bits)),
                byteOf(Recipe::RCeilTE, element, f32(bits)))
          << bits;
  }
}

// The scale of rceil is the smallest power of two that clips nothing.
TEST(RecipeTest, RceilIsMinimal) {
  for (llvm::StringRef element :
       {"f8E4M3FN", "f8E5M2", "f4E2M1FN", "f8E4M3FNUZ", "mxint8", "i8"}) {
    double max = format(element).maxFinite();
    for (uint32_t bits = 1; bits < 0x7F800000; bits += 65521) {
      double amax = f32(bits);
      double scale = std::ldexp(
          1.0, selectScaleExponent(Recipe::RCeil, format(element), f32(bits)));
      ASSERT_LE(amax, max * scale) << bits;
      ASSERT_GT(amax, max * scale / 2) << bits;
    }
  }
}

// amax 448 * S has the quotient S, so the bytes are those of converting S
// upwards; f32 subnormals included.
TEST(RecipeTest, RceilAdjacentToPowersOfTwo) {
  for (int exponent = -120; exponent <= 119; ++exponent) {
    float amax = std::ldexp(448.0f, exponent);
    EXPECT_EQ(byteOf(Recipe::RCeil, "f8E4M3FN", amax), exponent + 127u);
    EXPECT_EQ(byteOf(Recipe::RCeil, "f8E4M3FN", nextUp(amax)), exponent + 128u);
    float power = std::ldexp(1.0f, exponent);
    EXPECT_EQ(selectScaleExponent(Recipe::Floor, format("f8E4M3FN"),
                                  f32(pattern(power) - 1)),
              exponent - 9);
    EXPECT_EQ(
        selectScaleExponent(Recipe::Ceil, format("f8E4M3FN"), nextUp(power)),
        exponent - 7);
  }
}

TEST(RecipeTest, Case41FourRecipesThreeFormats) {
  struct Row {
    float amax;
    uint32_t bytes[3][4]; // E2M1, E4M3, E4M3FNUZ: floor, rceil, even, ceil
  };
  const Row table[] = {
      {1,
       {{0x7D, 0x7D, 0x7D, 0x7D},
        {0x77, 0x77, 0x77, 0x77},
        {0x78, 0x78, 0x78, 0x78}}},
      {1.5,
       {{0x7D, 0x7D, 0x7D, 0x7E},
        {0x77, 0x77, 0x77, 0x78},
        {0x78, 0x78, 0x78, 0x79}}},
      {1.75,
       {{0x7D, 0x7E, 0x7E, 0x7E},
        {0x77, 0x77, 0x77, 0x78},
        {0x78, 0x78, 0x78, 0x79}}},
      {1.875,
       {{0x7D, 0x7E, 0x7E, 0x7E},
        {0x77, 0x78, 0x77, 0x78},
        {0x78, 0x78, 0x78, 0x79}}},
      {1.9375,
       {{0x7D, 0x7E, 0x7E, 0x7E},
        {0x77, 0x78, 0x78, 0x78},
        {0x78, 0x79, 0x79, 0x79}}},
      {6,
       {{0x7F, 0x7F, 0x7F, 0x80},
        {0x79, 0x79, 0x79, 0x7A},
        {0x7A, 0x7A, 0x7A, 0x7B}}},
      {7,
       {{0x7F, 0x80, 0x80, 0x80},
        {0x79, 0x79, 0x79, 0x7A},
        {0x7A, 0x7A, 0x7A, 0x7B}}},
      {240,
       {{0x84, 0x85, 0x85, 0x85},
        {0x7E, 0x7F, 0x7E, 0x7F},
        {0x7F, 0x7F, 0x7F, 0x80}}},
      {448,
       {{0x85, 0x86, 0x86, 0x86},
        {0x7F, 0x7F, 0x7F, 0x80},
        {0x80, 0x80, 0x80, 0x81}}},
      {480,
       {{0x85, 0x86, 0x86, 0x86},
        {0x7F, 0x80, 0x7F, 0x80},
        {0x80, 0x80, 0x80, 0x81}}},
      {500,
       {{0x85, 0x86, 0x86, 0x86},
        {0x7F, 0x80, 0x80, 0x80},
        {0x80, 0x81, 0x81, 0x81}}},
  };
  const char *elements[] = {"f4E2M1FN", "f8E4M3FN", "f8E4M3FNUZ"};
  const Recipe recipes[] = {Recipe::Floor, Recipe::RCeil, Recipe::Even,
                            Recipe::Ceil};
  for (const Row &row : table)
    for (int element = 0; element < 3; ++element)
      for (int recipe = 0; recipe < 4; ++recipe)
        EXPECT_EQ(byteOf(recipes[recipe], elements[element], row.amax),
                  row.bytes[element][recipe])
            << row.amax << " " << elements[element] << " "
            << stringifyRecipe(recipes[recipe]).str();
}

TEST(RecipeTest, Case40ScaleBiasedOneStepLow) {
  for (int i = 0; i < 32; ++i) {
    SCOPED_TRACE(i);
    float amax = 1 + i / 32.0f;
    EXPECT_EQ(byteOf(Recipe::Floor, "f6E2M3FN", amax), 0x7Du);
    EXPECT_EQ(byteOf(Recipe::Even, "f6E2M3FN", amax), i < 30 ? 0x7Du : 0x7Eu);
    EXPECT_EQ(byteOf(Recipe::EvenCT, "f6E2M3FN", amax), i < 30 ? 0x7Du : 0x7Eu);
    EXPECT_EQ(byteOf(Recipe::RCeil, "f6E2M3FN", amax), i < 29 ? 0x7Du : 0x7Eu);
  }
}

// The floor of the logarithm is not its truncation toward zero.
TEST(RecipeTest, Case47TruncatedLogarithm) {
  const float scales[] = {0.1f, 0.3f, 0.5f, 0.75f, 1, 1.5f, 3};
  const uint32_t bytes[] = {0x7B, 0x7D, 0x7E, 0x7E, 0x7F, 0x7F, 0x80};
  // i8 has emax 6, so that 64 * S has the scale floor(S).
  for (int i = 0; i < 7; ++i)
    EXPECT_EQ(byteOf(Recipe::Floor, "i8", 64 * scales[i]), bytes[i]);
}

TEST(RecipeTest, F1StaleScale) {
  const Format &e4m3 = format("f8E4M3FN");
  uint32_t scale = selectScale(Recipe::AmaxOverMax, e4m3, format("f32"), 10.0f);
  EXPECT_EQ(scale, pattern(10.0f / 448.0f));
  EXPECT_NEAR(f32(scale), 0.02232143, 5e-9);
}

TEST(RecipeTest, F32Scales) {
  const Format &e4m3 = format("f8E4M3FN"), &row = format("f32");
  EXPECT_EQ(selectScale(Recipe::AmaxOverMax, e4m3, row, 500), 0x3F8EDB6Eu);
  EXPECT_EQ(selectScale(Recipe::AmaxOverMax, e4m3, row, 0.5), 0x3A924925u);
  EXPECT_EQ(selectScale(Recipe::RCeil, e4m3, row, 500), pattern(2.0f));
  EXPECT_EQ(selectScale(Recipe::RCeil, e4m3, row, 1), pattern(0x1p-8f));
  // A scale is positive: quotients and powers below f32 become its smallest.
  EXPECT_EQ(selectScale(Recipe::AmaxOverMax, e4m3, row, 0x1p-149f), 1u);
  EXPECT_EQ(selectScale(Recipe::RCeil, e4m3, row, 0x1p-149f), 1u);
}

TEST(RecipeTest, RecipesThatDoNotFitAreRefused) {
  const Format &e4m3 = format("f8E4M3FN"), &e8m0 = format("f8E8M0FNU"),
               &wide = format("f32");
  auto check = [](Recipe recipe, const Format &element, const Format &scale) {
    return message(checkRecipe(recipe, element, scale));
  };
  for (Recipe recipe :
       {Recipe::Floor, Recipe::RCeil, Recipe::Ceil, Recipe::Even,
        Recipe::RCeilTE, Recipe::EvenTorchAO, Recipe::EvenCT})
    EXPECT_EQ(check(recipe, e4m3, e8m0), "");
  for (Recipe recipe :
       {Recipe::Floor, Recipe::RCeil, Recipe::Ceil, Recipe::Even})
    EXPECT_EQ(check(recipe, e4m3, wide), "");
  EXPECT_EQ(check(Recipe::AmaxOverMax, e4m3, wide), "");
  EXPECT_EQ(check(Recipe::AmaxOverMax, e4m3, e8m0),
            "recipe 'amax_over_max': scales are f32, not f8E8M0FNU");
  EXPECT_EQ(check(Recipe::RCeilTE, e4m3, wide),
            "recipe 'rceil_te': scales are f8E8M0FNU, not f32");
  EXPECT_EQ(check(Recipe::EvenCT, format("f6E3M2FN"), e8m0),
            "recipe 'even_ct': compressed-tensors has no rule for f6E3M2FN");
  EXPECT_EQ(check(Recipe::Unstated, e4m3, e8m0),
            "recipe 'unstated': it must be stated");
  EXPECT_EQ(check(Recipe::Floor, e4m3, format("ue4m3")),
            "recipe 'floor': scales are f8E8M0FNU or f32, not ue4m3");
}
