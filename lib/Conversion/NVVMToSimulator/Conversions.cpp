//===- Conversions.cpp - Conversions between encodings, in the simulator --===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "lowp/Simulator/Abi.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace lowp;
using sim::Element;

bool lowp::needsModel(LLVM::FPTruncOp op) {
  return getElementTypeOrSelf(op.getType()).isBF16();
}

namespace {
struct ConvertF32x2ToF8x2
    : public SimulatorPattern<NVVM::ConvertF32x2ToF8x2Op> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::ConvertF32x2ToF8x2Op op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i16 = rewriter.getI16Type();
    bool saturates = op.getSat() == NVVM::SaturationMode::SATFINITE;
    Value both;
    if (isa<Float8E8M0FNUType>(op.getDstTy())) {
      bool up = op.getRnd() == NVVM::FPRoundingMode::RP;
      both = runtime.call(rewriter, loc, "lowpSimConvertF32x2ToUE8M0", i16,
                          {op.getA(), op.getB(),
                           runtime.constant(rewriter, loc, up),
                           runtime.constant(rewriter, loc, saturates)});
    } else {
      Element element =
          isa<Float8E5M2Type>(op.getDstTy()) ? Element::E5M2 : Element::E4M3;
      both = runtime.call(rewriter, loc, "lowpSimConvertF32x2", i16,
                          {op.getA(), op.getB(),
                           runtime.constant(rewriter, loc, uint32_t(element)),
                           runtime.constant(rewriter, loc, op.getRelu())});
    }
    if (op.getType() != i16)
      both = LLVM::BitcastOp::create(rewriter, loc, op.getType(), both);
    rewriter.replaceOp(op, both);
    return success();
  }
};

struct ConvertF32x2ToF6x2
    : public SimulatorPattern<NVVM::ConvertF32x2ToF6x2Op> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::ConvertF32x2ToF6x2Op op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i16 = rewriter.getI16Type();
    Element element =
        isa<Float6E3M2FNType>(op.getDstTy()) ? Element::E3M2 : Element::E2M3;
    Value both =
        runtime.call(rewriter, loc, "lowpSimConvertF32x2", i16,
                     {op.getA(), op.getB(),
                      runtime.constant(rewriter, loc, uint32_t(element)),
                      runtime.constant(rewriter, loc, op.getRelu())});
    if (op.getType() != i16)
      both = LLVM::BitcastOp::create(rewriter, loc, op.getType(), both);
    rewriter.replaceOp(op, both);
    return success();
  }
};

struct ConvertF32x2ToF4x2
    : public SimulatorPattern<NVVM::ConvertF32x2ToF4x2Op> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::ConvertF32x2ToF4x2Op op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    rewriter.replaceOp(
        op, runtime.call(rewriter, loc, "lowpSimConvertF32x2ToE2M1",
                         rewriter.getI8Type(),
                         {op.getA(), op.getB(),
                          runtime.constant(rewriter, loc, op.getRelu())}));
    return success();
  }
};

struct ConvertF8x2ToF16x2
    : public SimulatorPattern<NVVM::ConvertF8x2ToF16x2Op> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::ConvertF8x2ToF16x2Op op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Element element =
        isa<Float8E5M2Type>(op.getSrcType()) ? Element::E5M2 : Element::E4M3;
    Value codes = LLVM::BitcastOp::create(rewriter, loc, rewriter.getI16Type(),
                                          op.getSrc());
    Value both = runtime.call(
        rewriter, loc, "lowpSimConvertF8x2ToF16x2", rewriter.getI32Type(),
        {codes, runtime.constant(rewriter, loc, uint32_t(element)),
         runtime.constant(rewriter, loc, op.getRelu())});
    rewriter.replaceOpWithNewOp<LLVM::BitcastOp>(op, op.getType(), both);
    return success();
  }
};

/// The host may flush subnormals, or have no instruction for it.
struct RoundToBF16 : public SimulatorPattern<LLVM::FPTruncOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(LLVM::FPTruncOp op,
                                PatternRewriter &rewriter) const override {
    if (!needsModel(op) || !getElementTypeOrSelf(op.getArg().getType()).isF32())
      return rewriter.notifyMatchFailure(op, "not a rounding of f32 to bf16");
    Location loc = op.getLoc();
    auto round = [&](Value value) -> Value {
      Value bits = runtime.call(rewriter, loc, "lowpSimConvertF32ToBF16",
                                rewriter.getI16Type(), value);
      return LLVM::BitcastOp::create(rewriter, loc, rewriter.getBF16Type(),
                                     bits);
    };
    auto type = dyn_cast<VectorType>(op.getType());
    if (!type) {
      rewriter.replaceOp(op, round(op.getArg()));
      return success();
    }
    Value result = LLVM::PoisonOp::create(rewriter, loc, type);
    for (int64_t index = 0; index < type.getNumElements(); ++index) {
      Value position = runtime.constant(rewriter, loc, index);
      Value element =
          LLVM::ExtractElementOp::create(rewriter, loc, op.getArg(), position);
      result = LLVM::InsertElementOp::create(rewriter, loc, result,
                                             round(element), position);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};
} // namespace

void lowp::populateConversionPatterns(RewritePatternSet &patterns,
                                      RuntimeCalls &runtime) {
  patterns.add<ConvertF32x2ToF4x2, ConvertF32x2ToF6x2, ConvertF32x2ToF8x2,
               ConvertF8x2ToF16x2, RoundToBF16>(patterns.getContext(), runtime);
}
