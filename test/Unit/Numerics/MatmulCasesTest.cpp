//===- MatmulCasesTest.cpp - Faults met in products -----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products after faults that users met in public: each has the value that is
// right and differs from what the fault gives.
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"
#include "lowp/Numerics/Quantize.h"
#include <cmath>

using namespace lowp;
using namespace lowp::test;

static constexpr AccumulationModel bothModels[] = {
    AccumulationModel::Exact, AccumulationModel::F32Sequential};

/// A matrix of ones in E4M3.
static ScaledTensor ones(int64_t rows, int64_t columns) {
  return filled("f8E4M3FN", rows, columns, 0x38);
}

TEST(MatmulCasesTest, Case14ScaleByteReadAsANumber) {
  for (int64_t n : {4, 8}) {
    ScaledTensor w = scaled(filled("f4E2M1FN", 32, n, 2), "f8E8M0FNU", 32, 1,
                            Codes(n, 0x78));
    EXPECT_EQ(product(wide(1, 32, Values(32, 1)), w), Values(n, 0.25f));
    ScaledTensor w16 = scaled(filled("f4E2M1FN", 32, n, 2), "ue4m3", 16, 1,
                              Codes(2 * n, 0x38));
    EXPECT_EQ(product(wide(1, 32, Values(32, 1)), w16), Values(n, 32));
  }
}

TEST(MatmulCasesTest, Case11TwoLevelDotProduct) {
  Codes codes;
  for (int i = 0; i < 16; ++i)
    codes.push_back(i % 2 ? 5 : 7);
  auto operand = [&](int64_t rows, int64_t columns) {
    ScaledTensor tensor = matrix("f4E2M1FN", rows, columns, codes);
    tensor = scaled(tensor, "ue4m3", rows, columns, {0x7E});
    return scaled(tensor, "f32", wholeExtent, wholeExtent,
                  patterns({1.0f / 2688.0f}));
  };
  EXPECT_NEAR(product(operand(1, 16), operand(16, 1))[0], 10, 2e-6);
}

TEST(MatmulCasesTest, Case17FnuzSmallNegatives) {
  Quantizer quantizer = Quantizer::mx(format("f8E4M3FNUZ"), {1, 2});
  ScaleLevel unit = {&format("f8E8M0FNU"), {1, 2}, {0x7F}};
  ScaledTensor x =
      take(quantizeWithScales(quantizer, {1, 2}, Values{-1e-9f, 1}, unit));
  EXPECT_EQ(product(x, filled("f8E4M3FNUZ", 2, 1, 0x40)), Values{1});
}

TEST(MatmulCasesTest, Case19OcpWeightsFnuzActivations) {
  ScaledTensor a = filled("f8E4M3FNUZ", 1, 4, 0x40);
  ScaledTensor b = ones(4, 1);
  EXPECT_EQ(product(a, b), Values{4});
  // Bytes kept, scale doubled: OCP read as FNUZ.
  ScaledTensor recoded = scaled(filled("f8E4M3FNUZ", 4, 1, 0x38), "f32",
                                wholeExtent, wholeExtent, patterns({2}));
  EXPECT_EQ(product(a, recoded), Values{4});
}

TEST(MatmulCasesTest, Case25AllZeroRow) {
  Values rows(64, 0);
  std::fill(rows.begin() + 32, rows.end(), 3.5f);
  ScaledTensor x =
      take(quantize(Quantizer::mx(format("f8E4M3FN"), {1, 32}), {2, 32}, rows));
  for (AccumulationModel model : bothModels)
    EXPECT_EQ(product(x, ones(32, 1), model), (Values{0, 112}));
}

TEST(MatmulCasesTest, Case34EmptyContraction) {
  ScaledTensor a = scaled(filled("f8E4M3FN", 2, 0, 0), "f32", wholeExtent,
                          wholeExtent, patterns({0.5f}));
  ScaledTensor b = scaled(filled("f8E4M3FN", 0, 3, 0), "f32", wholeExtent,
                          wholeExtent, patterns({4}));
  ScaledTensor mxA =
      scaled(filled("f8E4M3FN", 2, 0, 0), "f8E8M0FNU", 1, 32, {});
  ScaledTensor mxB =
      scaled(filled("f8E4M3FN", 0, 3, 0), "f8E8M0FNU", 32, 1, {});
  // Scales that exist are not read either.
  ScaledTensor nan = scaled(filled("f8E4M3FN", 2, 0, 0), "f8E8M0FNU", 1,
                            wholeExtent, {0xFF, 0xFF});
  for (AccumulationModel model : bothModels) {
    EXPECT_EQ(patterns(product(a, b, model)), Codes(6, 0));
    EXPECT_EQ(patterns(product(mxA, mxB, model)), Codes(6, 0));
    EXPECT_EQ(patterns(product(nan, mxB, model)), Codes(6, 0));
  }
}

