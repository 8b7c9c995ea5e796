//===- Mma.cpp - Fragments and matrix instructions ------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "WarpTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace lowp;

/// The values of a struct of `count` fields.
static void unpack(OpBuilder &builder, Location loc, Value fields,
                   int64_t count, SmallVectorImpl<Value> &values) {
  for (int64_t index = 0; index < count; ++index)
    values.push_back(LLVM::ExtractValueOp::create(builder, loc, fields, index));
}

static Type getStruct(MLIRContext *context, Type field, int64_t count) {
  return LLVM::LLVMStructType::getLiteral(context,
                                          SmallVector<Type>(count, field));
}

namespace {
//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

/// ldmatrix gives word m of a lane l the bytes 4 (l % 4) to 4 (l % 4) + 3 of
/// row l / 4 of its matrix m of eight rows of 16 bytes, whose row r lane
/// 8 m + r addresses (PTX ISA, ldmatrix). Four matrices are the four words of
/// one tile of A, or the two words of two tiles of B.
struct LowerFragment : public OpConversionPattern<TileFragmentOp> {
  using OpConversionPattern::OpConversionPattern;

  static constexpr int64_t kMatrices = 4;

  LogicalResult
  matchAndRewrite(TileFragmentOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    TileDataType source = op.getSource().getType();
    TileDataType result = op.getResult().getType();
    if (!source.getElementType().isInteger(8) || source.getShape()[1] > 128)
      return rewriter.notifyMatchFailure(
          op, "source does not have rows of up to 128 bytes");
    WarpTile warp = *WarpTile::get(result.getFragment(), result.getShape());
    int64_t tilesAtOnce = kMatrices / warp.words;
    if (warp.rows % tilesAtOnce != 0)
      return rewriter.notifyMatchFailure(op, "a warp has half a read");

    // The element of the first lane in each matrix is where the matrix begins.
    bool isA = warp.fragment.getOperand() == FragmentOperand::A;
    WarpFragments fragments(warp.instruction->layout);
    auto getOrigin = [&](unsigned matrix) -> TileElement {
      unsigned tile = matrix / warp.words, word = matrix % warp.words;
      if (isA)
        return fragments.elementOfA({0, word, 0});
      TileElement element = fragments.elementOfB({0, word, 0});
      return {element.column + tile * warp.instruction->n, element.row};
    };
    Value lane = createLane(rewriter, loc);
    Value row = createLaneMap(rewriter, loc, lane, [&](unsigned lane) {
      return getOrigin(lane / 8).row + lane % 8;
    });
    row = arith::AddIOp::create(rewriter, loc, row,
                                createWarpRow(rewriter, loc, warp));
    Value column = createLaneMap(rewriter, loc, lane, [&](unsigned lane) {
      return getOrigin(lane / 8).column;
    });
    Value begin = arith::IndexCastUIOp::create(
        rewriter, loc, rewriter.getI32Type(), adaptor.getColumn().front());
    column = arith::AddIOp::create(rewriter, loc, column, begin);

    SmallVector<Value> words(warp.getNumRegisters());
    for (int64_t first = 0; first < warp.rows; first += tilesAtOnce)
      for (int64_t step = 0; step < warp.columns; ++step) {
        int64_t unit = isA ? warp.instruction->m : warp.instruction->n;
        Value address = createSharedAddress(
            rewriter, loc, source, adaptor.getSource(), row, first * unit,
            createAdd(rewriter, loc, column, step * warp.instruction->k));
        Value read = NVVM::LdMatrixOp::create(
            rewriter, loc,
            getStruct(getContext(), rewriter.getI32Type(), kMatrices), address,
            kMatrices, NVVM::MMALayout::row,
            NVVM::LdStMatrixShapeAttr::get(getContext(), 8, 8),
            NVVM::LdStMatrixEltType::B16);
        for (int64_t matrix = 0; matrix < kMatrices; ++matrix) {
          int64_t tile = first + matrix / warp.words;
          words[(tile * warp.columns + step) * warp.words +
                matrix % warp.words] =
              LLVM::ExtractValueOp::create(rewriter, loc, read, matrix);
        }
      }
    rewriter.replaceOpWithMultiple(op, {words});
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

struct LowerZero : public OpConversionPattern<TileZeroOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileZeroOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(
            getTypeConverter()->convertTypes(op.getResult().getType(), types)))
      return rewriter.notifyMatchFailure(op, "accumulator has no registers");
    Value zero = arith::ConstantOp::create(
        rewriter, op.getLoc(),
        cast<TypedAttr>(rewriter.getZeroAttr(types.front())));
    rewriter.replaceOpWithMultiple(op,
                                   {SmallVector<Value>(types.size(), zero)});
    return success();
  }
};

