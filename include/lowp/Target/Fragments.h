//===- Fragments.h - Which lane holds which element -------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fragments of `mma.sync` for operands of 8 bits (16x8x32) and packed
// operands of 4 bits (16x8x64), as formulas and their inverses. A is M x K, B
// is K x N, the accumulator M x N. Sources: PTX ISA 9.2, matrix fragments of
// mma.m16n8k32 and mma.m16n8k64, and the selectors of block scaling.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_FRAGMENTS_H
#define LOWP_TARGET_FRAGMENTS_H

#include "lowp/Target/Target.h"

namespace lowp {

/// A place in the registers of a warp: the lane, its 32-bit register of the
/// operand, and the code in that register, lowest bits first.
struct FragmentSlot {
  unsigned lane, word, code;

  constexpr bool operator==(const FragmentSlot &other) const {
    return lane == other.lane && word == other.word && code == other.code;
  }
};

/// An element of a tile.
struct TileElement {
  unsigned row, column;

  constexpr bool operator==(const TileElement &other) const {
    return row == other.row && column == other.column;
  }
};

/// The fragments of one instruction of a warp.
class WarpFragments {
public:
  constexpr explicit WarpFragments(FragmentLayout layout)
      : codesPerWord(layout == WarpNibbles ? 8 : 4) {}

  /// A, 16 x K in four words: row = M index, column = K index.
  constexpr TileElement elementOfA(FragmentSlot slot) const {
    return {slot.lane / 4 + 8 * (slot.word % 2),
            codesPerWord * (slot.lane % 4) + slot.code +
                4 * codesPerWord * (slot.word / 2)};
  }
  constexpr FragmentSlot slotOfA(TileElement element) const {
    return {4 * (element.row % 8) + quarter(element.column),
            element.row / 8 + 2 * half(element.column),
            element.column % codesPerWord};
  }

  /// B, K x 8 in two words: row = K index, column = N index.
  constexpr TileElement elementOfB(FragmentSlot slot) const {
    return {codesPerWord * (slot.lane % 4) + slot.code +
                4 * codesPerWord * slot.word,
            slot.lane / 4};
  }
  constexpr FragmentSlot slotOfB(TileElement element) const {
    return {4 * element.column + quarter(element.row), half(element.row),
            element.row % codesPerWord};
  }

  /// The accumulator, 16 x 8 in four words of f32; the code is always 0.
  constexpr TileElement elementOfAccumulator(FragmentSlot slot) const {
    return {slot.lane / 4 + 8 * (slot.word / 2),
            2 * (slot.lane % 4) + slot.word % 2};
  }
  constexpr FragmentSlot slotOfAccumulator(TileElement element) const {
    return {4 * (element.row % 8) + element.column / 2,
            2 * (element.row / 8) + element.column % 2, 0};
  }

private:
  /// A lane holds one word of each half of K, and four lanes share a half.
  constexpr unsigned half(unsigned k) const { return k / (4 * codesPerWord); }
  constexpr unsigned quarter(unsigned k) const {
    return k % (4 * codesPerWord) / codesPerWord;
  }

  unsigned codesPerWord;
};

/// The lane whose scale word is read for a row of A; `threadId` is the
/// instruction's thread-id-a, 0 or 1.
constexpr unsigned laneOfScaleA(unsigned row, unsigned threadId) {
  return 4 * (row % 8) + 2 * threadId + row / 8;
}

/// The lane whose scale word is read for a column of B; `threadId` is the
/// instruction's thread-id-b, 0 to 3.
constexpr unsigned laneOfScaleB(unsigned column, unsigned threadId) {
  return 4 * column + threadId;
}

/// The row of A whose scale a lane supplies, if the lane is read at all.
constexpr std::optional<unsigned> rowOfScaleA(unsigned lane,
                                              unsigned threadId) {
  if (lane % 4 / 2 != threadId)
    return std::nullopt;
  return lane / 4 + 8 * (lane % 2);
}

/// The column of B whose scale a lane supplies, if the lane is read at all.
constexpr std::optional<unsigned> columnOfScaleB(unsigned lane,
                                                 unsigned threadId) {
  if (lane % 4 != threadId)
    return std::nullopt;
  return lane / 4;
}

/// The byte of that word that holds the scale of group `group` of the
/// instruction's K; `byteId` is the instruction's byte-id, a multiple of the
/// scales that it applies per row.
constexpr unsigned byteOfScale(unsigned group, unsigned byteId) {
  return byteId + group;
}

} // namespace lowp

#endif // LOWP_TARGET_FRAGMENTS_H
