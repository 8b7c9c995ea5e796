//===- QuantizeToLinalg.cpp - Lowers quantization to linalg ---------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QuantizeToLinalg.h"
#include "EncodeCode.h"
#include "ScaleRecipe.h"
#include "ScaledArrays.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace lowp;

static constexpr uint64_t f64Magnitude = ~uint64_t(0) >> 1;
static constexpr uint64_t f64Infinity = uint64_t(0x7ff) << 52;

LogicalResult lowp::checkQuantize(StorageQuantizeOp op) {
  ScaledType type = op.getScaled();
  if (type.getLevels().size() != 1)
    return op.emitOpError() << "has no lowering for " << type.getLevels().size()
                            << " levels of scales; one level has one";
  ScaleAttr level = type.getLevels().front();
  if (failed(op.getQuantizer().verifyStated([&] { return op.emitOpError(); },
                                            level.getType())))
    return failure();
  Type source = cast<ShapedType>(op.getSource().getType()).getElementType();
  if (failed(checkQuantizer(op, op.getQuantizer(), source, level)))
    return failure();
  ConversionAttr conversion = op.getQuantizer().getConversion();
  FailureOr<CodePolicy> policy =
      getCodePolicy(op, *getFormat(type.getEncoding()), conversion);
  if (failed(policy))
    return failure();
  // An f64 over a large scale may be too small for f64, which only directed
  // roundings tell from zero.
  if (source.isF64() &&
      (policy->rounding == Rounding::Up || policy->rounding == Rounding::Down))
    return op.emitOpError() << "has no lowering for `rounding = "
                            << stringifyRounding(policy->rounding)
                            << "` of f64; rne and rtz have one";
  return success();
}

/// Writes the scale of one in the places of an array that hold no scale.
static void fillPadding(ScalarBuilder &builder, const ScaledArrays &arrays) {
  for (auto [component, array] : llvm::zip(arrays.components, arrays.arrays)) {
    if (!component.hasPadding())
      continue;
    Type type = component.elementType;
    Value padding = builder.bitcast(
        type, builder.integer(type.getIntOrFloatBitWidth(), component.padding));
    linalg::FillOp::create(builder, padding, array);
  }
}

/// A cell for an i64, made once for each call of the function around.
static Value makeCell(ScalarBuilder &builder, Operation *op) {
  OpBuilder::InsertionGuard guard(builder);
  if (auto function = op->getParentOfType<FunctionOpInterface>())
    builder.setInsertionPointToStart(&function.getFunctionBody().front());
  return memref::AllocaOp::create(builder,
                                  MemRefType::get({}, builder.getI64Type()));
}

/// The bits of the largest magnitude of a group, whose order is that of the
/// magnitudes, NaN last; 0 for no element.
static Value measureGroup(ScalarBuilder &builder, Value group, Value cell,
                          bool dropNaN) {
  linalg::FillOp::create(builder, builder.integer(64, 0), cell);
  unsigned rank = cast<MemRefType>(group.getType()).getRank();
  AffineMap maps[] = {
      builder.getMultiDimIdentityMap(rank),
      AffineMap::get(rank, /*symbolCount=*/0, builder.getContext())};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::reduction);
  auto body = [&](OpBuilder &nested, Location loc, ValueRange arguments) {
    ScalarBuilder inner(loc, nested);
    Value value = readWide(inner, arguments[0]);
    Value magnitude =
        inner.bitAnd(inner.bitcast(inner.getI64Type(), value), f64Magnitude);
    if (dropNaN)
      magnitude = inner.select(inner.above(magnitude, f64Infinity),
                               inner.integer(64, 0), magnitude);
    linalg::YieldOp::create(inner, inner.max(arguments[1], magnitude));
  };
  linalg::GenericOp::create(builder, group, cell, maps, iterators, body);
  return memref::LoadOp::create(builder, cell);
}

