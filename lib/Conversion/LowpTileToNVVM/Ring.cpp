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
#include "RingUse.h"
#include "Roles.h"
#include "WarpTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace lowp;

/// Bytes of one copy; the chunk that swizzles exchange.
static constexpr int64_t kCopyBytes = 16;

/// The offset of a byte in a shared tile; row and column, in bytes, are i32.
static Value createSwizzledOffset(OpBuilder &builder, Location loc,
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

/// After how many bytes of rows the exchange of chunks begins anew.
static int64_t getSwizzlePeriod(TileDataType tile) {
  auto swizzle = dyn_cast_or_null<TileSwizzleAttr>(tile.getPlacement());
  return swizzle ? 8 * swizzle.getBytes() : 1;
}

Value lowp::createSharedAddress(OpBuilder &builder, Location loc,
                                TileDataType tile, ValueRange place, Value row,
                                int64_t down, Value column) {
  int64_t constant = down * tile.getShape()[1];
  if (constant % getSwizzlePeriod(tile) != 0) {
    row = createAdd(builder, loc, row, down);
    constant = 0;
  }
  Value address =
      createAddress(builder, loc, place[0],
                    createSwizzledOffset(builder, loc, tile, row, column));
  return createAddress(builder, loc, address,
                       createAdd(builder, loc, place[1], constant));
}

namespace {
struct LowerRing : public OpConversionPattern<TileRingOp> {
  LowerRing(const TypeConverter &converter, MLIRContext *context,
            const RingPlaces &places)
      : OpConversionPattern(converter, context), places(places) {}

  LogicalResult
  matchAndRewrite(TileRingOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type pointer = getTypeConverter()->convertType(op.getRing().getType());
    Value memory = LLVM::AddressOfOp::create(rewriter, op.getLoc(), pointer,
                                             kSharedMemoryName);
    int64_t offset = places.offsets.lookup(op);
    if (offset != 0)
      memory = createAddress(rewriter, op.getLoc(), memory,
                             createI32(rewriter, op.getLoc(), offset));
    if (hasSeveralRoles(op))
      createRingBarriers(rewriter, op, memory);
    rewriter.replaceOp(op, memory);
    return success();
  }

  const RingPlaces &places;
};

/// Whether `op` runs once for each ring: no loop is around it that is not
/// around the ring.
static bool runsOnce(TileAcquireOp op) {
  Operation *ring = op.getRing().getDefiningOp();
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  return ring && (!loop || loop->isAncestor(ring));
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
    if (hasSeveralRoles(op))
      return rewriter.notifyMatchFailure(op, "other roles use the ring");
    TileRingType ring = op.getRing().getType();
    llvm::APInt use;
    bool isFirstUse = runsOnce(op) &&
                      matchPattern(op.getIndex(), m_ConstantInt(&use)) &&
                      use.ult(ring.getStages());
    if (!isFirstUse && !followsBarrier(op))
      gpu::BarrierOp::create(rewriter, op.getLoc());
    RingUse place = RingUse::get(rewriter, op.getLoc(), ring, op.getIndex());
    rewriter.replaceOpWithMultiple(op, {createSlot(rewriter, op.getLoc(), ring,
                                                   adaptor.getRing(), place)});
    return success();
  }
};

/// How the threads of a block share the 16-byte chunks of a tile: `lanes` of
/// them have consecutive chunks of one row, then the next ones, so that a row
/// needs one pointer and constants. Two lanes read a sector of 32 bytes; more
/// lanes would read longer runs, and need more pointers, which are registers
/// that a warp with a large tile does not have.
struct CopyShares {
  int64_t lanes, rowsAtOnce;

  static constexpr int64_t kLinesBytes = 128;

  static std::optional<CopyShares> get(TileDataType tile, int64_t threads) {
    int64_t across = tile.getShape()[1] / kCopyBytes;
    int64_t few = tile.getShape()[1] == kLinesBytes ? 2 : across;
    for (int64_t lanes = few; lanes <= across; lanes *= 2)
      if (threads % lanes == 0 && tile.getShape()[0] % (threads / lanes) == 0)
        return CopyShares{lanes, threads / lanes};
    return std::nullopt;
  }

  /// The row of a thread. Eight lanes write at a time. In lines of 128 bytes
  /// chunks are exchanged by the row modulo 8: rows that are `lanes` apart have
  /// different banks.
  Value createRow(OpBuilder &builder, Location loc, TileDataType tile) const {
    Value thread = createThread(builder, loc);
    int64_t rowsOfWarp = kWarpSize / lanes;
    if (tile.getShape()[1] != kLinesBytes)
      return arith::DivUIOp::create(builder, loc, thread,
                                    createI32(builder, loc, lanes));
    Value row = createLaneMap(
        builder, loc, createLane(builder, loc), [&](unsigned lane) {
          unsigned together = 8 / lanes, place = lane / lanes;
          unsigned turn = place / together;
          return place % together * lanes + turn % lanes + turn / lanes * 8;
        });
    Value warp = arith::DivUIOp::create(builder, loc, thread,
                                        createI32(builder, loc, kWarpSize));
    return arith::AddIOp::create(
        builder, loc, row,
        arith::MulIOp::create(builder, loc, warp,
                              createI32(builder, loc, rowsOfWarp)));
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
    if (op.getMap())
      return rewriter.notifyMatchFailure(op, "the copy engine does it");
    std::optional<int64_t> threads = getThreads(op);
    if (!threads)
      return rewriter.notifyMatchFailure(op, "block size is not known");
    std::optional<CopyShares> shares = CopyShares::get(tile, *threads);
    if (!shares)
      return rewriter.notifyMatchFailure(op, "threads do not share the tile");

    ValueRange view = adaptor.getView();
    Value pointer = view[0], rows = view[1], columns = view[2], pitch = view[3];
    Value firstRow = shares->createRow(rewriter, loc, tile);
    Value firstColumn = arith::MulIOp::create(
        rewriter, loc,
        arith::RemUIOp::create(rewriter, loc, createThread(rewriter, loc),
                               createI32(rewriter, loc, shares->lanes)),
        createI32(rewriter, loc, kCopyBytes));
    Value place[] = {adaptor.getSlot()[0],
                     createAdd(rewriter, loc, adaptor.getSlot()[1],
                               slot.getTileOffset(op.getTile()))};
    Value lastRow = arith::SubIOp::create(rewriter, loc, rows,
                                          createIndex(rewriter, loc, 1));

    Value left;
    if (!op.getFull())
      left = createLeft(rewriter, loc, tile, columns,
                        adaptor.getColumn().front(), firstColumn);
    for (int64_t down = 0; down < tile.getShape()[0];
         down += shares->rowsAtOnce) {
      Value row = arith::AddIOp::create(
          rewriter, loc, adaptor.getRow().front(),
          toIndex(rewriter, loc, createAdd(rewriter, loc, firstRow, down)));
      row = arith::MinUIOp::create(rewriter, loc, row, lastRow);
      Value start = arith::AddIOp::create(
          rewriter, loc, arith::MulIOp::create(rewriter, loc, row, pitch),
          toIndex(rewriter, loc, firstColumn));
      for (int64_t right = 0; right < tile.getShape()[1];
           right += shares->lanes * kCopyBytes) {
        Value source = createAddress(rewriter, loc, pointer, start);
        Value column =
            createAdd(rewriter, loc, adaptor.getColumn().front(), right);
        Value bytes;
        if (!op.getFull())
          bytes =
              createClamp(rewriter, loc, createAdd(rewriter, loc, left, -right),
                          kCopyBytes);
        NVVM::CpAsyncOp::create(
            rewriter, loc,
            createSharedAddress(rewriter, loc, tile, place, firstRow, down,
                                createAdd(rewriter, loc, firstColumn, right)),
            createAddress(rewriter, loc, source, column),
            rewriter.getI32IntegerAttr(kCopyBytes),
            NVVM::LoadCacheModifierKindAttr::get(
                getContext(), NVVM::LoadCacheModifierKind::CG),
            bytes);
      }
    }
    rewriter.eraseOp(op);
    return success();
  }

  /// `value`, an i32, or 0 or `most` if that is nearer.
  static Value createClamp(OpBuilder &builder, Location loc, Value value,
                           int64_t most) {
    value =
        arith::MaxSIOp::create(builder, loc, value, createI32(builder, loc, 0));
    return arith::MinSIOp::create(builder, loc, value,
                                  createI32(builder, loc, most));
  }

  /// How many bytes of a row of the tile there are from the thread's first one
  /// on, as i32. The difference of so many columns is taken once: as one for
  /// each copy it would be many values that do not change from tile to tile.
  static Value createLeft(OpBuilder &builder, Location loc, TileDataType tile,
                          Value columns, Value column, Value firstColumn) {
    Value most = createIndex(builder, loc, tile.getShape()[1]);
    Value left = arith::SubIOp::create(builder, loc, columns, column);
    left = arith::MaxSIOp::create(builder, loc, left,
                                  createIndex(builder, loc, 0));
    left = arith::MinSIOp::create(builder, loc, left, most);
    left = arith::IndexCastOp::create(builder, loc, builder.getI32Type(), left);
    return arith::SubIOp::create(builder, loc, left, firstColumn);
  }
};

struct LowerPublish : public OpConversionPattern<TilePublishOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TilePublishOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (hasSeveralRoles(op))
      return rewriter.notifyMatchFailure(op, "other roles use the ring");
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncCommitGroupOp>(op);
    return success();
  }
};

