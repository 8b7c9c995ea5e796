//===- StorageComponent.cpp - One array of a scaled value -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/StorageComponent.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace lowp;

SmallVector<int64_t>
StorageComponent::getExtents(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> extents;
  for (const StorageDim &storage : dims) {
    if (storage.dim < 0)
      extents.push_back(storage.constant);
    else if (storage.step < 0)
      extents.push_back(1);
    else if (ShapedType::isDynamic(shape[storage.dim]))
      extents.push_back(ShapedType::kDynamic);
    else
      extents.push_back(llvm::divideCeil(shape[storage.dim], storage.step));
  }
  return extents;
}

SmallVector<OpFoldResult>
StorageComponent::getExtents(OpBuilder &builder, Location loc,
                             ArrayRef<OpFoldResult> shape) const {
  SmallVector<OpFoldResult> extents;
  AffineExpr symbol = builder.getAffineSymbolExpr(0);
  for (const StorageDim &storage : dims) {
    if (storage.dim < 0)
      extents.push_back(builder.getIndexAttr(storage.constant));
    else if (storage.step < 0)
      extents.push_back(builder.getIndexAttr(1));
    else
      extents.push_back(affine::makeComposedFoldedAffineApply(
          builder, loc, symbol.ceilDiv(storage.step), shape[storage.dim]));
  }
  return extents;
}

void StorageComponent::getSlice(
    OpBuilder &builder, Location loc, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVectorImpl<OpFoldResult> &sliceOffsets,
    SmallVectorImpl<OpFoldResult> &sliceSizes) const {
  AffineExpr symbol = builder.getAffineSymbolExpr(0);
  for (const StorageDim &storage : dims) {
    if (storage.dim < 0 || storage.step < 0) {
      sliceOffsets.push_back(builder.getIndexAttr(0));
      continue;
    }
    sliceOffsets.push_back(affine::makeComposedFoldedAffineApply(
        builder, loc, symbol.floorDiv(storage.step), offsets[storage.dim]));
  }
  llvm::append_range(sliceSizes, getExtents(builder, loc, sizes));
}

std::optional<unsigned> StorageComponent::findUnitDim(int64_t dim) const {
  for (auto [index, storage] : llvm::enumerate(dims))
    if (storage.dim == dim && storage.step == 1)
      return index;
  return std::nullopt;
}

bool StorageComponent::hasPadding() const {
  return llvm::any_of(dims, [](const StorageDim &storage) {
    return storage.dim < 0 && storage.constant > 1;
  });
}

int64_t StorageComponent::getElementSize() const {
  return llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8);
}

int64_t StorageComponent::getAlignment() const {
  return llvm::MinAlign(pitch * getElementSize(), 16);
}

SmallVector<int64_t>
StorageComponent::getStrides(ArrayRef<int64_t> extents) const {
  SmallVector<int64_t> strides(extents.size(), 1);
  for (size_t dim = extents.size(); dim-- > 1;) {
    int64_t extent = extents[dim];
    if (dim + 1 == extents.size())
      extent = llvm::alignTo(extent, pitch);
    strides[dim - 1] = strides[dim] * std::max<int64_t>(extent, 1);
  }
  return strides;
}

int64_t StorageComponent::getByteSize(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> extents = getExtents(shape);
  if (extents.size() > 1)
    extents.back() = llvm::alignTo(extents.back(), pitch);
  int64_t count = 1;
  for (int64_t extent : extents)
    count *= extent;
  return count * getElementSize();
}

StorageComponent lowp::getTensorComponent(RankedTensorType type) {
  StorageComponent component;
  component.name = "values";
  component.elementType = component.encoding = type.getElementType();
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    component.dims.push_back({dim});
  component.position =
      AffineMap::getMultiDimIdentityMap(type.getRank(), type.getContext());
  return component;
}
