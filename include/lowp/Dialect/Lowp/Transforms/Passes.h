//===- Passes.h - Passes on the lowp dialect --------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_TRANSFORMS_PASSES_H
#define LOWP_DIALECT_LOWP_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace lowp {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "lowp/Dialect/Lowp/Transforms/Passes.h.inc"
} // namespace lowp

#endif // LOWP_DIALECT_LOWP_TRANSFORMS_PASSES_H
