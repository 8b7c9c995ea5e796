//===- NVFP4Test.cpp - Two levels of scales for FP4 -----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/NVFP4.h"
#include "Tensors.h"
#include "lowp/Numerics/Quantize.h"
#include <cmath>
#include <limits>

using namespace lowp;
using namespace lowp::test;

static constexpr auto te = NVFP4Recipe::TransformerEngine;
static constexpr auto torchAO = NVFP4Recipe::TorchAO;
static constexpr auto modelOpt = NVFP4Recipe::ModelOpt;
static constexpr auto compressed = NVFP4Recipe::CompressedTensors;
static constexpr NVFP4Recipe allRecipes[] = {te, torchAO, modelOpt, compressed};

// The table of numerics.md 3.5, for a tensor scale of 1.
TEST(NVFP4Test, BlockScalesOfFourProjects) {
  struct Row {
    float b;
    uint32_t codes[4];
  };
  const Row rows[] = {
      {2688, {0x7E, 0x7E, 0x7E, 0x7E}},   {2000, {0x7A, 0x7A, 0x7A, 0x7A}},
      {1540, {0x78, 0x78, 0x78, 0x78}},   {6.5, {0x39, 0x39, 0x39, 0x39}},
      {6.2f, {0x38, 0x38, 0x38, 0x38}},   {1, {0x23, 0x23, 0x23, 0x23}},
      {0.05f, {0x04, 0x08, 0x04, 0x04}},  {0.013f, {0x01, 0x08, 0x01, 0x01}},
      {0.001f, {0x00, 0x08, 0x01, 0x20}}, {0, {0x00, 0x08, 0x38, 0x20}},
  };
  for (int i = 0; i < 4; ++i) {
    NVFP4TensorScale tensor = take(selectTensorScale(allRecipes[i], 2688));
    EXPECT_EQ(tensor.encode, 1);
    EXPECT_EQ(tensor.reconstruct, 1);
    for (const Row &row : rows)
      EXPECT_EQ(selectBlockScale(allRecipes[i], tensor, row.b), row.codes[i])
          << i << " " << row.b;
  }
}

// Blocks whose amax is g / 458752 or less decode to zero in Transformer Engine.
TEST(NVFP4Test, BlockScalesUnderflow) {
  NVFP4TensorScale tensor = take(selectTensorScale(te, 2688));
  EXPECT_EQ(selectBlockScale(te, tensor, 2688.0f / 458752 * 0.999f), 0x00u);
  EXPECT_EQ(selectBlockScale(te, tensor, 2688.0f / 458752 * 1.001f), 0x01u);
  Values values(32, 0);
  values[0] = 2688;
  values[16] = -0.001f;
  values[17] = 0.0005f;
  ScaledTensor quantized = take(quantizeNVFP4(te, {1, 32}, values, {1, 16}));
  EXPECT_EQ(quantized.levels[0].codes, (Codes{0x7E, 0x00}));
  EXPECT_EQ(quantized.codes[16], 0xFu);
  EXPECT_EQ(quantized.codes[17], 0x7u);
  EXPECT_EQ(quantized.codes[18], 0x0u);
  Values back = take(dequantize(quantized, format("f32")));
  EXPECT_EQ(back[0], 2688);
  EXPECT_EQ(back[16], 0);
}

// The fused factor of Transformer Engine is not b / 6 * alpha, and for some b
// the scale is another.
TEST(NVFP4Test, FactorsThatAreFused) {
  int differences = 0;
  for (uint32_t step = 0; step < 4096; ++step) {
    float g = f32(0x44000000 + step * 977);
    NVFP4TensorScale fused = take(selectTensorScale(te, g));
    NVFP4TensorScale apart = take(selectTensorScale(compressed, g));
    EXPECT_EQ(fused.encode, apart.encode);
    // Ties of E4M3 between 1 and 1.125.
    float b = 1.0625f * 6 / fused.encode;
    for (float near : {b, std::nextafter(b, 0.0f), nextUp(b)}) {
      float product = near * (fused.encode * (1.0f / 6));
      EXPECT_EQ(selectBlockScale(te, fused, near),
                product > 1.0625f ? 0x39u : 0x38u);
      differences += selectBlockScale(te, fused, near) !=
                     selectBlockScale(compressed, apart, near);
    }
  }
  EXPECT_GT(differences, 0);
}

