//===- ExactAccumulator.cpp - Sums exactly, rounds once -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The products of a block are summed as integers; the block's sum is multiplied
// by the significands of its scales, shifted by their exponents and added to a
// fixed-point number wide enough for every term and 2^63 of them. Beside it
// runs the same sum in f64, which is finite exactly if no code, no scale and
// not the init is a NaN or an infinity: then the integers count, else it does.
//
//===----------------------------------------------------------------------===//

#include "Accumulator.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace lowp;

/// Bits of an integer that counts terms, with a sign.
static constexpr unsigned countBits = 64;

/// The bits left of the quantum that a finite magnitude can have.
static unsigned getMagnitudeBits(const Format &format) {
  if (format.isInteger())
    return format.width;
  return format.emax() - format.quantumExponent() + 1;
}

namespace {
class ExactAccumulator : public Accumulator {
public:
  ExactAccumulator(const Format &lhs, const Format &rhs,
                   ArrayRef<const Format *> scales, int64_t blockLength) {
    unsigned productBits = getMagnitudeBits(lhs) + getMagnitudeBits(rhs);
    unsigned lengthBits =
        blockLength > 0 ? llvm::Log2_64_Ceil(blockLength) + 1 : countBits;
    unsigned blockBits = productBits + lengthBits;
    blockWidth = llvm::alignTo(blockBits, 64);
    quantum = lhs.quantumExponent() + rhs.quantumExponent();
    unsigned scaledBits = blockBits, sumBits = productBits + countBits;
    for (const Format *scale : scales) {
      quantum += scale->quantumExponent();
      sumBits += getMagnitudeBits(*scale);
      scaledBits += getSignificandBits(*scale);
    }
    scaledWidth = llvm::alignTo(scaledBits, 64);
    // The init is a multiple of 2^-149 below 2^128. Where the products are
    // coarser, the fixed-point number is as fine as the init.
    extraShift = std::max(0, quantum - f32Quantum);
    quantum -= extraShift;
    sumBits = std::max<int>(sumBits + extraShift, 128 - quantum + countBits);
    sumWidth = llvm::alignTo(std::max(sumBits, scaledWidth), 64);
  }

  State begin(ScalarBuilder &builder, Value init) override {
    const Format &f32 = *lookupFormat("f32");
    Value bits = builder.bitcast(builder.getI32Type(), init);
    DecodedCode parts = decodeCode(builder, f32, bits);
    Value significand =
        builder.resizeSigned(getSignedSignificand(builder, parts), sumWidth);
    Value shift = builder.add(builder.resize(parts.exponent, sumWidth),
                              f32Quantum - quantum);
    return {builder.shiftLeft(significand, shift),
            builder.convertF(builder.getF64Type(), init)};
  }

  State beginBlock(ScalarBuilder &builder, State, ArrayRef<Factor>) override {
    return {builder.integer(blockWidth, 0),
            builder.number(builder.getF64Type(), 0.0)};
  }

  State add(ScalarBuilder &builder, State blockState, Factor lhs,
            Factor rhs) override {
    auto integer = [&](const Factor &factor) {
      Value value = builder.resizeSigned(
          getSignedSignificand(builder, factor.parts), blockWidth);
      if (!factor.parts.exponent)
        return value;
      return builder.shiftLeft(
          value, builder.resize(factor.parts.exponent, blockWidth));
    };
    Value product = builder.mul(integer(lhs), integer(rhs));
    Value number = builder.mulF(getNumber(builder, *lhs.format, lhs.parts),
                                getNumber(builder, *rhs.format, rhs.parts));
    return {builder.add(blockState[0], product),
            builder.addF(blockState[1], number)};
  }

  State endBlock(ScalarBuilder &builder, State state, State blockState,
                 ArrayRef<Factor> scales) override {
    Value term = builder.resizeSigned(blockState[0], scaledWidth);
    Value number = blockState[1];
    Value shift = builder.integer(64, extraShift);
    for (const Factor &scale : scales) {
      number =
          builder.mulF(number, getNumber(builder, *scale.format, scale.parts));
      // The significand of E8M0 is 1.
      if (getSignificandBits(*scale.format) > 1)
        term = builder.mul(
            term, builder.resizeSigned(
                      getSignedSignificand(builder, scale.parts), scaledWidth));
      if (scale.parts.exponent)
        shift = builder.add(shift, scale.parts.exponent);
    }
    term = builder.shiftLeft(builder.resizeSigned(term, sumWidth),
                             builder.resize(shift, sumWidth));
    return {builder.add(state[0], term), builder.addF(state[1], number)};
  }

  Value end(ScalarBuilder &builder, State state) override {
    FloatType f32 = builder.getF32Type();
    Value sum = state[0], number = state[1];
    Value negative = builder.compare(arith::CmpIPredicate::slt, sum,
                                     builder.integer(sumWidth, 0));
    Value magnitude = builder.select(negative, builder.negate(sum), sum);

    // The position of the last bit that f32 keeps: 23 below the leading one,
    // but not below 2^-149.
    Value zeros = math::CountLeadingZerosOp::create(builder, magnitude);
    Value leading = builder.sub(builder.integer(64, sumWidth - 1),
                                builder.resize(zeros, 64));
    int lowest = f32Quantum - quantum;
    Value binade = builder.signedMax(builder.sub(leading, 23 + lowest), 0);
    Value position = builder.resize(builder.add(binade, lowest), sumWidth);

    // To nearest, ties to even. A carry or the hidden bit of a normal number
    // adds one to the exponent's field.
    Value odd = builder.bitAnd(builder.shiftRight(magnitude, position), 1);
    Value half = builder.shiftRight(
        builder.shiftLeft(builder.integer(sumWidth, 1), position), 1);
    Value increment =
        builder.select(builder.equal(position, 0), builder.integer(sumWidth, 0),
                       builder.add(builder.sub(half, 1), odd));
    Value rounded = builder.resize(
        builder.shiftRight(builder.add(magnitude, increment), position), 64);
    rounded = builder.add(rounded, builder.shiftLeft(binade, 23));
    rounded = builder.min(rounded, f32Infinity);
    Value withSign = builder.bitOr(rounded, uint64_t(1) << 31);
    Value bits =
        builder.select(builder.bitAnd(negative, builder.notEqual(rounded, 0)),
                       withSign, rounded);
    Value exact = builder.bitcast(f32, builder.resize(bits, 32));

    Value difference = arith::SubFOp::create(builder, number, number);
    Value isFinite =
        arith::CmpFOp::create(builder, arith::CmpFPredicate::OEQ, difference,
                              builder.number(builder.getF64Type(), 0.0));
    return builder.select(isFinite, exact, builder.convertF(f32, number));
  }

private:
  static constexpr int f32Quantum = -149;
  static constexpr uint64_t f32Infinity = 0x7f800000;

  /// Widths of a block's sum, of that sum times its scales' significands, and
  /// of the whole sum, whose lowest bit is 2^quantum.
  unsigned blockWidth, scaledWidth, sumWidth;
  int quantum;
  int extraShift;
};
} // namespace

std::unique_ptr<Accumulator>
lowp::createExactAccumulator(const Format &lhs, const Format &rhs,
                             ArrayRef<const Format *> scales,
                             int64_t blockLength) {
  return std::make_unique<ExactAccumulator>(lhs, rhs, scales, blockLength);
}
