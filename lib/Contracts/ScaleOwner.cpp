//===- ScaleOwner.cpp - Who chose codes and scales ------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleOwner.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace lowp;

Operation *lowp::findOwner(const Origin &array) {
  Origin origin = array;
  while (origin.codes || origin.scales) {
    Value value =
        origin.codes ? origin.codes.getSource() : origin.scales.getSource();
    Operation *op = value.getDefiningOp();
    while (
        isa_and_nonnull<InvertScaleOp, RecodeOp, RelayoutOp, TransposeOp>(op))
      op = op->getOperand(0).getDefiningOp();
    if (isa_and_nonnull<LaunchOp, QuantizeOp, RegroupOp>(op))
      return op;
    auto assemble = dyn_cast_or_null<AssembleOp>(op);
    if (!assemble)
      return nullptr;
    origin = findOrigin(origin.codes
                            ? assemble.getCodes()
                            : assemble.getScales()[origin.scales.getLevel()]);
  }
  return nullptr;
}

/// The quantizer without what changes codes only.
static QuantizerAttr getScaleChoice(QuantizeOp op) {
  QuantizerAttr quantizer = op.getQuantizer();
  return QuantizerAttr::get(
      op.getContext(), quantizer.getRecipe(),
      ConversionAttr::get(
          op.getContext(), quantizer.getConversion().getDestination(),
          Rounding::Unstated, Overflow::Unstated, InfinityPolicy::Unstated,
          NaNPolicy::Unstated, ZeroSign::Unstated),
      ScaleArithmetic::Unstated, quantizer.getAmaxType(),
      quantizer.getAmaxFloor(), quantizer.getScaleRounding(),
      quantizer.getZeroGroup(), quantizer.getNonfiniteGroup(),
      quantizer.getSubnormals(), quantizer.getTiming());
}

bool lowp::chooseSameScales(Operation *left, Operation *right) {
  if (left == right || OperationEquivalence::isEquivalentTo(
                           left, right, OperationEquivalence::IgnoreLocations))
    return true;
  auto leftQuantize = dyn_cast<QuantizeOp>(left);
  auto rightQuantize = dyn_cast<QuantizeOp>(right);
  if (!leftQuantize || !rightQuantize ||
      leftQuantize.getSource() != rightQuantize.getSource())
    return false;
  ScaledType leftType = leftQuantize.getType(),
             rightType = rightQuantize.getType();
  auto haveSameGroups = [](ScaleAttr one, ScaleAttr other) {
    return one.getType() == other.getType() &&
           one.getGroup() == other.getGroup();
  };
  return llvm::equal(leftType.getLevels(), rightType.getLevels(),
                     haveSameGroups) &&
         getScaleChoice(leftQuantize) == getScaleChoice(rightQuantize);
}
