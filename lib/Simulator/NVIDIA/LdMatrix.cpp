//===- LdMatrix.cpp - Matrices between memory and registers ---------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LdMatrix.h"
#include <cstring>

using namespace lowp::sim;

/// Row and byte at which 16-bit half `h` of the word of a lane lies.
static std::pair<unsigned, unsigned> getPlace(MatrixLayout layout,
                                              unsigned lane, unsigned half) {
  unsigned g = lane >> 2, column = 2 * (lane & 3) + half;
  if (layout == MatrixLayout::Rows)
    return {g, 2 * column};
  return {column, 2 * g};
}

unsigned lowp::sim::getRowsPerMatrix(MatrixLayout layout) {
  return layout == MatrixLayout::TransposedBytes ? 16 : 8;
}

unsigned lowp::sim::getBytesPerRow(MatrixLayout layout) {
  switch (layout) {
  case MatrixLayout::Codes6:
    return 12;
  case MatrixLayout::Codes4:
    return 8;
  default:
    return kMatrixRowBytes;
  }
}

/// Word 0 has byte columns 0 to 7 of lanes' groups, word 1 has 8 to 15.
static void loadTransposedBytes(unsigned count,
                                const std::array<const char *, 32> &rows,
                                const std::array<uint32_t *, 32> &results) {
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned word = 0; word < 2 * count; ++word) {
      unsigned column = (lane >> 2) + 8 * (word & 1);
      uint32_t value = 0;
      for (unsigned e = 0; e < 4; ++e) {
        unsigned row = 16 * (word >> 1) + 4 * (lane & 3) + e;
        value |= uint32_t(uint8_t(rows[row][column])) << (8 * e);
      }
      results[lane][word] = value;
    }
}

/// Codes lie densely, the first in the lowest bits.
static void loadCodes(unsigned count, unsigned bits,
                      const std::array<const char *, 32> &rows,
                      const std::array<uint32_t *, 32> &results) {
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned matrix = 0; matrix < count; ++matrix) {
      const char *row = rows[8 * matrix + (lane >> 2)];
      uint32_t value = 0;
      for (unsigned e = 0; e < 4; ++e) {
        unsigned code = 0;
        for (unsigned bit = 0; bit < bits; ++bit) {
          unsigned place = bits * (4 * (lane & 3) + e) + bit;
          code |= unsigned(uint8_t(row[place / 8]) >> (place % 8) & 1) << bit;
        }
        value |= code << (8 * e);
      }
      results[lane][matrix] = value;
    }
}

void lowp::sim::loadMatrices(unsigned count, MatrixLayout layout,
                             const std::array<const char *, 32> &rows,
                             const std::array<uint32_t *, 32> &results) {
  if (layout == MatrixLayout::TransposedBytes)
    return loadTransposedBytes(count, rows, results);
  if (layout == MatrixLayout::Codes6 || layout == MatrixLayout::Codes4)
    return loadCodes(count, layout == MatrixLayout::Codes6 ? 6 : 4, rows,
                     results);
  for (unsigned matrix = 0; matrix < count; ++matrix)
    for (unsigned lane = 0; lane < 32; ++lane) {
      uint16_t halves[2];
      for (unsigned half : {0, 1}) {
        auto [row, byte] = getPlace(layout, lane, half);
        std::memcpy(&halves[half], rows[8 * matrix + row] + byte, 2);
      }
      results[lane][matrix] = uint32_t(halves[1]) << 16 | halves[0];
    }
}

void lowp::sim::storeMatrices(unsigned count, MatrixLayout layout,
                              const std::array<char *, 32> &rows,
                              const std::array<const uint32_t *, 32> &sources) {
  for (unsigned matrix = 0; matrix < count; ++matrix)
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned half : {0, 1}) {
        auto [row, byte] = getPlace(layout, lane, half);
        auto value = uint16_t(sources[lane][matrix] >> (16 * half));
        std::memcpy(rows[8 * matrix + row] + byte, &value, 2);
      }
}
