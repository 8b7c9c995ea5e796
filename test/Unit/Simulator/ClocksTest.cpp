//===- ClocksTest.cpp - Tests of the order of accesses --------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clocks.h"
#include "gtest/gtest.h"

using namespace lowp::sim;

TEST(Clocks, BarriersOrder) {
  Clocks clocks(4);
  uint32_t early = clocks.now(0);
  EXPECT_FALSE(clocks.isBefore(0, early, 1));
  EXPECT_TRUE(clocks.isBefore(0, early, 0));
  clocks.join({0, 1});
  EXPECT_TRUE(clocks.isBefore(0, early, 1));
  EXPECT_FALSE(clocks.isBefore(0, clocks.now(0), 1));
  EXPECT_FALSE(clocks.isBefore(0, early, 2));
  // What 1 knows of 0 it tells 2.
  clocks.join({1, 2});
  EXPECT_TRUE(clocks.isBefore(0, early, 2));
  EXPECT_FALSE(clocks.isBefore(2, clocks.now(2) - 1, 0));
  clocks.join({0, 1, 2, 3});
  EXPECT_TRUE(clocks.isBefore(0, early, 3));
}
