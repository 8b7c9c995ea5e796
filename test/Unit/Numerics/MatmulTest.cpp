//===- MatmulTest.cpp - Accumulation models -------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/Matmul.h"
#include "Tensors.h"
#include "lowp/Numerics/Bounds.h"
#include "lowp/Numerics/ExactSum.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace lowp;
using namespace lowp::test;

static constexpr auto sequential = AccumulationModel::F32Sequential;

static uint32_t nextRandom() {
  static uint64_t state = 7;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 33;
}

/// Random codes of values whose products f32 can hold.
static ScaledTensor randomMatrix(llvm::StringRef encoding, int64_t rows,
                                 int64_t columns) {
  ScaledTensor tensor = filled(encoding, rows, columns, 0);
  for (uint32_t &code : tensor.codes)
    do
      code = (nextRandom() << 8 ^ nextRandom()) & tensor.format->codeMask();
    while (!(std::fabs(decode(*tensor.format, code)) < 0x1p60));
  return tensor;
}

static ScaledTensor withRandomScales(ScaledTensor tensor,
                                     llvm::StringRef encoding, int64_t rows,
                                     int64_t columns) {
  const Format &scale = format(encoding);
  GroupMap groups(tensor.shape, {rows, columns});
  Codes codes(groups.getNumGroups());
  for (uint32_t &code : codes) {
    code = scale.unitCode() + nextRandom() % 17 - 8;
    if (encoding == "f32")
      code = pattern(std::ldexp(1.0f + nextRandom() % 1000 / 1000.0f,
                                nextRandom() % 20 - 10));
  }
  return scaled(std::move(tensor), encoding, rows, columns, codes);
}

static double scaleOf(const ScaledTensor &tensor, int level, int64_t row,
                      int64_t column) {
  const ScaleLevel &scales = tensor.levels[level];
  return decode(
      *scales.format,
      scales
          .codes[GroupMap(tensor.shape, scales.group).getGroup({row, column})]);
}

static double codeOf(const ScaledTensor &tensor, int64_t row, int64_t column) {
  return decode(*tensor.format, tensor.codes[row * tensor.shape[1] + column]);
}

/// The exact model, written without segments and integers.
static Values slowExactProduct(const ScaledTensor &x, const ScaledTensor &w) {
  Values y;
  for (int64_t m = 0; m < x.shape[0]; ++m)
    for (int64_t n = 0; n < w.shape[1]; ++n) {
      ExactSum sum;
      for (int64_t k = 0; k < x.shape[1]; ++k) {
        Dyadic left = Dyadic::fromDouble(codeOf(x, m, k));
        for (size_t level = 0; level < x.levels.size(); ++level)
          left = left * Dyadic::fromDouble(scaleOf(x, level, m, k));
        Dyadic right = Dyadic::fromDouble(codeOf(w, k, n));
        for (size_t level = 0; level < w.levels.size(); ++level)
          right = right * Dyadic::fromDouble(scaleOf(w, level, k, n));
        sum.addProduct(left, right);
      }
      y.push_back(sum.roundToF32());
    }
  return y;
}

static ScaledTensor transposed(const ScaledTensor &tensor) {
  auto flip = [](int64_t rows, int64_t columns, const Codes &codes) {
    Codes flipped;
    for (int64_t column = 0; column < columns; ++column)
      for (int64_t row = 0; row < rows; ++row)
        flipped.push_back(codes[row * columns + column]);
    return flipped;
  };
  ScaledTensor result = tensor;
  result.shape = {tensor.shape[1], tensor.shape[0]};
  result.codes = flip(tensor.shape[0], tensor.shape[1], tensor.codes);
  for (ScaleLevel &level : result.levels) {
    GroupMap groups(tensor.shape, level.group);
    level.codes =
        flip(groups.getCounts()[0], groups.getCounts()[1], level.codes);
    std::swap(level.group[0], level.group[1]);
  }
  return result;
}

namespace {
struct Operands {
  ScaledTensor x, w;
};
} // namespace

