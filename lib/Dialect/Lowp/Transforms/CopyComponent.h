//===- CopyComponent.h - Copies arrays between layouts ----------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_TRANSFORMS_COPYCOMPONENT_H
#define LOWP_LIB_DIALECT_LOWP_TRANSFORMS_COPYCOMPONENT_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/Builders.h"

namespace lowp {

/// The arrays of a value of type `target` that is the value of type `source`
/// with dimension i taken from `permutation[i]`: the same codes and scales,
/// moved to where the layouts of `target` have them. Arrays that lie alike in
/// both are returned as they are. `extents` are those of `source`.
llvm::SmallVector<mlir::Value>
copyComponents(mlir::OpBuilder &builder, mlir::Location loc,
               mlir::ValueRange arrays, ScaledType source, ScaledType target,
               llvm::ArrayRef<mlir::OpFoldResult> extents,
               llvm::ArrayRef<int64_t> permutation);

} // namespace lowp

#endif // LOWP_LIB_DIALECT_LOWP_TRANSFORMS_COPYCOMPONENT_H
