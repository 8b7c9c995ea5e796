//===- Ring.cpp - The ring as groups of asynchronous copies ---------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A slot is published by committing a group of cp.async, and waited for by
// waiting for groups and a barrier. No thread passes the barrier of use i
// before all have released use i - 1, so that acquiring needs no barrier of
// its own right after one (PTX ISA, cp.async and bar.sync).
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "WarpTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace lowp;

/// Bytes of one copy; the chunk that swizzles exchange.
static constexpr int64_t kCopyBytes = 16;

Value lowp::createSwizzledOffset(OpBuilder &builder, Location loc,
                                 TileDataType tile, Value row, Value column) {
  Value rowOffset = arith::MulIOp::create(
      builder, loc, row, createI32(builder, loc, tile.getShape()[1]));
  if (auto swizzle = dyn_cast_or_null<TileSwizzleAttr>(tile.getPlacement())) {
    // Rows are no longer than a line of 128 bytes, so the line is the row's.
    Value exchange = arith::ShRUIOp::create(builder, loc, rowOffset,
                                            createI32(builder, loc, 3));
    exchange = arith::AndIOp::create(
        builder, loc, exchange, createI32(builder, loc, swizzle.getMask()));
    column = arith::XOrIOp::create(builder, loc, column, exchange);
  }
  return arith::AddIOp::create(builder, loc, rowOffset, column);
}

namespace {
struct LowerRing : public OpConversionPattern<TileRingOp> {
  LowerRing(const TypeConverter &converter, MLIRContext *context,
            const DenseMap<Operation *, int64_t> &ringOffsets)
      : OpConversionPattern(converter, context), ringOffsets(ringOffsets) {}

  LogicalResult
  matchAndRewrite(TileRingOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type pointer = getTypeConverter()->convertType(op.getRing().getType());
    Value memory = LLVM::AddressOfOp::create(rewriter, op.getLoc(), pointer,
                                             kSharedMemoryName);
    int64_t offset = ringOffsets.lookup(op);
    if (offset != 0)
      memory = createAddress(rewriter, op.getLoc(), memory,
                             createI32(rewriter, op.getLoc(), offset));
    rewriter.replaceOp(op, memory);
    return success();
  }

  const DenseMap<Operation *, int64_t> &ringOffsets;
};

/// Where the slot of a use begins.
static Value createSlot(OpBuilder &builder, Location loc, TileRingType ring,
                        Value memory, Value use) {
  Value number =
      arith::IndexCastUIOp::create(builder, loc, builder.getI32Type(), use);
  number = arith::RemUIOp::create(builder, loc, number,
                                  createI32(builder, loc, ring.getStages()));
  Value offset = arith::MulIOp::create(
      builder, loc, number, createI32(builder, loc, ring.getSlotByteSize()));
  return createAddress(builder, loc, memory, offset);
}

/// Whether all threads have met at a barrier since anything was read.
static bool followsBarrier(Operation *op) {
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode()) {
    if (isa<gpu::BarrierOp>(before))
      return true;
    if (!isMemoryEffectFree(before))
      return false;
  }
  return false;
}

struct LowerAcquire : public OpConversionPattern<TileAcquireOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileAcquireOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TileRingType ring = op.getRing().getType();
    llvm::APInt use;
    bool isFirstUse = matchPattern(op.getIndex(), m_ConstantInt(&use)) &&
                      use.ult(ring.getStages());
    if (!isFirstUse && !followsBarrier(op))
      gpu::BarrierOp::create(rewriter, op.getLoc());
    rewriter.replaceOp(op, createSlot(rewriter, op.getLoc(), ring,
                                      adaptor.getRing(), adaptor.getIndex()));
    return success();
  }
};

