//===- QuantizeTest.cpp - Groups, codes and scales ------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/Quantize.h"
#include "Bits.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <limits>

using namespace lowp;
using namespace lowp::test;

static constexpr float fltMax = std::numeric_limits<float>::max();
static constexpr float infinity = std::numeric_limits<float>::infinity();
static constexpr float quietNaN = std::numeric_limits<float>::quiet_NaN();

using Codes = std::vector<uint32_t>;
using Values = std::vector<float>;

static Quantizer mx(llvm::StringRef element = "f8E4M3FN") {
  return Quantizer::mx(format(element), {1, 32});
}

/// One f32 scale a group, amax / max, division.
static Quantizer f32Scaled(llvm::ArrayRef<int64_t> group,
                           llvm::StringRef element = "f8E4M3FN") {
  Quantizer quantizer = Quantizer::mx(format(element), group);
  quantizer.scale = &format("f32");
  quantizer.recipe = Recipe::AmaxOverMax;
  return quantizer;
}

/// A block of 32 whose first element differs from the rest.
static Values block(float first, float rest) {
  Values values(32, rest);
  values[0] = first;
  return values;
}

static Values alternating(float value) {
  Values values(32, value);
  for (int i = 1; i < 32; i += 2)
    values[i] = -value;
  return values;
}

static void expectBlock(const Quantizer &quantizer, const Values &values,
                        uint32_t scale, uint32_t first, uint32_t second) {
  ScaledTensor tensor = take(quantize(quantizer, {1, 32}, values));
  ASSERT_EQ(tensor.codes.size(), 32u);
  EXPECT_EQ(tensor.levels[0].codes, Codes{scale});
  EXPECT_EQ(tensor.codes[0], first);
  EXPECT_EQ(tensor.codes[1], second);
}

// Blocks with published scale and code bytes (torchao's semantic contract).
TEST(QuantizeTest, PublishedMxfp8Blocks) {
  Quantizer rceil = mx();
  rceil.zeroGroup = ZeroGroup::Smallest;
  Quantizer floor = rceil;
  floor.recipe = Recipe::Floor;
  auto expect = [&](const Values &values, uint32_t floorScale,
                    uint32_t floorFirst, uint32_t floorSecond, uint32_t scale,
                    uint32_t first, uint32_t second) {
    SCOPED_TRACE(values[0]);
    expectBlock(floor, values, floorScale, floorFirst, floorSecond);
    expectBlock(rceil, values, scale, first, second);
  };
  float bf16Max = f32(0x7F7F0000);
  expect(block(0, 0), 0x00, 0x00, 0x00, 0x00, 0x00, 0x00);
  expect(block(0x1p-126f, 0x1p-126f), 0x00, 0x40, 0x40, 0x00, 0x40, 0x40);
  expect(block(infinity, 1), 0xFF, 0x7F, 0x7F, 0xFF, 0x7F, 0x7F);
  expect(block(quietNaN, 1), 0xFF, 0x7F, 0x7F, 0xFF, 0x7F, 0x7F);
  expect(alternating(448), 0x7F, 0x7E, 0xFE, 0x7F, 0x7E, 0xFE);
  expect(alternating(fltMax), 0xF6, 0x7E, 0xFE, 0xF7, 0x78, 0xF8);
  expect(alternating(bf16Max), 0xF6, 0x7E, 0xFE, 0xF7, 0x78, 0xF8);
  expect(alternating(0x1p-133f), 0x00, 0x08, 0x88, 0x00, 0x08, 0x88);
  expect(alternating(0x1p-149f), 0x00, 0x00, 0x80, 0x00, 0x00, 0x80);
  expect(block(0x1p-149f, 1), 0x77, 0x00, 0x78, 0x77, 0x00, 0x78);
  expect(block(-0x1p-149f, 1), 0x77, 0x80, 0x78, 0x77, 0x80, 0x78);
  expect(block(fltMax, 1), 0xF6, 0x7E, 0x00, 0xF7, 0x78, 0x00);
  expect(block(f32(0x40600001), f32(0x40600001)), 0x78, 0x7E, 0x7E, 0x79, 0x76,
         0x76);
  expect(block(f32(0x43FFFFFF), f32(0x43FFFFFF)), 0x7F, 0x7E, 0x7E, 0x80, 0x78,
         0x78);
  expect(block(512, 512), 0x80, 0x78, 0x78, 0x80, 0x78, 0x78);
  expect(alternating(480), 0x7F, 0x7E, 0xFE, 0x80, 0x77, 0xF7);
}

