//===- Transactions.cpp - mbarrier and bulk copies, in the simulator ------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace lowp;

/// One where an operation has no predicate.
static Value getPredicate(OpBuilder &builder, RuntimeCalls &runtime,
                          Location loc, Value predicate) {
  if (!predicate)
    return runtime.constant(builder, loc, 1);
  return LLVM::ZExtOp::create(builder, loc, builder.getI32Type(), predicate);
}

namespace {
struct InitializeBarrier : public SimulatorPattern<NVVM::MBarrierInitOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::MBarrierInitOp op,
                                PatternRewriter &rewriter) const override {
    runtime.callForThread(
        rewriter, op, "lowpSimInitializeBarrier", Type(),
        {runtime.getGenericPointer(rewriter, op.getAddr()), op.getCount(),
         getPredicate(rewriter, runtime, op.getLoc(), op.getPredicate()),
         runtime.getSite(rewriter, op)});
    rewriter.eraseOp(op);
    return success();
  }
};

struct InvalidateBarrier : public SimulatorPattern<NVVM::MBarrierInvalOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::MBarrierInvalOp op,
                                PatternRewriter &rewriter) const override {
    runtime.callForThread(rewriter, op, "lowpSimInvalidateBarrier", Type(),
                          {runtime.getGenericPointer(rewriter, op.getAddr()),
                           runtime.getSite(rewriter, op)});
    rewriter.eraseOp(op);
    return success();
  }
};

struct Arrive : public SimulatorPattern<NVVM::MBarrierArriveOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::MBarrierArriveOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getRelaxed() || op.getScope() != NVVM::MemScopeKind::CTA)
      return rewriter.notifyMatchFailure(op, "not release.cta");
    Value count = op.getCount() ? op.getCount()
                                : runtime.constant(rewriter, op.getLoc(), 1);
    Value phase = runtime.callForThread(
        rewriter, op, "lowpSimArrive", rewriter.getI64Type(),
        {runtime.getGenericPointer(rewriter, op.getAddr()), count,
         runtime.getSite(rewriter, op)});
    if (op->getNumResults())
      rewriter.replaceOp(op, phase);
    else
      rewriter.eraseOp(op);
    return success();
  }
};

struct ArriveAndExpect
    : public SimulatorPattern<NVVM::MBarrierArriveExpectTxOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::MBarrierArriveExpectTxOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getRelaxed() || op.getScope() != NVVM::MemScopeKind::CTA)
      return rewriter.notifyMatchFailure(op, "not release.cta");
    Value phase = runtime.callForThread(
        rewriter, op, "lowpSimArriveAndExpect", rewriter.getI64Type(),
        {runtime.getGenericPointer(rewriter, op.getAddr()), op.getTxcount(),
         getPredicate(rewriter, runtime, op.getLoc(), op.getPredicate()),
         runtime.getSite(rewriter, op)});
    if (op->getNumResults())
      rewriter.replaceOp(op, phase);
    else
      rewriter.eraseOp(op);
    return success();
  }
};

struct Expect : public SimulatorPattern<NVVM::MBarrierExpectTxOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::MBarrierExpectTxOp op,
                                PatternRewriter &rewriter) const override {
    runtime.callForThread(rewriter, op, "lowpSimExpect", Type(),
                          {runtime.getGenericPointer(rewriter, op.getAddr()),
                           op.getTxcount(), runtime.getSite(rewriter, op)});
    rewriter.eraseOp(op);
    return success();
  }
};

struct WaitParity : public SimulatorPattern<NVVM::MBarrierTryWaitParityOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::MBarrierTryWaitParityOp op,
                                PatternRewriter &rewriter) const override {
    runtime.callForThread(rewriter, op, "lowpSimWaitParity", Type(),
                          {runtime.getGenericPointer(rewriter, op.getAddr()),
                           op.getPhase(), runtime.getSite(rewriter, op)});
    rewriter.eraseOp(op);
    return success();
  }
};

