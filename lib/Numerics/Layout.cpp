//===- Layout.cpp - Where codes are in memory -----------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/Layout.h"
#include "llvm/Support/MathExtras.h"

using namespace lowp;

static int64_t bitsPerCode(const Format &format, const Layout &layout) {
  return layout.packing == Packing::Container ? format.containerBits
                                              : format.width;
}

/// The bit of a row that holds bit `bit` of code `column`, counted from the
/// lowest bit of byte 0 on.
static int64_t bitPosition(const Format &format, const Layout &layout,
                           int64_t column, unsigned bit) {
  int64_t position = column * bitsPerCode(format, layout) + bit;
  if (layout.packing != Packing::HighFirst)
    return position;
  // The same with the bits of each byte, and of each code, counted downwards.
  position = (column + 1) * format.width - 1 - bit;
  return position / 8 * 8 + 7 - position % 8;
}

int64_t lowp::rowPitch(const Format &format, const Layout &layout,
                       int64_t columns) {
  int64_t bytes = llvm::divideCeil(
      static_cast<uint64_t>(columns * bitsPerCode(format, layout)), 8);
  return llvm::alignTo(bytes, layout.pitchMultiple);
}

static llvm::Error checkExtents(const Layout &layout, int64_t rows,
                                int64_t columns) {
  if (rows < 0 || columns < 0 || layout.pitchMultiple <= 0)
    return llvm::createStringError(
        "extents are not negative, and the pitch is positive");
  return llvm::Error::success();
}

static llvm::Error checkSize(size_t size, llvm::StringRef what,
                             int64_t needed) {
  if (static_cast<int64_t>(size) != needed)
    return llvm::createStringError("buffer of " + llvm::Twine(size) + " " +
                                   what + ", layout needs " +
                                   llvm::Twine(needed));
  return llvm::Error::success();
}

llvm::Expected<std::vector<uint8_t>>
lowp::packCodes(const Format &format, const Layout &layout, int64_t rows,
                int64_t columns, llvm::ArrayRef<uint32_t> codes) {
  if (llvm::Error error = checkExtents(layout, rows, columns))
    return error;
  if (llvm::Error error = checkSize(codes.size(), "codes", rows * columns))
    return error;
  int64_t pitch = rowPitch(format, layout, columns);
  std::vector<uint8_t> bytes(rows * pitch, 0);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      for (unsigned bit = 0; bit < format.width; ++bit)
        if (codes[row * columns + column] >> bit & 1) {
          int64_t position = bitPosition(format, layout, column, bit);
          bytes[row * pitch + position / 8] |= 1 << position % 8;
        }
  return bytes;
}

llvm::Expected<std::vector<uint32_t>>
lowp::unpackCodes(const Format &format, const Layout &layout, int64_t rows,
                  int64_t columns, llvm::ArrayRef<uint8_t> bytes) {
  if (llvm::Error error = checkExtents(layout, rows, columns))
    return error;
  int64_t pitch = rowPitch(format, layout, columns);
  if (llvm::Error error = checkSize(bytes.size(), "bytes", rows * pitch))
    return error;
  std::vector<uint32_t> codes(rows * columns, 0);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      for (unsigned bit = 0; bit < format.width; ++bit) {
        int64_t position = bitPosition(format, layout, column, bit);
        uint32_t value = bytes[row * pitch + position / 8] >> position % 8 & 1;
        codes[row * columns + column] |= value << bit;
      }
  return codes;
}
