//===- DecomposeScaled.cpp - From the value form to the storage form ------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyComponent.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/LowpStorageOps.h"
#include "lowp/Dialect/Lowp/Transforms/Passes.h"
#include "lowp/Format/Format.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

namespace lowp {
#define GEN_PASS_DEF_DECOMPOSESCALED
#include "lowp/Dialect/Lowp/Transforms/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

//===----------------------------------------------------------------------===//
// Types and extents
//===----------------------------------------------------------------------===//

/// The arrays of a type that checkStorable has admitted.
static SmallVector<StorageComponent> getComponents(ScaledType type) {
  return *type.getStorageComponents(nullptr);
}

/// The type as an attribute of storage operations, which leave extents to their
/// operands.
static ScaledType withoutExtents(ScaledType type) {
  return type.withShape(
      SmallVector<int64_t>(type.getRank(), ShapedType::kDynamic));
}

/// The logical extents of a value whose first array is `codes`.
static SmallVector<OpFoldResult> getExtents(OpBuilder &builder, Location loc,
                                            ScaledType type, Value codes) {
  StorageComponent component = getComponents(type).front();
  SmallVector<OpFoldResult> extents;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isDynamic(extent))
      extents.push_back(tensor::getMixedSize(builder, loc, codes,
                                             *component.findUnitDim(dim)));
    else
      extents.push_back(builder.getIndexAttr(extent));
  }
  return extents;
}

/// An array for each component of a value of `type`, its contents unspecified.
static SmallVector<Value> createEmptyArrays(OpBuilder &builder, Location loc,
                                            ScaledType type,
                                            ArrayRef<OpFoldResult> extents) {
  SmallVector<Value> arrays;
  for (const StorageComponent &component : getComponents(type))
    arrays.push_back(tensor::EmptyOp::create(
        builder, loc, component.getExtents(builder, loc, extents),
        component.elementType));
  return arrays;
}

/// `array` with the element type and the static extents of `type`.
static Value castArray(OpBuilder &builder, Location loc, Value array,
                       RankedTensorType type) {
  auto from = cast<RankedTensorType>(array.getType());
  if (from.getElementType() != type.getElementType())
    array = arith::BitcastOp::create(builder, loc,
                                     from.clone(type.getElementType()), array);
  if (array.getType() != type)
    array = tensor::CastOp::create(builder, loc, type, array);
  return array;
}

static SmallVector<Value> castArrays(OpBuilder &builder, Location loc,
                                     ValueRange arrays, ScaledType type) {
  SmallVector<Value> casts;
  for (auto [array, wanted] : llvm::zip(arrays, *type.getStorageTypes(nullptr)))
    casts.push_back(castArray(builder, loc, array, wanted));
  return casts;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

namespace {

struct DecomposeQuantize : OpConversionPattern<QuantizeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(QuantizeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ScaledType type = op.getResult().getType();
    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(rewriter, loc, op.getSource());
    SmallVector<Value> inits = createEmptyArrays(rewriter, loc, type, extents);
    auto quantize = StorageQuantizeOp::create(
        rewriter, loc, TypeRange(ValueRange(inits)), op.getSource(), inits,
        TypeAttr::get(withoutExtents(type)), op.getQuantizer());
    SmallVector<Value> arrays =
        castArrays(rewriter, loc, quantize.getResults(), type);
    rewriter.replaceOpWithMultiple(op, {arrays});
    return success();
  }
};

struct DecomposeDequantize : OpConversionPattern<DequantizeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DequantizeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ScaledType type = op.getSource().getType();
    auto resultType = cast<RankedTensorType>(op.getType());
    Value init = tensor::EmptyOp::create(
        rewriter, loc,
        getExtents(rewriter, loc, type, adaptor.getSource().front()),
        resultType.getElementType());
    auto dequantize = StorageDequantizeOp::create(
        rewriter, loc, init.getType(), adaptor.getSource(), init,
        TypeAttr::get(withoutExtents(type)));
    rewriter.replaceOp(
        op, castArray(rewriter, loc, dequantize.getResult(0), resultType));
    return success();
  }
};

