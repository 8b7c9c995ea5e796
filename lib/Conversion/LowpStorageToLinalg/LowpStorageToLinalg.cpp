//===- LowpStorageToLinalg.cpp - Lowers storage operations ----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LowpStorageToLinalg.h"
#include "DequantizeToLinalg.h"
#include "MatmulToLinalg.h"
#include "QuantizeToLinalg.h"
#include "RecodeToLinalg.h"
#include "lowp/Conversion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace lowp {
#define GEN_PASS_DEF_CONVERTLOWPSTORAGETOLINALG
#include "lowp/Conversion/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

/// Operations on tensors have no lowering here.
static LogicalResult checkMemRefs(DestinationStyleOpInterface op) {
  if (op.hasPureBufferSemantics())
    return success();
  return op->emitOpError("is on tensors; bufferize first");
}

LogicalResult lowp::checkStorageToLinalg(Operation *op,
                                         AccumulationModel model) {
  if (isa<StorageQuantizeOp, StorageDequantizeOp, StorageRecodeOp,
          StorageMatmulOp>(op) &&
      failed(checkMemRefs(cast<DestinationStyleOpInterface>(op))))
    return failure();
  if (auto quantize = dyn_cast<StorageQuantizeOp>(op))
    return checkQuantize(quantize);
  if (auto dequantize = dyn_cast<StorageDequantizeOp>(op))
    return checkDequantize(dequantize);
  if (auto recode = dyn_cast<StorageRecodeOp>(op))
    return checkRecode(recode);
  if (auto matmul = dyn_cast<StorageMatmulOp>(op))
    return checkMatmul(matmul, model);
  return success();
}

namespace {

struct QuantizePattern : OpRewritePattern<StorageQuantizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StorageQuantizeOp op,
                                PatternRewriter &rewriter) const override {
    lowerQuantize(op, rewriter);
    return success();
  }
};

struct DequantizePattern : OpRewritePattern<StorageDequantizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StorageDequantizeOp op,
                                PatternRewriter &rewriter) const override {
    lowerDequantize(op, rewriter);
    return success();
  }
};

struct RecodePattern : OpRewritePattern<StorageRecodeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StorageRecodeOp op,
                                PatternRewriter &rewriter) const override {
    lowerRecode(op, rewriter);
    return success();
  }
};

struct MatmulPattern : OpRewritePattern<StorageMatmulOp> {
  MatmulPattern(MLIRContext *context, AccumulationModel model)
      : OpRewritePattern(context), model(model) {}
  LogicalResult matchAndRewrite(StorageMatmulOp op,
                                PatternRewriter &rewriter) const override {
    lowerMatmul(op, model, rewriter);
    return success();
  }
  AccumulationModel model;
};

struct ConvertLowpStorageToLinalg
    : lowp::impl::ConvertLowpStorageToLinalgBase<ConvertLowpStorageToLinalg> {
  using ConvertLowpStorageToLinalgBase::ConvertLowpStorageToLinalgBase;

  void runOnOperation() override {
    WalkResult checked = getOperation()->walk([&](Operation *op) -> WalkResult {
      return checkStorageToLinalg(op, accumulate);
    });
    if (checked.wasInterrupted())
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateLowpStorageToLinalgPatterns(patterns, accumulate);
    ConversionTarget target(getContext());
    target.addIllegalOp<StorageQuantizeOp, StorageDequantizeOp, StorageRecodeOp,
                        StorageMatmulOp>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    ConversionConfig config;
    config.allowPatternRollback = false;
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace

void lowp::populateLowpStorageToLinalgPatterns(RewritePatternSet &patterns,
                                               AccumulationModel model) {
  patterns.add<QuantizePattern, DequantizePattern, RecodePattern>(
      patterns.getContext());
  patterns.add<MatmulPattern>(patterns.getContext(), model);
}