TEST(QuantizeTest, GroupsOfEveryShape) {
  // 5 x 70 with values whose magnitude names row and column.
  Values values(5 * 70);
  for (int row = 0; row < 5; ++row)
    for (int column = 0; column < 70; ++column)
      values[row * 70 + column] = std::ldexp(1.0f, row * 3 + column / 10);
  auto scales = [&](llvm::ArrayRef<int64_t> group) {
    Quantizer quantizer = Quantizer::mx(format("f8E4M3FN"), group);
    return take(quantize(quantizer, {5, 70}, values)).levels[0].codes;
  };
  // The scale byte of a group with amax 2^e is 77 + e.
  EXPECT_EQ(scales({1, 32}),
            (Codes{0x7A, 0x7D, 0x7D, 0x7D, 0x80, 0x80, 0x80, 0x83, 0x83, 0x83,
                   0x86, 0x86, 0x86, 0x89, 0x89}));
  EXPECT_EQ(scales({1, wholeExtent}), (Codes{0x7D, 0x80, 0x83, 0x86, 0x89}));
  EXPECT_EQ(scales({wholeExtent, wholeExtent}), Codes{0x89});
  EXPECT_EQ(scales({128, 128}), Codes{0x89});
  EXPECT_EQ(scales({2, 35}), (Codes{0x7D, 0x80, 0x83, 0x86, 0x86, 0x89}));
  Codes columns = scales({32, 1});
  ASSERT_EQ(columns.size(), 70u);
  EXPECT_EQ(columns[0], 0x83u);
  EXPECT_EQ(columns[69], 0x89u);
}

TEST(QuantizeTest, AnyRank) {
  Quantizer quantizer = Quantizer::mx(format("f8E4M3FN"), {4});
  ScaledTensor vector =
      take(quantize(quantizer, {6}, Values{1, 1, 1, 1, 2, 2}));
  EXPECT_EQ(vector.levels[0].codes, (Codes{0x77, 0x78}));

  quantizer = Quantizer::mx(format("f8E4M3FN"), {1, wholeExtent, 2});
  Values values = {1, 2, 4, 8, 16, 32, 64, 128};
  ScaledTensor cube = take(quantize(quantizer, {2, 2, 2}, values));
  EXPECT_EQ(cube.levels[0].codes, (Codes{0x7A, 0x7E}));
  EXPECT_EQ(take(dequantize(cube, format("f32"))), values);

  quantizer = Quantizer::mx(format("f8E4M3FN"), {});
  ScaledTensor scalar = take(quantize(quantizer, {}, Values{3}));
  EXPECT_EQ(scalar.levels[0].codes, Codes{0x78});
  EXPECT_EQ(take(dequantize(scalar, format("f32"))), Values{3});
}

TEST(QuantizeTest, Case25AllZeroRow) {
  Values values(64, 0.0f);
  std::fill(values.begin() + 32, values.end(), 3.5f);
  auto check = [&](const Quantizer &quantizer, Codes scales) {
    ScaledTensor tensor = take(quantize(quantizer, {2, 32}, values));
    EXPECT_EQ(tensor.levels[0].codes, scales);
    EXPECT_EQ(Codes(tensor.codes.begin(), tensor.codes.begin() + 32),
              Codes(32, 0x00));
    EXPECT_EQ(Codes(tensor.codes.begin() + 32, tensor.codes.end()),
              Codes(32, 0x7E));
    EXPECT_EQ(take(dequantize(tensor, format("f32"))), values);
  };
  check(f32Scaled({1, wholeExtent}), {0x3F800000, 0x3C000000});
  check(mx(), {0x7F, 0x78});
  Quantizer smallest = mx();
  smallest.zeroGroup = ZeroGroup::Smallest;
  check(smallest, {0x00, 0x78});

  Quantizer unstated = mx();
  unstated.zeroGroup = ZeroGroup::Unstated;
  EXPECT_EQ(message(quantize(unstated, {2, 32}, values)),
            "the zero group policy must be stated");
}

