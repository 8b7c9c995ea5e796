//===- Bounds.cpp - How far a result may be off ---------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/Bounds.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace lowp;

/// Covers the rounding of the bound's own arithmetic.
static constexpr double generously = 1 + 0x1p-40;

double lowp::gammaF32(int64_t n) {
  double nu = static_cast<double>(n) * 0x1p-24;
  if (nu >= 1)
    return std::numeric_limits<double>::infinity();
  return nu / (1 - nu) * generously;
}

static int64_t ceilDiv(int64_t numerator, int64_t denominator) {
  return llvm::divideCeil(static_cast<uint64_t>(numerator),
                          static_cast<uint64_t>(denominator));
}

/// gamma_n * absoluteSum, 0 where nothing is rounded.
static double scaledGamma(int64_t n, double absoluteSum) {
  return n <= 0 ? 0 : gammaF32(n) * absoluteSum * generously;
}

double lowp::exactInstructionBound(int64_t k, int64_t instructionK,
                                   double absoluteSum) {
  return scaledGamma(ceilDiv(k, instructionK), absoluteSum);
}

double lowp::f32SequentialBound(int64_t k, double absoluteSum) {
  return scaledGamma(k - 1, absoluteSum);
}

double lowp::f32TreeBound(int64_t k, double absoluteSum) {
  return scaledGamma(k <= 1 ? 0 : llvm::Log2_64_Ceil(k), absoluteSum);
}

double lowp::blockScaledBound(int64_t k, int64_t block, bool powerOfTwoScales,
                              double absoluteSum) {
  // A term goes through the additions of its block, the product of scales and
  // the product with it, and the additions of blocks.
  int64_t roundings =
      std::min(k, block) - 1 + (powerOfTwoScales ? 0 : 2) + ceilDiv(k, block);
  return scaledGamma(roundings, absoluteSum);
}

double lowp::promotedBound(int64_t k, int64_t interval, bool powerOfTwoScales,
                           double innerBound, double absoluteSum) {
  int64_t roundings = ceilDiv(k, interval) + (powerOfTwoScales ? 0 : 1);
  return (innerBound + scaledGamma(roundings, absoluteSum + innerBound)) *
         generously;
}

double lowp::outputRoundingBound(const Format &output, double value) {
  int exponent = value == 0 ? output.emin() : std::ilogb(value);
  int quantum = std::max(exponent - static_cast<int>(output.fractionBits),
                         output.quantumExponent());
  return std::ldexp(1.0, quantum - 1);
}

double lowp::quantizationBound(const Format &element, double scale,
                               double value) {
  double unitRoundoff = std::ldexp(1.0, -static_cast<int>(element.precision()));
  double halfStep = std::ldexp(0.5, element.quantumExponent());
  if (element.isInteger())
    return scale * halfStep * generously;
  return std::max(unitRoundoff * std::fabs(value), scale * halfStep) *
         generously;
}
