//===- TransactionRing.cpp - The ring as mbarriers and bulk copies --------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Each slot has two mbarriers. Phase i of the first ends when the slot has been
// published for the i-th time and the bytes of its bulk copies are there; phase
// i of the second when each warp of the consuming role has released it for the
// i-th time. In round i a consumer waits for phase i of the first, a producer
// for phase i - 1 of the second; a wait for the phase before the first one does
// not wait (PTX ISA, mbarrier).
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "RingUse.h"
#include "Roles.h"
#include "WarpTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace lowp;

namespace {
/// Which barrier of a slot, by its offset from the first.
enum Barrier : int64_t { Full = 0, Empty = 8 };
} // namespace

static Value createBarrierAddress(OpBuilder &builder, Location loc,
                                  ValueRange slot, Barrier barrier) {
  return createAddress(builder, loc,
                       createAddress(builder, loc, slot[0], slot[2]),
                       createI32(builder, loc, barrier));
}

void lowp::createRingBarriers(OpBuilder &builder, TileRingOp op, Value memory) {
  Location loc = op.getLoc();
  TileRingType ring = op.getRing().getType();
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        createThread(builder, loc),
                                        createI32(builder, loc, 0));
  auto branch =
      scf::IfOp::create(builder, loc, isFirst, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    for (int64_t index = 0; index < ring.getStages(); ++index) {
      RingUse use = {createI32(builder, loc, index), Value()};
      SmallVector<Value> slot = createSlot(builder, loc, ring, memory, use);
      auto init = [&](Barrier barrier, int64_t arrivals) {
        NVVM::MBarrierInitOp::create(
            builder, loc, createBarrierAddress(builder, loc, slot, barrier),
            createI32(builder, loc, arrivals), /*predicate=*/Value());
      };
      init(Full, 1);
      init(Empty, getConsumerWarps(op));
    }
    NVVM::FenceMbarrierInitOp::create(builder, loc);
  }
  gpu::BarrierOp::create(builder, loc);
}

/// Waits for the end of the phase whose number has the parity of `phase`.
static void createWait(OpBuilder &builder, Location loc, Value barrier,
                       Value phase) {
  Value parity =
      arith::AndIOp::create(builder, loc, phase, createI32(builder, loc, 1));
  auto loop = scf::WhileOp::create(builder, loc, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&loop.getBefore());
  Value isOver = NVVM::MBarrierTryWaitOp::create(
      builder, loc, builder.getI1Type(), barrier, parity, /*ticks=*/Value(),
      NVVM::MemScopeKind::CTA, /*relaxed=*/false);
  Value again = arith::XOrIOp::create(
      builder, loc, isOver, arith::ConstantIntOp::create(builder, loc, 1, 1));
  scf::ConditionOp::create(builder, loc, again, ValueRange());
  builder.createBlock(&loop.getAfter());
  scf::YieldOp::create(builder, loc);
}

namespace {
/// Waits for a barrier of the slot, for the phase of the use's round and so
/// many rounds more.
template <typename Op, Barrier barrier, int64_t rounds>
struct TakeSlot : public OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!hasSeveralRoles(op))
      return rewriter.notifyMatchFailure(op, "one role uses the ring");
    Location loc = op.getLoc();
    TileRingType ring = op.getRing().getType();
    RingUse use = RingUse::get(rewriter, loc, ring, op.getIndex());
    SmallVector<Value> slot =
        createSlot(rewriter, loc, ring, adaptor.getRing(), use);
    createWait(rewriter, loc,
               createBarrierAddress(rewriter, loc, slot, barrier),
               createAdd(rewriter, loc, use.round, rounds));
    rewriter.replaceOpWithMultiple(op, {slot});
    return success();
  }
};
using WaitForSlot = TakeSlot<TileWaitOp, Full, 0>;
// The phase before the round's has the parity of the one after it.
using AcquireSlot = TakeSlot<TileAcquireOp, Empty, 1>;

/// A tile is a box of the array; what is outside comes as zeros.
struct CopyTile : public OpConversionPattern<TileFillOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileFillOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getMap())
      return rewriter.notifyMatchFailure(op, "threads do it");
    Location loc = op.getLoc();
    ValueRange slot = adaptor.getSlot();
    Value tile = createAddress(
        rewriter, loc, slot[0],
        createAdd(rewriter, loc, slot[1],
                  op.getSlot().getType().getTileOffset(op.getTile())));
    auto toI32 = [&](Value value) -> Value {
      return arith::IndexCastUIOp::create(rewriter, loc, rewriter.getI32Type(),
                                          value);
    };
    // Coordinates are innermost first.
    NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
        rewriter, loc, tile, adaptor.getMap().front(),
        ValueRange{toI32(adaptor.getColumn().front()),
                   toI32(adaptor.getRow().front())},
        createBarrierAddress(rewriter, loc, slot, Full),
        /*im2colOffsets=*/ValueRange(), /*multicastMask=*/Value(),
        /*l2CacheHint=*/Value(), NVVM::TMALoadMode::TILE, /*isCTAOnly=*/true,
        NVVM::CTAGroupKindAttr(), /*predicate=*/Value());
    rewriter.eraseOp(op);
    return success();
  }
};

/// One arrival, which also says how many bytes come.
struct PublishSlot : public OpConversionPattern<TilePublishOp> {
  PublishSlot(const TypeConverter &converter, MLIRContext *context,
              const RingPlaces &places)
      : OpConversionPattern(converter, context), places(places) {}

  LogicalResult
  matchAndRewrite(TilePublishOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!hasSeveralRoles(op))
      return rewriter.notifyMatchFailure(op, "one role uses the ring");
    Location loc = op.getLoc();
    Value barrier =
        createBarrierAddress(rewriter, loc, adaptor.getSlot(), Full);
    int64_t bytes = places.bulkBytes.lookup(op);
    if (bytes != 0)
      NVVM::MBarrierArriveExpectTxOp::create(
          rewriter, loc, /*res=*/Type(), barrier,
          createI32(rewriter, loc, bytes), NVVM::MemScopeKind::CTA,
          /*relaxed=*/false, /*predicate=*/Value());
    else
      NVVM::MBarrierArriveOp::create(rewriter, loc, /*res=*/Type(), barrier,
                                     /*count=*/Value(), NVVM::MemScopeKind::CTA,
                                     /*relaxed=*/false);
    rewriter.eraseOp(op);
    return success();
  }

  const RingPlaces &places;
};

/// The lanes of a warp have read; one of them says so.
struct ReleaseSlot : public OpConversionPattern<TileReleaseOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileReleaseOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!hasSeveralRoles(op))
      return rewriter.notifyMatchFailure(op, "one role uses the ring");
    Location loc = op.getLoc();
    NVVM::SyncWarpOp::create(rewriter, loc, createI32(rewriter, loc, -1));
    Value isFirst = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::eq, createLane(rewriter, loc),
        createI32(rewriter, loc, 0));
    auto branch =
        scf::IfOp::create(rewriter, loc, isFirst, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    NVVM::MBarrierArriveOp::create(
        rewriter, loc, /*res=*/Type(),
        createBarrierAddress(rewriter, loc, adaptor.getSlot(), Empty),
        /*count=*/Value(), NVVM::MemScopeKind::CTA, /*relaxed=*/false);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void lowp::populateTransactionRingPatterns(const TypeConverter &converter,
                                           const RingPlaces &places,
                                           RewritePatternSet &patterns) {
  patterns.add<AcquireSlot, CopyTile, ReleaseSlot, WaitForSlot>(
      converter, patterns.getContext());
  patterns.add<PublishSlot>(converter, patterns.getContext(), places);
}
