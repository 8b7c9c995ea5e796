//===- ScaleOwner.h - Who chose codes and scales ----------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONTRACTS_SCALEOWNER_H
#define LOWP_CONTRACTS_SCALEOWNER_H

#include "Origin.h"

namespace lowp {

/// The quantization, regrouping or launch that gave the codes or scales of
/// `array`, followed back through operations that change layout, direction,
/// encoding or the order of dimensions; null where it is not visible.
mlir::Operation *findOwner(const Origin &array);

/// Whether two owners surely choose the same scales for the same elements, as
/// two quantizations of one value do that differ in how codes are rounded.
bool chooseSameScales(mlir::Operation *left, mlir::Operation *right);

} // namespace lowp

#endif // LOWP_CONTRACTS_SCALEOWNER_H
