//===- FragmentsTest.cpp - Which lane holds which element -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/Fragments.h"

#include "gtest/gtest.h"
#include <set>

using namespace lowp;

namespace {

class FragmentsOfRow : public testing::TestWithParam<const char *> {
protected:
  const MatrixInstruction &row = *lookupMatrixInstruction(GetParam());
  WarpFragments fragments{row.layout};
  unsigned codesPerWord = row.layout == WarpNibbles ? 8 : 4;

  /// Visits every slot of `words` registers, and checks that `element` maps
  /// them onto the rows x columns tile one to one, with `slot` as its inverse.
  template <typename ElementFn, typename SlotFn>
  void expectBijection(unsigned words, unsigned codes, unsigned rows,
                       unsigned columns, ElementFn element, SlotFn slot) {
    std::set<std::pair<unsigned, unsigned>> seen;
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned word = 0; word < words; ++word)
        for (unsigned code = 0; code < codes; ++code) {
          FragmentSlot here{lane, word, code};
          TileElement there = element(here);
          EXPECT_LT(there.row, rows);
          EXPECT_LT(there.column, columns);
          EXPECT_TRUE(seen.insert({there.row, there.column}).second);
          EXPECT_TRUE(slot(there) == here);
        }
    EXPECT_EQ(seen.size(), rows * columns);
  }
};

TEST_P(FragmentsOfRow, OperandAIsABijection) {
  expectBijection(
      row.wordsA, codesPerWord, row.m, row.k,
      [&](FragmentSlot slot) { return fragments.elementOfA(slot); },
      [&](TileElement element) { return fragments.slotOfA(element); });
}

TEST_P(FragmentsOfRow, OperandBIsABijection) {
  expectBijection(
      row.wordsB, codesPerWord, row.k, row.n,
      [&](FragmentSlot slot) { return fragments.elementOfB(slot); },
      [&](TileElement element) { return fragments.slotOfB(element); });
}

TEST_P(FragmentsOfRow, AccumulatorIsABijection) {
  expectBijection(
      row.wordsAccumulator, 1, row.m, row.n,
      [&](FragmentSlot slot) { return fragments.elementOfAccumulator(slot); },
      [&](TileElement element) {
        return fragments.slotOfAccumulator(element);
      });
}

TEST_P(FragmentsOfRow, ScalesOfAComeFromTwoLanesInFour) {
  for (unsigned threadId = 0; threadId < 2; ++threadId) {
    std::set<unsigned> rows;
    for (unsigned lane = 0; lane < 32; ++lane)
      if (std::optional<unsigned> found = rowOfScaleA(lane, threadId)) {
        EXPECT_EQ(laneOfScaleA(*found, threadId), lane);
        EXPECT_LT(*found, row.m);
        EXPECT_TRUE(rows.insert(*found).second);
      }
    EXPECT_EQ(rows.size(), row.m);
  }
}

TEST_P(FragmentsOfRow, ScalesOfBComeFromOneLaneInFour) {
  for (unsigned threadId = 0; threadId < 4; ++threadId) {
    std::set<unsigned> columns;
    for (unsigned lane = 0; lane < 32; ++lane)
      if (std::optional<unsigned> found = columnOfScaleB(lane, threadId)) {
        EXPECT_EQ(laneOfScaleB(*found, threadId), lane);
        EXPECT_LT(*found, row.n);
        EXPECT_TRUE(columns.insert(*found).second);
      }
    EXPECT_EQ(columns.size(), row.n);
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, FragmentsOfRow,
                         testing::Values("MMA_F32_16x8x32_E4M3_E4M3_UE8M0",
                                         "MMA_F32_16x8x64_E2M1_E2M1_UE4M3"));

// Single places, taken from the vendor's tables rather than from the formulas.
TEST(Fragments, KnownPlacesOfBytes) {
  constexpr WarpFragments bytes(WarpBytes);
  EXPECT_TRUE((bytes.elementOfA({13, 2, 3}) == TileElement{3, 23}));
  EXPECT_TRUE((bytes.elementOfB({30, 1, 1}) == TileElement{25, 7}));
  EXPECT_TRUE((bytes.elementOfAccumulator({22, 3, 0}) == TileElement{13, 5}));
}

TEST(Fragments, KnownPlacesOfNibbles) {
  constexpr WarpFragments nibbles(WarpNibbles);
  EXPECT_TRUE((nibbles.elementOfA({13, 3, 5}) == TileElement{11, 45}));
  EXPECT_TRUE((nibbles.elementOfB({30, 1, 2}) == TileElement{50, 7}));
}

TEST(Fragments, KnownPlacesOfScales) {
  EXPECT_EQ(laneOfScaleA(11, 1), 15u);
  EXPECT_EQ(laneOfScaleB(5, 0), 20u);
  EXPECT_EQ(byteOfScale(0, 3), 3u);
  EXPECT_EQ(byteOfScale(1, 2), 3u);
}

} // namespace