TEST(QuantizeTest, Case26ZeroBlockAndAmaxFloor) {
  Values values;
  for (float value : {448.0f, 0.0f, 5e-5f, 1e-7f})
    values.insert(values.end(), 128, value);
  Quantizer quantizer = f32Scaled({1, 128});
  quantizer.amaxFloor = 1e-4f;
  quantizer.zeroGroup = ZeroGroup::Unstated; // the floor leaves none
  ScaledTensor tensor = take(quantize(quantizer, {1, 512}, values));
  EXPECT_EQ(tensor.levels[0].codes,
            (Codes{0x3F800000, 0x346FACAD, 0x346FACAD, 0x346FACAD}));
  EXPECT_EQ(tensor.codes[0], 0x7Eu);
  EXPECT_EQ(tensor.codes[128], 0x00u);
  EXPECT_EQ(tensor.codes[256], 0x76u);
  EXPECT_EQ(tensor.codes[384], 0x2Eu);

  quantizer.amaxFloor = 0;
  quantizer.zeroGroup = ZeroGroup::One;
  tensor = take(quantize(quantizer, {1, 512}, values));
  EXPECT_EQ(tensor.levels[0].codes[1], 0x3F800000u);
  EXPECT_EQ(tensor.levels[0].codes[2], 0x33EFACADu);
  EXPECT_EQ(tensor.codes[256], 0x7Eu);
}

TEST(QuantizeTest, Case32NaNAndInfInsideAGroup) {
  Quantizer propagate = mx();
  expectBlock(propagate, block(quietNaN, 1), 0xFF, 0x7F, 0x7F);
  expectBlock(propagate, block(infinity, 1), 0xFF, 0x7F, 0x7F);
  Quantizer saturate = propagate;
  saturate.nonfiniteGroup = NonfiniteGroup::SaturateScale;
  expectBlock(saturate, block(quietNaN, 1), 0x77, 0x7F, 0x78);
  expectBlock(saturate, block(infinity, 1), 0xFE, 0x7E, 0x00);

  Quantizer fp4 = mx("f4E2M1FN");
  ScaledTensor tensor = take(quantize(fp4, {1, 32}, block(quietNaN, 1)));
  EXPECT_EQ(tensor.levels[0].codes, Codes{0xFF});
  for (float value : take(dequantize(tensor, format("f32"))))
    EXPECT_TRUE(std::isnan(value));
  fp4.nonfiniteGroup = NonfiniteGroup::SaturateScale;
  expectBlock(fp4, block(quietNaN, 1), 0x7D, 7, 6);
  expectBlock(fp4, block(infinity, 1), 0xFE, 7, 0);
  expectBlock(saturate, block(quietNaN, quietNaN), 0x7F, 0x7F, 0x7F);

  fp4.conversion.nan = NaNPolicy::NaN;
  EXPECT_EQ(message(quantize(fp4, {1, 32}, block(quietNaN, 1))),
            "NaN policy 'nan' of a conversion to f4E2M1FN: the encoding has no "
            "NaN");
}