TEST(NVFP4Test, TwoLevelsOfATensor) {
  Values values;
  for (int i = 0; i < 64; ++i)
    values.push_back((i % 2 ? -1.0f : 1.0f) * static_cast<float>(i + 1));
  for (NVFP4Recipe recipe : allRecipes) {
    ScaledTensor quantized =
        take(quantizeNVFP4(recipe, {2, 32}, values, {1, 16}));
    ASSERT_EQ(message(checkScaledTensor(quantized)), "");
    ASSERT_EQ(quantized.levels.size(), 2u);
    // Block maxima 16, 32, 48 and 64 of 64: scales of 112, 224, 336 and 448;
    // 336 is a tie of E4M3 between 320 and 352, of which 320 is even.
    EXPECT_EQ(quantized.levels[0].codes[0], 0x6Eu);
    EXPECT_EQ(quantized.levels[0].codes[1], 0x76u);
    EXPECT_EQ(quantized.levels[0].codes[3], 0x7Eu);
    Values back = take(dequantize(quantized, format("f32")));
    for (size_t i = 0; i < values.size(); ++i) {
      // A step of E2M1 is at most 2 of 6, the scale up to 1/16 off.
      float b = 16 * (i / 16 + 1);
      EXPECT_LE(std::fabs(back[i] - values[i]), b / 6 + b / 16) << i;
    }
    ScaledTensor square =
        take(quantizeNVFP4(recipe, {2, 32}, values, {16, 16}));
    EXPECT_EQ(square.levels[0].codes.size(), 2u);
    EXPECT_EQ(square.levels[0].codes[1], 0x7Eu);
  }
}

TEST(NVFP4Test, ZeroTensorsAndSigns) {
  Values zeros(16, 0);
  zeros[1] = -0.0f;
  ScaledTensor byTE = take(quantizeNVFP4(te, {1, 16}, zeros, {1, 16}));
  EXPECT_EQ(byTE.levels[0].codes, (Codes{0x00}));
  EXPECT_EQ(byTE.levels[1].codes, patterns({1}));
  EXPECT_EQ(byTE.codes[1], 8u);
  ScaledTensor byCT = take(quantizeNVFP4(compressed, {1, 16}, zeros, {1, 16}));
  EXPECT_EQ(byCT.levels[0].codes, (Codes{0x20}));
  EXPECT_EQ(byCT.levels[1].codes, patterns({1}));
  EXPECT_EQ(byCT.codes, Codes(16, 0));
  for (NVFP4Recipe recipe : {torchAO, modelOpt})
    EXPECT_EQ(message(quantizeNVFP4(recipe, {1, 16}, zeros, {1, 16})),
              "the tensor's amax is too small: the recipe divides by amax / "
              "2688");
  // A negative value that rounds to zero keeps its sign.
  Values small(16, 6);
  small[0] = -0.1f;
  for (NVFP4Recipe recipe : allRecipes)
    EXPECT_EQ(take(quantizeNVFP4(recipe, {1, 16}, small, {1, 16})).codes[0],
              8u);
}

TEST(NVFP4Test, ValuesThatAreNotFinite) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  Values values(16, 3);
  values[0] = 6;
  values[5] = nan;
  ScaledTensor quantized = take(quantizeNVFP4(te, {1, 16}, values, {1, 16}));
  EXPECT_EQ(quantized.levels[0].codes, (Codes{0x7E}));
  EXPECT_EQ(quantized.codes[0], 7u);
  EXPECT_EQ(quantized.codes[1], 5u);
  EXPECT_EQ(quantized.codes[5], 7u);
  // 2688 / Inf is 0, so the tensor scale is 1, and the block's saturates.
  values[5] = -infinity;
  quantized = take(quantizeNVFP4(te, {1, 16}, values, {1, 16}));
  EXPECT_EQ(quantized.levels[0].codes, (Codes{0x7E}));
  EXPECT_EQ(quantized.levels[1].codes, patterns({1}));
  EXPECT_EQ(quantized.codes[5], 0xFu);
  for (NVFP4Recipe recipe : {torchAO, modelOpt, compressed})
    EXPECT_EQ(message(quantizeNVFP4(recipe, {1, 16}, values, {1, 16})),
              "a value is not finite, for which the recipe has no rule");
  // The smallest tensors: alpha does not overflow.
  EXPECT_EQ(take(selectTensorScale(te, 0x1p-149f)).encode,
            std::numeric_limits<float>::max());
  EXPECT_EQ(message(selectTensorScale(te, nan)),
            "the tensor's amax is not a finite number >= 0");
  EXPECT_EQ(message(quantizeNVFP4(te, {1, 16}, Values(3), {1, 16})),
            "3 values for a shape of 16 elements");
}
