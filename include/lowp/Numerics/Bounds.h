//===- Bounds.h - How far a result may be off -------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds on |result - exact| of accumulation models (numerics.md 5.4), as
// doubles rounded generously. `absoluteSum` is A_ij of absoluteSums(). A bound
// that holds for no K that large is infinite.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_BOUNDS_H
#define LOWP_NUMERICS_BOUNDS_H

#include "lowp/Format/Format.h"
#include <cstdint>

namespace lowp {

/// n * u / (1 - n * u) with u = 2^-24, the unit roundoff of f32; infinite
/// where n * u >= 1.
double gammaF32(int64_t n);

/// Model `exact` on a device: one f32 rounding for each instruction of
/// `instructionK` products.
double exactInstructionBound(int64_t k, int64_t instructionK,
                             double absoluteSum);

/// Products exact, added in f32 one after the other.
double f32SequentialBound(int64_t k, double absoluteSum);

/// Products exact, added in f32 by a balanced tree.
double f32TreeBound(int64_t k, double absoluteSum);

/// Blocks of `block` products added in f32 one after the other, each block sum
/// multiplied by a rounded product of two scales, the blocks added in f32.
/// Powers of two as scales round nothing.
double blockScaledBound(int64_t k, int64_t block, bool powerOfTwoScales,
                        double absoluteSum);

/// Partial sums of `interval` products by an inner model, promoted to f32 by
/// acc = fma(fl(SX * SW), partial, acc). `innerBound` is the sum of the inner
/// model's bounds over all intervals.
double promotedBound(int64_t k, int64_t interval, bool powerOfTwoScales,
                     double innerBound, double absoluteSum);

/// Half an ulp of `value` in `output`, added for the rounding of the output;
/// `value` is the exact result, within the range of `output`.
double outputRoundingBound(const Format &output, double value);

/// How much an unclipped quantization to `element` with scale `scale` may
/// change `value`: the larger of u * |value| and half a subnormal step.
double quantizationBound(const Format &element, double scale, double value);

} // namespace lowp

#endif // LOWP_NUMERICS_BOUNDS_H