TEST(QuantizeTest, Case31ExactReciprocalOfAnE8M0Scale) {
  Values values(32, 0);
  values[0] = infinity;
  values[1] = -infinity;
  values[2] = fltMax;
  values[3] = 1;
  for (ScaleArithmetic arithmetic :
       {ScaleArithmetic::Divide, ScaleArithmetic::Reciprocal}) {
    Quantizer quantizer = mx();
    quantizer.arithmetic = arithmetic;
    quantizer.nonfiniteGroup = NonfiniteGroup::SaturateScale;
    ScaledTensor tensor = take(quantize(quantizer, {1, 32}, values));
    EXPECT_EQ(tensor.levels[0].codes, Codes{0xFE});
    Codes expected(32, 0);
    expected[0] = 0x7E;
    expected[1] = 0xFE;
    expected[2] = 0x40;
    EXPECT_EQ(tensor.codes, expected);
    Values decoded = take(dequantize(tensor, format("f32")));
    EXPECT_EQ(decoded[0], infinity); // 448 * 2^127 does not fit
    EXPECT_EQ(decoded[2], infinity); // nor does 2 * 2^127
  }
}

TEST(QuantizeTest, Case44ScaleRoundedAfterEncoding) {
  Values values = {3,         -1.5f, 0.75f, 0,      3.5625f, -1.78125f,
                   0.890625f, 0,     3.5f,  -1.75f, 0.875f,  0};
  Quantizer quantizer = Quantizer::mx(format("f8E4M3FN"), {1, 4});
  ScaledTensor tensor = take(quantize(quantizer, {1, 12}, values));
  EXPECT_EQ(tensor.levels[0].codes, (Codes{0x78, 0x79, 0x78}));
  EXPECT_EQ(tensor.codes, (Codes{0x7C, 0xF4, 0x6C, 0x00, 0x76, 0xEE, 0x66, 0x00,
                                 0x7E, 0xF6, 0x6E, 0x00}));
  EXPECT_EQ(take(dequantize(tensor, format("f32"))),
            (Values{3, -1.5f, 0.75f, 0, 3.5f, -1.75f, 0.875f, 0, 3.5f, -1.75f,
                    0.875f, 0}));
}

TEST(QuantizeTest, Case38NonPowerOfTwoScale) {
  Values values = {6, 3, 1.5f, -4.5f};
  Quantizer quantizer = f32Scaled({1, 4}, "f4E2M1FN");
  auto encodeWith = [&](llvm::StringRef scaleFormat, uint32_t scale) {
    ScaleLevel level = {&format(scaleFormat), {1, 4}, {scale}};
    return take(quantizeWithScales(quantizer, {1, 4}, values, level));
  };
  ScaledTensor rounded = encodeWith("f8E8M0FNU", 0x81);
  EXPECT_EQ(rounded.codes, (Codes{3, 2, 1, 0xA}));
  EXPECT_EQ(take(dequantize(rounded, format("f32"))), (Values{6, 4, 2, -4}));
  ScaledTensor exact = encodeWith("f32", pattern(3.0f));
  EXPECT_EQ(exact.codes, (Codes{4, 2, 1, 0xB}));
  EXPECT_EQ(take(dequantize(exact, format("f32"))), values);
}

// y / 7 is a tie of E4M3; its product with fl(1/7) is one ulp above.
TEST(QuantizeTest, DivideAndReciprocalDiffer) {
  Quantizer quantizer = f32Scaled({1, 1});
  ScaleLevel seven = {&format("f32"), {1, 1}, {pattern(7.0f)}};
  Values values = {0.0888671875f};
  auto code = [&] {
    return take(quantizeWithScales(quantizer, {1, 1}, values, seven)).codes[0];
  };
  EXPECT_EQ(code(), 0x06u);
  quantizer.arithmetic = ScaleArithmetic::Reciprocal;
  EXPECT_EQ(code(), 0x07u);
}

// x / S is below the tie 1.1875 by 0.1875 * 2^-23, but its f32 is the tie.
TEST(QuantizeTest, QuotientsAreRoundedToF32) {
  ScaleLevel level = {&format("f32"), {1, 1}, {pattern(nextUp(1))}};
  Values values = {nextUp(1.1875f)};
  EXPECT_EQ(
      take(quantizeWithScales(f32Scaled({1, 1}), {1, 1}, values, level)).codes,
      Codes{0x3A});
}

