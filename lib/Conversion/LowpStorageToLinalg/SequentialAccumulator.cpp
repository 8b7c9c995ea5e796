//===- SequentialAccumulator.cpp - Sums in f32, in order ------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step is one addition in f64, rounded to f32. That is fl(acc + t) with one
// rounding, for every f32 acc and every t of at most 24 significant bits that
// f64 holds:
//
// If the sum fits in 53 bits, the addition is exact. If it does not, more than
// 53 positions lie between the highest bit of the larger term and the lowest
// bit of the smaller one; as the smaller one has at most 24 bits, all of them
// are below 2^-28 of the larger term's highest bit. The larger term is an f32
// then (with its 24 bits it can only miss the grid of f32 below the normal
// range, where so wide a gap does not fit above 2^-149), and the sum is closer
// to it than an eighth of the distance to the next f32 on either side. So is
// the sum rounded to f64, and both round to the same f32.
//
//===----------------------------------------------------------------------===//

#include "Accumulator.h"

using namespace mlir;
using namespace lowp;

namespace {
class SequentialAccumulator : public Accumulator {
  State begin(ScalarBuilder &, Value init) override { return {init}; }

  State beginBlock(ScalarBuilder &builder, State state,
                   ArrayRef<Factor> scales) override {
    // E8M0 exponents of all levels together stay within those of f64.
    blockScale = {};
    for (const Factor &scale : scales) {
      Value number = getNumber(builder, *scale.format, scale.parts);
      blockScale = blockScale ? builder.mulF(blockScale, number) : number;
    }
    return state;
  }

  State add(ScalarBuilder &builder, State blockState, Factor lhs,
            Factor rhs) override {
    Value product = builder.mulF(getNumber(builder, *lhs.format, lhs.parts),
                                 getNumber(builder, *rhs.format, rhs.parts));
    if (blockScale)
      product = builder.mulF(product, blockScale);
    Value sum = builder.addF(
        builder.convertF(builder.getF64Type(), blockState.front()), product);
    return {builder.convertF(builder.getF32Type(), sum)};
  }

  State endBlock(ScalarBuilder &, State, State blockState,
                 ArrayRef<Factor>) override {
    return blockState;
  }

  Value end(ScalarBuilder &builder, State state) override {
    // A sum that is zero is +0.
    return builder.addF(state.front(),
                        builder.number(builder.getF32Type(), 0.0));
  }

  Value blockScale;
};
} // namespace

std::unique_ptr<Accumulator> lowp::createSequentialAccumulator() {
  return std::make_unique<SequentialAccumulator>();
}
