//===- InitAllDialects.h - Registers the dialects of lowp -------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INITALLDIALECTS_H
#define LOWP_INITALLDIALECTS_H

#include "mlir/IR/DialectRegistry.h"

namespace lowp {
/// Registers lowp alone, for a host that registers the upstream dialects.
void registerLowpDialect(mlir::DialectRegistry &registry);

/// Registers lowp, the upstream dialects that its programs and lowerings
/// contain, and the interface implementations that both need.
void registerAllDialects(mlir::DialectRegistry &registry);
} // namespace lowp

#endif // LOWP_INITALLDIALECTS_H