/// Of a parity; states have no model yet.
struct TestParity : public SimulatorPattern<NVVM::MBarrierTestWaitOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::MBarrierTestWaitOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getStateOrPhase().getType().isInteger(32) || op.getRelaxed())
      return rewriter.notifyMatchFailure(op, "not of a parity, acquire.cta");
    Value result = runtime.callForThread(
        rewriter, op, "lowpSimTestParity", rewriter.getI32Type(),
        {runtime.getGenericPointer(rewriter, op.getAddr()),
         op.getStateOrPhase(), runtime.getSite(rewriter, op)});
    rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, op.getType(), result);
    return success();
  }
};

/// May wait; waits until the answer is yes, so that a phase that never ends is
/// seen as a deadlock.
struct TryWait : public SimulatorPattern<NVVM::MBarrierTryWaitOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::MBarrierTryWaitOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getStateOrPhase().getType().isInteger(32) || op.getRelaxed())
      return rewriter.notifyMatchFailure(op, "not of a parity, acquire.cta");
    runtime.callForThread(rewriter, op, "lowpSimWaitParity", Type(),
                          {runtime.getGenericPointer(rewriter, op.getAddr()),
                           op.getStateOrPhase(),
                           runtime.getSite(rewriter, op)});
    rewriter.replaceOpWithNewOp<LLVM::ConstantOp>(op, op.getType(),
                                                  rewriter.getBoolAttr(true));
    return success();
  }
};

struct CopyTile
    : public SimulatorPattern<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult
  matchAndRewrite(NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp op,
                  PatternRewriter &rewriter) const override {
    if (op.getMode() != NVVM::TMALoadMode::TILE || op.getMulticastMask() ||
        op.getGroup())
      return rewriter.notifyMatchFailure(op, "not a tile of one block");
    Location loc = op.getLoc();
    Value coordinates = runtime.getOperandBuffer(op);
    runtime.storeWords(rewriter, loc, coordinates, op.getCoordinates());
    runtime.callForThread(
        rewriter, op, "lowpSimCopyTile", Type(),
        {runtime.getGenericPointer(rewriter, op.getDstMem()),
         op.getTmaDescriptor(), coordinates,
         runtime.constant(rewriter, loc, op.getCoordinates().size()),
         runtime.getGenericPointer(rewriter, op.getMbar()),
         getPredicate(rewriter, runtime, loc, op.getPredicate()),
         runtime.getSite(rewriter, op)});
    rewriter.eraseOp(op);
    return success();
  }
};

struct FenceBarriers : public SimulatorPattern<NVVM::FenceMbarrierInitOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::FenceMbarrierInitOp op,
                                PatternRewriter &rewriter) const override {
    runtime.callForThread(rewriter, op, "lowpSimFenceBarriers", Type(), {});
    rewriter.eraseOp(op);
    return success();
  }
};

/// Those of other proxies than shared memory's order what the simulator does in
/// order.
struct FenceProxies : public SimulatorPattern<NVVM::FenceProxyOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::FenceProxyOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getKind() == NVVM::ProxyKind::async ||
        op.getKind() == NVVM::ProxyKind::async_shared)
      runtime.callForThread(rewriter, op, "lowpSimFenceProxies", Type(), {});
    rewriter.eraseOp(op);
    return success();
  }
};

/// Only makes it faster.
template <typename Op>
struct Drop : public SimulatorPattern<Op> {
  using SimulatorPattern<Op>::SimulatorPattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void lowp::populateTransactionPatterns(RewritePatternSet &patterns,
                                       RuntimeCalls &runtime) {
  patterns.add<Arrive, ArriveAndExpect, CopyTile, Drop<NVVM::PrefetchOp>,
               Expect, FenceBarriers, FenceProxies, InitializeBarrier,
               InvalidateBarrier, TestParity, TryWait, WaitParity>(
      patterns.getContext(), runtime);
}
