//===- DecodeCode.cpp - Emits the decoding of a code ----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecodeCode.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace mlir;
using namespace lowp;

static constexpr unsigned f64FractionBits = 52;
static constexpr int f64Bias = 1023;

unsigned lowp::getSignificandBits(const Format &format) {
  return format.isInteger() ? format.width : format.precision();
}

static DecodedCode decodeInteger(ScalarBuilder &builder, const Format &format,
                                 Value code) {
  DecodedCode parts;
  parts.negative = builder.notEqual(builder.bitAnd(code, format.signMask()), 0);
  Value magnitude = builder.bitAnd(builder.negate(code), format.codeMask());
  parts.significand = builder.select(parts.negative, magnitude, code);
  return parts;
}

DecodedCode lowp::decodeCode(ScalarBuilder &builder, const Format &format,
                             Value code) {
  code = builder.bitAnd(builder.resize(code, 64), format.codeMask());
  if (format.isInteger())
    return decodeInteger(builder, format, code);

  DecodedCode parts;
  Value magnitude = builder.bitAnd(code, format.magnitudeMask());
  Value field = builder.shiftRight(magnitude, format.fractionBits);
  uint64_t hiddenBit = uint64_t(1) << format.fractionBits;
  Value fraction = builder.bitAnd(magnitude, hiddenBit - 1);
  Value normal = builder.bitOr(fraction, hiddenBit);
  if (format.hasZero) {
    // Subnormals have the exponent of field 1 and no hidden bit.
    Value isNormal = builder.notEqual(field, 0);
    parts.significand = builder.select(isNormal, normal, fraction);
    parts.exponent = builder.sub(builder.max(field, 1), 1);
  } else {
    parts.significand = normal;
    parts.exponent = field;
  }
  if (format.isSigned)
    parts.negative =
        builder.notEqual(builder.bitAnd(code, format.signMask()), 0);
  switch (format.specials) {
  case IEEESpecials:
    parts.isNaN = builder.above(magnitude, format.infinityCode());
    parts.isInfinity = builder.equal(magnitude, format.infinityCode());
    break;
  case FNSpecials:
    parts.isNaN = builder.equal(magnitude, format.magnitudeMask());
    break;
  case FNUZSpecials:
    parts.isNaN = builder.equal(code, format.signMask());
    break;
  case NoSpecials:
  case TwosComplement:
    break;
  }
  return parts;
}

Value lowp::getNumber(ScalarBuilder &builder, const Format &format,
                      const DecodedCode &code) {
  FloatType f64 = builder.getF64Type();
  Value number = arith::UIToFPOp::create(builder, f64, code.significand);
  int quantum = format.quantumExponent();
  if (code.exponent) {
    Value power = builder.shiftLeft(
        builder.add(code.exponent, quantum + f64Bias), f64FractionBits);
    number = builder.mulF(number, builder.bitcast(f64, power));
  } else if (quantum != 0) {
    number =
        builder.mulF(number, builder.number(f64, std::ldexp(1.0, quantum)));
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (code.isInfinity)
    number =
        builder.select(code.isInfinity, builder.number(f64, infinity), number);
  if (code.negative) {
    Value opposite = arith::NegFOp::create(builder, number);
    number = builder.select(code.negative, opposite, number);
  }
  if (code.isNaN)
    number = builder.select(
        code.isNaN,
        builder.number(f64, std::numeric_limits<double>::quiet_NaN()), number);
  return number;
}

Value lowp::getSignedSignificand(ScalarBuilder &builder,
                                 const DecodedCode &code) {
  if (!code.negative)
    return code.significand;
  return builder.select(code.negative, builder.negate(code.significand),
                        code.significand);
}

Value lowp::readWide(ScalarBuilder &builder, Value value) {
  auto type = cast<FloatType>(value.getType());
  if (type.isF64() || type.isF32())
    return builder.convertF(builder.getF64Type(), value);
  // Not by arith.extf, which may become a call of a library function.
  const Format &format = *getFormat(type);
  Value code = builder.bitcast(builder.getIntegerType(type.getWidth()), value);
  return getNumber(builder, format, decodeCode(builder, format, code));
}
