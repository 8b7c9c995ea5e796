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

// Who acquires sees what was released before, and no more.
TEST(Clocks, ReleaseAndAcquire) {
  Clocks clocks(3);
  Clocks::Knowledge knowledge;
  clocks.acquire(1, knowledge);
  uint32_t early = clocks.now(0);
  clocks.release(0, knowledge);
  uint32_t late = clocks.now(0);
  EXPECT_FALSE(clocks.isBefore(0, early, 1));
  clocks.acquire(1, knowledge);
  EXPECT_TRUE(clocks.isBefore(0, early, 1));
  EXPECT_FALSE(clocks.isBefore(0, late, 1));
  EXPECT_FALSE(clocks.isBefore(1, clocks.now(1), 0));
  EXPECT_FALSE(clocks.isBefore(0, early, 2));
}

// A copy comes after what its thread has done; others see it, and the thread
// too, once they have learnt of it, and tell it at barriers.
TEST(Clocks, BulkCopies) {
  Clocks clocks(3);
  uint32_t early = clocks.now(0);
  uint32_t copier = clocks.addCopier(), other = clocks.addCopier();
  EXPECT_TRUE(clocks.isCopier(copier));
  EXPECT_FALSE(clocks.isCopier(2));
  clocks.beginCopy(0, copier);
  uint32_t time = clocks.now(copier);
  EXPECT_TRUE(clocks.isBefore(0, early, copier));
  EXPECT_FALSE(clocks.isBefore(1, clocks.now(1), copier));
  EXPECT_FALSE(clocks.isBefore(copier, time, 0));
  clocks.join({0, 1, 2});
  EXPECT_FALSE(clocks.isBefore(copier, time, 2));
  // Who waits for copies of another mbarrier learns nothing of these.
  clocks.beginCopy(0, other);
  Clocks::Knowledge wrong, knowledge;
  clocks.releaseCopies(other, wrong);
  clocks.acquire(1, wrong);
  EXPECT_TRUE(clocks.isBefore(other, clocks.now(other), 1));
  EXPECT_FALSE(clocks.isBefore(copier, time, 1));
  clocks.releaseCopies(copier, knowledge);
  clocks.acquire(1, knowledge);
  EXPECT_TRUE(clocks.isBefore(copier, time, 1));
  clocks.join({0, 1, 2});
  EXPECT_TRUE(clocks.isBefore(copier, time, 2));
}

// A fence is for what its thread has done and seen until then; others have it
// too once they have met.
TEST(Clocks, Fences) {
  Clocks clocks(3);
  uint32_t early = clocks.now(0), other = clocks.now(1);
  EXPECT_FALSE(clocks.isFenced(0, early, 0));
  clocks.fence(0);
  uint32_t late = clocks.now(0);
  EXPECT_TRUE(clocks.isFenced(0, early, 0));
  EXPECT_FALSE(clocks.isFenced(0, late, 0));
  EXPECT_FALSE(clocks.isFenced(1, other, 0));
  EXPECT_FALSE(clocks.isFenced(0, early, 1));
  clocks.join({0, 1});
  EXPECT_TRUE(clocks.isFenced(0, early, 1));
  EXPECT_FALSE(clocks.isFenced(0, late, 1));
  EXPECT_FALSE(clocks.isFenced(1, other, 1));
  clocks.fence(1);
  EXPECT_TRUE(clocks.isFenced(0, late, 1));
  EXPECT_FALSE(clocks.isFenced(0, late, 0));
  Clocks::Knowledge knowledge;
  clocks.release(1, knowledge);
  clocks.acquire(2, knowledge);
  EXPECT_TRUE(clocks.isFenced(0, late, 2));
  EXPECT_TRUE(clocks.isFenced(1, other, 2));
  clocks.join({0, 1, 2});
  EXPECT_TRUE(clocks.isFenced(0, late, 0));
  // A copy has what its thread has.
  uint32_t copier = clocks.addCopier();
  clocks.beginCopy(2, copier);
  EXPECT_TRUE(clocks.isFenced(1, other, copier));
}
