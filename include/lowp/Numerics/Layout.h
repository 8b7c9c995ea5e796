//===- Layout.h - Where codes are in memory ---------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Byte layouts of a matrix of codes: whether its lines are rows or columns, how
// codes are packed in a line, and the distance of lines.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_LAYOUT_H
#define LOWP_NUMERICS_LAYOUT_H

#include "lowp/Format/Enums.h"
#include "lowp/Format/Format.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace lowp {

/// What codes next to each other in memory are.
enum class Order {
  RowMajor,    // of one row: a line is a row
  ColumnMajor, // of one column: a line is a column
};

/// Lines begin at multiples of the pitch; bytes and bits that hold no code are
/// zero, which is code 0.
struct Layout {
  Packing packing = Packing::Container;
  /// The pitch is the smallest multiple of this that holds a line; in bytes.
  int64_t pitchMultiple = 1;
  Order order = Order::RowMajor;
};

/// Bytes from one line of `length` codes to the next.
int64_t linePitch(const Format &format, const Layout &layout, int64_t length);

/// The bytes of `rows` x `columns` codes, which are row-major here whatever
/// their order in the layout.
llvm::Expected<std::vector<uint8_t>> packCodes(const Format &format,
                                               const Layout &layout,
                                               int64_t rows, int64_t columns,
                                               llvm::ArrayRef<uint32_t> codes);

/// The codes in the bytes of packCodes(), row-major. What padding holds does
/// not matter.
llvm::Expected<std::vector<uint32_t>>
unpackCodes(const Format &format, const Layout &layout, int64_t rows,
            int64_t columns, llvm::ArrayRef<uint8_t> bytes);

} // namespace lowp

#endif // LOWP_NUMERICS_LAYOUT_H