struct DecomposeMatmul : OpConversionPattern<MatmulOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MatmulOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ScaledType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
    auto resultType = cast<RankedTensorType>(op.getType());
    Type accumulator = op.getAccumulate().getAccumulator();
    SmallVector<AffineMap> maps = op.getMaps();
    SmallVector<OpFoldResult> extents(maps[0].getNumDims());
    auto collect = [&](AffineMap map, ScaledType type, ValueRange arrays) {
      SmallVector<OpFoldResult> own =
          getExtents(rewriter, loc, type, arrays.front());
      for (auto [expr, extent] : llvm::zip(map.getResults(), own)) {
        OpFoldResult &known = extents[cast<AffineDimExpr>(expr).getPosition()];
        if (!known || isa<Attribute>(extent))
          known = extent;
      }
    };
    collect(maps[0], lhs, adaptor.getLhs());
    collect(maps[1], rhs, adaptor.getRhs());
    SmallVector<OpFoldResult> resultExtents =
        llvm::map_to_vector(maps[2].getResults(), [&](AffineExpr expr) {
          return extents[cast<AffineDimExpr>(expr).getPosition()];
        });

    // The sum is kept in the accumulator's type and rounded to the result's
    // once, so that a contraction cut along k rounds no partial sum.
    Value empty =
        tensor::EmptyOp::create(rewriter, loc, resultExtents, accumulator);
    Value zero = arith::ConstantOp::create(rewriter, loc,
                                           rewriter.getZeroAttr(accumulator));
    Value init =
        linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
    Value sum = StorageMatmulOp::create(
                    rewriter, loc, init.getType(), adaptor.getLhs(),
                    adaptor.getRhs(), init, TypeAttr::get(withoutExtents(lhs)),
                    TypeAttr::get(withoutExtents(rhs)), op.getAccumulateAttr(),
                    op.getApplicationAttr(), op.getIndexingMapsAttr())
                    .getResult(0);
    unsigned from = accumulator.getIntOrFloatBitWidth();
    unsigned to = resultType.getElementTypeBitWidth();
    Type rounded = cast<RankedTensorType>(sum.getType())
                       .clone(resultType.getElementType());
    if (from > to)
      sum = arith::TruncFOp::create(rewriter, loc, rounded, sum);
    else if (from < to)
      sum = arith::ExtFOp::create(rewriter, loc, rounded, sum);
    rewriter.replaceOp(op, castArray(rewriter, loc, sum, resultType));
    return success();
  }
};

struct DecomposeAssemble : OpConversionPattern<AssembleOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AssembleOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> arrays =
        castArrays(rewriter, op.getLoc(), op.getOperands(), op.getType());
    rewriter.replaceOpWithMultiple(op, {arrays});
    return success();
  }
};

struct DecomposeCodes : OpConversionPattern<CodesOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(CodesOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, castArray(rewriter, op.getLoc(),
                                     adaptor.getSource().front(),
                                     cast<RankedTensorType>(op.getType())));
    return success();
  }
};

struct DecomposeScales : OpConversionPattern<ScalesOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ScalesOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, castArray(rewriter, op.getLoc(),
                                     adaptor.getSource()[op.getLevel() + 1],
                                     cast<RankedTensorType>(op.getType())));
    return success();
  }
};

struct DecomposeDim : OpConversionPattern<DimOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DimOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    StorageComponent codes = getComponents(op.getSource().getType()).front();
    rewriter.replaceOpWithNewOp<tensor::DimOp>(
        op, adaptor.getSource().front(), *codes.findUnitDim(op.getIndex()));
    return success();
  }
};

/// A transpose permutes the order of the layout along with the dimensions.
/// Without a layout the order is row-major before and after, so bytes move.
struct DecomposeTranspose : OpConversionPattern<TransposeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(TransposeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ScaledType source = op.getSource().getType();
    if (source.getLayout()) {
      rewriter.replaceOpWithMultiple(op, {adaptor.getSource()});
      return success();
    }
    SmallVector<Value> arrays = copyComponents(
        rewriter, op.getLoc(), adaptor.getSource(), source, op.getType(),
        getExtents(rewriter, op.getLoc(), source, adaptor.getSource().front()),
        op.getPermutation());
    arrays = castArrays(rewriter, op.getLoc(), arrays, op.getType());
    rewriter.replaceOpWithMultiple(op, {arrays});
    return success();
  }
};

struct DecomposeRelayout : OpConversionPattern<RelayoutOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(RelayoutOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ScaledType source = op.getSource().getType();
    SmallVector<Value> arrays = copyComponents(
        rewriter, op.getLoc(), adaptor.getSource(), source, op.getType(),
        getExtents(rewriter, op.getLoc(), source, adaptor.getSource().front()),
        llvm::to_vector(llvm::seq<int64_t>(0, source.getRank())));
    arrays = castArrays(rewriter, op.getLoc(), arrays, op.getType());
    rewriter.replaceOpWithMultiple(op, {arrays});
    return success();
  }
};

