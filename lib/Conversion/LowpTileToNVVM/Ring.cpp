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
    rewriter.replaceOp(op, memory);
    return success();
  }

  const RingPlaces &places;
};

/// The place of the slot of a use: its ring and its offset there.
static SmallVector<Value> createSlot(OpBuilder &builder, Operation *op,
                                     TileRingType ring, Value memory, Value use,
                                     const RingPlaces &places) {
  Location loc = op->getLoc();
  auto known = places.slots.find(op);
  if (known != places.slots.end())
    return {memory,
            createI32(builder, loc, known->second * ring.getSlotByteSize())};
  Value number =
      arith::IndexCastUIOp::create(builder, loc, builder.getI32Type(), use);
  number = arith::RemUIOp::create(builder, loc, number,
                                  createI32(builder, loc, ring.getStages()));
  return {memory, arith::MulIOp::create(
                      builder, loc, number,
                      createI32(builder, loc, ring.getSlotByteSize()))};
}

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
  LowerAcquire(const TypeConverter &converter, MLIRContext *context,
               const RingPlaces &places)
      : OpConversionPattern(converter, context), places(places) {}

  LogicalResult
  matchAndRewrite(TileAcquireOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TileRingType ring = op.getRing().getType();
    llvm::APInt use;
    bool isFirstUse = runsOnce(op) &&
                      matchPattern(op.getIndex(), m_ConstantInt(&use)) &&
                      use.ult(ring.getStages());
    if (!isFirstUse && !followsBarrier(op))
      gpu::BarrierOp::create(rewriter, op.getLoc());
    rewriter.replaceOpWithMultiple(
        op, {createSlot(rewriter, op, ring, adaptor.getRing(),
                        adaptor.getIndex(), places)});
    return success();
  }

  const RingPlaces &places;
};

/// Where a tile of a slot begins in it.
static int64_t getTileOffset(TileSlotType slot, unsigned tile) {
  return TileRingType::get(slot.getContext(), 1, slot.getTiles())
      .getTileOffset(tile);
}

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
    auto func = op->getParentOfType<gpu::GPUFuncOp>();
    if (!func || !func.getKnownBlockSize())
      return rewriter.notifyMatchFailure(op, "block size is not known");
    std::optional<CopyShares> shares =
        CopyShares::get(tile, (*func.getKnownBlockSize())[0]);
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
                               getTileOffset(slot, op.getTile()))};
    Value lastRow = arith::SubIOp::create(rewriter, loc, rows,
                                          createIndex(rewriter, loc, 1));

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
        if (!op.getFull()) {
          Value left = arith::SubIOp::create(
              rewriter, loc, columns,
              arith::AddIOp::create(rewriter, loc, column,
                                    toIndex(rewriter, loc, firstColumn)));
          bytes = createCopyBytes(rewriter, loc, left);
        }
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

  /// How many bytes to read: at most a copy's, of the `left` ones of a row.
  static Value createCopyBytes(OpBuilder &builder, Location loc, Value left) {
    left = arith::MaxSIOp::create(builder, loc, left,
                                  createIndex(builder, loc, 0));
    left = arith::MinSIOp::create(builder, loc, left,
                                  createIndex(builder, loc, kCopyBytes));
    return arith::IndexCastOp::create(builder, loc, builder.getI32Type(), left);
  }
};

struct LowerPublish : public OpConversionPattern<TilePublishOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TilePublishOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncCommitGroupOp>(op);
    return success();
  }
};

struct LowerWait : public OpConversionPattern<TileWaitOp> {
  LowerWait(const TypeConverter &converter, MLIRContext *context,
            const RingPlaces &places)
      : OpConversionPattern(converter, context), places(places) {}

  LogicalResult
  matchAndRewrite(TileWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> slot =
        createSlot(rewriter, op, op.getRing().getType(), adaptor.getRing(),
                   adaptor.getIndex(), places);
    NVVM::CpAsyncWaitGroupOp::create(
        rewriter, op.getLoc(), rewriter.getI32IntegerAttr(op.getPending()));
    gpu::BarrierOp::create(rewriter, op.getLoc());
    rewriter.replaceOpWithMultiple(op, {slot});
    return success();
  }

  const RingPlaces &places;
};

struct LowerPart : public OpConversionPattern<TilePartOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TilePartOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ValueRange slot = adaptor.getSlot();
    Value offset =
        createAdd(rewriter, op.getLoc(), slot[1],
                  getTileOffset(op.getSlot().getType(), op.getTile()));
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
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void lowp::populateRingPatterns(const TypeConverter &converter,
                                const RingPlaces &places,
                                RewritePatternSet &patterns) {
  patterns.add<LowerRing, LowerAcquire, LowerWait>(
      converter, patterns.getContext(), places);
  patterns.add<LowerFill, LowerPublish, LowerPart, LowerRelease>(
      converter, patterns.getContext());
}
