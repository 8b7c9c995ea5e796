//===- QuantizeToLinalg.cpp - Lowers quantization to loops ----------------===//
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
  Type source = cast<ShapedType>(op.getSource().getType()).getElementType();
  if (failed(checkQuantizer(op, op.getQuantizer(), source,
                            type.getLevels().front())))
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
    Value padding = builder.integer(8, component.padding);
    buildLoops(builder, getMemRefExtents(builder, array),
               [&, array = array](ScalarBuilder &inner, ValueRange indices) {
                 memref::StoreOp::create(inner, padding, array, indices);
               });
  }
}

/// The bits of the largest magnitude in a box of `source`, as f64. As integers,
/// magnitudes are in the order of the numbers, infinity and NaN after them.
static Value measureGroup(ScalarBuilder &builder, Value source,
                          ValueRange lower, ValueRange upper, bool dropNaN) {
  return buildLoops(
             builder, lower, upper, builder.integer(64, 0),
             [&](ScalarBuilder &inner, ValueRange element, ValueRange carried) {
               Value value = readWide(
                   inner, memref::LoadOp::create(inner, source, element));
               Value magnitude = inner.bitAnd(
                   inner.bitcast(inner.getI64Type(), value), f64Magnitude);
               if (dropNaN)
                 magnitude = inner.select(inner.above(magnitude, f64Infinity),
                                          inner.integer(64, 0), magnitude);
               return SmallVector<Value>{inner.max(carried.front(), magnitude)};
             })
      .front();
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

  // The outer loops walk the groups. A group that spans a dimension is there
  // even where the extent is zero.
  SmallVector<Value> ends =
      getValueOrCreateConstantIndexOp(builder, builder.getLoc(), extents);
  SmallVector<Value> lower(ends.size(), builder.index(0)), upper, steps;
  for (auto [dim, end] : llvm::enumerate(ends)) {
    bool varies = level.variesAlong(dim);
    upper.push_back(varies ? end : builder.index(1));
    steps.push_back(builder.index(varies ? level.getGroup()[dim] : 1));
  }
  scf::buildLoopNest(
      builder, builder.getLoc(), lower, upper, steps,
      [&](OpBuilder &nested, Location loc, ValueRange begin) {
        ScalarBuilder group(loc, nested);
        SmallVector<Value> end;
        for (auto [dim, first] : llvm::enumerate(begin))
          end.push_back(level.variesAlong(dim)
                            ? group.min(group.add(first, steps[dim]), ends[dim])
                            : ends[dim]);
        Value amax = measureGroup(group, op.getSource(), begin, end, dropNaN);
        Value scaleBits = chooseScale(group, quantizer, element, scale, amax);
        arrays.store(group, 0, begin, scaleBits);
        buildLoops(group, begin, end, {},
                   [&](ScalarBuilder &inner, ValueRange index, ValueRange) {
                     Value value = readWide(
                         inner,
                         memref::LoadOp::create(inner, op.getSource(), index));
                     Value scaled = applyScale(
                         inner, quantizer, scale,
                         inner.bitcast(inner.getI64Type(), value), scaleBits);
                     arrays.store(inner, -1, index,
                                  encodeCode(inner, element, policy, scaled));
                     return SmallVector<Value>();
                   });
      });
  rewriter.eraseOp(op);
}
