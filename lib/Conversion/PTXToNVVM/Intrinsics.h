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

} // namespace lowp::ptx

#endif // LOWP_LIB_CONVERSION_PTXTONVVM_INTRINSICS_H
