//===- ScaleRecipe.cpp - Emits the choice of a scale ----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scales are chosen by integer arithmetic on the exponent and fraction fields
// of amax as f64, in which every f32 but zero is a normal number; never by a
// logarithm (numerics.md 3.4).
//
//===----------------------------------------------------------------------===//

#include "ScaleRecipe.h"
#include "DecodeCode.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace lowp;

static constexpr unsigned f64FractionBits = 52;
static constexpr int f64Bias = 1023;
static constexpr uint64_t f64FractionMask =
    (uint64_t(1) << f64FractionBits) - 1;
static constexpr uint64_t f64Infinity = uint64_t(0x7ff) << f64FractionBits;
static constexpr uint64_t f64QuietNaN = uint64_t(0xfff) << 51;
static constexpr uint64_t f64Sign = uint64_t(1) << 63;

static bool isPowerOfTwoRecipe(Recipe recipe) {
  return recipe == Recipe::Floor || recipe == Recipe::RCeil ||
         recipe == Recipe::Ceil;
}

LogicalResult lowp::checkQuantizer(Operation *op, QuantizerAttr quantizer,
                                   Type source, ScaleAttr level) {
  auto unsupported = [&](StringRef field, StringRef word, StringRef others) {
    return op->emitOpError() << "has no lowering for `" << field << " = "
                             << word << "`; " << others;
  };
  Recipe recipe = quantizer.getRecipe();
  if (!isPowerOfTwoRecipe(recipe) && recipe != Recipe::AmaxOverMax)
    return unsupported("recipe", stringifyRecipe(recipe),
                       "floor, rceil and ceil, for scales of f8E8M0FNU, and "
                       "amax_over_max, for scales of f32, have one");
  Type wanted = isPowerOfTwoRecipe(recipe)
                    ? Type(Float8E8M0FNUType::get(op->getContext()))
                    : Type(Float32Type::get(op->getContext()));
  if (level.getType() != wanted)
    return op->emitOpError()
           << "has no lowering for the recipe " << stringifyRecipe(recipe)
           << " with scales of " << level.getType() << "; it has one for "
           << wanted;
  if (level.getDirection() != Direction::Reconstruct)
    return op->emitOpError("has no lowering for scales that encode; quantize "
                           "with scales that reconstruct and invert them");
  Rounding rounding = quantizer.getScaleRounding();
  if (rounding != Rounding::Unstated && rounding != Rounding::NearestEven)
    return unsupported("scale_rounding", stringifyRounding(rounding),
                       "rne has one");
  if (recipe == Recipe::AmaxOverMax && source.isF64())
    return op->emitOpError(
        "has no lowering for amax_over_max of f64, whose "
        "amax f32 does not hold; f32, bf16 and f16 have one");
  // An f32 amax is exact for every source but f64.
  if (Type amaxType = quantizer.getAmaxType())
    if (amaxType != source && !(amaxType.isF32() && !source.isF64()))
      return op->emitOpError() << "has no lowering for an amax of " << amaxType
                               << " of values of " << source;
  if (quantizer.getAmaxFloor())
    return op->emitOpError("has no lowering for `amax_floor`");
  if (quantizer.getSubnormals() == Subnormals::Flush)
    return unsupported("subnormals", "flush", "preserve has one");
  if (quantizer.getTiming() == Timing::Delayed ||
      quantizer.getTiming() == Timing::Static)
    return op->emitOpError()
           << "measures the values that it quantizes, so `timing = "
           << stringifyTiming(quantizer.getTiming()) << "` has no meaning here";
  return success();
}

/// The exponent of the scale of a finite amax > 0, by a recipe of powers of
/// two: amax is 1.F * 2^e, the largest value 1.G * 2^emax.
static Value chooseExponent(ScalarBuilder &builder, Recipe recipe,
                            const Format &element, Value amax) {
  Value exponent = builder.sub(builder.shiftRight(amax, f64FractionBits),
                               f64Bias + element.emax());
  Value fraction = builder.bitAnd(amax, f64FractionMask);
  auto plusOneIf = [&](Value condition) {
    return builder.add(exponent, builder.resize(condition, 64));
  };
  switch (recipe) {
  case Recipe::Floor:
    return exponent;
  case Recipe::Ceil:
    return plusOneIf(builder.notEqual(fraction, 0));
  case Recipe::RCeil: {
    // amax / max = 1.F / 1.G * 2^(e - emax): its exponent, rounded up, is
    // e - emax, and one more where F > G.
    uint64_t largest = llvm::bit_cast<uint64_t>(element.maxFinite());
    return plusOneIf(builder.above(fraction, largest & f64FractionMask));
  }
  default:
    llvm_unreachable("checkQuantizer admits no other recipe of powers of two");
  }
}

