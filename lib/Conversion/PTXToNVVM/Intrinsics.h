//===- Intrinsics.h - Operations for intrinsics --------------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_PTXTONVVM_INTRINSICS_H
#define LOWP_LIB_CONVERSION_PTXTONVVM_INTRINSICS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace lowp::ptx {

/// Replaces a call of `llvm.nvvm...` by the operation of NVVM that is the same.
/// Calls that have none stay.
void expandIntrinsic(mlir::IRRewriter &rewriter,
                     mlir::LLVM::CallIntrinsicOp op);

/// Makes the operation of an intrinsic of mbarriers, bulk copies of tiles and
/// their fences, its name without `llvm.nvvm.`: of one without a result, and of
/// one with a result, which is null if there is no such operation.
mlir::LogicalResult expandTransaction(mlir::IRRewriter &rewriter,
                                      mlir::Location loc, llvm::StringRef name,
                                      mlir::ValueRange arguments);
mlir::Value expandTransactionResult(mlir::IRRewriter &rewriter,
                                    mlir::Location loc, llvm::StringRef name,
                                    mlir::Type type,
                                    mlir::ValueRange arguments);

} // namespace lowp::ptx

#endif // LOWP_LIB_CONVERSION_PTXTONVVM_INTRINSICS_H
