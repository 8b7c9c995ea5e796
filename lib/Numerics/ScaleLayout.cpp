//===- ScaleLayout.cpp - Where scales are in memory -----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/ScaleLayout.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace lowp;

static constexpr int64_t tileRows = 128, tileColumns = 4, atomRows = 32;
static constexpr int64_t tileSize = tileRows * tileColumns;

static int64_t countTiles(int64_t extent, int64_t tileExtent) {
  return llvm::divideCeil(static_cast<uint64_t>(extent), tileExtent);
}

bool lowp::canConvert(ScaleLayout layout) {
  return layout == ScaleLayout::Unassigned || layout == ScaleLayout::Linear ||
         layout == ScaleLayout::Tile128x4;
}

int64_t lowp::scalePositions(ScaleLayout layout, int64_t rows,
                             int64_t columns) {
  switch (layout) {
  case ScaleLayout::Unassigned:
  case ScaleLayout::Linear:
    return rows * columns;
  case ScaleLayout::Tile128x4:
    return countTiles(rows, tileRows) * countTiles(columns, tileColumns) *
           tileSize;
  default:
    llvm_unreachable("callers ask canConvert() first");
  }
}

int64_t lowp::scalePosition(ScaleLayout layout, int64_t columns, int64_t row,
                            int64_t column) {
  switch (layout) {
  case ScaleLayout::Unassigned:
  case ScaleLayout::Linear:
    return row * columns + column;
  case ScaleLayout::Tile128x4: {
    int64_t tile = row / tileRows * countTiles(columns, tileColumns) +
                   column / tileColumns;
    // Each line of 16 scales holds rows r, r + 32, r + 64 and r + 96.
    constexpr int64_t lineSize = tileRows / atomRows * tileColumns;
    return tile * tileSize + row % atomRows * lineSize +
           row % tileRows / atomRows * tileColumns + column % tileColumns;
  }
  default:
    llvm_unreachable("callers ask canConvert() first");
  }
}

uint32_t lowp::scalePadding(const Format &scale) { return scale.unitCode(); }

/// Checks what both converters need of `size` given scales or positions.
static llvm::Error checkMatrix(ScaleLayout layout, int64_t rows,
                               int64_t columns, size_t size, bool laidOut) {
  if (!canConvert(layout))
    return llvm::createStringError("no converter for the scale layout " +
                                   stringifyScaleLayout(layout) +
                                   "; there is one for linear and tile_128x4");
  if (rows < 0 || columns < 0)
    return llvm::createStringError("extents are not negative");
  int64_t needed =
      laidOut ? scalePositions(layout, rows, columns) : rows * columns;
  if (static_cast<int64_t>(size) != needed)
    return llvm::createStringError(llvm::Twine(size) +
                                   " scales where the layout has " +
                                   llvm::Twine(needed));
  return llvm::Error::success();
}

llvm::Expected<std::vector<uint32_t>>
lowp::layOutScales(ScaleLayout layout, const Format &scale, int64_t rows,
                   int64_t columns, llvm::ArrayRef<uint32_t> codes) {
  if (llvm::Error error =
          checkMatrix(layout, rows, columns, codes.size(), /*laidOut=*/false))
    return error;
  std::vector<uint32_t> positions(scalePositions(layout, rows, columns),
                                  scalePadding(scale));
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      positions[scalePosition(layout, columns, row, column)] =
          codes[row * columns + column];
  return positions;
}

llvm::Expected<std::vector<uint32_t>>
lowp::readScales(ScaleLayout layout, int64_t rows, int64_t columns,
                 llvm::ArrayRef<uint32_t> positions) {
  if (llvm::Error error = checkMatrix(layout, rows, columns, positions.size(),
                                      /*laidOut=*/true))
    return error;
  std::vector<uint32_t> codes;
  codes.reserve(rows * columns);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      codes.push_back(positions[scalePosition(layout, columns, row, column)]);
  return codes;
}
