//===- RecodeToLinalg.h - Lowers storage.recode -----------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_RECODETOLINALG_H
#define LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_RECODETOLINALG_H

#include "lowp/Dialect/Lowp/IR/LowpStorageOps.h"
#include "mlir/IR/PatternMatch.h"

namespace lowp {

/// Refuses, with the reason, a conversion that has no lowering.
llvm::LogicalResult checkRecode(StorageRecodeOp op);

/// Replaces a recoding on memrefs that checkRecode admits.
void lowerRecode(StorageRecodeOp op, mlir::RewriterBase &rewriter);

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_RECODETOLINALG_H
