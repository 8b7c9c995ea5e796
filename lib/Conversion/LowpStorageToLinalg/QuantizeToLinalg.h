//===- QuantizeToLinalg.h - Lowers quantization to linalg -------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_QUANTIZETOLINALG_H
#define LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_QUANTIZETOLINALG_H

#include "lowp/Dialect/Lowp/IR/LowpStorageOps.h"
#include "mlir/IR/PatternMatch.h"

namespace lowp {

/// Refuses, with the reason, what lowerQuantize cannot lower.
mlir::LogicalResult checkQuantize(StorageQuantizeOp op);
/// Replaces an admitted quantization of memrefs.
void lowerQuantize(StorageQuantizeOp op, mlir::RewriterBase &rewriter);

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_QUANTIZETOLINALG_H
