//===- NpyTest.cpp - Files of arrays --------------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Run/Npy.h"
#include "Bits.h"
#include "llvm/Support/FileSystem.h"
#include <cstring>

using namespace lowp;
using namespace lowp::test;

static NpyArray roundTrip(const NpyArray &array) {
  llvm::SmallString<128> path;
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("array", "npy", path));
  EXPECT_EQ(message(writeNpy(path, array)), "");
  NpyArray read = take(readNpy(path));
  llvm::sys::fs::remove(path);
  return read;
}

TEST(Npy, RoundTrip) {
  const std::vector<int64_t> shapes[] = {{},     {5},       {0},
                                         {2, 3}, {3, 0, 2}, {1, 2, 3, 4}};
  for (llvm::ArrayRef<int64_t> shape : shapes) {
    NpyArray array;
    array.dtype = "u2";
    array.shape.assign(shape.begin(), shape.end());
    int64_t size = *getByteCount(shape, 2);
    array.bytes = take(Bytes::allocate(size, "array"));
    for (int64_t index = 0; index < size; ++index)
      array.bytes.data()[index] = static_cast<char>(index * 37 + 1);
    NpyArray read = roundTrip(array);
    EXPECT_EQ(read.dtype, "u2");
    EXPECT_EQ(read.shape, array.shape);
    ASSERT_EQ(read.bytes.size(), array.bytes.size());
    EXPECT_EQ(std::memcmp(read.bytes.data(), array.bytes.data(), size), 0);
  }
}

TEST(Npy, ByteCount) {
  EXPECT_EQ(getByteCount({}, 4), 4);
  EXPECT_EQ(getByteCount({int64_t(1) << 60, 0, int64_t(1) << 60}, 4), 0);
  EXPECT_EQ(getByteCount({int64_t(1) << 60}, 8), std::nullopt);
  EXPECT_EQ(getByteCount({int64_t(1) << 60, 3}, 2), int64_t(3) << 61);
}

TEST(Npy, NoRoom) {
  EXPECT_EQ(message(Bytes::allocate(uint64_t(1) << 62, "x.npy")),
            "x.npy needs 4611686018427387904 bytes, more than there is memory");
}
