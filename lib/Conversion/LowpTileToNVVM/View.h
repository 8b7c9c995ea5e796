//===- View.h - An array in global memory as its values ---------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTILETONVVM_VIEW_H
#define LOWP_LIB_CONVERSION_LOWPTILETONVVM_VIEW_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/Builders.h"

namespace lowp {

/// A view as its values: pointer, extents and, at rank 2, the pitch in bytes.
class View {
public:
  View(mlir::OpBuilder &builder, mlir::Location loc, TileViewType type,
       mlir::ValueRange values);

  int64_t getElementBytes() const {
    return type.getElementType().getIntOrFloatBitWidth() / 8;
  }
  int64_t getAlignment() const { return type.getAlignment(); }
  mlir::Value getPitch() const { return pitch; }

  /// Whether `index` is below the extent of `dim`.
  mlir::Value isInside(unsigned dim, mlir::Value index);
  mlir::Value both(mlir::Value lhs, mlir::Value rhs);
  /// Whether the array and its rows begin at multiples of so many bytes.
  mlir::Value isAligned(int64_t alignment);
  /// `row`, or the last one if that is beyond.
  mlir::Value clampRow(mlir::Value row);

  /// The address of an element, which may be outside.
  mlir::Value getAddress(mlir::ValueRange indices);
  /// The element at `indices`, or `outside`. Reads element 0 instead of one
  /// that does not exist, so that no thread branches. Without `outside` there
  /// is such an element.
  mlir::Value load(mlir::ValueRange indices, mlir::Value outside);
  /// So many bytes of a row from `column` on, as one number of 32 bits.
  mlir::Value loadWord(mlir::Value row, mlir::Value column, int64_t bytes);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  TileViewType type;
  mlir::Value pointer;
  mlir::ValueRange extents;
  mlir::Value pitch;
};

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPTILETONVVM_VIEW_H
