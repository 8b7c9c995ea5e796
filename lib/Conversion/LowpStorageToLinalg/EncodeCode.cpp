//===- EncodeCode.cpp - Emits the conversion of a number to a code --------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EncodeCode.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"

using namespace mlir;
using namespace lowp;

static constexpr unsigned f64FractionBits = 52;
static constexpr int f64Bias = 1023;
static constexpr uint64_t f64HiddenBit = uint64_t(1) << f64FractionBits;
static constexpr uint64_t f64Infinity = uint64_t(0x7ff) << f64FractionBits;
static constexpr uint64_t f64Magnitude = ~uint64_t(0) >> 1;

FailureOr<CodePolicy> lowp::getCodePolicy(Operation *op, const Format &format,
                                          ConversionAttr conversion) {
  if (failed(conversion.verifyStated([&] { return op->emitOpError(); })))
    return failure();
  if (conversion.getRounding() == Rounding::Stochastic)
    return op->emitOpError() << "has no lowering for `rounding = stochastic`; "
                                "rne, rtz, rup and rdown have one";
  if (conversion.getOverflow() == Overflow::Nonsaturating && !format.hasNaN())
    return op->emitOpError()
           << "cannot let values overflow: " << conversion.getDestination()
           << " has neither infinity nor NaN";
  ZeroSign zeroSign =
      format.hasNegativeZero() ? conversion.getZeroSign() : ZeroSign::Positive;
  return CodePolicy{conversion.getRounding(), conversion.getOverflow(),
                    conversion.getInfinity(), conversion.getNan(), zeroSign};
}

/// `significand` >> `shift`, which is 1 to 62, rounded.
static Value roundedShift(ScalarBuilder &builder, Rounding rounding,
                          Value significand, Value shift, Value negative) {
  Value cut = builder.shiftRight(significand, shift);
  Value one = builder.integer(64, 1);
  Value unit = builder.shiftLeft(one, shift);
  auto addBeforeCut = [&](Value increment) {
    return builder.shiftRight(builder.add(significand, increment), shift);
  };
  // Anything that is cut off carries into the result.
  auto awayFromZero = [&]() { return addBeforeCut(builder.sub(unit, 1)); };
  switch (rounding) {
  case Rounding::NearestEven: {
    // More than half carries; half itself does where the result is odd.
    Value half = builder.shiftRight(unit, 1);
    Value odd = builder.bitAnd(cut, 1);
    return addBeforeCut(builder.add(builder.sub(half, 1), odd));
  }
  case Rounding::TowardZero:
    return cut;
  case Rounding::Up:
    return builder.select(negative, cut, awayFromZero());
  case Rounding::Down:
    return builder.select(negative, awayFromZero(), cut);
  case Rounding::Unstated:
  case Rounding::Stochastic:
    break;
  }
  llvm_unreachable("getCodePolicy admits no other rounding");
}

/// What the magnitude of a finite number above the largest becomes. Directed
/// rounding toward zero stops at the largest code.
static Value getOverflowCode(ScalarBuilder &builder, const Format &format,
                             const CodePolicy &policy, Value negative) {
  Value largest = builder.integer(64, format.maxFiniteCode());
  if (policy.overflow == Overflow::Saturate ||
      policy.rounding == Rounding::TowardZero)
    return largest;
  Value beyond =
      builder.integer(64, format.hasInfinity() ? format.infinityCode()
                                               : format.canonicalNaNCode());
  if (policy.rounding == Rounding::Up)
    return builder.select(negative, largest, beyond);
  if (policy.rounding == Rounding::Down)
    return builder.select(negative, beyond, largest);
  return beyond;
}

static uint64_t getInfinityMagnitude(const Format &format,
                                     InfinityPolicy policy) {
  switch (policy) {
  case InfinityPolicy::Infinity:
    return format.infinityCode();
  case InfinityPolicy::NaN:
    return format.canonicalNaNCode();
  case InfinityPolicy::Max:
  case InfinityPolicy::Unstated:
    return format.maxFiniteCode();
  }
  llvm_unreachable("all policies are handled");
}

/// A magnitude with the sign of the source.
static Value applySign(ScalarBuilder &builder, const Format &format,
                       const CodePolicy &policy, Value magnitude,
                       Value negative) {
  if (format.isInteger()) {
    Value opposite =
        builder.bitAnd(builder.negate(magnitude), format.codeMask());
    return builder.select(negative, opposite, magnitude);
  }
  // The sign of FNUZ's NaN is part of it already.
  Value withSign = builder.bitOr(magnitude, format.signMask());
  Value code = builder.select(negative, withSign, magnitude);
  if (policy.zeroSign == ZeroSign::Keep)
    return code;
  return builder.select(builder.equal(magnitude, 0), magnitude, code);
}

static Value getNaNCode(ScalarBuilder &builder, const Format &format,
                        const CodePolicy &policy, Value negative) {
  switch (policy.nan) {
  case NaNPolicy::NaN:
    return builder.integer(64, format.canonicalNaNCode());
  case NaNPolicy::SignedNaN: {
    uint64_t code = format.canonicalNaNCode();
    return builder.select(negative,
                          builder.integer(64, code | format.signMask()),
                          builder.integer(64, code));
  }
  case NaNPolicy::Max:
    return builder.integer(64, format.maxFiniteCode());
  case NaNPolicy::Zero:
  case NaNPolicy::Unstated:
    return builder.integer(64, 0);
  }
  llvm_unreachable("all policies are handled");
}

Value lowp::encodeCode(ScalarBuilder &builder, const Format &format,
                       const CodePolicy &policy, Value bits) {
  Value magnitude = builder.bitAnd(bits, f64Magnitude);
  Value negative = builder.notEqual(builder.shiftRight(bits, 63), 0);

  // The number is significand * 2^(exponent - 52).
  Value field = builder.shiftRight(magnitude, f64FractionBits);
  Value fraction = builder.bitAnd(magnitude, f64HiddenBit - 1);
  Value significand =
      builder.select(builder.notEqual(field, 0),
                     builder.bitOr(fraction, f64HiddenBit), fraction);
  Value exponent = builder.sub(builder.max(field, 1), f64Bias);

  // The last bit that stays is that of the quantum, or of the precision where
  // the number is normal. A shift by 62 leaves less than half of that bit, as
  // any longer one would.
  Value aboveQuantum = builder.sub(exponent, format.quantumExponent());
  Value binade;
  Value shift = builder.sub(builder.integer(64, f64FractionBits), aboveQuantum);
  if (!format.isInteger()) {
    binade =
        builder.signedMax(builder.sub(aboveQuantum, format.fractionBits), 0);
    shift = builder.add(shift, binade);
  }
  shift = builder.min(builder.signedMax(shift, 1), 62);
  Value rounded =
      roundedShift(builder, policy.rounding, significand, shift, negative);
  // A hidden bit or a carry in `rounded` adds one to the exponent's field.
  if (binade)
    rounded =
        builder.add(rounded, builder.shiftLeft(binade, format.fractionBits));

  Value overflows = builder.above(rounded, format.maxFiniteCode());
  Value code = builder.select(
      overflows, getOverflowCode(builder, format, policy, negative), rounded);
  Value infinite =
      builder.integer(64, getInfinityMagnitude(format, policy.infinity));
  code = builder.select(builder.equal(magnitude, f64Infinity), infinite, code);
  code = applySign(builder, format, policy, code, negative);
  return builder.select(builder.above(magnitude, f64Infinity),
                        getNaNCode(builder, format, policy, negative), code);
}