// A quotient that f32 cannot hold still rounds away from zero.
TEST(QuantizeTest, PowerOfTwoScalingIsExact) {
  Quantizer quantizer = mx();
  quantizer.conversion.rounding = Rounding::Up;
  ScaledTensor tensor =
      take(quantize(quantizer, {1, 32}, block(fltMax, 0x1p-149f)));
  EXPECT_EQ(tensor.levels[0].codes, Codes{0xF7});
  EXPECT_EQ(tensor.codes[1], 0x01u);
}

TEST(QuantizeTest, FlushedSubnormals) {
  Quantizer flush = mx();
  flush.subnormals = Subnormals::Flush;
  // Sources: the only nonzero element is a subnormal f32, so the group is zero.
  expectBlock(flush, block(-0x1p-130f, 0), 0x7F, 0x80, 0x00);
  // A subnormal next to a normal f32, under the smallest scale.
  expectBlock(flush, block(0x1p-127f, 0x1p-126f), 0x00, 0x00, 0x40);
  expectBlock(mx(), block(0x1p-127f, 0x1p-126f), 0x00, 0x38, 0x40);
  // Codes: 2^-7 and -2^-7 relative to a scale of 2^-8 * 2^8.
  Values values = {448, 0x1p-7f, -0x1p-7f, 0x1p-6f};
  flush.group = {1, 4};
  ScaledTensor tensor = take(quantize(flush, {1, 4}, values));
  EXPECT_EQ(tensor.codes, (Codes{0x7E, 0x00, 0x80, 0x08}));
  flush.subnormals = Subnormals::Preserve;
  tensor = take(quantize(flush, {1, 4}, values));
  EXPECT_EQ(tensor.codes, (Codes{0x7E, 0x04, 0x84, 0x08}));
}

TEST(QuantizeTest, Case34NoElements) {
  ScaledTensor none = take(quantize(mx(), {2, 0}, Values()));
  EXPECT_TRUE(none.codes.empty());
  EXPECT_TRUE(none.levels[0].codes.empty());
  ScaledTensor whole =
      take(quantize(f32Scaled({wholeExtent, wholeExtent}), {0, 128}, Values()));
  EXPECT_EQ(whole.levels[0].codes, Codes{0x3F800000});
  EXPECT_TRUE(take(dequantize(whole, format("f32"))).empty());
}

// The inner scale and the tensor's scale are multiplied exactly, then rounded.
TEST(QuantizeTest, Case11TwoLevelsOfScales) {
  ScaledTensor tensor;
  tensor.shape = {1, 16};
  tensor.format = &format("f4E2M1FN");
  for (int i = 0; i < 16; ++i)
    tensor.codes.push_back(i % 2 ? 5 : 7);
  tensor.levels.push_back({&format("ue4m3"), {1, 16}, {0x7E}});
  tensor.levels.push_back(
      {&format("f32"), {wholeExtent, wholeExtent}, {pattern(1.0f / 2688.0f)}});
  Values decoded = take(dequantize(tensor, format("f32")));
  double scale = f32(pattern(1.0f / 2688.0f));
  EXPECT_EQ(decoded[0], static_cast<float>(6 * 448 * scale));
  EXPECT_EQ(decoded[1], static_cast<float>(3 * 448 * scale));
  EXPECT_NEAR(decoded[0], 1, 1e-7);
}

TEST(QuantizeTest, DequantizesToBF16InOneRounding) {
  // 1.0 * S with S just above a tie of bf16 that f32 holds.
  ScaledTensor tensor;
  tensor.shape = {1, 2};
  tensor.format = &format("f8E4M3FN");
  tensor.codes = {0x38, 0x39};
  tensor.levels.push_back({&format("f32"), {1, 2}, {0x3F808001}});
  EXPECT_EQ(take(dequantize(tensor, format("bf16"))),
            (Values{f32(0x3F810000), f32(0x3F910000)}));
  tensor.levels[0].codes[0] = 0x3F808000;
  EXPECT_EQ(take(dequantize(tensor, format("bf16")))[0], f32(0x3F800000));
  EXPECT_EQ(message(dequantize(tensor, format("f8E4M3FN"))),
            "dequantization to f8E4M3FN, which has no infinity");
}

