//===- SharedMemoryTest.cpp - Tests of shared memory ----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"
#include "gtest/gtest.h"

using namespace lowp::sim;

namespace {
struct SharedMemoryTest : public testing::Test {
  Clocks clocks{4};
  SharedMemory memory{64, clocks};

  char *at(size_t offset) { return memory.begin() + offset; }
  void barrier() { clocks.join({0, 1, 2, 3}); }
};
} // namespace

TEST_F(SharedMemoryTest, AddressesHave32Bits) {
  EXPECT_LT(reinterpret_cast<uintptr_t>(memory.begin()), uintptr_t(1) << 32);
}

TEST_F(SharedMemoryTest, Bounds) {
  EXPECT_FALSE(memory.write(0, at(60), 4));
  EXPECT_TRUE(memory.write(0, at(61), 4));
  EXPECT_TRUE(memory.write(0, at(0) - 1, 1));
}

TEST_F(SharedMemoryTest, ReadsNeedAWrite) {
  EXPECT_TRUE(memory.read(0, at(0), 1));
  EXPECT_FALSE(memory.write(0, at(0), 4));
  EXPECT_FALSE(memory.read(0, at(0), 4));
  EXPECT_TRUE(memory.read(0, at(1), 4));
}

TEST_F(SharedMemoryTest, OthersNeedABarrier) {
  EXPECT_FALSE(memory.write(0, at(0), 4));
  EXPECT_TRUE(memory.read(1, at(3), 1));
  EXPECT_TRUE(memory.write(1, at(3), 1));
  barrier();
  EXPECT_FALSE(memory.read(1, at(3), 1));
  EXPECT_TRUE(memory.write(0, at(3), 1));
  barrier();
  EXPECT_FALSE(memory.write(0, at(3), 1));
}

// Of many readers one is always found.
TEST_F(SharedMemoryTest, AnyReaderConflicts) {
  EXPECT_FALSE(memory.write(0, at(0), 1));
  barrier();
  EXPECT_FALSE(memory.read(0, at(0), 1));
  barrier();
  for (uint32_t reader : {1, 2, 3})
    EXPECT_FALSE(memory.read(reader, at(0), 1));
  EXPECT_TRUE(memory.write(3, at(0), 1));
}

TEST_F(SharedMemoryTest, CopiesEndWithTheWait) {
  EXPECT_FALSE(memory.beginCopy(0, at(0), 16));
  EXPECT_TRUE(memory.read(0, at(15), 1));
  EXPECT_TRUE(memory.write(0, at(0), 1));
  memory.endCopy(0, at(0), 16);
  EXPECT_FALSE(memory.read(0, at(15), 1));
  EXPECT_TRUE(memory.read(1, at(15), 1));
  barrier();
  EXPECT_FALSE(memory.read(1, at(15), 1));
}

TEST_F(SharedMemoryTest, ABlockBeginsAfresh) {
  EXPECT_FALSE(memory.write(0, at(0), 1));
  memory.reset();
  EXPECT_TRUE(memory.read(0, at(0), 1));
}
