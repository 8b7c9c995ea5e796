//===- MatmulOperand.h - An operand to contract -----------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both operands of a product as lines along K: rows of X, columns of W. K is
// cut into segments within which no scale of either operand changes.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_MATMULOPERAND_H
#define LOWP_NUMERICS_MATMULOPERAND_H

#include "lowp/Numerics/Dyadic.h"
#include "lowp/Numerics/ScaledTensor.h"
#include <vector>

namespace lowp {

/// The scales of one line in one segment.
struct SegmentScale {
  /// All levels multiplied; not used unless `finite`.
  Dyadic exact;
  /// The levels of E8M0 and UE4M3 multiplied, which is exact.
  double narrow = 1;
  /// The levels of f32 multiplied in f32.
  float wide = 1;
  /// Whether all levels and all elements of the segment are finite.
  bool finite = true;
  /// The product of the signs of the levels, as signOrSpecial() gives them.
  double sign = 1;
};

/// NaN, infinities and zeros as they are, other numbers as +-1. A product of
/// these is special where the product of the numbers is, without underflow.
double signOrSpecial(double value);

/// Decoded lines of one operand.
struct MatmulOperand {
  const Format *format;
  int64_t lines;
  int64_t k;
  /// Decoded codes, line after line.
  std::vector<double> values;
  /// The same in units of the format's quantum, 0 for what is not finite; empty
  /// where that takes more than 62 bits, as in f32.
  std::vector<int64_t> integers;
  /// One for each line and segment.
  std::vector<SegmentScale> scales;

  /// Decodes `tensor`, whose dimension `kDimension` is K. `segments` holds the
  /// first k of each segment, and k. `absolute` drops all signs.
  MatmulOperand(const ScaledTensor &tensor, unsigned kDimension,
                llvm::ArrayRef<int64_t> segments, bool absolute);
};

/// The bits of the largest value of a format in units of its quantum.
int integerBits(const Format &format);

/// Appends to `starts` where along K a scale of the tensor may change: the
/// multiples below K of the extents of its groups along K.
void appendSegmentStarts(const ScaledTensor &tensor, unsigned kDimension,
                         std::vector<int64_t> &starts);

} // namespace lowp

#endif // LOWP_NUMERICS_MATMULOPERAND_H
