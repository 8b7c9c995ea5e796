//===- LdMatrixTest.cpp - Tests of ldmatrix and stmatrix ------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVIDIA/LdMatrix.h"
#include "gtest/gtest.h"
#include <cstring>
#include <vector>

using namespace lowp::sim;

namespace {
/// Rows of bytes, each byte its own number.
struct Memory {
  std::vector<char> bytes = std::vector<char>(32 * kMatrixRowBytes);
  std::array<char *, 32> rows;

  Memory() {
    for (size_t index = 0; index < bytes.size(); ++index)
      bytes[index] = char(index * 7 + index / 16);
    for (unsigned row = 0; row < 32; ++row)
      rows[row] = &bytes[kMatrixRowBytes * row];
  }
  std::array<const char *, 32> getSources() const {
    std::array<const char *, 32> sources;
    std::copy(rows.begin(), rows.end(), sources.begin());
    return sources;
  }
};

struct Registers {
  uint32_t words[32][4] = {};
  std::array<uint32_t *, 32> get() {
    std::array<uint32_t *, 32> all;
    for (unsigned lane = 0; lane < 32; ++lane)
      all[lane] = words[lane];
    return all;
  }
};
} // namespace

// isa-contracts.md section 5: word m of lane l, byte e, is row g, byte column
// 4t + e of matrix m.
TEST(LdMatrix, BytesOfRows) {
  Memory memory;
  Registers registers;
  loadMatrices(4, MatrixLayout::Rows, memory.getSources(), registers.get());
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned matrix = 0; matrix < 4; ++matrix)
      for (unsigned e = 0; e < 4; ++e)
        EXPECT_EQ(char(registers.words[lane][matrix] >> (8 * e)),
                  memory.rows[8 * matrix + lane / 4][4 * (lane % 4) + e]);
}

// Transposed by 16-bit elements: half h of lane l is row 2t + h, column g.
TEST(LdMatrix, HalvesOfColumns) {
  Memory memory;
  Registers registers;
  loadMatrices(2, MatrixLayout::Columns, memory.getSources(), registers.get());
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned half : {0, 1}) {
      uint16_t expected;
      std::memcpy(&expected,
                  memory.rows[8 + 2 * (lane % 4) + half] + 2 * (lane / 4), 2);
      EXPECT_EQ(uint16_t(registers.words[lane][1] >> (16 * half)), expected);
      EXPECT_EQ(registers.words[lane][2], 0u);
    }
}

TEST(StMatrix, IsTheInverse) {
  for (MatrixLayout layout : {MatrixLayout::Rows, MatrixLayout::Columns}) {
    Memory memory, copy;
    std::fill(copy.bytes.begin(), copy.bytes.end(), 0);
    Registers registers;
    loadMatrices(4, layout, memory.getSources(), registers.get());
    std::array<const uint32_t *, 32> sources;
    for (unsigned lane = 0; lane < 32; ++lane)
      sources[lane] = registers.words[lane];
    storeMatrices(4, layout, copy.rows, sources);
    EXPECT_EQ(copy.bytes, memory.bytes);
  }
}

// Word 2i + j of lane l, byte e, is row 4t + e, byte column g + 8j of matrix i.
TEST(LdMatrix, TransposedBytes) {
  Memory memory;
  Registers registers;
  loadMatrices(2, MatrixLayout::TransposedBytes, memory.getSources(),
               registers.get());
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned word = 0; word < 4; ++word)
      for (unsigned e = 0; e < 4; ++e)
        EXPECT_EQ(char(registers.words[lane][word] >> (8 * e)),
                  memory.rows[16 * (word / 2) + 4 * (lane % 4) + e]
                             [lane / 4 + 8 * (word % 2)]);
}

// Codes lie densely, lowest bits first, and become a byte each.
TEST(LdMatrix, Codes) {
  Memory memory;
  Registers registers;
  loadMatrices(1, MatrixLayout::Codes4, memory.getSources(), registers.get());
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned e = 0; e < 4; ++e) {
      unsigned element = 4 * (lane % 4) + e;
      uint8_t byte = memory.rows[lane / 4][element / 2];
      EXPECT_EQ(registers.words[lane][0] >> (8 * e) & 0xFF,
                element % 2 ? byte >> 4u : byte & 0xFu);
    }
  loadMatrices(1, MatrixLayout::Codes6, memory.getSources(), registers.get());
  for (unsigned lane = 0; lane < 32; ++lane) {
    // Four codes are three bytes.
    const char *row = memory.rows[lane / 4] + 3 * (lane % 4);
    uint32_t dense = uint8_t(row[0]) | uint32_t(uint8_t(row[1])) << 8 |
                     uint32_t(uint8_t(row[2])) << 16;
    for (unsigned e = 0; e < 4; ++e)
      EXPECT_EQ(registers.words[lane][0] >> (8 * e) & 0xFF,
                dense >> (6 * e) & 0x3F);
  }
}
