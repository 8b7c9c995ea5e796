//===- MatmulToLinalg.h - Lowers contractions -------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_MATMULTOLINALG_H
#define LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_MATMULTOLINALG_H

#include "lowp/Conversion/LowpStorageToLinalg.h"
#include "lowp/Dialect/Lowp/IR/LowpStorageOps.h"
#include "mlir/IR/PatternMatch.h"

namespace lowp {

/// Refuses, with the reason, what lowerMatmul cannot lower.
mlir::LogicalResult checkMatmul(StorageMatmulOp op, AccumulationModel model);
/// Replaces an admitted contraction of memrefs.
void lowerMatmul(StorageMatmulOp op, AccumulationModel model,
                 mlir::RewriterBase &rewriter);

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_MATMULTOLINALG_H