struct LowerFill : public OpConversionPattern<TileFillOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileFillOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    TileSlotType slot = op.getSlot().getType();
    TileDataType tile = slot.getTiles()[op.getTile()];
    auto func = op->getParentOfType<gpu::GPUFuncOp>();
    if (!func || !func.getKnownBlockSize())
      return rewriter.notifyMatchFailure(op, "block size is not known");
    int64_t threads = (*func.getKnownBlockSize())[0];
    int64_t across = tile.getShape()[1] / kCopyBytes;
    if (tile.getByteSize() / kCopyBytes % threads != 0 || threads % across != 0)
      return rewriter.notifyMatchFailure(op, "threads do not share the tile");

    ValueRange view = adaptor.getView();
    Value pointer = view[0], rows = view[1], columns = view[2], pitch = view[3];
    Value thread = createThread(rewriter, loc);
    Value acrossValue = createI32(rewriter, loc, across);
    Value firstRow = arith::DivUIOp::create(rewriter, loc, thread, acrossValue);
    Value column = arith::MulIOp::create(
        rewriter, loc,
        arith::RemUIOp::create(rewriter, loc, thread, acrossValue),
        createI32(rewriter, loc, kCopyBytes));

    // Bytes of the row from this column on, at most a copy's.
    Value sourceColumn =
        arith::AddIOp::create(rewriter, loc, adaptor.getColumn().front(),
                              toIndex(rewriter, loc, column));
    Value left = arith::SubIOp::create(rewriter, loc, columns, sourceColumn);
    left = arith::MaxSIOp::create(rewriter, loc, left,
                                  createIndex(rewriter, loc, 0));
    left = arith::MinSIOp::create(rewriter, loc, left,
                                  createIndex(rewriter, loc, kCopyBytes));
    left =
        arith::IndexCastOp::create(rewriter, loc, rewriter.getI32Type(), left);

    Value memory = createAddress(
        rewriter, loc, adaptor.getSlot().front(),
        createI32(rewriter, loc,
                  TileRingType::get(getContext(), 1, slot.getTiles())
                      .getTileOffset(op.getTile())));
    for (int64_t done = 0; done < tile.getShape()[0];
         done += threads / across) {
      Value row = createAdd(rewriter, loc, firstRow, done);
      Value sourceRow = arith::AddIOp::create(
          rewriter, loc, adaptor.getRow().front(), toIndex(rewriter, loc, row));
      Value inside = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::ult, sourceRow, rows);
      Value bytes = arith::SelectOp::create(rewriter, loc, inside, left,
                                            createI32(rewriter, loc, 0));
      Value offset = arith::AddIOp::create(
          rewriter, loc, arith::MulIOp::create(rewriter, loc, sourceRow, pitch),
          sourceColumn);
      Value destination =
          createAddress(rewriter, loc, memory,
                        createSwizzledOffset(rewriter, loc, tile, row, column));
      NVVM::CpAsyncOp::create(
          rewriter, loc, destination,
          createAddress(rewriter, loc, pointer, offset),
          rewriter.getI32IntegerAttr(kCopyBytes),
          NVVM::LoadCacheModifierKindAttr::get(getContext(),
                                               NVVM::LoadCacheModifierKind::CG),
          bytes);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerPublish : public OpConversionPattern<TilePublishOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TilePublishOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncCommitGroupOp>(op);
    return success();
  }
};

struct LowerWait : public OpConversionPattern<TileWaitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value slot = createSlot(rewriter, op.getLoc(), op.getRing().getType(),
                            adaptor.getRing(), adaptor.getIndex());
    NVVM::CpAsyncWaitGroupOp::create(
        rewriter, op.getLoc(), rewriter.getI32IntegerAttr(op.getPending()));
    gpu::BarrierOp::create(rewriter, op.getLoc());
    rewriter.replaceOp(op, slot);
    return success();
  }
};

struct LowerPart : public OpConversionPattern<TilePartOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TilePartOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int64_t offset =
        TileRingType::get(getContext(), 1, op.getSlot().getType().getTiles())
            .getTileOffset(op.getTile());
    rewriter.replaceOp(op,
                       createAddress(rewriter, op.getLoc(), adaptor.getSlot(),
                                     createI32(rewriter, op.getLoc(), offset)));
    return success();
  }
};

/// The next barrier says it.
struct LowerRelease : public OpConversionPattern<TileReleaseOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileReleaseOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void lowp::populateRingPatterns(
    const TypeConverter &converter,
    const DenseMap<Operation *, int64_t> &ringOffsets,
    RewritePatternSet &patterns) {
  patterns.add<LowerRing>(converter, patterns.getContext(), ringOffsets);
  patterns.add<LowerAcquire, LowerFill, LowerPublish, LowerWait, LowerPart,
               LowerRelease>(converter, patterns.getContext());
}
