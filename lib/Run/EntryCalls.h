//===- EntryCalls.h - What an entry calls -----------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_RUN_ENTRYCALLS_H
#define LOWP_RUN_ENTRYCALLS_H

#include "mlir/IR/BuiltinOps.h"

namespace lowp {

/// Refuses calls that cannot be run in a module that holds one entry and what
/// it needs: calls of functions without a body, and recursion, which a program
/// on arrays of fixed extents would never leave.
llvm::LogicalResult verifyCalls(mlir::ModuleOp module);

} // namespace lowp

#endif // LOWP_RUN_ENTRYCALLS_H
