//===- MatmulToLinalg.cpp - Lowers contractions ---------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulToLinalg.h"
#include "Contraction.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace lowp;

/// The significant bits of a product that f32-sequential adds in one rounding.
static constexpr unsigned sequentialPrecision = 24;

static LogicalResult checkAccumulate(StorageMatmulOp op,
                                     AccumulationModel model) {
  AccumulateAttr accumulate = op.getAccumulate();
  if (!accumulate.getAccumulator().isF32())
    return op.emitOpError() << "has no lowering for an accumulator of "
                            << accumulate.getAccumulator() << "; f32 has one";
  Type init = cast<ShapedType>(op.getInit().getType()).getElementType();
  if (!init.isF32())
    return op.emitOpError() << "sums in f32 but adds to an array of " << init;
  if (accumulate.getProduct() != ProductPrecision::Exact)
    return op.emitOpError("has no lowering for `product = rounded`; exact has "
                          "one");
  if (accumulate.getOrder() == AccumulationOrder::Promoted)
    return op.emitOpError("has no lowering for `order = promoted`; any and "
                          "sequential have one");
  if (accumulate.getOrder() == AccumulationOrder::Sequential &&
      model == AccumulationModel::Exact)
    return op.emitOpError("demands `order = sequential`, which the model exact "
                          "does not have; f32-sequential has it");
  return success();
}

LogicalResult lowp::checkMatmul(StorageMatmulOp op, AccumulationModel model) {
  if (failed(checkAccumulate(op, model)))
    return failure();
  bool inContraction = op.getApplication() == ScaleApplication::InContraction;
  SmallVector<AffineMap> maps = op.getMaps();
  unsigned precision = 0;
  ScaledType types[] = {op.getLhsScaled(), op.getRhsScaled()};
  for (auto [map, type] : llvm::zip(ArrayRef(maps).take_front(2), types)) {
    precision += getSignificandBits(*getFormat(type.getEncoding()));
    for (ScaleAttr level : type.getLevels()) {
      if (level.getDirection() != Direction::Reconstruct)
        return op.emitOpError() << "has no lowering for scales that encode; "
                                   "invert the scales of "
                                << type << " first";
      if (inContraction) {
        precision += getSignificandBits(*getFormat(level.getType()));
        continue;
      }
      for (auto [index, expr] : llvm::enumerate(map.getResults()))
        if (level.variesAlong(index) &&
            !maps[2].isFunctionOfDim(cast<AffineDimExpr>(expr).getPosition()))
          return op.emitOpError()
                 << "cannot apply the scales of " << type
                 << " in the epilogue: they vary along the dimension that is "
                    "summed over, by groups of "
                 << level.getGroupText();
    }
  }
  if (model == AccumulationModel::F32Sequential &&
      precision > sequentialPrecision)
    return op.emitOpError()
           << "has products of up to " << precision
           << " bits with their scales, and the model f32-sequential is "
              "defined for up to 24; apply the scales in the epilogue, or "
              "choose the model exact with `--accumulate=exact`";
  return success();
}

void lowp::lowerMatmul(StorageMatmulOp op, AccumulationModel model,
                       RewriterBase &rewriter) {
  ScalarBuilder builder(op.getLoc(), rewriter);
  builder.setInsertionPoint(op);
  Contraction contraction(op, builder);
  if (model == AccumulationModel::Exact || !hasPanelContraction(contraction)) {
    emitScalarContraction(builder, contraction, model);
  } else if (Value panelsHold = emitPanelsHold(builder, contraction)) {
    scf::IfOp::create(
        builder, panelsHold,
        [&](OpBuilder &nested, Location loc) {
          ScalarBuilder inner(loc, nested);
          emitPanelContraction(inner, contraction);
          scf::YieldOp::create(nested, loc);
        },
        [&](OpBuilder &nested, Location loc) {
          ScalarBuilder inner(loc, nested);
          emitScalarContraction(inner, contraction, model);
          scf::YieldOp::create(nested, loc);
        });
  } else {
    emitPanelContraction(builder, contraction);
  }
  rewriter.eraseOp(op);
}
