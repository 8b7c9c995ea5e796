//===- Views.cpp - Global arrays and moves between them and registers -----===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "View.h"
#include "WarpTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace lowp;

Value lowp::createAddress(OpBuilder &builder, Location loc, Value pointer,
                          Value bytes) {
  if (bytes.getType().isIndex())
    bytes =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), bytes);
  return LLVM::GEPOp::create(builder, loc, pointer.getType(),
                             builder.getI8Type(), pointer, bytes);
}

namespace {
//===----------------------------------------------------------------------===//
// Views and elements
//===----------------------------------------------------------------------===//

struct LowerView : public OpConversionPattern<TileViewOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> values = {adaptor.getBase()};
    llvm::append_range(values, adaptor.getExtents());
    if (adaptor.getPitch())
      values.push_back(adaptor.getPitch());
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

struct LowerIsAligned : public OpConversionPattern<TileIsAlignedOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileIsAlignedOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    View view(rewriter, op.getLoc(), op.getView().getType(), adaptor.getView());
    rewriter.replaceOp(op, view.isAligned(op.getAlignment()));
    return success();
  }
};

struct LowerAssumeAligned : public OpConversionPattern<TileAssumeAlignedOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileAssumeAlignedOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithMultiple(op, {adaptor.getView()});
    return success();
  }
};

struct LowerElement : public OpConversionPattern<TileElementOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileElementOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    View view(rewriter, op.getLoc(), op.getView().getType(), adaptor.getView());
    SmallVector<Value> indices;
    for (ValueRange index : adaptor.getIndices())
      llvm::append_range(indices, index);
    Value outside =
        arith::ConstantOp::create(rewriter, op.getLoc(), op.getOutside());
    rewriter.replaceOp(op, view.load(indices, outside));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

struct LowerLoad : public OpConversionPattern<TileLoadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileLoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TileDataType tile = op.getResult().getType();
    View view(rewriter, op.getLoc(), op.getView().getType(), adaptor.getView());
    Value row = adaptor.getRow().front(), column = adaptor.getColumn().front();
    Value outside;
    if (op.getOutside())
      outside =
          arith::ConstantOp::create(rewriter, op.getLoc(), *op.getOutside());
    SmallVector<Value> registers;
    if (TileFragmentAttr fragment = tile.getFragment()) {
      FragmentOperand operand = fragment.getOperand();
      if (operand != FragmentOperand::ScaleA &&
          operand != FragmentOperand::ScaleB)
        return rewriter.notifyMatchFailure(op, "fragment is not of scales");
      registers = loadScales(rewriter, op.getLoc(),
                             *WarpTile::get(fragment, tile.getShape()), view,
                             row, column, outside);
    } else {
      ElementPlaces places = getElementPlaces(rewriter, op.getLoc(), tile);
      row = arith::AddIOp::create(rewriter, op.getLoc(), row,
                                  toIndex(rewriter, op.getLoc(), places.row));
      column =
          arith::AddIOp::create(rewriter, op.getLoc(), column,
                                toIndex(rewriter, op.getLoc(), places.column));
      for (auto [down, right] : places.offsets) {
        Value place = createAdd(rewriter, op.getLoc(), row, down);
        if (!outside)
          place = view.clampRow(place);
        registers.push_back(view.load(
            {place, createAdd(rewriter, op.getLoc(), column, right)}, outside));
      }
    }
    rewriter.replaceOpWithMultiple(op, {registers});
    return success();
  }

  /// Words of four scales, that of the first group lowest.
  static SmallVector<Value> loadScales(OpBuilder &builder, Location loc,
                                       const WarpTile &warp, View &view,
                                       Value row, Value column, Value outside) {
    FragmentOperand operand = warp.fragment.getOperand();
    Value first = arith::AddIOp::create(
        builder, loc, createWarpRow(builder, loc, warp),
        createLaneMap(builder, loc, createLane(builder, loc),
                      [&](unsigned lane) {
                        return getRowOfScaleWord(
                            operand, getTilesPerScaleWord(warp), lane);
                      }));
    row =
        arith::AddIOp::create(builder, loc, row, toIndex(builder, loc, first));
    bool isA = operand == FragmentOperand::ScaleA;
    int64_t rowsPerWord = getTilesPerScaleWord(warp) *
                          (isA ? warp.instruction->m : warp.instruction->n);
    SmallVector<Value> words;
    for (int64_t index = 0; index < warp.rows; ++index) {
      Value place = createAdd(builder, loc, row, index * rowsPerWord), word;
      if (!outside)
        place = view.clampRow(place);
      if (!outside && view.getAlignment() % warp.width == 0) {
        words.push_back(view.loadWord(place, column, warp.width));
        continue;
      }
      for (int64_t group = 0; group < warp.width; ++group) {
        Value scale =
            view.load({place, createAdd(builder, loc, column, group)}, outside);
        scale =
            arith::ExtUIOp::create(builder, loc, builder.getI32Type(), scale);
        scale = arith::ShLIOp::create(builder, loc, scale,
                                      createI32(builder, loc, 8 * group));
        word = word ? arith::OrIOp::create(builder, loc, word, scale) : scale;
      }
      words.push_back(word);
    }
    return words;
  }
};

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

