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

namespace {
/// Extents are padded to multiples of these.
struct Padding {
  int64_t rows, columns;
};
} // namespace

static Padding paddingOf(ScaleLayout layout) {
  switch (layout) {
  case ScaleLayout::Unassigned:
  case ScaleLayout::Linear:
    return {1, 1};
  case ScaleLayout::Tile128x4:
    return {tileRows, tileColumns};
  case ScaleLayout::ColumnMajorAligned:
    return {4, 1}; // 16 bytes of f32
  case ScaleLayout::PackedUE8M0:
    return {4, 4}; // 16 bytes of words, four scales a word
  case ScaleLayout::AMDPreshuffle:
    return {256, 8};
  }
  llvm_unreachable("all layouts are handled");
}

static int64_t alignTo(int64_t extent, int64_t multiple) {
  return static_cast<int64_t>(
      llvm::alignTo(static_cast<uint64_t>(extent), multiple));
}

llvm::Error lowp::checkScaleLayout(ScaleLayout layout, const Format &scale) {
  llvm::StringRef needed;
  if (layout == ScaleLayout::ColumnMajorAligned)
    needed = "f32";
  if (layout == ScaleLayout::PackedUE8M0 ||
      layout == ScaleLayout::AMDPreshuffle)
    needed = "f8E8M0FNU";
  if (needed.empty() || scale.name == needed)
    return llvm::Error::success();
  return llvm::createStringError("the scale layout " +
                                 stringifyScaleLayout(layout) + " is for " +
                                 needed + " scales, not " + scale.name);
}

int64_t lowp::scalePositions(ScaleLayout layout, int64_t rows,
                             int64_t columns) {
  Padding padding = paddingOf(layout);
  return alignTo(rows, padding.rows) * alignTo(columns, padding.columns);
}

int64_t lowp::scalePosition(ScaleLayout layout, int64_t rows, int64_t columns,
                            int64_t row, int64_t column) {
  Padding padding = paddingOf(layout);
  int64_t paddedRows = alignTo(rows, padding.rows);
  int64_t paddedColumns = alignTo(columns, padding.columns);
  switch (layout) {
  case ScaleLayout::Unassigned:
  case ScaleLayout::Linear:
    return row * columns + column;
  case ScaleLayout::Tile128x4: {
    int64_t tile =
        row / tileRows * (paddedColumns / tileColumns) + column / tileColumns;
    // Each line of 16 scales holds rows r, r + 32, r + 64 and r + 96.
    constexpr int64_t lineSize = tileRows / atomRows * tileColumns;
    return tile * tileRows * tileColumns + row % atomRows * lineSize +
           row % tileRows / atomRows * tileColumns + column % tileColumns;
  }
  case ScaleLayout::ColumnMajorAligned:
    return column * paddedRows + row;
  case ScaleLayout::PackedUE8M0:
    // Little-endian words: the first scale along K in the lowest byte.
    return (column / 4 * paddedRows + row) * 4 + column % 4;
  case ScaleLayout::AMDPreshuffle: {
    // Blocks of 32 rows and 8 columns, of 64 words in the order of the lanes: a
    // lane has a row of 16 and a column of 4, and in its word both halves of
    // the columns, each with both halves of the rows.
    int64_t block = row / 32 * (paddedColumns / 8) + column / 8;
    int64_t lane = column % 4 * 16 + row % 16;
    int64_t byte = column % 8 / 4 * 2 + row % 32 / 16;
    return (block * 64 + lane) * 4 + byte;
  }
  }
  llvm_unreachable("all layouts are handled");
}

uint32_t lowp::scalePadding(const Format &scale) { return scale.unitCode(); }

/// Checks what both converters need of `size` given scales or positions.
static llvm::Error checkMatrix(ScaleLayout layout, int64_t rows,
                               int64_t columns, size_t size, bool laidOut) {
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
  if (llvm::Error error = checkScaleLayout(layout, scale))
    return error;
  if (llvm::Error error =
          checkMatrix(layout, rows, columns, codes.size(), /*laidOut=*/false))
    return error;
  std::vector<uint32_t> positions(scalePositions(layout, rows, columns),
                                  scalePadding(scale));
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      positions[scalePosition(layout, rows, columns, row, column)] =
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
      codes.push_back(
          positions[scalePosition(layout, rows, columns, row, column)]);
  return codes;
}
