//===- ScalarBuilder.h - Builds scalar arithmetic in few words --*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_SCALARBUILDER_H
#define LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_SCALARBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace lowp {

/// A builder of `arith` on scalars. Integers are bits: comparisons and right
/// shifts are unsigned. A constant operand takes the type of the other one.
class ScalarBuilder : public mlir::ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;
  using Value = mlir::Value;

  Value integer(unsigned width, uint64_t bits);
  Value integer(Value like, uint64_t bits);
  Value number(mlir::FloatType type, double value);
  Value index(int64_t value);

  Value add(Value left, Value right);
  Value add(Value left, uint64_t right) {
    return add(left, integer(left, right));
  }
  Value sub(Value left, Value right);
  Value sub(Value left, uint64_t right) {
    return sub(left, integer(left, right));
  }
  Value mul(Value left, Value right);
  Value bitAnd(Value left, Value right);
  Value bitAnd(Value left, uint64_t right) {
    return bitAnd(left, integer(left, right));
  }
  Value bitOr(Value left, Value right);
  Value bitOr(Value left, uint64_t right) {
    return bitOr(left, integer(left, right));
  }
  Value shiftLeft(Value bits, Value count);
  Value shiftLeft(Value bits, uint64_t count) {
    return shiftLeft(bits, integer(bits, count));
  }
  Value shiftRight(Value bits, Value count);
  Value shiftRight(Value bits, uint64_t count) {
    return shiftRight(bits, integer(bits, count));
  }
  Value min(Value left, Value right);
  Value min(Value left, uint64_t right) {
    return min(left, integer(left, right));
  }
  Value max(Value left, Value right);
  Value max(Value left, uint64_t right) {
    return max(left, integer(left, right));
  }
  Value signedMax(Value left, int64_t right);
  Value negate(Value bits) { return sub(integer(bits, 0), bits); }

  Value compare(mlir::arith::CmpIPredicate predicate, Value left, Value right);
  Value equal(Value left, uint64_t right);
  Value notEqual(Value left, uint64_t right);
  Value above(Value left, uint64_t right);
  Value atLeast(Value left, uint64_t right);

  Value select(Value condition, Value yes, Value no);
  /// The bits in an integer of `width` bits, with zeros above or cut off.
  Value resize(Value bits, unsigned width);
  /// The same with copies of the sign above.
  Value resizeSigned(Value bits, unsigned width);
  Value bitcast(mlir::Type type, Value value);

  Value addF(Value left, Value right);
  Value mulF(Value left, Value right);
  Value divF(Value left, Value right);
  /// `value` as a float of another width: exact, or rounded to nearest even.
  Value convertF(mlir::FloatType type, Value value);
};

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_SCALARBUILDER_H