/// The reciprocal of 2^(byte - 127) is 2^((254 - byte) - 127); NaN stays NaN.
struct DecomposeInvertScale : OpConversionPattern<InvertScaleOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(InvertScaleOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Value> arrays(adaptor.getSource());
    Value &scales = arrays[op.getLevel() + 1];
    auto type = cast<RankedTensorType>(scales.getType());
    Value init = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, scales),
        type.getElementType());
    AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    Value inverse =
        linalg::GenericOp::create(
            rewriter, loc, init.getType(), scales, init,
            ArrayRef<AffineMap>{identity, identity}, iterators,
            [](OpBuilder &builder, Location loc, ValueRange values) {
              Value byte = values.front();
              auto constant = [&](int64_t value) -> Value {
                return arith::ConstantIntOp::create(builder, loc,
                                                    byte.getType(), value);
              };
              Value isNaN = arith::CmpIOp::create(
                  builder, loc, arith::CmpIPredicate::eq, byte, constant(0xff));
              Value mirrored =
                  arith::SubIOp::create(builder, loc, constant(0xfe), byte);
              Value result =
                  arith::SelectOp::create(builder, loc, isNaN, byte, mirrored);
              linalg::YieldOp::create(builder, loc, result);
            })
            .getResult(0);
    scales = castArray(rewriter, loc, inverse, type);
    rewriter.replaceOpWithMultiple(op, {arrays});
    return success();
  }
};

/// Moves codes and scales to the result's layout and converts the codes there.
struct DecomposeRecode : OpConversionPattern<RecodeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(RecodeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ScaledType source = op.getSource().getType(), type = op.getType();
    SmallVector<OpFoldResult> extents =
        getExtents(rewriter, loc, source, adaptor.getSource().front());
    auto moved = ScaledType::get(type.getShape(), source.getEncoding(),
                                 type.getLevels(), type.getLayout());
    SmallVector<Value> arrays = copyComponents(
        rewriter, loc, adaptor.getSource(), source, moved, extents,
        llvm::to_vector(llvm::seq<int64_t>(0, source.getRank())));
    Value init = createEmptyArrays(rewriter, loc, type, extents).front();
    arrays.front() =
        StorageRecodeOp::create(rewriter, loc, init.getType(), arrays.front(),
                                init, TypeAttr::get(source.getEncoding()),
                                op.getConversionAttr())
            .getResult(0);
    arrays = castArrays(rewriter, loc, arrays, type);
    rewriter.replaceOpWithMultiple(op, {arrays});
    return success();
  }
};

/// Dequantizes to f64, which holds the values exactly, and quantizes again.
struct DecomposeRegroup : OpConversionPattern<RegroupOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(RegroupOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ScaledType source = op.getSource().getType(), type = op.getType();
    SmallVector<OpFoldResult> extents =
        getExtents(rewriter, loc, source, adaptor.getSource().front());
    Value init =
        tensor::EmptyOp::create(rewriter, loc, extents, rewriter.getF64Type());
    Value wide = StorageDequantizeOp::create(
                     rewriter, loc, init.getType(), adaptor.getSource(), init,
                     TypeAttr::get(withoutExtents(source)))
                     .getResult(0);
    SmallVector<Value> inits = createEmptyArrays(rewriter, loc, type, extents);
    auto quantize = StorageQuantizeOp::create(
        rewriter, loc, TypeRange(ValueRange(inits)), wide, inits,
        TypeAttr::get(withoutExtents(type)), op.getQuantizer());
    SmallVector<Value> arrays =
        castArrays(rewriter, loc, quantize.getResults(), type);
    rewriter.replaceOpWithMultiple(op, {arrays});
    return success();
  }
};

struct DecomposeReturn : OpConversionPattern<lowp::ReturnOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(lowp::ReturnOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> operands;
    for (ValueRange values : adaptor.getOperands())
      llvm::append_range(operands, values);
    rewriter.replaceOpWithNewOp<lowp::ReturnOp>(op, operands);
    return success();
  }
};