/// Products over encodings, groups of unequal size and ragged K.
static std::vector<Operands> variousOperands() {
  std::vector<Operands> all;
  auto add = [&](ScaledTensor x, ScaledTensor w) {
    all.push_back({std::move(x), std::move(w)});
  };
  add(withRandomScales(randomMatrix("f8E4M3FN", 3, 70), "f8E8M0FNU", 1, 32),
      withRandomScales(randomMatrix("f8E4M3FN", 70, 4), "f8E8M0FNU", 32, 1));
  add(withRandomScales(randomMatrix("f8E5M2", 2, 50), "f8E8M0FNU", 1, 16),
      withRandomScales(randomMatrix("f8E5M2", 50, 3), "f8E8M0FNU", 24, 2));
  add(withRandomScales(randomMatrix("f8E4M3FN", 2, 50), "f8E8M0FNU", 2, 7),
      withRandomScales(randomMatrix("f8E5M2", 50, 3), "ue4m3", 10,
                       wholeExtent));
  add(withRandomScales(
          withRandomScales(randomMatrix("f4E2M1FN", 3, 40), "ue4m3", 1, 16),
          "f32", wholeExtent, wholeExtent),
      withRandomScales(
          withRandomScales(randomMatrix("f4E2M1FN", 40, 3), "ue4m3", 16, 1),
          "f32", wholeExtent, wholeExtent));
  add(withRandomScales(randomMatrix("f8E4M3FNUZ", 3, 33), "f32", 1,
                       wholeExtent),
      withRandomScales(randomMatrix("f8E4M3FNUZ", 33, 2), "f32", wholeExtent,
                       1));
  add(randomMatrix("i8", 2, 40), randomMatrix("i8", 40, 2));
  add(randomMatrix("bf16", 2, 20),
      withRandomScales(randomMatrix("f4E2M1FN", 20, 2), "f8E8M0FNU", 8, 1));
  add(randomMatrix("f16", 2, 20), randomMatrix("f16", 20, 2));
  return all;
}

TEST(MatmulTest, ExactModelIsTheExactSum) {
  for (const Operands &operands : variousOperands()) {
    SCOPED_TRACE(operands.x.format->name.str() + " times " +
                 operands.w.format->name.str());
    Values expected = slowExactProduct(operands.x, operands.w);
    EXPECT_EQ(product(operands.x, operands.w), expected);
    EXPECT_EQ(productNK(operands.x, transposed(operands.w)), expected);
    EXPECT_FALSE(llvm::all_of(expected, [](float y) { return y == 0; }));
  }
}

TEST(MatmulTest, SequentialModelIsTheLoop) {
  int differs = 0;
  for (const Operands &operands : variousOperands()) {
    const ScaledTensor &x = operands.x, &w = operands.w;
    SCOPED_TRACE(x.format->name.str() + " times " + w.format->name.str());
    Values y = product(x, w, sequential);
    Values exact = product(x, w);
    Values absolute = take(absoluteSums(x, w));
    for (int64_t m = 0, i = 0; m < x.shape[0]; ++m)
      for (int64_t n = 0; n < w.shape[1]; ++n, ++i) {
        // Each step is an exact sum of two numbers, rounded once.
        float acc = 0;
        float factor[2] = {1, 1};
        for (int64_t k = 0; k < x.shape[1]; ++k) {
          Dyadic term = Dyadic::fromDouble(codeOf(x, m, k) * codeOf(w, k, n));
          factor[0] = factor[1] = 1;
          for (int side = 0; side < 2; ++side)
            for (size_t level = 0; level < (side ? w : x).levels.size();
                 ++level) {
              double scale =
                  side ? scaleOf(w, level, k, n) : scaleOf(x, level, m, k);
              if ((side ? w : x).levels[level].format->name == "f32")
                factor[side] = static_cast<float>(scale);
              else
                term = term * Dyadic::fromDouble(scale);
            }
          ExactSum step;
          step.add(Dyadic::fromDouble(acc));
          step.add(term);
          acc = step.roundToF32();
        }
        ASSERT_EQ(y[i], acc * (factor[0] * factor[1]));
        differs += y[i] != exact[i];
        double bound = f32SequentialBound(x.shape[1] + 3, absolute[i]) +
                       outputRoundingBound(format("f32"), exact[i]);
        ASSERT_LE(std::fabs(double(y[i]) - exact[i]), bound);
      }
  }
  EXPECT_GT(differs, 0); // else the two models were not told apart
}

TEST(MatmulTest, AbsoluteSums) {
  ScaledTensor x = scaled(matrix("f8E4M3FN", 1, 4, {0x38, 0xB8, 0x40, 0xC0}),
                          "f8E8M0FNU", 1, 2, {0x80, 0x7F});
  ScaledTensor w = filled("f8E4M3FN", 4, 1, 0xB8);
  EXPECT_EQ(product(x, w), Values{0});
  EXPECT_EQ(take(absoluteSums(x, w)), Values{8});
  // Rounded up where f32 cannot hold the sum.
  EXPECT_EQ(take(absoluteSums(wide(1, 2, {1, -0x1p-40f}), wide(2, 1, {1, 1}))),
            Values{nextUp(1)});
  EXPECT_EQ(take(absoluteSums(filled("i8", 1, 1, 0x80), filled("i8", 1, 1, 2))),
            Values{256});
  ScaledTensor invalid = filled("f8E4M3FNUZ", 1, 1, 0x80);
  EXPECT_TRUE(std::isnan(take(absoluteSums(invalid, invalid))[0]));
}

