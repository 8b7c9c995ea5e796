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

/// The bit of a line that holds bit `bit` of its code `index`, counted from the
/// lowest bit of byte 0 on.
static int64_t bitPosition(const Format &format, const Layout &layout,
                           int64_t index, unsigned bit) {
  int64_t position = index * bitsPerCode(format, layout) + bit;
  if (layout.packing != Packing::HighFirst)
    return position;
  // The same with the bits of each byte, and of each code, counted downwards.
  position = (index + 1) * format.width - 1 - bit;
  return position / 8 * 8 + 7 - position % 8;
}

int64_t lowp::linePitch(const Format &format, const Layout &layout,
                        int64_t length) {
  int64_t bytes = llvm::divideCeil(
      static_cast<uint64_t>(length * bitsPerCode(format, layout)), 8);
  return llvm::alignTo(bytes, layout.pitchMultiple);
}

namespace {
/// A matrix as the layout sees it.
struct Lines {
  Lines(const Format &format, const Layout &layout, int64_t rows,
        int64_t columns)
      : count(layout.order == Order::RowMajor ? rows : columns),
        length(layout.order == Order::RowMajor ? columns : rows),
        lineStep(layout.order == Order::RowMajor ? columns : 1),
        codeStep(layout.order == Order::RowMajor ? 1 : columns),
        pitch(linePitch(format, layout, length)) {}

  int64_t count, length;
  /// Between lines, and between the codes of a line, in the row-major array.
  int64_t lineStep, codeStep;
  int64_t pitch;
};
} // namespace

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
  Lines lines(format, layout, rows, columns);
  std::vector<uint8_t> bytes(lines.count * lines.pitch, 0);
  for (int64_t line = 0; line < lines.count; ++line)
    for (int64_t index = 0; index < lines.length; ++index)
      for (unsigned bit = 0; bit < format.width; ++bit)
        if (codes[line * lines.lineStep + index * lines.codeStep] >> bit & 1) {
          int64_t position = bitPosition(format, layout, index, bit);
          bytes[line * lines.pitch + position / 8] |= 1 << position % 8;
        }
  return bytes;
}

llvm::Expected<std::vector<uint32_t>>
lowp::unpackCodes(const Format &format, const Layout &layout, int64_t rows,
                  int64_t columns, llvm::ArrayRef<uint8_t> bytes) {
  if (llvm::Error error = checkExtents(layout, rows, columns))
    return error;
  Lines lines(format, layout, rows, columns);
  if (llvm::Error error =
          checkSize(bytes.size(), "bytes", lines.count * lines.pitch))
    return error;
  std::vector<uint32_t> codes(rows * columns, 0);
  for (int64_t line = 0; line < lines.count; ++line)
    for (int64_t index = 0; index < lines.length; ++index)
      for (unsigned bit = 0; bit < format.width; ++bit) {
        int64_t position = bitPosition(format, layout, index, bit);
        uint32_t value =
            bytes[line * lines.pitch + position / 8] >> position % 8 & 1;
        codes[line * lines.lineStep + index * lines.codeStep] |= value << bit;
      }
  return codes;
}