void lowp::lowerQuantize(StorageQuantizeOp op, RewriterBase &rewriter) {
  ScalarBuilder builder(op.getLoc(), rewriter);
  builder.setInsertionPoint(op);
  ScaledArrays arrays(op.getScaled(), op.getInits());
  QuantizerAttr quantizer = op.getQuantizer();
  ScaleAttr level = op.getScaled().getLevels().front();
  const Format &element = arrays.getFormatOf(-1);
  const Format &scale = arrays.getFormatOf(0);
  CodePolicy policy = *getCodePolicy(op, element, quantizer.getConversion());
  bool dropNaN = quantizer.getNonfiniteGroup() == NonfiniteGroup::SaturateScale;

  SmallVector<OpFoldResult> extents = getMemRefExtents(builder, op.getSource());
  arrays.assertExtents(builder, extents, "a quantization");
  fillPadding(builder, arrays);
  Value cell = makeCell(builder, op);

  auto emitGroup = [&](ScalarBuilder &group, ArrayRef<OpFoldResult> offsets,
                       ArrayRef<OpFoldResult> sizes) {
    Location loc = group.getLoc();
    SmallVector<OpFoldResult> strides(sizes.size(), group.getIndexAttr(1));
    Value source = memref::SubViewOp::create(group, op.getSource(), offsets,
                                             sizes, strides);
    Value amax = measureGroup(group, source, cell, dropNaN);
    Value scaleBits = chooseScale(group, quantizer, element, scale, amax);
    arrays.store(group, 0, getValueOrCreateConstantIndexOp(group, loc, offsets),
                 scaleBits);

    const StorageComponent &codes = arrays.components.front();
    SmallVector<OpFoldResult> codeOffsets, codeSizes;
    codes.getSlice(group, loc, offsets, sizes, codeOffsets, codeSizes);
    Value target = memref::SubViewOp::create(group, arrays.arrays.front(),
                                             codeOffsets, codeSizes, strides);
    AffineMap maps[] = {group.getMultiDimIdentityMap(sizes.size()),
                        codes.position};
    SmallVector<utils::IteratorType> iterators(sizes.size(),
                                               utils::IteratorType::parallel);
    auto body = [&](OpBuilder &nested, Location loc, ValueRange arguments) {
      ScalarBuilder inner(loc, nested);
      Value value = readWide(inner, arguments.front());
      Value scaled =
          applyScale(inner, quantizer, scale,
                     inner.bitcast(inner.getI64Type(), value), scaleBits);
      Value code = encodeCode(inner, element, policy, scaled);
      linalg::YieldOp::create(
          inner, inner.resize(code, codes.elementType.getIntOrFloatBitWidth()));
    };
    linalg::GenericOp::create(group, source, target, maps, iterators, body);
  };

  // The outer loops walk the groups. A group that spans a dimension is there
  // even where the extent is zero.
  SmallVector<Value> lower, upper, steps;
  SmallVector<unsigned> varying;
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    if (!level.variesAlong(dim))
      continue;
    varying.push_back(dim);
    lower.push_back(builder.index(0));
    upper.push_back(
        getValueOrCreateConstantIndexOp(builder, builder.getLoc(), extent));
    steps.push_back(builder.index(level.getGroup()[dim]));
  }
  scf::buildLoopNest(builder, builder.getLoc(), lower, upper, steps,
                     [&](OpBuilder &nested, Location loc, ValueRange begin) {
                       ScalarBuilder group(loc, nested);
                       SmallVector<OpFoldResult> offsets(extents.size(),
                                                         group.getIndexAttr(0));
                       SmallVector<OpFoldResult> sizes(extents);
                       for (auto [dim, first, step, end] :
                            llvm::zip(varying, begin, steps, upper)) {
                         offsets[dim] = first;
                         sizes[dim] = level.getGroup()[dim] == 1
                                          ? OpFoldResult(group.getIndexAttr(1))
                                          : OpFoldResult(group.min(
                                                group.sub(end, first), step));
                       }
                       emitGroup(group, offsets, sizes);
                     });
  rewriter.eraseOp(op);
}
