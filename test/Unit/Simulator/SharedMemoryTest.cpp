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
  /// Stores a byte, if that is no error.
  SharedMemory::Complaint store(uint32_t thread, size_t offset, char value) {
    SharedMemory::Complaint complaint =
        memory.write(thread, at(offset), 1, &value);
    if (!complaint)
      *at(offset) = value;
    return complaint;
  }
  void barrier() { clocks.join({0, 1, 2, 3}); }
};
} // namespace

TEST_F(SharedMemoryTest, AddressesHave32Bits) {
  EXPECT_LT(reinterpret_cast<uintptr_t>(memory.begin()), uintptr_t(1) << 32);
}

TEST_F(SharedMemoryTest, Bounds) {
  EXPECT_FALSE(memory.write(0, at(60), 4, nullptr));
  EXPECT_TRUE(memory.write(0, at(61), 4, nullptr));
  EXPECT_TRUE(memory.write(0, at(0) - 1, 1, nullptr));
}

TEST_F(SharedMemoryTest, ReadsNeedAWrite) {
  EXPECT_TRUE(memory.read(0, at(0), 1));
  EXPECT_FALSE(memory.write(0, at(0), 4, nullptr));
  EXPECT_FALSE(memory.read(0, at(0), 4));
  EXPECT_TRUE(memory.read(0, at(1), 4));
}

TEST_F(SharedMemoryTest, OthersNeedABarrier) {
  EXPECT_FALSE(memory.write(0, at(0), 4, nullptr));
  EXPECT_TRUE(memory.read(1, at(3), 1));
  EXPECT_TRUE(memory.write(1, at(3), 1, nullptr));
  barrier();
  EXPECT_FALSE(memory.read(1, at(3), 1));
  EXPECT_TRUE(memory.write(0, at(3), 1, nullptr));
  barrier();
  EXPECT_FALSE(memory.write(0, at(3), 1, nullptr));
}

// Of many readers one is always found.
TEST_F(SharedMemoryTest, AnyReaderConflicts) {
  EXPECT_FALSE(memory.write(0, at(0), 1, nullptr));
  barrier();
  EXPECT_FALSE(memory.read(0, at(0), 1));
  barrier();
  for (uint32_t reader : {1, 2, 3})
    EXPECT_FALSE(memory.read(reader, at(0), 1));
  EXPECT_TRUE(memory.write(3, at(0), 1, nullptr));
}

// Those who write the same are writers all of them.
TEST_F(SharedMemoryTest, EqualWrites) {
  EXPECT_FALSE(store(0, 5, 7));
  EXPECT_FALSE(store(1, 5, 7));
  EXPECT_FALSE(store(2, 5, 7));
  EXPECT_TRUE(store(3, 5, 8));
  EXPECT_TRUE(memory.write(3, at(5), 1, nullptr));
  EXPECT_TRUE(memory.read(0, at(5), 1));
  EXPECT_TRUE(memory.read(3, at(5), 1));
  clocks.join({0, 1, 3});
  EXPECT_TRUE(memory.read(3, at(5), 1));
  EXPECT_TRUE(store(3, 5, 8));
  clocks.join({2, 3});
  EXPECT_FALSE(memory.read(3, at(5), 1));
  EXPECT_FALSE(store(3, 5, 8));
  // Now there is one writer again.
  clocks.join({0, 3});
  EXPECT_FALSE(memory.read(0, at(5), 1));
}

// Who has read before the first of equal writes conflicts with the second.
TEST_F(SharedMemoryTest, EqualWritesAfterARead) {
  EXPECT_FALSE(store(0, 5, 7));
  barrier();
  EXPECT_FALSE(memory.read(0, at(5), 1));
  clocks.join({0, 1});
  EXPECT_FALSE(store(1, 5, 7));
  EXPECT_TRUE(store(2, 5, 7));
  clocks.join({0, 2});
  EXPECT_FALSE(store(2, 5, 7));
}

TEST_F(SharedMemoryTest, CopiesEndWithTheWait) {
  EXPECT_FALSE(memory.beginCopy(0, at(0), 16));
  EXPECT_TRUE(memory.read(0, at(15), 1));
  EXPECT_TRUE(memory.write(0, at(0), 1, nullptr));
  memory.endCopy(0, at(0), 16);
  EXPECT_FALSE(memory.read(0, at(15), 1));
  EXPECT_TRUE(memory.read(1, at(15), 1));
  barrier();
  EXPECT_FALSE(memory.read(1, at(15), 1));
}

// A bulk copy goes over what others have written after a fence for each.
TEST_F(SharedMemoryTest, BulkCopiesNeedAFence) {
  uint32_t copier = clocks.addCopier();
  EXPECT_FALSE(store(0, 5, 7));
  EXPECT_FALSE(store(1, 5, 7));
  clocks.fence(0);
  barrier();
  clocks.beginCopy(2, copier);
  EXPECT_TRUE(memory.beginCopy(copier, at(5), 1));
  // Other threads' copies are no bulk copies.
  EXPECT_FALSE(memory.beginCopy(3, at(5), 1));
  memory.endCopy(3, at(5), 1);
  barrier();
  clocks.fence(2);
  clocks.beginCopy(2, copier);
  EXPECT_FALSE(memory.beginCopy(copier, at(5), 1));
  // What bulk copies have written needs none.
  memory.completeCopy(at(5), 1);
  Clocks::Knowledge knowledge;
  clocks.releaseCopies(copier, knowledge);
  clocks.acquire(3, knowledge);
  clocks.beginCopy(3, copier);
  EXPECT_FALSE(memory.beginCopy(copier, at(5), 1));
}

TEST_F(SharedMemoryTest, ABlockBeginsAfresh) {
  EXPECT_FALSE(memory.write(0, at(0), 1, nullptr));
  memory.reset();
  EXPECT_TRUE(memory.read(0, at(0), 1));
}