struct LowerStore : public OpConversionPattern<TileStoreOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileStoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    TileDataType tile = op.getTile().getType();
    TileViewType viewType = op.getView().getType();
    if (op.getThrough())
      return rewriter.notifyMatchFailure(op, "tile is staged");
    if (TileFragmentAttr fragment = tile.getFragment())
      if (fragment.getOperand() != FragmentOperand::Accumulator)
        return rewriter.notifyMatchFailure(op, "fragment is an operand");
    View view(rewriter, loc, viewType, adaptor.getView());
    ElementPlaces places = getElementPlaces(rewriter, loc, tile);
    Value row = arith::AddIOp::create(rewriter, loc, adaptor.getRow().front(),
                                      toIndex(rewriter, loc, places.row));
    Value column =
        arith::AddIOp::create(rewriter, loc, adaptor.getColumn().front(),
                              toIndex(rewriter, loc, places.column));
    ValueRange elements = adaptor.getTile();

    auto blocked = dyn_cast<TileBlockedAttr>(tile.getPlacement());
    if (op.getPadding()) {
      if (!blocked || viewType.getAlignment() % blocked.getWidth() != 0)
        return rewriter.notifyMatchFailure(
            op, "padding is written where runs of bytes keep the alignment");
      storePadded(rewriter, loc, view, row, column, elements, *op.getPadding());
      rewriter.eraseOp(op);
      return success();
    }
    // Of lanes with the same element one writes it.
    Value writes;
    if (blocked && blocked.getCopies() > 1)
      writes = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::eq,
          arith::RemUIOp::create(rewriter, loc, createThread(rewriter, loc),
                                 createI32(rewriter, loc, blocked.getCopies())),
          createI32(rewriter, loc, 0));
    for (auto [element, offset] : llvm::zip(elements, places.offsets)) {
      Value r = createAdd(rewriter, loc, row, offset.first);
      Value c = createAdd(rewriter, loc, column, offset.second);
      Value inside = view.both(view.isInside(0, r), view.isInside(1, c));
      if (writes)
        inside = view.both(writes, inside);
      storeIf(rewriter, loc, inside, element, view.getAddress({r, c}),
              view.getElementBytes());
    }
    rewriter.eraseOp(op);
    return success();
  }

  static void storeIf(ConversionPatternRewriter &rewriter, Location loc,
                      Value condition, Value value, Value address,
                      int64_t alignment) {
    auto branch = scf::IfOp::create(rewriter, loc, condition,
                                    /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    LLVM::StoreOp::create(rewriter, loc, value, address, alignment);
  }

  /// A run of bytes, those after the end of the row being `padding`. Pitch and
  /// runs keep one alignment, so a run is before the next row or beyond.
  static void storePadded(ConversionPatternRewriter &rewriter, Location loc,
                          View &view, Value row, Value column,
                          ValueRange elements, int64_t padding) {
    Value filler = arith::ConstantIntOp::create(rewriter, loc, padding, 8);
    auto type = VectorType::get(elements.size(), rewriter.getI8Type());
    Value run = LLVM::PoisonOp::create(rewriter, loc, type);
    for (auto [index, element] : llvm::enumerate(elements)) {
      Value inside = view.isInside(1, createAdd(rewriter, loc, column, index));
      Value byte =
          arith::SelectOp::create(rewriter, loc, inside, element, filler);
      run = LLVM::InsertElementOp::create(rewriter, loc, run, byte,
                                          createI32(rewriter, loc, index));
    }
    Value inRow = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::ult, column, view.getPitch());
    storeIf(rewriter, loc, view.both(view.isInside(0, row), inRow), run,
            view.getAddress({row, column}), elements.size());
  }
};
} // namespace

void lowp::populateViewPatterns(const TypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<LowerView, LowerIsAligned, LowerAssumeAligned, LowerElement,
               LowerLoad, LowerStore>(converter, patterns.getContext());
}
