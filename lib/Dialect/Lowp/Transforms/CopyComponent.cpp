//===- CopyComponent.cpp - Copies arrays between layouts ------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyComponent.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace lowp;

/// From the indices of an element in the target to those of the same element in
/// the source.
static AffineMap getSourceElement(ArrayRef<int64_t> permutation,
                                  MLIRContext *context) {
  SmallVector<AffineExpr> indices(permutation.size());
  for (auto [index, dim] : llvm::enumerate(permutation))
    indices[dim] = getAffineDimExpr(index, context);
  return AffineMap::get(permutation.size(), 0, indices, context);
}

/// The logical elements between two neighbours of an array along each
/// dimension: 1 for codes, the group for scales, 0 where it does not vary.
static SmallVector<int64_t> getSteps(const StorageComponent &component,
                                     ScaledType type) {
  if (component.level < 0)
    return SmallVector<int64_t>(type.getRank(), 1);
  return llvm::map_to_vector(
      type.getLevels()[component.level].getGroup(),
      [](int64_t extent) { return std::max<int64_t>(extent, 0); });
}

static Value createFilled(OpBuilder &builder, Location loc,
                          const StorageComponent &component,
                          ArrayRef<OpFoldResult> extents) {
  Value empty = tensor::EmptyOp::create(
      builder, loc, component.getExtents(builder, loc, extents),
      component.elementType);
  if (!component.hasPadding())
    return empty;
  assert(component.elementType.isInteger(8) && "tiles hold bytes");
  Value padding = arith::ConstantIntOp::create(
      builder, loc, component.elementType, component.padding);
  return linalg::FillOp::create(builder, loc, padding, empty).getResult(0);
}

/// One loop for each dimension over the elements, or groups, of the target.
static Value copyByElement(OpBuilder &builder, Location loc, Value array,
                           const StorageComponent &from,
                           const StorageComponent &to,
                           ArrayRef<OpFoldResult> extents,
                           ArrayRef<int64_t> steps, AffineMap sourceElement) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> lower, upper, step;
  for (auto [extent, width] : llvm::zip(extents, steps)) {
    lower.push_back(zero);
    // A dimension in which the array does not vary is walked once, also where
    // its extent is zero: the array has one entry then.
    upper.push_back(
        width == 0 ? one
                   : getValueOrCreateConstantIndexOp(builder, loc, extent));
    step.push_back(
        width <= 1 ? one : arith::ConstantIndexOp::create(builder, loc, width));
  }
  auto indicesAt = [](OpBuilder &builder, Location loc, AffineMap map,
                      ValueRange element) {
    SmallVector<OpFoldResult> operands(element.begin(), element.end());
    SmallVector<Value> indices;
    for (unsigned index = 0; index < map.getNumResults(); ++index)
      indices.push_back(getValueOrCreateConstantIndexOp(
          builder, loc,
          affine::makeComposedFoldedAffineApply(
              builder, loc, map.getSubMap({index}), operands)));
    return indices;
  };
  Value init = createFilled(builder, loc, to, extents);
  scf::LoopNest loops = scf::buildLoopNest(
      builder, loc, lower, upper, step, init,
      [&](OpBuilder &body, Location loc, ValueRange element,
          ValueRange carried) -> scf::ValueVector {
        Value value = tensor::ExtractOp::create(
            body, loc, array,
            indicesAt(body, loc, from.position.compose(sourceElement),
                      element));
        Value next = tensor::InsertOp::create(
            body, loc, value, carried.front(),
            indicesAt(body, loc, to.position, element));
        return {next};
      });
  return loops.results.front();
}

/// Whether both arrays are indexed by single elements or groups in some order,
/// and if so which dimension of the source each dimension of the target is.
static std::optional<SmallVector<int64_t>> getDimensionOrder(AffineMap from,
                                                             AffineMap to) {
  if (from.getNumResults() != to.getNumResults())
    return std::nullopt;
  SmallVector<int64_t> order;
  for (AffineExpr expr : to.getResults()) {
    const auto *position = llvm::find(from.getResults(), expr);
    if (llvm::count(from.getResults(), expr) != 1 ||
        llvm::count(to.getResults(), expr) != 1)
      return std::nullopt;
    order.push_back(position - from.getResults().begin());
  }
  return order;
}

SmallVector<Value> lowp::copyComponents(OpBuilder &builder, Location loc,
                                        ValueRange arrays, ScaledType source,
                                        ScaledType target,
                                        ArrayRef<OpFoldResult> extents,
                                        ArrayRef<int64_t> permutation) {
  AffineMap sourceElement = getSourceElement(permutation, builder.getContext());
  SmallVector<OpFoldResult> targetExtents = llvm::map_to_vector(
      permutation, [&](int64_t dim) { return extents[dim]; });
  SmallVector<Value> copies;
  for (auto [array, from, to] :
       llvm::zip_equal(arrays, *source.getStorageComponents(nullptr),
                       *target.getStorageComponents(nullptr))) {
    AffineMap sourcePosition = from.position.compose(sourceElement);
    if (sourcePosition == to.position) {
      copies.push_back(array);
      continue;
    }
    std::optional<SmallVector<int64_t>> order =
        getDimensionOrder(sourcePosition, to.position);
    if (!order) {
      copies.push_back(copyByElement(builder, loc, array, from, to,
                                     targetExtents, getSteps(to, target),
                                     sourceElement));
      continue;
    }
    Value empty = tensor::EmptyOp::create(
        builder, loc, to.getExtents(builder, loc, targetExtents),
        to.elementType);
    copies.push_back(
        linalg::TransposeOp::create(builder, loc, array, empty, *order)
            ->getResult(0));
  }
  return copies;
}
