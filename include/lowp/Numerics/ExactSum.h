//===- ExactSum.h - Sums without rounding -----------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fixed-point accumulator so wide that sums of products of codes and scales
// are exact, whatever their exponents. Rounded once, it gives the model `exact`
// of isa-contracts.md section 14.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_EXACTSUM_H
#define LOWP_NUMERICS_EXACTSUM_H

#include "lowp/Numerics/Conversion.h"
#include "lowp/Numerics/Dyadic.h"
#include <array>
#include <cstdint>

namespace lowp {

/// An exact sum of numbers that are multiples of 2^-1280 and of magnitude below
/// 2^1200; that covers products of eight f32 values. Up to 2^64 terms.
class ExactSum {
public:
  /// Adds a finite number.
  void add(const Dyadic &term);
  /// Adds the exact product of two finite numbers.
  void addProduct(const Dyadic &left, const Dyadic &right);
  /// Adds infinity of that sign. Infinities of both signs make the sum NaN.
  void addInfinity(bool negative);
  /// Makes the sum NaN for good.
  void addNaN() { nan = true; }

  /// The sum, rounded once by `conversion`. A zero result is +0.
  uint32_t round(const Format &destination, const Conversion &conversion) const;
  /// The nearest f32: subnormals kept, overflow to infinity, zero is +0.
  float roundToF32() const;

private:
  static constexpr int lowestExponent = -1280;
  static constexpr unsigned numWords = 40;

  void addWord(uint64_t word, unsigned position, bool subtract);
  /// The finite part, cut to its leading 65 to 128 bits. The last of them is
  /// set if anything was cut off, so that it rounds as the sum would.
  Dyadic leadingBits() const;

  /// Two's complement, least significant word first.
  std::array<uint64_t, numWords> words{};
  bool nan = false;
  bool positiveInfinity = false;
  bool negativeInfinity = false;
};

} // namespace lowp

#endif // LOWP_NUMERICS_EXACTSUM_H