TEST(MatmulCasesTest, Case106NoRowsAtAll) {
  for (int64_t m : {0, 1, 127, 129}) {
    ScaledTensor x =
        scaled(ones(m, 128), "f8E8M0FNU", 1, 32, Codes(m * 4, 0x7F));
    ScaledTensor w = scaled(ones(128, 2), "f8E8M0FNU", 32, 1, Codes(8, 0x7F));
    EXPECT_EQ(product(x, w), Values(m * 2, 128));
  }
}

TEST(MatmulCasesTest, Case37NaNScaleOverOnes) {
  ScaledTensor x = scaled(ones(1, 32), "f8E8M0FNU", 1, 32, {0xFF});
  for (AccumulationModel model : bothModels)
    EXPECT_TRUE(std::isnan(product(x, ones(32, 1), model)[0]));
}

TEST(MatmulCasesTest, Case46NeutralScaleIsNotOneOrZero) {
  auto dot = [](uint32_t xScale, uint32_t wScale) {
    return product(scaled(ones(1, 32), "f8E8M0FNU", 1, 32, {xScale}),
                   scaled(ones(32, 1), "f8E8M0FNU", 32, 1, {wScale}))[0];
  };
  uint32_t neutral = format("f8E8M0FNU").unitCode();
  EXPECT_EQ(dot(neutral, neutral), 32);
  EXPECT_EQ(dot(0x01, neutral), 0x1p-121f);
  EXPECT_EQ(dot(0x00, neutral), 0x1p-122f);
  EXPECT_EQ(dot(0x01, 0x01), 0); // 2^-247
}

TEST(MatmulCasesTest, Case53DirtyTailScales) {
  ScaledTensor a = filled("bf16", 1, 1504, 0x3F80);
  ScaledTensor b = scaled(filled("f4E2M1FN", 1504, 1, 2), "f8E8M0FNU", 32, 1,
                          Codes(47, 0x7F));
  for (AccumulationModel model : bothModels)
    EXPECT_EQ(product(a, b, model), Values{1504});
  b.levels[0].codes.push_back(0xFF);
  EXPECT_EQ(message(matmul(a, b)), "48 scales where shape and groups need 47");
}

TEST(MatmulCasesTest, Case58KBlocks) {
  Codes scales;
  for (int n = 0; n < 2; ++n)
    for (int k = 0; k < 5; ++k)
      scales.push_back(pattern(std::ldexp(1.0f, k + 8 * n)));
  ScaledTensor w = scaled(ones(256, 640), "f32", 128, 128, scales);
  Values y = productNK(ones(1, 640), w);
  EXPECT_EQ(y[0], 3968);
  EXPECT_EQ(y[127], 3968);
  EXPECT_EQ(y[128], 1015808);
}

TEST(MatmulCasesTest, Case61SquareScaleArrayTransposed) {
  ScaledTensor w =
      scaled(ones(256, 256), "f32", 128, 128, patterns({1, 2, 4, 8}));
  Values y = productNK(ones(1, 256), w);
  EXPECT_EQ(y[0], 384);
  EXPECT_EQ(y[128], 1536);
  Values wrong = product(ones(1, 256), w); // the same array as [K, N]
  EXPECT_EQ(wrong[0], 640);
  EXPECT_EQ(wrong[128], 1280);
}

TEST(MatmulCasesTest, Case65TokenContiguousScales) {
  ScaledTensor x =
      scaled(ones(3, 256), "f32", 1, 128, patterns({1, 2, 4, 8, 16, 32}));
  EXPECT_EQ(product(x, ones(256, 1)), (Values{384, 1536, 6144}));
}

TEST(MatmulCasesTest, Case67LastScaleBlockIsApplied) {
  ScaledTensor x = scaled(ones(1, 640), "f32", 1, 256, patterns({2, 4, 8}));
  EXPECT_EQ(product(x, ones(640, 1)), Values{2560});
  for (auto [k, expected] :
       {std::pair<int64_t, float>(64, 0.5f), {192, 1.5f}, {320, 2.5f}}) {
    Codes scales((k + 127) / 128, 0x78);
    ScaledTensor ragged = scaled(ones(1, k), "f8E8M0FNU", 1, 128, scales);
    for (AccumulationModel model : bothModels)
      EXPECT_EQ(product(ragged, ones(k, 1), model), Values{expected});
  }
}

TEST(MatmulCasesTest, Case68ScaleIndexAlongK) {
  ScaledTensor a =
      scaled(ones(1, 512), "f8E8M0FNU", 1, 128, {0x7F, 0x80, 0x81, 0x82});
  ScaledTensor b =
      scaled(ones(512, 1), "f8E8M0FNU", 128, 1, {0x7F, 0x80, 0x81, 0x82});
  for (AccumulationModel model : bothModels) {
    EXPECT_EQ(product(a, ones(512, 1), model), Values{1920});
    EXPECT_EQ(product(a, b, model), Values{10880});
  }
}