static Value chooseE8M0(ScalarBuilder &builder, Recipe recipe,
                        const Format &element, const Format &scale,
                        Value amax) {
  Value exponent = chooseExponent(builder, recipe, element, amax);
  Value code = builder.signedMax(builder.add(exponent, scale.bias), 0);
  // Beyond 2^127 there is no scale: the code is NaN's.
  return builder.min(code, scale.canonicalNaNCode());
}

/// fl(amax / max), but not zero: an amax so small takes the least scale.
static Value chooseRatio(ScalarBuilder &builder, const Format &element,
                         Value amax) {
  FloatType f32 = builder.getF32Type();
  Value number =
      builder.convertF(f32, builder.bitcast(builder.getF64Type(), amax));
  Value ratio = builder.divF(number, builder.number(f32, element.maxFinite()));
  Value bits = builder.resize(builder.bitcast(builder.getI32Type(), ratio), 64);
  return builder.max(bits, 1);
}

Value lowp::chooseScale(ScalarBuilder &builder, QuantizerAttr quantizer,
                        const Format &element, const Format &scale,
                        Value amax) {
  Recipe recipe = quantizer.getRecipe();
  Value code = recipe == Recipe::AmaxOverMax
                   ? chooseRatio(builder, element, amax)
                   : chooseE8M0(builder, recipe, element, scale, amax);
  uint32_t zeroGroup = quantizer.getZeroGroup() == ZeroGroup::One
                           ? scale.unitCode()
                           : scale.smallestCode();
  uint32_t nonfiniteGroup =
      quantizer.getNonfiniteGroup() == NonfiniteGroup::Propagate
          ? scale.canonicalNaNCode()
          : scale.maxFiniteCode();
  code = builder.select(builder.equal(amax, 0), builder.integer(64, zeroGroup),
                        code);
  return builder.select(builder.atLeast(amax, f64Infinity),
                        builder.integer(64, nonfiniteGroup), code);
}

/// value / S in f32, or value * fl(1 / S).
static Value applyInF32(ScalarBuilder &builder, ScaleArithmetic arithmetic,
                        Value value, Value scaleBits) {
  FloatType f32 = builder.getF32Type();
  Value scale = builder.bitcast(f32, builder.resize(scaleBits, 32));
  Value number = builder.convertF(f32, value);
  Value scaled =
      arithmetic == ScaleArithmetic::Reciprocal
          ? builder.mulF(number, builder.divF(builder.number(f32, 1.0), scale))
          : builder.divF(number, scale);
  return builder.convertF(builder.getF64Type(), scaled);
}

Value lowp::applyScale(ScalarBuilder &builder, QuantizerAttr quantizer,
                       const Format &scale, Value value, Value scaleBits) {
  FloatType f64 = builder.getF64Type();
  DecodedCode parts = decodeCode(builder, scale, scaleBits);
  Value number = builder.bitcast(f64, value);
  // Exact for powers of two: f64 has room for the exponent of every f32 over
  // every scale.
  Value scaled = builder.divF(number, getNumber(builder, scale, parts));
  if (scale.fractionBits != 0) {
    Value isPowerOfTwo = builder.equal(
        builder.bitAnd(parts.significand, builder.sub(parts.significand, 1)),
        0);
    scaled = builder.select(
        isPowerOfTwo, scaled,
        applyInF32(builder, quantizer.getArithmetic(), number, scaleBits));
  }
  Value bits = builder.bitcast(builder.getI64Type(), scaled);
  Value nan = builder.bitOr(builder.bitAnd(value, f64Sign), f64QuietNaN);
  return builder.select(parts.isNaN, nan, bits);
}