/// Kernels stay kernels; their operands become arrays.
struct DecomposeLaunch : OpConversionPattern<LaunchOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LaunchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> operands;
    for (ValueRange values : adaptor.getOperands())
      llvm::append_range(operands, values);
    SmallVector<Type> types;
    SmallVector<size_t> counts;
    for (Type type : op.getResultTypes()) {
      size_t before = types.size();
      if (failed(getTypeConverter()->convertType(type, types)))
        return rewriter.notifyMatchFailure(op, "a result has no storage form");
      counts.push_back(types.size() - before);
    }
    auto launch = LaunchOp::create(rewriter, op.getLoc(), types,
                                   op.getKernelAttr(), operands,
                                   /*arg_attrs=*/nullptr,
                                   /*res_attrs=*/nullptr);
    SmallVector<SmallVector<Value>> results;
    ValueRange rest = launch.getResults();
    for (size_t count : counts) {
      results.emplace_back(rest.take_front(count));
      rest = rest.drop_front(count);
    }
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Refuses a sum whose type and the result's have no rounding between them.
static LogicalResult checkStorable(MatmulOp op) {
  Type accumulator = op.getAccumulate().getAccumulator();
  Type result = op.getType().getElementType();
  if (isa<FloatType>(accumulator) != isa<FloatType>(result))
    return op.emitOpError()
           << "sums in " << accumulator << " and gives " << result
           << ": there is no rounding from the one to the other";
  if (accumulator != result &&
      accumulator.getIntOrFloatBitWidth() == result.getIntOrFloatBitWidth())
    return op.emitOpError() << "sums in " << accumulator << " and gives "
                            << result << ": neither holds the other";
  return success();
}

/// Refuses scales whose reciprocal is not a subtraction of exponents.
static LogicalResult checkStorable(InvertScaleOp op) {
  Type scale = op.getType().getLevels()[op.getLevel()].getType();
  if (isa<Float8E8M0FNUType>(scale))
    return success();
  return op.emitOpError() << "has no storage form for scales of " << scale
                          << " yet; those of f8E8M0FNU have one";
}

/// Refuses, with the reason, what has no storage form.
static LogicalResult checkStorable(ModuleOp module) {
  auto checkTypes = [](Operation *op, TypeRange types) -> LogicalResult {
    for (Type type : types)
      if (auto scaled = dyn_cast<ScaledType>(type))
        if (failed(
                scaled.getStorageComponents([&]() { return op->emitError(); })))
          return failure();
    return success();
  };
  WalkResult result = module.walk([&](Operation *op) -> WalkResult {
    if (failed(checkTypes(op, op->getResultTypes())))
      return WalkResult::interrupt();
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      if (failed(checkTypes(op, function.getArgumentTypes())) ||
          failed(checkTypes(op, function.getResultTypes())))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(checkTypes(op, block.getArgumentTypes())))
          return WalkResult::interrupt();
    if (auto matmul = dyn_cast<MatmulOp>(op);
        matmul && failed(checkStorable(matmul)))
      return WalkResult::interrupt();
    if (auto invert = dyn_cast<InvertScaleOp>(op);
        invert && failed(checkStorable(invert)))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct DecomposeScaled : lowp::impl::DecomposeScaledBase<DecomposeScaled> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    if (failed(checkStorable(getOperation())))
      return signalPassFailure();

    TypeConverter converter;
    converter.addConversion([](Type type) { return type; });
    converter.addConversion(
        [](ScaledType type,
           SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
          FailureOr<SmallVector<RankedTensorType>> arrays =
              type.getStorageTypes(nullptr);
          if (failed(arrays))
            return failure();
          llvm::append_range(types, *arrays);
          return success();
        });

    RewritePatternSet patterns(context);
    ConversionTarget target(*context);
    patterns.add<DecomposeAssemble, DecomposeCodes, DecomposeDequantize,
                 DecomposeDim, DecomposeInvertScale, DecomposeLaunch,
                 DecomposeMatmul, DecomposeQuantize, DecomposeRecode,
                 DecomposeRegroup, DecomposeRelayout, DecomposeReturn,
                 DecomposeScales, DecomposeTranspose>(converter, context);
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    populateFunctionOpInterfaceTypeConversionPattern<KernelOp>(patterns,
                                                               converter);
    populateCallOpTypeConversionPattern(patterns, converter);
    populateReturnOpTypeConversionPattern(patterns, converter);
    target.addDynamicallyLegalOp<func::FuncOp, KernelOp>([&](Operation *op) {
      auto function = cast<FunctionOpInterface>(op);
      return converter.isLegal(function.getArgumentTypes()) &&
             converter.isLegal(function.getResultTypes());
    });
    target.markUnknownOpDynamicallyLegal(
        [&](Operation *op) { return converter.isLegal(op); });
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    cf::populateCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);

    ConversionConfig config;
    config.allowPatternRollback = false;
    if (failed(applyFullConversion(getOperation(), target, std::move(patterns),
                                   config)))
      signalPassFailure();
  }
};
} // namespace
