//===- Contraction.h - A contraction of scaled arrays -----------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every lowering of a contraction asks: the operands and their indices,
// the extents, how an element of the result begins and how it ends.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_CONTRACTION_H
#define LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_CONTRACTION_H

#include "Accumulator.h"
#include "ScaledArrays.h"
#include "lowp/Dialect/Lowp/IR/LowpStorageOps.h"

namespace lowp {

/// An operand of a contraction and how it is indexed.
struct ContractionOperand {
  ScaledArrays arrays;
  mlir::AffineMap map;

  /// The element of this operand at the indices of the contraction.
  llvm::SmallVector<mlir::Value>
  getElement(llvm::ArrayRef<mlir::Value> indices) const;
  /// The code there (level -1), or its scale of a level.
  Factor load(ScalarBuilder &builder, int level,
              llvm::ArrayRef<mlir::Value> indices) const;
};

/// A contraction of memrefs.
struct Contraction {
  /// Emits the comparison of extents that are not known.
  Contraction(StorageMatmulOp op, ScalarBuilder &builder);

  /// The largest run along `dim` in which no scale changes, wherever it begins
  /// at a multiple of its length; 0 for the whole extent.
  int64_t getBlockLength(unsigned dim) const;
  /// What the sum of the element at `indices` begins with, an f32.
  mlir::Value loadInit(ScalarBuilder &builder,
                       llvm::ArrayRef<mlir::Value> indices) const;
  /// Stores the element at `indices` (those of reductions are not read), from
  /// its finished f32 sum.
  void storeSum(ScalarBuilder &builder, mlir::Value sum,
                llvm::ArrayRef<mlir::Value> indices) const;

  /// The array that is added to.
  mlir::Value init;
  llvm::SmallVector<mlir::AffineMap> maps;
  ContractionOperand lhs, rhs;
  /// Whether the scales are part of the products.
  bool inContraction;
  /// Dimensions of the contraction, in their order.
  llvm::SmallVector<unsigned> parallel, reduction;
  /// The extent of each dimension.
  llvm::SmallVector<mlir::Value> extents;

private:
  llvm::SmallVector<mlir::Value> getExtents(ScalarBuilder &builder) const;
  mlir::Value loadResult(ScalarBuilder &builder,
                         llvm::ArrayRef<mlir::Value> indices) const;
  mlir::Value applyInEpilogue(ScalarBuilder &builder, mlir::Value sum,
                              llvm::ArrayRef<mlir::Value> indices) const;
};

/// Emits the contraction element by element, in any model of accumulation.
void emitScalarContraction(ScalarBuilder &builder,
                           const Contraction &contraction,
                           AccumulationModel model);

/// Whether emitPanelContraction can emit the contraction.
bool hasPanelContraction(const Contraction &contraction);
/// An i1 that tells when the program runs whether each product of a code with
/// its scales is an f32; null if the formats alone say so.
mlir::Value emitPanelsHold(ScalarBuilder &builder,
                           const Contraction &contraction);
/// Emits the contraction under f32-sequential with panels of decoded f32 and
/// vectors of sums. The result has the bits of emitScalarContraction's.
void emitPanelContraction(ScalarBuilder &builder,
                          const Contraction &contraction);

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_CONTRACTION_H
