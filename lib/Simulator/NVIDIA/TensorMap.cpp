//===- TensorMap.cpp - Tiles of arrays for bulk copies --------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMap.h"
#include <algorithm>

using namespace lowp::sim;

static constexpr uint64_t kChunkBytes = 16;

/// Bytes of a row that a swizzle spans; zero if there is none.
static uint64_t getSpan(TensorMap::Swizzle swizzle) {
  return swizzle == TensorMap::Swizzle::None
             ? 0
             : kChunkBytes << static_cast<uint32_t>(swizzle);
}

std::optional<TensorMap::Swizzle> TensorMap::getSwizzle(unsigned bytes) {
  switch (bytes) {
  case 0:
    return Swizzle::None;
  case 32:
    return Swizzle::B32;
  case 64:
    return Swizzle::B64;
  case 128:
    return Swizzle::B128;
  default:
    return std::nullopt;
  }
}

uint64_t TensorMap::getBoxBytes() const {
  uint64_t bytes = elementBytes;
  for (uint32_t dim = 0; dim < rank; ++dim)
    bytes *= box[dim];
  return bytes;
}

std::optional<std::string> TensorMap::complain() const {
  if (rank == 0 || rank > kMaxRank)
    return "a tensor map has 1 to 5 dimensions";
  for (uint32_t dim = 0; dim < rank; ++dim) {
    if (box[dim] == 0 || box[dim] > 256)
      return "the box of a tensor map has extents of 1 to 256";
    if (extents[dim] == 0 || extents[dim] > uint64_t(1) << 32)
      return "a tensor map has extents of 1 to 2^32";
    if (dim > 0 && strides[dim] % kChunkBytes != 0)
      return "the strides of a tensor map are multiples of 16 bytes, and there "
             "is one of " +
             std::to_string(strides[dim]);
  }
  if (reinterpret_cast<uintptr_t>(base) % kChunkBytes != 0)
    return "the array of a tensor map begins at a multiple of 16 bytes";
  uint64_t row = uint64_t(box[0]) * elementBytes;
  if (row % kChunkBytes != 0)
    return "rows of a box are multiples of 16 bytes, and this one has " +
           std::to_string(row);
  if (uint64_t span = getSpan(swizzle); span && row > span)
    return "rows of a box have at most the " + std::to_string(span) +
           " bytes of the swizzle, and this one has " + std::to_string(row);
  return std::nullopt;
}

std::vector<TileRow> lowp::sim::getTileRows(const TensorMap &map,
                                            const int32_t *coordinates) {
  uint64_t rowBytes = uint64_t(map.box[0]) * map.elementBytes;
  uint64_t numRows = map.getBoxBytes() / rowBytes;
  auto clamp = [&](int64_t element) -> int64_t {
    return std::clamp<int64_t>(element, 0, map.box[0]);
  };
  int64_t first = clamp(-int64_t(coordinates[0]));
  int64_t last = clamp(int64_t(map.extents[0]) - coordinates[0]);
  std::vector<TileRow> rows;
  for (uint64_t number = 0; number < numRows; ++number) {
    bool isInside = first < last;
    int64_t offset =
        (coordinates[0] + first) * static_cast<int64_t>(map.elementBytes);
    uint64_t rest = number;
    for (uint32_t dim = 1; dim < map.rank; ++dim) {
      int64_t index = int64_t(coordinates[dim]) + int64_t(rest % map.box[dim]);
      rest /= map.box[dim];
      isInside &= index >= 0 && uint64_t(index) < map.extents[dim];
      offset += index * static_cast<int64_t>(map.strides[dim]);
    }
    TileRow row{number * rowBytes, nullptr, 0, 0};
    if (isInside) {
      row.source = map.base + offset;
      row.begin = first * map.elementBytes;
      row.end = last * map.elementBytes;
    }
    rows.push_back(row);
  }
  return rows;
}

uint64_t lowp::sim::applySwizzle(TensorMap::Swizzle swizzle, uint64_t address) {
  uint64_t span = getSpan(swizzle);
  uint64_t mask = span ? span / kChunkBytes - 1 : 0;
  return address ^ ((address >> 7 & mask) << 4);
}
