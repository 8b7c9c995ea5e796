//===- ScaledArrays.h - Loops over the arrays of a scaled value -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_SCALEDARRAYS_H
#define LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_SCALEDARRAYS_H

#include "DecodeCode.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"

namespace lowp {

/// A scaled value in memory: its type and a memref for each component.
struct ScaledArrays {
  ScaledArrays(ScaledType type, mlir::ValueRange arrays);

  /// The number of levels of scales.
  unsigned getNumLevels() const { return components.size() - 1; }
  /// The format of the codes (level -1) or of a level of scales.
  const Format &getFormatOf(int level) const;

  /// What the array holds for a logical element, or for its scale of a level.
  mlir::Value loadStored(ScalarBuilder &builder, int level,
                         mlir::ValueRange element) const;
  /// The parts of a code or scale that was loaded.
  DecodedCode decode(ScalarBuilder &builder, int level,
                     mlir::Value stored) const;
  /// The parts of the code of a logical element, or of its scale of a level.
  DecodedCode load(ScalarBuilder &builder, int level,
                   mlir::ValueRange element) const;
  /// Writes the bits of a code or scale.
  void store(ScalarBuilder &builder, int level, mlir::ValueRange element,
             mlir::Value bits) const;

  /// Stops the program where an array does not have the extents that go with
  /// the logical ones.
  void assertExtents(ScalarBuilder &builder,
                     llvm::ArrayRef<mlir::OpFoldResult> extents,
                     llvm::StringRef what) const;

  ScaledType type;
  llvm::SmallVector<StorageComponent> components;
  llvm::SmallVector<mlir::Value> arrays;
};

/// The extents of a memref.
llvm::SmallVector<mlir::OpFoldResult> getMemRefExtents(ScalarBuilder &builder,
                                                       mlir::Value memref);

/// Stops the program with a message if two extents differ that are not both
/// known.
void assertSameExtent(ScalarBuilder &builder, mlir::OpFoldResult left,
                      mlir::OpFoldResult right, const llvm::Twine &message);

/// Builds a loop nest from 0 to `extents` whose body gets the indices.
void buildLoops(
    ScalarBuilder &builder, llvm::ArrayRef<mlir::OpFoldResult> extents,
    llvm::function_ref<void(ScalarBuilder &, mlir::ValueRange)> body);

/// Builds a loop nest between bounds that carries values.
llvm::SmallVector<mlir::Value> buildLoops(
    ScalarBuilder &builder, mlir::ValueRange lower, mlir::ValueRange upper,
    mlir::ValueRange init,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(
        ScalarBuilder &, mlir::ValueRange indices, mlir::ValueRange carried)>
        body);

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_SCALEDARRAYS_H
