//===- Collectives.cpp - What threads do together, in the simulator -------===//
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

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

static void callBarrier(OpBuilder &builder, RuntimeCalls &runtime,
                        Operation *op, Value number, Value count, bool waits) {
  Location loc = op->getLoc();
  Value zero = runtime.constant(builder, loc, 0);
  runtime.callForThread(builder, op, "lowpSimBarrier", Type(),
                        {number ? number : zero, count ? count : zero,
                         runtime.constant(builder, loc, waits),
                         runtime.getSite(builder, op)});
}

namespace {
struct Barrier0 : public SimulatorPattern<NVVM::Barrier0Op> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::Barrier0Op op,
                                PatternRewriter &rewriter) const override {
    callBarrier(rewriter, runtime, op, {}, {}, /*waits=*/true);
    rewriter.eraseOp(op);
    return success();
  }
};

struct Barrier : public SimulatorPattern<NVVM::BarrierOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::BarrierOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getReductionOp())
      return rewriter.notifyMatchFailure(op, "reductions have no model yet");
    callBarrier(rewriter, runtime, op, op.getBarrierId(),
                op.getNumberOfThreads(), /*waits=*/true);
    rewriter.eraseOp(op);
    return success();
  }
};

struct BarrierArrive : public SimulatorPattern<NVVM::BarrierArriveOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::BarrierArriveOp op,
                                PatternRewriter &rewriter) const override {
    callBarrier(rewriter, runtime, op, op.getBarrierId(),
                op.getNumberOfThreads(), /*waits=*/false);
    rewriter.eraseOp(op);
    return success();
  }
};

struct WarpBarrier : public SimulatorPattern<NVVM::SyncWarpOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::SyncWarpOp op,
                                PatternRewriter &rewriter) const override {
    runtime.callForThread(rewriter, op, "lowpSimSynchronizeWarp", Type(),
                          {op.getMask(), runtime.getSite(rewriter, op)});
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Exchange between lanes
//===----------------------------------------------------------------------===//

static sim::ShuffleKind getKind(NVVM::ShflKind kind) {
  switch (kind) {
  case NVVM::ShflKind::bfly:
    return sim::ShuffleKind::Butterfly;
  case NVVM::ShflKind::up:
    return sim::ShuffleKind::Up;
  case NVVM::ShflKind::down:
    return sim::ShuffleKind::Down;
  case NVVM::ShflKind::idx:
    return sim::ShuffleKind::Index;
  }
  llvm_unreachable("unknown shuffle");
}

static std::optional<sim::ReductionKind> getKind(NVVM::ReduxKind kind) {
  switch (kind) {
  case NVVM::ReduxKind::ADD:
    return sim::ReductionKind::Add;
  case NVVM::ReduxKind::AND:
    return sim::ReductionKind::And;
  case NVVM::ReduxKind::OR:
    return sim::ReductionKind::Or;
  case NVVM::ReduxKind::XOR:
    return sim::ReductionKind::Xor;
  case NVVM::ReduxKind::MAX:
    return sim::ReductionKind::SignedMax;
  case NVVM::ReduxKind::MIN:
    return sim::ReductionKind::SignedMin;
  case NVVM::ReduxKind::UMAX:
    return sim::ReductionKind::UnsignedMax;
  case NVVM::ReduxKind::UMIN:
    return sim::ReductionKind::UnsignedMin;
  default:
    return std::nullopt;
  }
}

static sim::VoteKind getKind(NVVM::VoteSyncKind kind) {
  switch (kind) {
  case NVVM::VoteSyncKind::any:
    return sim::VoteKind::Any;
  case NVVM::VoteSyncKind::all:
    return sim::VoteKind::All;
  case NVVM::VoteSyncKind::ballot:
    return sim::VoteKind::Ballot;
  case NVVM::VoteSyncKind::uni:
    return sim::VoteKind::Uniform;
  }
  llvm_unreachable("unknown vote");
}

namespace {
struct Shuffle : public SimulatorPattern<NVVM::ShflOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::ShflOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type(), i64 = rewriter.getI64Type();
    Type type = op.getVal().getType();
    Value bits = op.getVal();
    if (type != i32)
      bits = LLVM::BitcastOp::create(rewriter, loc, i32, bits);
    Value both = runtime.callForThread(
        rewriter, op, "lowpSimShuffle", i64,
        {op.getThreadMask(),
         runtime.constant(rewriter, loc, uint32_t(getKind(op.getKind()))), bits,
         op.getOffset(), op.getMaskAndClamp(), runtime.getSite(rewriter, op)});
    Value value = LLVM::TruncOp::create(rewriter, loc, i32, both);
    if (type != i32)
      value = LLVM::BitcastOp::create(rewriter, loc, type, value);
    auto structType = dyn_cast<LLVM::LLVMStructType>(op.getType());
    if (!structType) {
      rewriter.replaceOp(op, value);
      return success();
    }
    Value shift = LLVM::ConstantOp::create(rewriter, loc, i64,
                                           rewriter.getI64IntegerAttr(32));
    Value upper = LLVM::LShrOp::create(rewriter, loc, both, shift);
    Value valid =
        LLVM::TruncOp::create(rewriter, loc, rewriter.getI1Type(), upper);
    Value result = LLVM::PoisonOp::create(rewriter, loc, structType);
    result = LLVM::InsertValueOp::create(rewriter, loc, result, value,
                                         ArrayRef<int64_t>{0});
    rewriter.replaceOp(op,
                       LLVM::InsertValueOp::create(rewriter, loc, result, valid,
                                                   ArrayRef<int64_t>{1})
                           .getResult());
    return success();
  }
};

struct Reduction : public SimulatorPattern<NVVM::ReduxOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::ReduxOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<sim::ReductionKind> kind = getKind(op.getKind());
    if (!kind)
      return rewriter.notifyMatchFailure(op, "f32 has no model yet");
    Value operand = runtime.constant(rewriter, op.getLoc(), uint32_t(*kind));
    rewriter.replaceOp(
        op, runtime.callForThread(rewriter, op, "lowpSimReduce", op.getType(),
                                  {op.getMaskAndClamp(), operand, op.getVal(),
                                   runtime.getSite(rewriter, op)}));
    return success();
  }
};

struct Vote : public SimulatorPattern<NVVM::VoteSyncOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::VoteSyncOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    Value predicate = LLVM::ZExtOp::create(rewriter, loc, i32, op.getPred());
    Value result = runtime.callForThread(
        rewriter, op, "lowpSimVote", i32,
        {op.getMask(),
         runtime.constant(rewriter, loc, uint32_t(getKind(op.getKind()))),
         predicate, runtime.getSite(rewriter, op)});
    if (op.getType() != i32)
      result = LLVM::TruncOp::create(rewriter, loc, op.getType(), result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct Elect : public SimulatorPattern<NVVM::ElectSyncOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::ElectSyncOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value mask = op.getMembermask();
    if (!mask)
      mask = runtime.constant(rewriter, loc, 0xFFFFFFFF);
    Value result = runtime.callForThread(rewriter, op, "lowpSimElect",
                                         rewriter.getI32Type(),
                                         {mask, runtime.getSite(rewriter, op)});
    rewriter.replaceOp(
        op,
        LLVM::TruncOp::create(rewriter, loc, op.getType(), result).getResult());
    return success();
  }
};
} // namespace

void lowp::populateCollectivePatterns(RewritePatternSet &patterns,
                                      RuntimeCalls &runtime) {
  patterns.add<Barrier, Barrier0, BarrierArrive, Elect, Reduction, Shuffle,
               Vote, WarpBarrier>(patterns.getContext(), runtime);
}
