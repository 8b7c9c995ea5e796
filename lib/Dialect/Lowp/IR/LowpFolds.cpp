//===- LowpFolds.cpp - Folds of the value form ----------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace lowp;

/// assemble(codes(x), scales(x, 0), ...) is x.
OpFoldResult AssembleOp::fold(FoldAdaptor) {
  auto codes = getCodes().getDefiningOp<CodesOp>();
  if (!codes || codes.getSource().getType() != getType())
    return {};
  for (auto [level, operand] : llvm::enumerate(getScales())) {
    auto scales = operand.getDefiningOp<ScalesOp>();
    if (!scales || scales.getSource() != codes.getSource() ||
        scales.getLevel() != level)
      return {};
  }
  return codes.getSource();
}

/// A transpose that permutes nothing, or undoes another, is its source.
OpFoldResult TransposeOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType() &&
      llvm::equal(getPermutation(), llvm::seq<int64_t>(0, getType().getRank())))
    return getSource();
  auto inner = getSource().getDefiningOp<TransposeOp>();
  if (!inner || inner.getSource().getType() != getType())
    return {};
  for (auto [index, dim] : llvm::enumerate(getPermutation()))
    if (inner.getPermutation()[dim] != static_cast<int64_t>(index))
      return {};
  return inner.getSource();
}

/// Inverting the same level twice is the exact answer, the source.
OpFoldResult InvertScaleOp::fold(FoldAdaptor) {
  auto inner = getSource().getDefiningOp<InvertScaleOp>();
  if (!inner || inner.getLevel() != getLevel() ||
      inner.getSource().getType() != getType())
    return {};
  return inner.getSource();
}

/// A relayout to the layout that is already there is its source.
OpFoldResult RelayoutOp::fold(FoldAdaptor) {
  return getSource().getType() == getType() ? OpFoldResult(getSource())
                                            : OpFoldResult();
}

OpFoldResult DimOp::fold(FoldAdaptor) {
  int64_t extent = getSource().getType().getShape()[getIndex()];
  if (ShapedType::isDynamic(extent))
    return {};
  return IntegerAttr::get(IndexType::get(getContext()), extent);
}
