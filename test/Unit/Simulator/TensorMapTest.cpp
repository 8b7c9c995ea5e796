//===- TensorMapTest.cpp - Tests of tiles for bulk copies -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVIDIA/TensorMap.h"
#include "gtest/gtest.h"

using namespace lowp::sim;

using Swizzle = TensorMap::Swizzle;

// isa-contracts.md section 6.3: 16-byte chunks of rows of 128 bytes.
TEST(TensorMap, Swizzles) {
  EXPECT_EQ(applySwizzle(Swizzle::None, 0x3F0), 0x3F0u);
  EXPECT_EQ(applySwizzle(Swizzle::B32, 0x080), 0x090u);
  EXPECT_EQ(applySwizzle(Swizzle::B32, 0x110), 0x110u);
  EXPECT_EQ(applySwizzle(Swizzle::B64, 0x180), 0x1B0u);
  EXPECT_EQ(applySwizzle(Swizzle::B64, 0x210), 0x210u);
  for (uint64_t row = 0; row < 16; ++row)
    for (uint64_t chunk = 0; chunk < 8; ++chunk)
      EXPECT_EQ(applySwizzle(Swizzle::B128, 128 * row + 16 * chunk + 5),
                128 * row + 16 * (chunk ^ (row & 7)) + 5);
}

static TensorMap makeMap(const char *base) {
  TensorMap map;
  map.base = base;
  map.elementBytes = 2;
  map.rank = 3;
  map.extents = {24, 5, 2};
  map.strides = {2, 48, 240};
  map.box = {16, 2, 2};
  return map;
}

// Elements out of bounds are left out, on every side.
TEST(TensorMap, Bounds) {
  alignas(16) static const char memory[480] = {};
  TensorMap map = makeMap(memory);
  EXPECT_FALSE(map.complain());
  EXPECT_EQ(map.getBoxBytes(), 128u);
  int32_t inside[] = {8, 3, 0};
  std::vector<TileRow> rows = getTileRows(map, inside);
  ASSERT_EQ(rows.size(), 4u);
  for (unsigned number = 0; number < 4; ++number) {
    EXPECT_EQ(rows[number].offset, 32u * number);
    EXPECT_EQ(rows[number].source,
              memory + 16 + 48 * (3 + number % 2) + 240 * (number / 2));
    EXPECT_EQ(rows[number].begin, 0u);
    EXPECT_EQ(rows[number].end, 32u);
  }
  int32_t corner[] = {-4, 4, 1};
  rows = getTileRows(map, corner);
  EXPECT_EQ(rows[0].source, memory + 48 * 4 + 240);
  EXPECT_EQ(rows[0].begin, 8u);
  EXPECT_EQ(rows[0].end, 32u);
  // Row 5 of 5, and plane 2 of 2.
  EXPECT_EQ(rows[1].end, 0u);
  EXPECT_EQ(rows[2].end, 0u);
  int32_t right[] = {20, 0, 0};
  EXPECT_EQ(getTileRows(map, right)[0].end, 8u);
  int32_t beyond[] = {24, 0, 0};
  EXPECT_EQ(getTileRows(map, beyond)[0].end, 0u);
}

TEST(TensorMap, WhatTheDriverRefuses) {
  alignas(16) static const char memory[480] = {};
  TensorMap map = makeMap(memory);
  map.strides[1] = 50;
  EXPECT_EQ(map.complain(), "the strides of a tensor map are multiples of 16 "
                            "bytes, and there is one of 50");
  map = makeMap(memory);
  map.box[0] = 4;
  EXPECT_EQ(map.complain(),
            "rows of a box are multiples of 16 bytes, and this one has 8");
  map = makeMap(memory);
  map.box[0] = 24;
  map.swizzle = Swizzle::B32;
  EXPECT_EQ(map.complain(), "rows of a box have at most the 32 bytes of the "
                            "swizzle, and this one has 48");
  map = makeMap(memory + 8);
  EXPECT_TRUE(map.complain());
}
