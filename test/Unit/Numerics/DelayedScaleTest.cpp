//===- DelayedScaleTest.cpp - A scale from earlier tensors ----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/DelayedScale.h"
#include "Tensors.h"
#include "lowp/Numerics/Quantize.h"
#include <limits>

using namespace lowp;
using namespace lowp::test;

static DelayedScale make(int64_t length, AmaxReduction reduction,
                         int margin = 0) {
  auto scale =
      DelayedScale::create(format("f8E4M3FN"), length, reduction, margin);
  if (!scale)
    llvm::report_fatal_error(scale.takeError());
  return std::move(*scale);
}

static void step(DelayedScale &scale, float amax) {
  scale.recordAmax(amax);
  scale.advance();
}

// before [a_N, a_1 .. a_N-1], after [0, a_2 .. a_N-1, a_N]
TEST(DelayedScaleTest, HistoryMoves) {
  DelayedScale scale = make(4, AmaxReduction::Max);
  for (float amax : {1, 2, 3})
    step(scale, amax);
  EXPECT_EQ(scale.getHistory().vec(), (Values{0, 1, 2, 3}));
  step(scale, 4);
  EXPECT_EQ(scale.getHistory().vec(), (Values{0, 2, 3, 4}));
}

// The scale is computed before the history moves, so the oldest amax counts
// once more.
TEST(DelayedScaleTest, BothReductions) {
  DelayedScale largest = make(3, AmaxReduction::Max);
  DelayedScale last = make(3, AmaxReduction::MostRecent);
  const float amaxes[] = {7, 14, 28, 7, 7, 7};
  const float byLargest[] = {64, 32, 16, 16, 16, 64};
  const float byLast[] = {64, 32, 16, 64, 64, 64};
  for (int i = 0; i < 6; ++i) {
    step(largest, amaxes[i]);
    step(last, amaxes[i]);
    EXPECT_EQ(largest.getEncodeScale(), byLargest[i]) << i;
    EXPECT_EQ(last.getEncodeScale(), byLast[i]) << i;
    EXPECT_EQ(last.getReconstructScale(), 1 / byLast[i]) << i;
  }
}

TEST(DelayedScaleTest, OneSlotIsTheLastStep) {
  DelayedScale scale = make(1, AmaxReduction::Max);
  for (float amax : {448, 7, 56}) {
    step(scale, amax);
    EXPECT_EQ(scale.getEncodeScale(), 448 / amax);
    EXPECT_EQ(scale.getHistory().vec(), (Values{0}));
  }
}

TEST(DelayedScaleTest, Margin) {
  DelayedScale scale = make(2, AmaxReduction::Max, /*margin=*/3);
  step(scale, 7);
  EXPECT_EQ(scale.getEncodeScale(), 8);
}

// A step in which the tensor had no part changes neither history nor scale.
TEST(DelayedScaleTest, StepsWithoutTheTensor) {
  DelayedScale scale = make(3, AmaxReduction::MostRecent);
  EXPECT_EQ(scale.getEncodeScale(), 1);
  scale.advance();
  EXPECT_EQ(scale.getEncodeScale(), 1);
  step(scale, 7);
  step(scale, 14);
  scale.advance();
  EXPECT_EQ(scale.getHistory().vec(), (Values{0, 7, 14}));
  EXPECT_EQ(scale.getEncodeScale(), 32);
}

TEST(DelayedScaleTest, ValuesThatAreNotFinite) {
  DelayedScale scale = make(2, AmaxReduction::Max);
  step(scale, 7);
  // NaN is left out, infinity counts and keeps the scale that there was, for as
  // long as it is in the history.
  step(scale, std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(scale.getEncodeScale(), 64);
  step(scale, std::numeric_limits<float>::infinity());
  EXPECT_EQ(scale.getEncodeScale(), 64);
  step(scale, 14);
  EXPECT_EQ(scale.getEncodeScale(), 64);
  step(scale, 14);
  EXPECT_EQ(scale.getEncodeScale(), 32);
}

TEST(DelayedScaleTest, ScalesThatOverflow) {
  DelayedScale scale = make(1, AmaxReduction::Max);
  step(scale, 0x1p-140f);
  EXPECT_EQ(scale.getEncodeScale(), std::numeric_limits<float>::max());
}

// Several parts of a step count as one.
TEST(DelayedScaleTest, AmaxOfOneStep) {
  DelayedScale scale = make(2, AmaxReduction::MostRecent);
  for (float amax : {7, 28, 14})
    scale.recordAmax(amax);
  scale.advance();
  EXPECT_EQ(scale.getEncodeScale(), 16);
}

// A spike meets the scale of the steps before it: 500 becomes 10.
TEST(DelayedScaleTest, F1StaleScale) {
  DelayedScale scale = make(16, AmaxReduction::Max);
  step(scale, 10);
  EXPECT_FLOAT_EQ(scale.getEncodeScale(), 44.8f);
  const Format &row = format("f8E4M3FN");
  uint32_t code =
      encode(row, Conversion::saturating(row), 500 * scale.getEncodeScale());
  EXPECT_EQ(code, 0x7Eu);
  EXPECT_FLOAT_EQ(
      static_cast<float>(decode(row, code)) * scale.getReconstructScale(), 10);
  step(scale, 500);
  EXPECT_FLOAT_EQ(scale.getEncodeScale(), 448.0f / 500);
}

TEST(DelayedScaleTest, IllFormedArgumentsAreRefused) {
  auto refusal = [](llvm::StringRef name, int64_t length, int margin) {
    return message(
        DelayedScale::create(format(name), length, AmaxReduction::Max, margin));
  };
  EXPECT_EQ(refusal("f8E4M3FN", 0, 0),
            "a history of 0 steps; it has at least 1");
  EXPECT_EQ(refusal("f8E5M2", 1, 127),
            "a margin of 127 powers of two; it is between -126 and 126");
  EXPECT_EQ(refusal("f8E8M0FNU", 1, 0), "delayed scaling is for float elements "
                                        "of up to 8 bits, not f8E8M0FNU");
}
