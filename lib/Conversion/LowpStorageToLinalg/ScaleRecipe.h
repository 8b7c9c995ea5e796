//===- ScaleRecipe.h - Emits the choice of a scale --------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_SCALERECIPE_H
#define LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_SCALERECIPE_H

#include "ScalarBuilder.h"
#include "lowp/Dialect/Lowp/IR/LowpAttributes.h"
#include "lowp/Format/Format.h"

namespace lowp {

/// Refuses, naming the field, what has no lowering in a quantizer that states
/// what bytes depend on, for sources of type `source` and one level of scales.
mlir::LogicalResult checkQuantizer(mlir::Operation *op, QuantizerAttr quantizer,
                                   mlir::Type source, ScaleAttr level);

/// The bits, as i64, of the scale of a group. `amax` is the bits of the largest
/// magnitude as f64: zero for a group of zeros, and those of infinity or a NaN
/// for a group that holds one.
mlir::Value chooseScale(ScalarBuilder &builder, QuantizerAttr quantizer,
                        const Format &element, const Format &scale,
                        mlir::Value amax);

/// The bits of `value` / S as f64, where `value` and the scale are bits of f64
/// and of the scale's format: exact for powers of two, else rounded to f32 as
/// the quantizer's arithmetic says. NaN, with the value's sign, if S is.
mlir::Value applyScale(ScalarBuilder &builder, QuantizerAttr quantizer,
                       const Format &scale, mlir::Value value,
                       mlir::Value scaleBits);

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_SCALERECIPE_H
