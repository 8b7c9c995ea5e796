//===- ContractionRules.cpp - Where scales may be applied -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "lowp/Contracts/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace lowp;

/// The extent of dimension `dim` of an operand, which the other may know.
static int64_t getExtent(MatmulOp op, unsigned operand, unsigned dim) {
  SmallVector<AffineMap> maps = op.getMaps();
  AffineExpr loop = maps[operand].getResult(dim);
  for (unsigned index : {operand, 1 - operand}) {
    auto type = cast<ScaledType>(op->getOperand(index).getType());
    std::optional<unsigned> position = maps[index].getResultPosition(loop);
    if (position && !ShapedType::isDynamic(type.getShape()[*position]))
      return type.getShape()[*position];
  }
  return ShapedType::kDynamic;
}

/// Whether scales of `level` take more than one value along the `extent` of
/// `dim`.
static bool variesAlong(ScaleAttr level, unsigned dim, int64_t extent) {
  int64_t group = level.getGroup()[dim];
  if (group == ScaleAttr::kWhole)
    return false;
  return ShapedType::isDynamic(extent) || extent > group;
}

unsigned lowp::checkContraction(MatmulOp op) {
  if (op.getApplication() != ScaleApplication::Epilogue)
    return 0;
  unsigned broken = 0;
  for (unsigned operand = 0; operand < 2; ++operand) {
    Value value = op->getOperand(operand);
    auto type = cast<ScaledType>(value.getType());
    for (unsigned dim : op.getReductionDims(operand)) {
      int64_t extent = getExtent(op, operand, dim);
      for (auto [index, level] : llvm::enumerate(type.getLevels())) {
        if (!variesAlong(level, dim, extent))
          continue;
        Violation violation(
            op, "own-hoist-k-scale",
            llvm::formatv("applies scales after the sum, but those of operand "
                          "#{0} vary along it",
                          operand));
        violation.promised(
            value.getLoc(),
            llvm::formatv("level {0} of {1} has one scale for every {2} "
                          "elements along dimension {3}, over which the "
                          "contraction sums",
                          index, type, level.getGroup()[dim], dim));
        if (!ShapedType::isDynamic(extent))
          violation.because(llvm::formatv(
              "{0} elements have {1} scales and the epilogue applies one: "
              "partial sums 2 and 3 under scale products 5 and 8 make 34, the "
              "first product pulled out makes 25",
              extent, llvm::divideCeil(extent, level.getGroup()[dim])));
        ++broken;
      }
    }
  }
  return broken;
}