struct LowerRead : public OpConversionPattern<TileReadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileReadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithMultiple(op, {adaptor.getAccumulator()});
    return success();
  }
};

//===----------------------------------------------------------------------===//
// mma.sync with block scales
//===----------------------------------------------------------------------===//

struct LowerMma : public OpConversionPattern<TileMmaOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileMmaOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    TileFragmentAttr fragmentA = op.getA().getType().getFragment();
    TileFragmentAttr fragmentB = op.getB().getType().getFragment();
    if (!fragmentA || !fragmentB || !op.getScaleA())
      return rewriter.notifyMatchFailure(
          op, "operands are not fragments with scales");
    WarpTile a = *WarpTile::get(fragmentA, op.getA().getType().getShape());
    WarpTile b = *WarpTile::get(fragmentB, op.getB().getType().getShape());
    auto getScaleTile = [](Value scale) {
      auto tile = cast<TileDataType>(scale.getType());
      return *WarpTile::get(tile.getFragment(), tile.getShape());
    };
    unsigned tilesA = getTilesPerScaleWord(getScaleTile(op.getScaleA()));
    unsigned tilesB = getTilesPerScaleWord(getScaleTile(op.getScaleB()));

    const MatrixInstruction &instruction = *a.instruction;
    auto selector = [&](int64_t value) -> Value {
      return arith::ConstantIntOp::create(rewriter, loc, value, 16);
    };
    SmallVector<Value> sums(adaptor.getAccumulator());
    for (int64_t step = 0; step < a.columns; ++step)
      for (int64_t row = 0; row < a.rows; ++row)
        for (int64_t column = 0; column < b.rows; ++column) {
          int64_t place =
              (row * b.rows + column) * instruction.wordsAccumulator;
          ValueRange c =
              ValueRange(sums).slice(place, instruction.wordsAccumulator);
          Value byte =
              selector(op.getGroup() + step * instruction.scalesPerRow());
          Value sum = createMma(
              rewriter, loc, instruction,
              adaptor.getA().slice((row * a.columns + step) * a.words, a.words),
              adaptor.getB().slice((column * b.columns + step) * b.words,
                                   b.words),
              c,
              {adaptor.getScaleA()[row / tilesA], byte, selector(row % tilesA)},
              {adaptor.getScaleB()[column / tilesB], byte,
               selector(column % tilesB)});
          SmallVector<Value> values;
          unpack(rewriter, loc, sum, instruction.wordsAccumulator, values);
          llvm::copy(values, sums.begin() + place);
        }
    rewriter.replaceOpWithMultiple(op, {sums});
    return success();
  }

  /// The words of an instruction's row as the operation's attributes.
  static Value createMma(OpBuilder &builder, Location loc,
                         const MatrixInstruction &instruction, ValueRange a,
                         ValueRange b, ValueRange c,
                         std::array<Value, 3> scaleA,
                         std::array<Value, 3> scaleB) {
    static constexpr std::array<NVVM::ScaleVecSize, 5> sizes = {
        NVVM::ScaleVecSize::X1, NVVM::ScaleVecSize::X1, NVVM::ScaleVecSize::X2,
        NVVM::ScaleVecSize::X2, NVVM::ScaleVecSize::X4};
    int64_t shape[] = {instruction.m, instruction.n, instruction.k};
    return NVVM::MmaBlockScaleOp::create(
        builder, loc,
        getStruct(builder.getContext(), c.front().getType(), c.size()), a, b, c,
        scaleA[0], scaleA[1], scaleA[2], scaleB[0], scaleB[1], scaleB[2], shape,
        std::array<NVVM::MMATypes, 2>{
            *NVVM::symbolizeMMATypes(instruction.ptxA),
            *NVVM::symbolizeMMATypes(instruction.ptxB)},
        sizes[instruction.scalesPerRow()],
        *NVVM::symbolizeBlockScaleFormat(instruction.ptxScale),
        *NVVM::symbolizeMMABlockScaleKind(instruction.ptxKind));
  }
};
} // namespace

void lowp::populateMmaPatterns(const TypeConverter &converter,
                               RewritePatternSet &patterns) {
  patterns.add<LowerFragment, LowerZero, LowerRead, LowerMma>(
      converter, patterns.getContext());
}