TEST(MatmulCasesTest, Case70BlockSizeIsStated) {
  ScaledTensor w =
      scaled(ones(448, 128), "f32", 128, 128, patterns({1, 2, 4, 8}));
  Values y = productNK(ones(1, 128), w);
  EXPECT_EQ(y[112], 128);
  EXPECT_EQ(y[128], 256);
  EXPECT_EQ(y[447], 1024);
  ScaledTensor large = scaled(ones(1000, 128), "f32", 128, 128,
                              patterns({1, 2, 4, 8, 16, 32, 64, 128}));
  EXPECT_EQ(productNK(ones(1, 128), large)[999], 16384);
}

TEST(MatmulCasesTest, Case71GroupsAlongTheFreeAxis) {
  Codes scales;
  for (int k = 0; k < 32; ++k)
    scales.push_back(0x7F + k % 4);
  ScaledTensor a = scaled(ones(32, 32), "f8E8M0FNU", 32, 1, scales);
  for (AccumulationModel model : bothModels)
    EXPECT_EQ(product(a, ones(32, 1), model), Values(32, 120));
}

TEST(MatmulCasesTest, Case110ExactAccumulator) {
  Codes a(64, 0), b(64, 0);
  a[0] = b[0] = 0x7E;
  for (int k = 32; k < 64; ++k)
    a[k] = b[k] = 0x30;
  Codes c = {0x7E, 0x30}, negative = {0x7E, 0xB0};
  for (AccumulationModel model : bothModels) {
    EXPECT_EQ(product(matrix("f8E4M3FN", 1, 64, a),
                      matrix("f8E4M3FN", 64, 1, b), model),
              Values{200712});
    Codes left(32, 0x30), right(32, 0xB0);
    left[0] = right[0] = 0x7E;
    EXPECT_EQ(product(matrix("f8E4M3FN", 1, 32, left),
                      matrix("f8E4M3FN", 32, 1, right), model),
              Values{200696.25f});
    EXPECT_EQ(product(matrix("f8E4M3FN", 1, 2, {0x7E, 0x4F}),
                      matrix("f8E4M3FN", 2, 1, {0x7E, 0x7E}), model),
              Values{204064});
    EXPECT_EQ(product(matrix("f8E4M3FN", 1, 2, {0x38, 0x08}),
                      matrix("f8E4M3FN", 2, 1, {0x38, 0x04}), model),
              Values{1.0001220703125f});
    EXPECT_EQ(product(matrix("f8E4M3FN", 1, 2, {0x38, 0x08}),
                      matrix("f8E4M3FN", 2, 1, {0x38, 0x02}), model),
              Values{1.00006103515625f});
  }
}

TEST(MatmulCasesTest, Case29ZeroChannelThroughAttention) {
  Values v = {7, 0, 3.5f, 0, -1.75f, 0, 0.875f, 0};
  Quantizer quantizer = Quantizer::mx(format("f8E4M3FN"), {wholeExtent, 1});
  quantizer.scale = &format("f32");
  quantizer.recipe = Recipe::AmaxOverMax;
  ScaledTensor channels = take(quantize(quantizer, {4, 2}, v));
  EXPECT_EQ(channels.levels[0].codes, (Codes{0x3C800000, 0x3F800000}));
  EXPECT_EQ(channels.codes, (Codes{0x7E, 0, 0x76, 0, 0xEE, 0, 0x66, 0}));
  ScaledTensor even = wide(1, 4, {0.25f, 0.25f, 0.25f, 0.25f});
  ScaledTensor first = wide(1, 4, {1, 0, 0, 0});
  for (AccumulationModel model : bothModels) {
    EXPECT_EQ(product(even, channels, model), (Values{2.40625f, 0}));
    EXPECT_EQ(product(first, channels, model), (Values{7, 0}));
  }
}

TEST(MatmulCasesTest, Case55RaggedInEveryDimension) {
  ScaledTensor a = scaled(ones(33, 70), "f8E8M0FNU", 1, 32, Codes(99, 0x7F));
  ScaledTensor b = scaled(ones(70, 17), "f8E8M0FNU", 32, 1, Codes(51, 0x7F));
  for (AccumulationModel model : bothModels)
    EXPECT_EQ(product(a, b, model), Values(33 * 17, 70));
}

TEST(MatmulCasesTest, Case62ScalesMoveWithTheirRows) {
  ScaledTensor w =
      scaled(ones(768, 128), "f32", 128, 128, patterns({1, 8, 2, 16, 4, 32}));
  Values y = productNK(ones(1, 128), w);
  const float expected[] = {128, 1024, 256, 2048, 512, 4096};
  for (int block = 0; block < 6; ++block)
    EXPECT_EQ(y[128 * block + 64], expected[block]);
}
