//===- StagedStore.cpp - Stores of tiles through shared memory ------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Lanes hold pairs of elements, rows apart from one another. In shared memory
// they become rows, which the threads then write in runs of 16 bytes, or
// element by element where rows are not aligned to that.
//

#include "Patterns.h"
#include "Roles.h"
#include "View.h"
#include "WarpTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace lowp;

/// Bytes of a wide access, and of a line that all banks have one word of.
static constexpr int64_t kRunBytes = 16, kLineBytes = 128;

namespace {
/// Where the elements of a staged tile are: a line of each row, then the next
/// line of each. In a line, runs are exchanged by the row: by one place for
/// two bytes an element and by two for four, so that lanes that write the pairs
/// of eight rows reach all banks, as do those that read a line.
class StagedTile {
public:
  StagedTile(TileDataType tile)
      : rows(tile.getShape()[0]), columns(tile.getShape()[1]),
        elementBytes(tile.getElementType().getIntOrFloatBitWidth() / 8) {}

  /// The offset of byte `byte` of row `row`, both i32.
  Value getOffset(OpBuilder &builder, Location loc, Value row, Value byte) {
    auto i32 = [&](int64_t value) { return createI32(builder, loc, value); };
    Value line = arith::DivUIOp::create(builder, loc, byte, i32(kLineBytes));
    line = arith::MulIOp::create(builder, loc, line, i32(rows));
    line = arith::AddIOp::create(builder, loc, line, row);
    Value exchange =
        arith::MulIOp::create(builder, loc, row, i32(elementBytes / 2));
    exchange = arith::AndIOp::create(builder, loc, exchange, i32(7));
    exchange = arith::MulIOp::create(builder, loc, exchange, i32(kRunBytes));
    Value place = arith::RemUIOp::create(builder, loc, byte, i32(kLineBytes));
    place = arith::XOrIOp::create(builder, loc, place, exchange);
    return arith::AddIOp::create(
        builder, loc,
        arith::MulIOp::create(builder, loc, line, i32(kLineBytes)), place);
  }

