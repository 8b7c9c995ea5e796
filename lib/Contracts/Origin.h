//===- Origin.h - Where a raw array comes from ------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONTRACTS_ORIGIN_H
#define LOWP_CONTRACTS_ORIGIN_H

#include "lowp/Dialect/Lowp/IR/LowpOps.h"

namespace lowp {

/// What is known of a raw array after following it back through operations that
/// move or rename elements: casts, bitcasts and transposes.
struct Origin {
  /// The value where the way back ends.
  mlir::Value value;
  /// Dimension i of the array is dimension `permutation[i]` of `value`.
  llvm::SmallVector<int64_t> permutation;
  /// The element type with a meaning that is farthest back on the way, and
  /// where it is; null where there are only bytes.
  mlir::Type encoding;
  std::optional<mlir::Location> encodingLoc;

  /// The value whose codes, or scales of `level`, the array holds; null where
  /// it comes from elsewhere.
  CodesOp codes;
  ScalesOp scales;

  bool isTransposed() const {
    return !llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size()));
  }
};

/// Follows `array` back.
Origin findOrigin(mlir::Value array);

} // namespace lowp

#endif // LOWP_CONTRACTS_ORIGIN_H
