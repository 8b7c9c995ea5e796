//===- DecodeCode.h - Emits the decoding of a code --------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One emitter for all formats, driven by the fields of a format's row. Integer
// arithmetic only: the lowerings of arith.extf for f8E8M0FNU and f4E2M1FN in
// LLVM 22.1 are wrong (numerics.md 2.6).
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_DECODECODE_H
#define LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_DECODECODE_H

#include "ScalarBuilder.h"
#include "lowp/Format/Format.h"

namespace lowp {

/// The most bits that the significand of a code can have.
unsigned getSignificandBits(const Format &format);

/// The parts of a code. A finite value is
/// significand * 2^(exponent + format.quantumExponent()), negated if negative.
struct DecodedCode {
  /// i64: an integer of at most getSignificandBits(format) bits.
  mlir::Value significand;
  /// i64, not negative; null if it is always 0.
  mlir::Value exponent;
  /// i1; null if no code of the format is so.
  mlir::Value negative, isNaN, isInfinity;
};

/// The parts of `code`, an integer whose low bits are a code of `format`. The
/// finite parts of a NaN or an infinity are unspecified but in range.
DecodedCode decodeCode(ScalarBuilder &builder, const Format &format,
                       mlir::Value code);

/// The value of a code as f64: exact, as f64 holds the values of all formats.
mlir::Value getNumber(ScalarBuilder &builder, const Format &format,
                      const DecodedCode &code);

/// The significand with its sign: i64, two's complement.
mlir::Value getSignedSignificand(ScalarBuilder &builder,
                                 const DecodedCode &code);

/// The value of a float of type f64, f32, bf16 or f16 as f64.
mlir::Value readWide(ScalarBuilder &builder, mlir::Value value);

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_DECODECODE_H
