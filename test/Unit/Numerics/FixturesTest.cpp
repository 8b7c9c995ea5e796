//===- FixturesTest.cpp - The numbers of the FP8 lesson -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every number and byte that the course chapter "Low-Precision GPU Programming"
// prints and that the numerics library can compute. F2, F6 and F11 are tests of
// the formats, F4, F5 and F7 to F9 of conversions.
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"
#include "lowp/Numerics/Layout.h"
#include "lowp/Numerics/Quantize.h"
#include "lowp/Numerics/Recipe.h"
#include "lowp/Numerics/ScaleLayout.h"
#include <cmath>

using namespace lowp;
using namespace lowp::test;

static Quantizer tensorWide() {
  Quantizer quantizer =
      Quantizer::mx(format("f8E4M3FN"), {wholeExtent, wholeExtent});
  quantizer.scale = &format("f32");
  quantizer.recipe = Recipe::AmaxOverMax;
  return quantizer;
}

static Values repeat(const Values &eight) {
  Values values;
  for (int i = 0; i < 4; ++i)
    values.insert(values.end(), eight.begin(), eight.end());
  return values;
}

static Values concat(Values first, const Values &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Elements `begin` to `begin` + 7.
template <typename T>
static std::vector<T> eight(const std::vector<T> &all, int begin) {
  return {all.begin() + begin, all.begin() + begin + 8};
}

namespace {
/// The two rows and the column of weights.
struct TwoRowExperiment : testing::Test {
  const Values small =
      repeat({0.001f, 0.03f, 0.117f, 0.5f, 1, -0.25f, 0.0625f, -0.015625f});
  const Values large = repeat({4, 16, 64, 500, -2, -8, -32, -250});
  const Values weights =
      repeat({0.5f, -0.25f, 0.125f, -0.0625f, 0.03125f, -0.5f, 0.25f, -0.125f});
  const Values rows = concat(small, large);

  const ScaledTensor wideX = wide(2, 32, rows);
  const ScaledTensor wideW = wide(32, 1, weights);
  const ScaledTensor tensorX = take(quantize(tensorWide(), {2, 32}, rows));
  const ScaledTensor tensorW = take(quantize(tensorWide(), {32, 1}, weights));
  const ScaledTensor mxX =
      take(quantize(Quantizer::mx(format("f8E4M3FN"), {1, 32}), {2, 32}, rows));
  const ScaledTensor mxW = take(
      quantize(Quantizer::mx(format("f8E4M3FN"), {32, 1}), {32, 1}, weights));

  Values decoded(const ScaledTensor &tensor) const {
    return take(dequantize(tensor, format("f32")));
  }
};
} // namespace

TEST(FixturesTest, F1StaleDelayedScale) {
  ScaleLevel level = {&format("f32"), {1, 1}, {pattern(10.0f / 448.0f)}};
  ScaledTensor spike =
      take(quantizeWithScales(tensorWide(), {1, 1}, Values{500}, level));
  EXPECT_EQ(spike.codes, Codes{0x7E});
  float reconstructed = take(dequantize(spike, format("f32")))[0];
  EXPECT_EQ(reconstructed, 10.0f);
  EXPECT_FLOAT_EQ((500 - reconstructed) / 500, 0.98f);
  EXPECT_FLOAT_EQ(500 / f32(level.codes[0]), 22400);
}

TEST(FixturesTest, F10BlockScaleSum) {
  ScaledTensor x = scaled(matrix("f8E4M3FN", 1, 4, {0x38, 0x38, 0x38, 0x40}),
                          "f32", 1, 2, patterns({5, 8}));
  ScaledTensor w = filled("f8E4M3FN", 4, 1, 0x38);
  EXPECT_EQ(product(x, w), Values{34});
  x.levels[0].codes = patterns({5, 5});
  EXPECT_EQ(product(x, w),
            Values{25}); // what pulling the first scale out gives
}

TEST(FixturesTest, F12PayloadAccounting) {
  int64_t payload = 2 * linePitch(format("f8E4M3FN"), Layout(), 32);
  EXPECT_EQ(payload, 64);
  EXPECT_EQ(payload + 4, 68);
  int64_t mxScales = scalePositions(ScaleLayout::Linear, 2, 32 / 32);
  EXPECT_EQ(payload + mxScales, 66);
  EXPECT_EQ((32 * format("f8E4M3FN").width + format("f8E8M0FNU").width) / 32.0,
            8.25);
}

TEST_F(TwoRowExperiment, F13TensorWideScales) {
  EXPECT_EQ(tensorX.levels[0].codes, Codes{0x3F8EDB6E});
  EXPECT_EQ(tensorW.levels[0].codes, Codes{0x3A924925});
  EXPECT_EQ(eight(tensorX.codes, 0),
            (Codes{0x00, 0x0E, 0x1D, 0x2E, 0x36, 0xA6, 0x16, 0x87}));
  EXPECT_EQ(eight(tensorX.codes, 32),
            (Codes{0x46, 0x56, 0x66, 0x7E, 0xBE, 0xCE, 0xDE, 0xF6}));
  EXPECT_EQ(eight(tensorW.codes, 0),
            (Codes{0x7E, 0xF6, 0x6E, 0xE6, 0x5E, 0xFE, 0x76, 0xEE}));

  const double small[] = {
      0,         0.030517578125, 0.113351009786, 0.48828125,
      0.9765625, -0.244140625,   0.06103515625,  -0.0152587890625};
  Values values = decoded(tensorX);
  for (int i = 0; i < 32; ++i)
    EXPECT_NEAR(values[i], small[i % 8], std::fabs(small[i % 8]) * 1e-7) << i;
  EXPECT_EQ(eight(values, 32), (Values{3.90625f, 15.625f, 62.5f, 500,
                                       -1.953125f, -7.8125f, -31.25f, -250}));
}

TEST_F(TwoRowExperiment, F13PerRowPowersOfTwo) {
  EXPECT_EQ(mxX.levels[0].codes, (Codes{0x77, 0x80}));
  EXPECT_EQ(mxW.levels[0].codes, Codes{0x76});
  EXPECT_EQ(eight(mxX.codes, 0),
            (Codes{0x28, 0x4F, 0x5F, 0x70, 0x78, 0xE8, 0x58, 0xC8}));
  EXPECT_EQ(eight(mxX.codes, 32),
            (Codes{0x40, 0x50, 0x60, 0x78, 0xB8, 0xC8, 0xD8, 0xF0}));
  EXPECT_EQ(eight(mxW.codes, 0),
            (Codes{0x78, 0xF0, 0x68, 0xE0, 0x58, 0xF8, 0x70, 0xE8}));
  for (int i = 8; i < 32; ++i) {
    EXPECT_EQ(mxX.codes[i], mxX.codes[i - 8]);
    EXPECT_EQ(mxX.codes[32 + i], mxX.codes[32 + i - 8]);
  }
  Values values = decoded(mxX);
  EXPECT_EQ(eight(values, 0), (Values{0.0009765625f, 0.029296875f, 0.1171875f,
                                      0.5f, 1, -0.25f, 0.0625f, -0.015625f}));
  EXPECT_EQ(eight(values, 32), (Values{4, 16, 64, 512, -2, -8, -32, -256}));
  EXPECT_EQ(decoded(mxW), weights);
}

TEST_F(TwoRowExperiment, F13Products) {
  Values reference = product(wideX, wideW);
  EXPECT_EQ(patterns(reference), (Codes{0x3F19CED9, 0x40F80000}));
  EXPECT_EQ(reference[1], 7.75f);

  // Dequantize, then an exact sum of the f32 values.
  Values tensor =
      product(wide(2, 32, decoded(tensorX)), wide(32, 1, decoded(tensorW)));
  EXPECT_EQ(patterns(tensor), (Codes{0x3F154649, 0x40F23000}));
  EXPECT_EQ(tensor[1], 7.568359375f);
  EXPECT_EQ(double(reference[0]) - tensor[0], 0.017708778381347656);
  EXPECT_EQ(reference[1] - tensor[1], 0.181640625f);

  // Scales kept exact until the end.
  EXPECT_EQ(patterns(product(tensorX, tensorW)),
            (Codes{0x3F15464A, 0x40F23001}));

  Values mx = product(mxX, mxW);
  EXPECT_EQ(mx, (Values{0.6015625f, 7.75f}));
  EXPECT_EQ(double(mx[0]) - reference[0], 0.0007500052452087402);
  EXPECT_EQ(mx[1] - reference[1], 0);
}

// fl(acc * fl(Sx * Sw)) of the sequential model, and the plain f32 loop.
TEST_F(TwoRowExperiment, F13SequentialProducts) {
  Values scaled = product(tensorX, tensorW, AccumulationModel::F32Sequential);
  EXPECT_EQ(pattern(scaled[0]), 0x3F15464Au);
  Values loop = product(wideX, wideW, AccumulationModel::F32Sequential);
  EXPECT_EQ(pattern(loop[0]), 0x3F19CEDAu); // 0.60081255
  EXPECT_EQ(product(mxX, mxW, AccumulationModel::F32Sequential),
            (Values{0.6015625f, 7.75f}));
}

TEST_F(TwoRowExperiment, F13StatedFacts) {
  // The smallest step of the tensor-wide scale, and what becomes of 0.001.
  double scale = decode(format("f32"), tensorX.levels[0].codes[0]);
  EXPECT_NEAR(scale * format("f8E4M3FN").smallest(), 0.0021798, 5e-8);
  EXPECT_EQ(decoded(tensorX)[0], 0);
  EXPECT_EQ(decoded(mxX)[0], 0.0009765625f);
  EXPECT_NEAR((0.001 - decoded(mxX)[0]) / 0.001, 0.0234, 5e-5);
  EXPECT_EQ(0x1p-8 * format("f8E4M3FN").smallest(), 0x1p-17);
  EXPECT_NEAR((decoded(mxX)[35] - 500) / 500, 0.024, 1e-8);
}

TEST_F(TwoRowExperiment, F14Selector) {
  Values selector(32, 0);
  selector[3] = 1;
  ScaledTensor mxSelector = take(
      quantize(Quantizer::mx(format("f8E4M3FN"), {32, 1}), {32, 1}, selector));
  EXPECT_EQ(product(wideX, wide(32, 1, selector)), (Values{0.5f, 500}));
  EXPECT_EQ(product(mxX, mxSelector), (Values{0.5f, 512}));
}

TEST_F(TwoRowExperiment, F15SmallRowOfZeros) {
  ScaledTensor x = take(quantize(Quantizer::mx(format("f8E4M3FN"), {1, 32}),
                                 {2, 32}, concat(Values(32, 0), large)));
  EXPECT_EQ(x.levels[0].codes, (Codes{0x7F, 0x80}));
  EXPECT_EQ(eight(x.codes, 0), Codes(8, 0x00));
  EXPECT_EQ(product(x, mxW), (Values{0, 7.75f}));
}

TEST_F(TwoRowExperiment, F15SpikeInTheSmallRow) {
  Values spiked = small;
  spiked[3] = 500;
  ScaledTensor x = take(
      quantize(Quantizer::mx(format("f8E4M3FN"), {1, 32}), {1, 32}, spiked));
  EXPECT_EQ(x.levels[0].codes, Codes{0x80});
  EXPECT_EQ(eight(x.codes, 0),
            (Codes{0x00, 0x08, 0x17, 0x78, 0x30, 0xA0, 0x10, 0x84}));
  for (int begin : {8, 16, 24})
    EXPECT_EQ(eight(x.codes, begin),
              (Codes{0x00, 0x08, 0x17, 0x28, 0x30, 0xA0, 0x10, 0x84}));
  EXPECT_EQ(eight(decoded(x), 0), (Values{0, 0.03125f, 0.1171875f, 512, 1,
                                          -0.25f, 0.0625f, -0.015625f}));
  EXPECT_EQ(product(x, mxW), Values{-31.37109375f});
  EXPECT_EQ(product(wide(1, 32, spiked), wideW),
            Values{static_cast<float>(-30.617937499890104)});
}

TEST(FixturesTest, F16ScalePolicy) {
  const Format &e4m3 = format("f8E4M3FN"), &e8m0 = format("f8E8M0FNU");
  EXPECT_EQ(selectScale(Recipe::AmaxOverMax, e4m3, format("f32"), 500),
            pattern(500.0f / 448.0f));
  // e = max(-127, ceil(log2(amax / 448)))
  EXPECT_EQ(selectScale(Recipe::RCeil, e4m3, e8m0, 448), 0x7Fu);
  EXPECT_EQ(selectScale(Recipe::RCeil, e4m3, e8m0, nextUp(448)), 0x80u);
  EXPECT_EQ(selectScale(Recipe::RCeil, e4m3, e8m0, 0x1p-149f), 0x00u);
  ScaledTensor zero =
      take(quantize(Quantizer::mx(e4m3, {1, 32}), {1, 32}, Values(32, 0)));
  EXPECT_EQ(zero.levels[0].codes, Codes{0x7F});
}
