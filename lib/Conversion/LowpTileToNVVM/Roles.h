//===- Roles.h - Who does what in a kernel ----------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTILETONVVM_ROLES_H
#define LOWP_LIB_CONVERSION_LOWPTILETONVVM_ROLES_H

#include "lowp/Dialect/Lowp/IR/LowpTileOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace lowp {

/// The roles of the kernel that an operation is in, in order.
llvm::SmallVector<TileRoleOp> getRoles(mlir::Operation *op);

/// Whether rings pass data between roles, and not between threads of one.
bool hasSeveralRoles(mlir::Operation *op);

/// The threads that run an operation: those of its role, or of the block.
/// Nothing if the block's size is not known.
std::optional<int64_t> getThreads(mlir::Operation *op);

/// The warps of the first role, which all rings feed.
int64_t getConsumerWarps(mlir::Operation *op);

/// Makes a barrier that the threads of the role of `op` meet at.
void createRoleBarrier(mlir::OpBuilder &builder, mlir::Operation *op);

/// Makes branches of the roles of a kernel, all else in them being lowered.
void lowerRoles(mlir::gpu::GPUFuncOp func);

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPTILETONVVM_ROLES_H