struct LowerWait : public OpConversionPattern<TileWaitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (hasSeveralRoles(op))
      return rewriter.notifyMatchFailure(op, "other roles use the ring");
    Location loc = op.getLoc();
    TileRingType ring = op.getRing().getType();
    RingUse use = RingUse::get(rewriter, loc, ring, op.getIndex());
    SmallVector<Value> slot =
        createSlot(rewriter, loc, ring, adaptor.getRing(), use);
    NVVM::CpAsyncWaitGroupOp::create(
        rewriter, loc, rewriter.getI32IntegerAttr(op.getPending()));
    gpu::BarrierOp::create(rewriter, loc);
    rewriter.replaceOpWithMultiple(op, {slot});
    return success();
  }
};

struct LowerPart : public OpConversionPattern<TilePartOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TilePartOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ValueRange slot = adaptor.getSlot();
    Value offset =
        createAdd(rewriter, op.getLoc(), slot[1],
                  op.getSlot().getType().getTileOffset(op.getTile()));
    SmallVector<Value> place = {slot[0], offset};
    rewriter.replaceOpWithMultiple(op, {place});
    return success();
  }
};

/// The next barrier says it.
struct LowerRelease : public OpConversionPattern<TileReleaseOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileReleaseOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (hasSeveralRoles(op))
      return rewriter.notifyMatchFailure(op, "other roles use the ring");
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void lowp::populateRingPatterns(const TypeConverter &converter,
                                const RingPlaces &places,
                                RewritePatternSet &patterns) {
  patterns.add<LowerRing>(converter, patterns.getContext(), places);
  patterns.add<LowerAcquire, LowerFill, LowerPart, LowerPublish, LowerRelease,
               LowerWait>(converter, patterns.getContext());
}
