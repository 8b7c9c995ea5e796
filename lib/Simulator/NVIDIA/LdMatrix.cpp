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

void lowp::sim::loadMatrices(unsigned count, MatrixLayout layout,
                             const std::array<const char *, 32> &rows,
                             const std::array<uint32_t *, 32> &results) {
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
