//===- ShuffleTest.cpp - Tests of exchange between lanes ------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVIDIA/Shuffle.h"
#include "gtest/gtest.h"

using namespace lowp::sim;

static void expect(ShuffleKind kind, unsigned lane, uint32_t offset,
                   uint32_t clamp, unsigned source, bool isValid) {
  ShuffleSource result = getShuffleSource(kind, lane, offset, clamp);
  EXPECT_EQ(result.lane, source);
  EXPECT_EQ(result.isValid, isValid);
}

TEST(Shuffle, WholeWarp) {
  expect(ShuffleKind::Butterfly, 5, 3, 0x1F, 6, true);
  expect(ShuffleKind::Down, 30, 1, 0x1F, 31, true);
  expect(ShuffleKind::Down, 31, 1, 0x1F, 31, false);
  expect(ShuffleKind::Up, 4, 2, 0, 2, true);
  expect(ShuffleKind::Up, 1, 2, 0, 1, false);
  expect(ShuffleKind::Index, 9, 17, 0x1F, 17, true);
}

// Segments of eight lanes: the mask of c is 0x18.
TEST(Shuffle, Segments) {
  expect(ShuffleKind::Index, 13, 2, 0x181F, 10, true);
  expect(ShuffleKind::Down, 14, 1, 0x181F, 15, true);
  expect(ShuffleKind::Down, 15, 1, 0x181F, 15, false);
  expect(ShuffleKind::Up, 8, 1, 0x1800, 8, false);
  expect(ShuffleKind::Butterfly, 8, 16, 0x181F, 8, false);
  // Lanes of lower segments are in reach.
  expect(ShuffleKind::Butterfly, 8, 8, 0x181F, 0, true);
}

TEST(Reduction, Kinds) {
  EXPECT_EQ(reduce(ReductionKind::UnsignedMax, 1, 0xFFFFFFFF), 0xFFFFFFFFu);
  EXPECT_EQ(reduce(ReductionKind::SignedMax, 1, 0xFFFFFFFF), 1u);
  EXPECT_EQ(reduce(ReductionKind::Add, 3, 4), 7u);
  EXPECT_EQ(reduce(ReductionKind::Xor, 6, 3), 5u);
}
