//===- LowpStorageToLinalg.h - From storage ops to linalg -------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPSTORAGETOLINALG_H
#define LOWP_CONVERSION_LOWPSTORAGETOLINALG_H

#include "lowp/Format/Enums.h"
#include "mlir/IR/PatternMatch.h"

namespace lowp {

/// Fails, with a diagnostic that names the reason, for a storage operation that
/// the patterns cannot lower; succeeds for all other operations.
mlir::LogicalResult checkStorageToLinalg(mlir::Operation *op,
                                         AccumulationModel model);

/// Patterns for storage operations on memrefs that checkStorageToLinalg admits.
void populateLowpStorageToLinalgPatterns(mlir::RewritePatternSet &patterns,
                                         AccumulationModel model);

} // namespace lowp

#endif // LOWP_CONVERSION_LOWPSTORAGETOLINALG_H
