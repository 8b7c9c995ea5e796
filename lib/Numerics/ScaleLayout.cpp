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

int64_t lowp::scalePositions(ScaleLayout layout, int64_t rows,
                             int64_t columns) {
  switch (layout) {
  case ScaleLayout::Linear:
    return rows * columns;
  case ScaleLayout::Tile128x4:
    return countTiles(rows, tileRows) * countTiles(columns, tileColumns) *
           tileSize;
  }
  llvm_unreachable("all layouts are handled");
}

int64_t lowp::scalePosition(ScaleLayout layout, int64_t columns, int64_t row,
                            int64_t column) {
  switch (layout) {
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
  }
  llvm_unreachable("all layouts are handled");
}

uint32_t lowp::scalePadding(const Format &scale) { return scale.unitCode(); }

static llvm::Error checkMatrix(int64_t rows, int64_t columns, size_t size,
                               int64_t needed) {
  if (rows < 0 || columns < 0)
    return llvm::createStringError("extents are not negative");
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
          checkMatrix(rows, columns, codes.size(), rows * columns))
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
  if (llvm::Error error = checkMatrix(rows, columns, positions.size(),
                                      scalePositions(layout, rows, columns)))
    return error;
  std::vector<uint32_t> codes;
  codes.reserve(rows * columns);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      codes.push_back(positions[scalePosition(layout, columns, row, column)]);
  return codes;
}
