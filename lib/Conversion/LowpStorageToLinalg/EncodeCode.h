//===- EncodeCode.h - Emits the conversion to a code ------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One emitter for all formats and policies, driven by a format's row and the
// fields of a conversion. One rounding, from an f64; overflow is decided after
// it (OFP8, numerics.md 2.1).
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_ENCODECODE_H
#define LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_ENCODECODE_H

#include "ScalarBuilder.h"
#include "lowp/Dialect/Lowp/IR/LowpAttributes.h"
#include "lowp/Format/Format.h"

namespace lowp {

/// What becomes of a number that is rounded to a format.
struct CodePolicy {
  Rounding rounding;
  Overflow overflow;
  InfinityPolicy infinity;
  NaNPolicy nan;
  ZeroSign zeroSign;
};

/// IEEE 754 rounding to nearest, for formats with infinities.
inline constexpr CodePolicy ieeePolicy = {
    Rounding::NearestEven, Overflow::Nonsaturating, InfinityPolicy::Infinity,
    NaNPolicy::NaN, ZeroSign::Keep};

/// The policy of a conversion to `format`. Refuses, naming the field, what is
/// unstated or has no lowering.
mlir::FailureOr<CodePolicy> getCodePolicy(mlir::Operation *op,
                                          const Format &format,
                                          ConversionAttr conversion);

/// The code, an i64, of the f64 whose bits are `bits`. The format has a sign
/// and at most 25 bits of precision.
mlir::Value encodeCode(ScalarBuilder &builder, const Format &format,
                       const CodePolicy &policy, mlir::Value bits);

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_ENCODECODE_H
