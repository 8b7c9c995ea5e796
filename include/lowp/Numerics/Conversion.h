//===- Conversion.h - Rounding to a format ----------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A conversion is identified by six independent fields, never by the name of a
// format: the destination and the five policies of `Conversion` (numerics.md
// section 0). Overflow is decided after rounding (OFP8, numerics.md 2.1).
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_CONVERSION_H
#define LOWP_NUMERICS_CONVERSION_H

#include "lowp/Format/Enums.h"
#include "lowp/Format/Format.h"
#include "lowp/Numerics/Dyadic.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace lowp {

/// Everything about a conversion but its destination.
struct Conversion {
  Rounding rounding = Rounding::Unstated;
  Overflow overflow = Overflow::Unstated;
  InfinityPolicy infinity = InfinityPolicy::Unstated;
  NaNPolicy nan = NaNPolicy::Unstated;
  ZeroSign zeroSign = ZeroSign::Unstated;

  /// The conversion that hardware calls `satfinite` (PTX `cvt`): to nearest,
  /// finite values and infinities saturate, NaN becomes the positive NaN or,
  /// without one, the largest value; the sign of zero is kept where -0 exists.
  static Conversion saturating(const Format &destination);
  /// The conversion of IEEE 754: to nearest, overflow and infinities become
  /// infinity or, without one, NaN. Only for formats with a NaN.
  static Conversion propagating(const Format &destination);
};

/// Success if every field is stated and has a meaning for `destination`; else
/// an error that names the field: a NaN policy `nan` for E2M1, `keep` for the
/// sign of zero in FNUZ, `stochastic` (not a function of the value alone).
llvm::Error checkConversion(const Format &destination,
                            const Conversion &conversion);

/// Converts `value` in one rounding. The conversion must have passed
/// checkConversion().
///
/// - Nearest means ties to the even significand. E8M0 has no fraction, so its
///   significand is always 1, which is odd, and ties go up.
/// - Directed rounding toward a finite neighbour never overflows: rtz of 1e9 to
///   E4M3 is 448, under either overflow policy.
/// - A NaN that an infinity or an overflow becomes keeps the sign where NaNs
///   have one; the NaN policy is about NaN sources.
/// - Unsigned formats: what rounds to a value below zero is out of range. It
///   saturates to the lowest code, or becomes NaN when nonsaturating.
/// - E8M0 has no zero: zero, and what is smaller than 2^-127, becomes 2^-127.
/// - Integers saturate to +-(2^(width-1)-1).
uint32_t encode(const Format &destination, const Conversion &conversion,
                double value);

/// The same for an exact number that may not fit in a double.
uint32_t encode(const Format &destination, const Conversion &conversion,
                const Dyadic &value);

/// The nearest f32, overflowing to infinity.
float roundToF32(const Dyadic &value);

} // namespace lowp

#endif // LOWP_NUMERICS_CONVERSION_H
