//===- LowpTileToNVVM.h - From the tile level to NVVM -----------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPTILETONVVM_H
#define LOWP_CONVERSION_LOWPTILETONVVM_H

#include "mlir/Transforms/DialectConversion.h"

namespace lowp {

/// Makes views, tiles and accumulators into the values that a lane holds of
/// them.
void populateTileToNVVMConversions(mlir::TypeConverter &converter);

/// Where rings are, and what comes into their slots.
struct RingPlaces {
  /// Rings lie in the dynamic shared memory one after another, at these
  /// offsets.
  llvm::DenseMap<mlir::Operation *, int64_t> offsets;
  /// How many bytes of bulk copies a publishing operation has before it.
  llvm::DenseMap<mlir::Operation *, int64_t> bulkBytes;
};

/// The patterns of all operations of the tile level, on types of that
/// converter.
void populateTileToNVVMPatterns(const mlir::TypeConverter &converter,
                                const RingPlaces &places,
                                mlir::RewritePatternSet &patterns);

} // namespace lowp

#endif // LOWP_CONVERSION_LOWPTILETONVVM_H
