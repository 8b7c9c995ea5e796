//===- Dyadic.h - Exact numbers m * 2^e -------------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exact finite number that conversions round: what a double, a product of
// codes and scales, or an exact sum is before its only rounding.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_DYADIC_H
#define LOWP_NUMERICS_DYADIC_H

#include <cstdint>

namespace lowp {

/// A finite number: significand * 2^exponent, negated if `negative`. A zero
/// significand is a zero of that sign.
struct Dyadic {
  bool negative = false;
  unsigned __int128 significand = 0;
  int exponent = 0;

  /// The value of a finite double, exactly.
  static Dyadic fromDouble(double value);
  /// value * 2^exponent, exactly.
  static Dyadic fromInteger(__int128 value, int exponent);

  bool isZero() const { return significand == 0; }
};

/// The exact product. The significands must have at most 128 bits together,
/// trailing zeros not counted.
Dyadic operator*(Dyadic left, Dyadic right);

} // namespace lowp

#endif // LOWP_NUMERICS_DYADIC_H
