//===- DequantizeToLinalg.cpp - Lowers dequantization to linalg -----------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DequantizeToLinalg.h"
#include "EncodeCode.h"
#include "ScaledArrays.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace lowp;

/// An f64 result is exact if code and scales have at most so many bits.
static constexpr unsigned f64Precision = 53;
/// A quotient of an f64 by this many bits at most, rounded to f64 and then to
/// f32 or less, is the quotient rounded once: if it is no midpoint of the
/// narrow format, it is farther than 2^-53, relatively, from all of them.
static constexpr unsigned quotientPrecision = 24;

LogicalResult lowp::checkDequantize(StorageDequantizeOp op) {
  ScaledType type = op.getScaled();
  unsigned factors = getSignificandBits(*getFormat(type.getEncoding()));
  unsigned divisors = 0;
  for (ScaleAttr level : type.getLevels()) {
    unsigned precision = getSignificandBits(*getFormat(level.getType()));
    if (level.getDirection() == Direction::Reconstruct)
      factors += precision;
    else
      divisors += precision;
  }
  if (divisors != 0 &&
      (factors > quotientPrecision || divisors > quotientPrecision))
    return op.emitOpError() << "has no lowering for a quotient of " << factors
                            << " by " << divisors
                            << " bits, which f64 does not round correctly; up "
                               "to 24 bits have one";
  if (factors > f64Precision)
    return op.emitOpError() << "has no lowering for a product of " << factors
                            << " bits, which f64 does not hold; up to 53 bits "
                               "have one";
  return success();
}

void lowp::lowerDequantize(StorageDequantizeOp op, RewriterBase &rewriter) {
  ScalarBuilder builder(op.getLoc(), rewriter);
  builder.setInsertionPoint(op);
  ScaledArrays arrays(op.getScaled(), op.getSource());
  auto resultType = cast<FloatType>(
      cast<MemRefType>(op.getInit().getType()).getElementType());
  arrays.assertExtents(builder, getMemRefExtents(builder, op.getInit()),
                       "a dequantization");

  // Every element reads its code and, through the map of its array, its scales.
  unsigned rank = arrays.type.getRank();
  SmallVector<AffineMap> maps = llvm::map_to_vector(
      arrays.components,
      [](const StorageComponent &component) { return component.position; });
  maps.push_back(builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto body = [&](OpBuilder &nested, Location loc, ValueRange stored) {
    ScalarBuilder inner(loc, nested);
    auto read = [&](int level) {
      return getNumber(inner, arrays.getFormatOf(level),
                       arrays.decode(inner, level, stored[level + 1]));
    };
    Value number = read(-1);
    Value divisor;
    for (auto [index, level] : llvm::enumerate(arrays.type.getLevels())) {
      Value scale = read(index);
      if (level.getDirection() == Direction::Reconstruct)
        number = inner.mulF(number, scale);
      else
        divisor = divisor ? inner.mulF(divisor, scale) : scale;
    }
    if (divisor)
      number = inner.divF(number, divisor);
    if (resultType.getWidth() >= 32) {
      number = inner.convertF(resultType, number);
    } else {
      // Not by arith.truncf, which may become a call of a library function.
      Value code = encodeCode(inner, *getFormat(resultType), ieeePolicy,
                              inner.bitcast(inner.getI64Type(), number));
      number =
          inner.bitcast(resultType, inner.resize(code, resultType.getWidth()));
    }
    linalg::YieldOp::create(inner, number);
  };
  linalg::GenericOp::create(builder, arrays.arrays, op.getInit(), maps,
                            iterators, body);
  rewriter.eraseOp(op);
}