// 2^-127 * 2^-149 underflows where f32 scales are multiplied first.
TEST(QuantizeTest, DequantizesWithoutIntermediateUnderflow) {
  ScaledTensor tensor;
  tensor.shape = {1, 1};
  tensor.format = &format("f32");
  tensor.codes = {pattern(0x1p127f)};
  tensor.levels.push_back({&format("f8E8M0FNU"), {1, 1}, {0x00}});
  tensor.levels.push_back({&format("f32"), {1, 1}, {pattern(0x1p-100f)}});
  EXPECT_EQ(take(dequantize(tensor, format("f32"))), Values{0x1p-100f});
  tensor.levels[0].codes[0] = 0xFF;
  EXPECT_TRUE(std::isnan(take(dequantize(tensor, format("f32")))[0]));
}

TEST(QuantizeTest, Case19RecodeDoublesTheScale) {
  ScaledTensor tensor;
  tensor.shape = {1, 4};
  tensor.format = &format("f8E4M3FNUZ");
  tensor.codes = {0x00, 0x38, 0xB8, 0x7E};
  tensor.levels.push_back({&format("f32"), {1, 4}, {pattern(1.0f)}});
  EXPECT_EQ(take(dequantize(tensor, format("f32"))),
            (Values{0, 0.5f, -0.5f, 224}));
}

TEST(QuantizeTest, Case05SharedTensorScale) {
  double factor = double(f32(0x38217B0F)) / f32(0x384A95BB);
  const uint32_t bytes[] = {0x7E, 0x38, 0x23}, rescaled[] = {0x7B, 0x35, 0x21};
  const Format &ue4m3 = format("ue4m3");
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(encode(ue4m3, Conversion::saturating(ue4m3),
                     decode(ue4m3, bytes[i]) * factor),
              rescaled[i]);
}

TEST(QuantizeTest, IllFormedArgumentsAreRefused) {
  Values values(32, 1);
  EXPECT_EQ(message(quantize(mx(), {1, 33}, values)),
            "32 values for a shape of 33 elements");
  EXPECT_EQ(message(quantize(mx(), {32}, values)),
            "group of rank 2 on a tensor of rank 1");
  EXPECT_EQ(message(quantize(mx(), {-1, 32}, values)), "extent -1 is negative");
  EXPECT_EQ(message(quantize(mx(), {int64_t(1) << 62, 32}, values)),
            "the number of elements overflows");
  Quantizer quantizer = mx();
  quantizer.group = {1, 0};
  EXPECT_EQ(message(quantize(quantizer, {1, 32}, values)),
            "group extent 0 is neither positive nor '*'");
  quantizer = mx();
  quantizer.recipe = Recipe::AmaxOverMax;
  EXPECT_EQ(message(checkQuantizer(quantizer)),
            "recipe 'amax_over_max': scales are f32, not f8E8M0FNU");
  EXPECT_EQ(message(checkQuantizer(Quantizer())),
            "the encoding of the elements is missing");

  ScaledTensor tensor = take(quantize(mx(), {1, 32}, values));
  ScaledTensor missing = tensor;
  missing.levels[0].codes.clear();
  EXPECT_EQ(message(checkScaledTensor(missing)),
            "0 scales where shape and groups need 1");
  ScaledTensor wide = tensor;
  wide.codes[3] = 0x100;
  EXPECT_EQ(message(checkScaledTensor(wide)),
            "code 256 of elements has more than the 8 bits of f8E4M3FN");
  ScaledTensor unscaled = tensor;
  unscaled.levels[0].format = &format("i8");
  EXPECT_EQ(message(checkScaledTensor(unscaled)),
            "scales are f8E8M0FNU, ue4m3 or f32, not i8");
}
