//===- View.cpp - An array in global memory as its values -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"
#include "Patterns.h"
#include "WarpTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace lowp;

View::View(OpBuilder &builder, Location loc, TileViewType type,
           ValueRange values)
    : builder(builder), loc(loc), type(type), pointer(values.front()),
      extents(values.drop_front().take_front(type.getRank())),
      pitch(type.getRank() == 2 ? values.back() : Value()) {}

Value View::isInside(unsigned dim, Value index) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, index,
                               extents[dim]);
}

Value View::both(Value lhs, Value rhs) {
  return arith::AndIOp::create(builder, loc, lhs, rhs);
}

Value View::isAligned(int64_t alignment) {
  Type i64 = builder.getI64Type();
  Value bits = LLVM::PtrToIntOp::create(builder, loc, i64, pointer);
  if (pitch)
    bits = arith::OrIOp::create(
        builder, loc, bits,
        arith::IndexCastOp::create(builder, loc, i64, pitch));
  Value mask = arith::ConstantIntOp::create(builder, loc, alignment - 1, 64);
  bits = arith::AndIOp::create(builder, loc, bits, mask);
  return arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq, bits,
      arith::ConstantIntOp::create(builder, loc, 0, 64));
}

Value View::clampRow(Value row) {
  Value last = arith::SubIOp::create(builder, loc, extents.front(),
                                     createIndex(builder, loc, 1));
  return arith::MinUIOp::create(builder, loc, row, last);
}

Value View::getAddress(ValueRange indices) {
  Value offset =
      arith::MulIOp::create(builder, loc, indices.back(),
                            createIndex(builder, loc, getElementBytes()));
  if (pitch)
    offset = arith::AddIOp::create(
        builder, loc,
        arith::MulIOp::create(builder, loc, indices.front(), pitch), offset);
  return createAddress(builder, loc, pointer, offset);
}

Value View::load(ValueRange indices, Value outside) {
  if (!outside)
    return LLVM::LoadOp::create(builder, loc, type.getElementType(),
                                getAddress(indices), getElementBytes());
  Value zero = createIndex(builder, loc, 0), inside;
  SmallVector<Value> clamped;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    Value in = isInside(dim, index);
    clamped.push_back(arith::SelectOp::create(builder, loc, in, index, zero));
    inside = inside ? both(inside, in) : in;
  }
  Value element = LLVM::LoadOp::create(builder, loc, type.getElementType(),
                                       getAddress(clamped), getElementBytes());
  return arith::SelectOp::create(builder, loc, inside, element, outside);
}

Value View::loadWord(Value row, Value column, int64_t bytes) {
  Value word =
      LLVM::LoadOp::create(builder, loc, builder.getIntegerType(8 * bytes),
                           getAddress({row, column}), bytes);
  if (bytes == 4)
    return word;
  return arith::ExtUIOp::create(builder, loc, builder.getI32Type(), word);
}
