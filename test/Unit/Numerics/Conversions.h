//===- Conversions.h - Conversions in tests ---------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors of values and codes, and short names of conversions.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_UNIT_NUMERICS_CONVERSIONS_H
#define LOWP_TEST_UNIT_NUMERICS_CONVERSIONS_H

#include "Bits.h"
#include "lowp/Numerics/Conversion.h"
#include <initializer_list>

namespace lowp::test {

/// A value and the code that it becomes.
struct Vector {
  double value;
  uint32_t code;
};

/// Expects that the conversion has a meaning and gives these codes.
inline void expectCodes(llvm::StringRef name, const Conversion &conversion,
                        std::initializer_list<Vector> vectors) {
  const Format &row = format(name);
  ASSERT_EQ(message(checkConversion(row, conversion)), "");
  for (const Vector &vector : vectors)
    EXPECT_EQ(encode(row, conversion, vector.value), vector.code)
        << name.str() << " of " << vector.value;
}

inline Conversion saturating(llvm::StringRef name) {
  return Conversion::saturating(format(name));
}
inline Conversion propagating(llvm::StringRef name) {
  return Conversion::propagating(format(name));
}

/// The conversion with another policy.
inline Conversion with(Conversion conversion, Rounding rounding) {
  conversion.rounding = rounding;
  return conversion;
}
inline Conversion with(Conversion conversion, InfinityPolicy infinity) {
  conversion.infinity = infinity;
  return conversion;
}
inline Conversion with(Conversion conversion, NaNPolicy nan) {
  conversion.nan = nan;
  return conversion;
}

} // namespace lowp::test

#endif // LOWP_TEST_UNIT_NUMERICS_CONVERSIONS_H
