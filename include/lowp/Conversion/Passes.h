//===- Passes.h - Conversions from and to lowp ------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_PASSES_H
#define LOWP_CONVERSION_PASSES_H

#include "lowp/Conversion/LowpStorageToLinalg.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

namespace lowp {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "lowp/Conversion/Passes.h.inc"
} // namespace lowp

#endif // LOWP_CONVERSION_PASSES_H
