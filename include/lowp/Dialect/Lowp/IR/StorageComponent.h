//===- StorageComponent.h - One array of a scaled value ---------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_STORAGECOMPONENT_H
#define LOWP_DIALECT_LOWP_IR_STORAGECOMPONENT_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace lowp {

/// One dimension of an array that stores codes or scales.
struct StorageDim {
  /// The logical dimension it walks, or -1 for a constant extent.
  int64_t dim = -1;
  /// The logical elements that one step covers; -1 covers all of them.
  int64_t step = 1;
  /// The extent where `dim` is -1.
  int64_t constant = 1;
};

/// One array that holds a part of a scaled value: its codes (level -1) or one
/// level of its scales; or all of a plain tensor.
struct StorageComponent {
  /// "codes" or "scales0", "scales1", ...; "values" of a plain tensor.
  std::string name;
  /// -1 for the codes, else the level.
  int level = -1;
  /// The type of the array's elements: `i8` for codes and scales of up to 8
  /// bits, else the scale's own type.
  mlir::Type elementType;
  /// The encoding of the bytes: of codes or of scales.
  mlir::Type encoding;
  /// Dimensions, slowest first.
  llvm::SmallVector<StorageDim> dims;
  /// From the indices of a logical element to the indices in the array: of its
  /// code, or of the scale of its group.
  mlir::AffineMap position;
  /// The distance from one row of the last dimension to the next is the least
  /// multiple of this many elements that holds a row.
  int64_t pitch = 1;
  /// The code that fills bytes which hold no element: code 0, a scale of one.
  uint64_t padding = 0;

  /// The array's extents for logical extents, dynamic where those are.
  llvm::SmallVector<int64_t> getExtents(llvm::ArrayRef<int64_t> shape) const;

  /// The array's extents as values or constants.
  llvm::SmallVector<mlir::OpFoldResult>
  getExtents(mlir::OpBuilder &builder, mlir::Location loc,
             llvm::ArrayRef<mlir::OpFoldResult> shape) const;

  /// The part of the array that belongs to a box of logical elements whose
  /// offsets are multiples of the steps.
  void getSlice(mlir::OpBuilder &builder, mlir::Location loc,
                llvm::ArrayRef<mlir::OpFoldResult> offsets,
                llvm::ArrayRef<mlir::OpFoldResult> sizes,
                llvm::SmallVectorImpl<mlir::OpFoldResult> &sliceOffsets,
                llvm::SmallVectorImpl<mlir::OpFoldResult> &sliceSizes) const;

  /// The dimension of the array that walks logical dimension `dim` in single
  /// steps, if there is one.
  std::optional<unsigned> findUnitDim(int64_t dim) const;

  /// Whether the array holds bytes that belong to no logical element besides
  /// those of the pitch.
  bool hasPadding() const;

  /// Bytes of an element.
  int64_t getElementSize() const;

  /// What the pitch lets every row begin at, in bytes, and so the array: a
  /// power of two, and at most 16, the widest access that kernels make.
  int64_t getAlignment() const;

  /// Distances between the elements of an array of `extents`, in elements, at
  /// the pitch.
  llvm::SmallVector<int64_t> getStrides(llvm::ArrayRef<int64_t> extents) const;

  /// Bytes of the array, padding of the pitch included, for static extents.
  int64_t getByteSize(llvm::ArrayRef<int64_t> shape) const;
};

/// The array of a plain tensor of integers or floats: dense and row-major.
StorageComponent getTensorComponent(mlir::RankedTensorType type);

} // namespace lowp

#endif // LOWP_DIALECT_LOWP_IR_STORAGECOMPONENT_H
