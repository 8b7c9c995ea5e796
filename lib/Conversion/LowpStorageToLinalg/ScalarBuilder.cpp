//===- ScalarBuilder.cpp - Builds scalar arithmetic in few words ----------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarBuilder.h"

using namespace mlir;
using namespace lowp;

Value ScalarBuilder::integer(unsigned width, uint64_t bits) {
  return arith::ConstantOp::create(
      *this, getIntegerAttr(getIntegerType(width),
                            APInt(width, bits, /*isSigned=*/false,
                                  /*implicitTrunc=*/true)));
}

Value ScalarBuilder::integer(Value like, uint64_t bits) {
  if (like.getType().isIndex())
    return index(bits);
  return integer(like.getType().getIntOrFloatBitWidth(), bits);
}

Value ScalarBuilder::number(FloatType type, double value) {
  return arith::ConstantOp::create(*this, getFloatAttr(type, value));
}

Value ScalarBuilder::index(int64_t value) {
  return arith::ConstantIndexOp::create(*this, value);
}

Value ScalarBuilder::add(Value left, Value right) {
  return arith::AddIOp::create(*this, left, right);
}

Value ScalarBuilder::sub(Value left, Value right) {
  return arith::SubIOp::create(*this, left, right);
}

Value ScalarBuilder::mul(Value left, Value right) {
  return arith::MulIOp::create(*this, left, right);
}

Value ScalarBuilder::bitAnd(Value left, Value right) {
  return arith::AndIOp::create(*this, left, right);
}

Value ScalarBuilder::bitOr(Value left, Value right) {
  return arith::OrIOp::create(*this, left, right);
}

Value ScalarBuilder::shiftLeft(Value bits, Value count) {
  return arith::ShLIOp::create(*this, bits, count);
}

Value ScalarBuilder::shiftRight(Value bits, Value count) {
  return arith::ShRUIOp::create(*this, bits, count);
}

Value ScalarBuilder::min(Value left, Value right) {
  return arith::MinUIOp::create(*this, left, right);
}

Value ScalarBuilder::max(Value left, Value right) {
  return arith::MaxUIOp::create(*this, left, right);
}

Value ScalarBuilder::signedMax(Value left, int64_t right) {
  return arith::MaxSIOp::create(*this, left, integer(left, right));
}

Value ScalarBuilder::compare(arith::CmpIPredicate predicate, Value left,
                             Value right) {
  return arith::CmpIOp::create(*this, predicate, left, right);
}

Value ScalarBuilder::equal(Value left, uint64_t right) {
  return compare(arith::CmpIPredicate::eq, left, integer(left, right));
}

Value ScalarBuilder::notEqual(Value left, uint64_t right) {
  return compare(arith::CmpIPredicate::ne, left, integer(left, right));
}

Value ScalarBuilder::above(Value left, uint64_t right) {
  return compare(arith::CmpIPredicate::ugt, left, integer(left, right));
}

Value ScalarBuilder::atLeast(Value left, uint64_t right) {
  return compare(arith::CmpIPredicate::uge, left, integer(left, right));
}

Value ScalarBuilder::select(Value condition, Value yes, Value no) {
  return arith::SelectOp::create(*this, condition, yes, no);
}

Value ScalarBuilder::resize(Value bits, unsigned width) {
  unsigned from = bits.getType().getIntOrFloatBitWidth();
  if (from < width)
    return arith::ExtUIOp::create(*this, getIntegerType(width), bits);
  if (from > width)
    return arith::TruncIOp::create(*this, getIntegerType(width), bits);
  return bits;
}

Value ScalarBuilder::resizeSigned(Value bits, unsigned width) {
  if (bits.getType().getIntOrFloatBitWidth() < width)
    return arith::ExtSIOp::create(*this, getIntegerType(width), bits);
  return resize(bits, width);
}

Value ScalarBuilder::bitcast(Type type, Value value) {
  if (value.getType() == type)
    return value;
  return arith::BitcastOp::create(*this, type, value);
}

Value ScalarBuilder::addF(Value left, Value right) {
  return arith::AddFOp::create(*this, left, right);
}

Value ScalarBuilder::mulF(Value left, Value right) {
  return arith::MulFOp::create(*this, left, right);
}

Value ScalarBuilder::divF(Value left, Value right) {
  return arith::DivFOp::create(*this, left, right);
}

Value ScalarBuilder::convertF(FloatType type, Value value) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  if (from < type.getWidth())
    return arith::ExtFOp::create(*this, type, value);
  if (from > type.getWidth())
    return arith::TruncFOp::create(*this, type, value);
  return value;
}