TEST(MatmulTest, RoundingHappensOnce) {
  // 1 + 2^-24 + 2^-47: above the tie only because of the last product.
  ScaledTensor x = wide(1, 3, {1, 0x1p-24f, 0x1p-47f});
  ScaledTensor w = wide(3, 1, {1, 1, 1});
  EXPECT_EQ(product(x, w), Values{nextUp(1)});
  EXPECT_EQ(product(x, w, sequential), Values{1});
  // The other way round sequential addition does see it.
  ScaledTensor reversed = wide(1, 3, {0x1p-47f, 0x1p-24f, 1});
  EXPECT_EQ(product(reversed, w, sequential), Values{nextUp(1)});
}

// 1 + 2^-23 + 2^-24 is a tie of f32 that goes up. The second product is less
// than 2^-24 by 2^-54, which a sum in double would round away.
TEST(MatmulTest, SequentialSumsAreRoundedOnce) {
  ScaledTensor x = wide(1, 2, {nextUp(1), 0x1p-12f + 0x1p-27f});
  ScaledTensor w = wide(2, 1, {1, 0x1p-12f - 0x1p-27f});
  EXPECT_EQ(product(x, w, sequential), Values{nextUp(1)});
  ScaledTensor exactHalf = wide(1, 2, {nextUp(1), 0x1p-24f});
  EXPECT_EQ(product(exactHalf, wide(2, 1, {1, 1}), sequential),
            Values{nextUp(nextUp(1))});
  // Beyond the tie, from below and from the negative side.
  ScaledTensor above = wide(1, 2, {1, 0x1p-12f + 0x1p-27f});
  EXPECT_EQ(product(above, wide(2, 1, {1, 0x1p-12f}), sequential),
            Values{nextUp(1)});
  ScaledTensor negative = wide(1, 2, {-nextUp(1), -0x1p-12f - 0x1p-27f});
  EXPECT_EQ(product(negative, w, sequential), Values{-nextUp(1)});
}

TEST(MatmulTest, ZeroResultsArePositive) {
  ScaledTensor zero = filled("f8E4M3FN", 1, 2, 0x80);
  ScaledTensor one = filled("f8E4M3FN", 2, 1, 0x38);
  ScaledTensor tiny =
      scaled(filled("f8E4M3FN", 1, 2, 0xB8), "f8E8M0FNU", 1, 2, {0x00});
  ScaledTensor small = scaled(one, "f8E8M0FNU", 2, 1, {0x00});
  for (AccumulationModel model : {AccumulationModel::Exact, sequential}) {
    EXPECT_EQ(patterns(product(zero, one, model)), Codes{0});
    EXPECT_EQ(patterns(product(tiny, small, model)), Codes{0}); // -2^-253
    EXPECT_EQ(
        patterns(product(matrix("f8E4M3FN", 1, 2, {0x38, 0xB8}), one, model)),
        Codes{0});
  }
}

TEST(MatmulTest, SubnormalsAreKept) {
  ScaledTensor x =
      scaled(filled("f8E4M3FN", 1, 1, 0x38), "f8E8M0FNU", 1, 1, {0x00});
  ScaledTensor w =
      scaled(filled("f8E4M3FN", 1, 1, 0x38), "f8E8M0FNU", 1, 1, {0x7F - 22});
  for (AccumulationModel model : {AccumulationModel::Exact, sequential})
    EXPECT_EQ(product(x, w, model), Values{0x1p-149f});
}

// f32 scales underflow when they are multiplied first; exponents do not.
TEST(MatmulTest, ScaleProductsDoNotUnderflow) {
  ScaledTensor x =
      scaled(filled("f8E5M2", 1, 1, 0x7B), "f8E8M0FNU", 1, 1, {0x00});
  ScaledTensor w =
      scaled(filled("bf16", 1, 1, 0x7F00), "f8E8M0FNU", 1, 1, {0x00});
  float expected = 57344 * 0x1p-127f;
  EXPECT_EQ(product(x, w), Values{expected});
  EXPECT_EQ(product(x, w, sequential), Values{expected});

  ScaledTensor large =
      scaled(filled("f8E4M3FN", 1, 1, 0x38), "f8E8M0FNU", 1, 1, {0xFE});
  EXPECT_EQ(product(large, large), Values{INFINITY});
  EXPECT_EQ(product(large, large, sequential), Values{INFINITY});
}