  int64_t rows, columns, elementBytes;
};

struct LowerStagedStore : public OpConversionPattern<TileStoreOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileStoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getThrough())
      return rewriter.notifyMatchFailure(op, "tile is stored from registers");
    std::optional<int64_t> threads = getThreads(op);
    if (!threads)
      return rewriter.notifyMatchFailure(op, "block size is not known");
    StagedTile tile(op.getTile().getType());
    int64_t rowBytes = tile.columns * tile.elementBytes;
    if ((tile.elementBytes != 2 && tile.elementBytes != 4) ||
        rowBytes % kLineBytes != 0 ||
        tile.rows * rowBytes / kRunBytes % *threads != 0)
      return rewriter.notifyMatchFailure(
          op, "threads do not share whole lines of 2- or 4-byte elements");

    Location loc = op.getLoc();
    ValueRange through = adaptor.getThrough();
    Value memory = through.front();
    bool isSlot = isa<TileSlotType>(op.getThrough().getType());
    if (isSlot)
      memory = createAddress(rewriter, loc, memory, through[1]);
    else
      // Copies that nobody waited for.
      NVVM::CpAsyncWaitGroupOp::create(rewriter, loc,
                                       rewriter.getI32IntegerAttr(0));
    // Other warps may read what was staged or copied there before.
    createRoleBarrier(rewriter, op);
    stage(rewriter, loc, op.getTile().getType(), tile, memory,
          adaptor.getTile());
    createRoleBarrier(rewriter, op);

    View view(rewriter, loc, op.getView().getType(), adaptor.getView());
    auto write = [&](int64_t bytes) {
      writeRows(rewriter, loc, view, tile, memory, adaptor.getRow().front(),
                adaptor.getColumn().front(), *threads, bytes);
    };
    auto branch = scf::IfOp::create(rewriter, loc, view.isAligned(kRunBytes),
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    write(kRunBytes);
    rewriter.setInsertionPointToStart(branch.elseBlock());
    write(tile.elementBytes);
    // Bulk copies into the slot come after what threads did with it.
    if (isSlot) {
      rewriter.setInsertionPoint(op);
      NVVM::FenceProxyOp::create(
          rewriter, loc, NVVM::ProxyKind::async_shared,
          NVVM::SharedSpaceAttr::get(getContext(),
                                     NVVM::SharedSpace::shared_cta));
    }
    rewriter.eraseOp(op);
    return success();
  }

  /// Writes the elements of a lane, two neighbours at a time.
  static void stage(OpBuilder &builder, Location loc, TileDataType type,
                    StagedTile tile, Value memory, ValueRange elements) {
    ElementPlaces places = getElementPlaces(builder, loc, type);
    auto pairType = VectorType::get(2, type.getElementType());
    for (unsigned index = 0; index < elements.size(); index += 2) {
      auto [down, right] = places.offsets[index];
      assert(places.offsets[index + 1] == std::pair(down, right + 1) &&
             "the words of an accumulator are pairs of neighbours");
      Value pair = LLVM::PoisonOp::create(builder, loc, pairType);
      for (unsigned half : {0, 1})
        pair = LLVM::InsertElementOp::create(builder, loc, pair,
                                             elements[index + half],
                                             createI32(builder, loc, half));
      Value byte = arith::MulIOp::create(
          builder, loc, createAdd(builder, loc, places.column, right),
          createI32(builder, loc, tile.elementBytes));
      Value offset = tile.getOffset(
          builder, loc, createAdd(builder, loc, places.row, down), byte);
      LLVM::StoreOp::create(builder, loc, pair,
                            createAddress(builder, loc, memory, offset),
                            2 * tile.elementBytes);
    }
  }

  /// Copies rows to the array, so many bytes a thread at a time.
  static void writeRows(OpBuilder &builder, Location loc, View &view,
                        StagedTile tile, Value memory, Value row, Value column,
                        int64_t threads, int64_t bytes) {
    int64_t perRow = tile.columns * tile.elementBytes / bytes;
    Type type = bytes == kRunBytes
                    ? Type(VectorType::get(4, builder.getI32Type()))
                    : Type(builder.getIntegerType(8 * bytes));
    auto loop = scf::ForOp::create(builder, loc, createI32(builder, loc, 0),
                                   createI32(builder, loc, tile.rows * perRow),
                                   createI32(builder, loc, threads));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value number = arith::AddIOp::create(builder, loc, loop.getInductionVar(),
                                         createThread(builder, loc));
    Value perRowValue = createI32(builder, loc, perRow);
    Value down = arith::DivUIOp::create(builder, loc, number, perRowValue);
    Value right = arith::RemUIOp::create(builder, loc, number, perRowValue);
    Value toRow =
        arith::AddIOp::create(builder, loc, row, toIndex(builder, loc, down));
    Value elements = arith::MulIOp::create(
        builder, loc, right,
        createI32(builder, loc, bytes / tile.elementBytes));
    Value toColumn = arith::AddIOp::create(builder, loc, column,
                                           toIndex(builder, loc, elements));
    Value inside =
        view.both(view.isInside(0, toRow), view.isInside(1, toColumn));
    auto branch = scf::IfOp::create(builder, loc, inside,
                                    /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
    Value byte = arith::MulIOp::create(builder, loc, right,
                                       createI32(builder, loc, bytes));
    Value run = LLVM::LoadOp::create(
        builder, loc, type,
        createAddress(builder, loc, memory,
                      tile.getOffset(builder, loc, down, byte)),
        bytes);
    LLVM::StoreOp::create(builder, loc, run, view.getAddress({toRow, toColumn}),
                          bytes);
  }
};
} // namespace

void lowp::populateStagedStorePatterns(const TypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns.add<LowerStagedStore>(converter, patterns.getContext());
}