TEST(MatmulTest, SpecialValues) {
  auto compute = [](Codes xCodes, Codes wCodes, uint32_t xScale,
                    AccumulationModel model) {
    ScaledTensor x =
        scaled(matrix("f8E5M2", 1, 2, xCodes), "f8E8M0FNU", 1, 2, {xScale});
    return product(x, matrix("f8E5M2", 2, 1, wCodes), model)[0];
  };
  const uint32_t one = 0x3C, inf = 0x7C, negInf = 0xFC, nan = 0x7E, zero = 0,
                 unit = 0x7F;
  for (AccumulationModel model : {AccumulationModel::Exact, sequential}) {
    EXPECT_EQ(compute({inf, one}, {one, one}, unit, model), INFINITY);
    EXPECT_EQ(compute({negInf, one}, {one, one}, unit, model), -INFINITY);
    EXPECT_EQ(compute({inf, one}, {0xBC, one}, unit, model), -INFINITY);
    EXPECT_TRUE(std::isnan(compute({inf, negInf}, {one, one}, unit, model)));
    EXPECT_EQ(compute({inf, inf}, {one, one}, unit, model), INFINITY);
    EXPECT_TRUE(std::isnan(compute({inf, one}, {zero, one}, unit, model)));
    EXPECT_TRUE(std::isnan(compute({nan, one}, {zero, one}, unit, model)));
    EXPECT_TRUE(std::isnan(compute({zero, zero}, {one, one}, 0xFF, model)));
    EXPECT_EQ(compute({one, one}, {one, one}, unit, model), 2);
  }
}

// Scales of W count as those of X do, in sums of infinities too.
TEST(MatmulTest, SpecialScalesOfEitherOperand) {
  ScaledTensor inf = matrix("f8E5M2", 1, 2, {0x7C, 0x3C});
  ScaledTensor one = filled("f8E5M2", 2, 1, 0x3C);
  ScaledTensor ordinary = filled("f8E5M2", 1, 2, 0x3C);
  for (AccumulationModel model : {AccumulationModel::Exact, sequential}) {
    ScaledTensor invalid = scaled(one, "f8E8M0FNU", 2, 1, {0xFF});
    EXPECT_TRUE(std::isnan(product(ordinary, invalid, model)[0]));
    ScaledTensor negative = scaled(one, "f32", 2, 1, patterns({-2}));
    EXPECT_EQ(product(inf, negative, model), Values{-INFINITY});
    EXPECT_EQ(product(ordinary, negative, model), Values{-4});
    ScaledTensor zero = scaled(one, "ue4m3", 2, 1, {0x00});
    EXPECT_TRUE(std::isnan(product(inf, zero, model)[0]));
    EXPECT_EQ(product(ordinary, zero, model), Values{0});
  }
}

// A NaN poisons the outputs that use it and no others.
TEST(MatmulTest, NaNStaysInItsRowAndColumn) {
  ScaledTensor x = scaled(filled("f8E4M3FN", 2, 64, 0x38), "f8E8M0FNU", 1, 32,
                          {0x7F, 0x7F, 0x7F, 0xFF});
  ScaledTensor w = filled("f8E4M3FN", 64, 2, 0x38);
  w.codes[1] = 0x7F;
  for (AccumulationModel model : {AccumulationModel::Exact, sequential}) {
    Values y = product(x, w, model);
    EXPECT_EQ(y[0], 64);
    EXPECT_TRUE(std::isnan(y[1]));
    EXPECT_TRUE(std::isnan(y[2]));
    EXPECT_TRUE(std::isnan(y[3]));
  }
}

TEST(MatmulTest, IllFormedProductsAreRefused) {
  ScaledTensor x = filled("f8E4M3FN", 2, 32, 0x38);
  ScaledTensor w = filled("f8E4M3FN", 33, 2, 0x38);
  EXPECT_EQ(message(matmul(x, w)), "K is 32 in X and 33 in W");
  EXPECT_EQ(message(absoluteSums(x, w)), "K is 32 in X and 33 in W");
  ScaledTensor vector = x;
  vector.shape = {64};
  EXPECT_EQ(message(matmul(vector, w)),
            "the operands of a product have rank 2");
  ScaledTensor incomplete = x;
  incomplete.codes.pop_back();
  EXPECT_EQ(message(matmul(incomplete, w)),
            "63 elements where shape and groups need 64");

  ScaledTensor blocks = scaled(x, "f32", 1, 16, patterns({1, 1, 1, 1}));
  ScaledTensor square = filled("f8E4M3FN", 32, 2, 0x38);
  EXPECT_EQ(message(matmul(blocks, square, {sequential, false})),
            "f32 scales that change every 16 elements along K have no "
            "f32-sequential sum");
  ScaledTensor precise = scaled(wide(1, 1, {1}), "ue4m3", 1, 1, {0x38});
  EXPECT_EQ(message(matmul(precise, precise, {sequential, false})),
            "products of 56 bits are not exact in double");
}
