//===- Contraction.cpp - A contraction of scaled arrays -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <numeric>

using namespace mlir;
using namespace lowp;

static SmallVector<Value> permute(AffineMap map, ArrayRef<Value> indices) {
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
    return indices[cast<AffineDimExpr>(expr).getPosition()];
  });
}

SmallVector<Value>
ContractionOperand::getElement(ArrayRef<Value> indices) const {
  return permute(map, indices);
}

Factor ContractionOperand::load(ScalarBuilder &builder, int level,
                                ArrayRef<Value> indices) const {
  return {&arrays.getFormatOf(level),
          arrays.load(builder, level, getElement(indices))};
}

Contraction::Contraction(StorageMatmulOp op, ScalarBuilder &builder)
    : init(op.getInit()), maps(op.getMaps()),
      lhs{ScaledArrays(op.getLhsScaled(), op.getLhs()), maps[0]},
      rhs{ScaledArrays(op.getRhsScaled(), op.getRhs()), maps[1]},
      inContraction(op.getApplication() == ScaleApplication::InContraction) {
  for (unsigned dim = 0; dim < maps[2].getNumDims(); ++dim)
    (maps[2].isFunctionOfDim(dim) ? parallel : reduction).push_back(dim);
  extents = getExtents(builder);
}

int64_t Contraction::getBlockLength(unsigned dim) const {
  int64_t length = 0;
  for (const ContractionOperand *operand : {&lhs, &rhs})
    for (ScaleAttr level : operand->arrays.type.getLevels())
      for (auto [index, expr] : llvm::enumerate(operand->map.getResults()))
        if (cast<AffineDimExpr>(expr).getPosition() == dim &&
            level.variesAlong(index))
          length = std::gcd(length, level.getGroup()[index]);
  return length;
}

SmallVector<Value> Contraction::getExtents(ScalarBuilder &builder) const {
  SmallVector<OpFoldResult> known(maps[2].getNumDims());
  auto collect = [&](AffineMap map, ArrayRef<OpFoldResult> extents) {
    for (auto [expr, extent] : llvm::zip(map.getResults(), extents)) {
      unsigned dim = cast<AffineDimExpr>(expr).getPosition();
      if (known[dim])
        assertSameExtent(builder, known[dim], extent,
                         "the operands of a matmul differ in the extent of "
                         "dimension d" +
                             Twine(dim));
      if (!known[dim] || isa<Attribute>(extent))
        known[dim] = extent;
    }
  };
  for (const ContractionOperand *operand : {&lhs, &rhs}) {
    const ScaledArrays &arrays = operand->arrays;
    SmallVector<OpFoldResult> stored =
        getMemRefExtents(builder, arrays.arrays.front());
    SmallVector<OpFoldResult> logical;
    for (int64_t dim = 0; dim < arrays.type.getRank(); ++dim)
      logical.push_back(stored[*arrays.components.front().findUnitDim(dim)]);
    arrays.assertExtents(builder, logical,
                         operand == &lhs ? "lhs of a matmul"
                                         : "rhs of a matmul");
    collect(operand->map, logical);
  }
  collect(maps[2], getMemRefExtents(builder, init));
  return getValueOrCreateConstantIndexOp(builder, builder.getLoc(), known);
}

Value Contraction::loadResult(ScalarBuilder &builder,
                              ArrayRef<Value> indices) const {
  return memref::LoadOp::create(builder, init, permute(maps[2], indices));
}

Value Contraction::loadInit(ScalarBuilder &builder,
                            ArrayRef<Value> indices) const {
  if (inContraction)
    return loadResult(builder, indices);
  return builder.number(builder.getF32Type(), 0.0);
}

/// fl(sum * fl(SX * SW)); several levels of one operand are multiplied first,
/// the inner one before the outer one.
Value Contraction::applyInEpilogue(ScalarBuilder &builder, Value sum,
                                   ArrayRef<Value> indices) const {
  FloatType f32 = builder.getF32Type();
  Value both;
  for (const ContractionOperand *operand : {&lhs, &rhs}) {
    Value product;
    for (unsigned level = 0; level < operand->arrays.getNumLevels(); ++level) {
      Factor scale = operand->load(builder, level, indices);
      Value number =
          builder.convertF(f32, getNumber(builder, *scale.format, scale.parts));
      product = product ? builder.mulF(product, number) : number;
    }
    both = both ? builder.mulF(both, product) : product;
  }
  return builder.mulF(sum, both);
}

void Contraction::storeSum(ScalarBuilder &builder, Value sum,
                           ArrayRef<Value> indices) const {
  if (!inContraction) {
    // No scale varies along a reduction: any index there will do, where there
    // is one. Over nothing the sum is zero whatever the scales.
    SmallVector<Value> first(indices);
    Value zero = builder.number(builder.getF32Type(), 0.0);
    Value empty;
    for (unsigned dim : reduction) {
      first[dim] = builder.index(0);
      Value none = builder.equal(extents[dim], 0);
      empty = empty ? builder.bitOr(empty, none) : none;
    }
    Value scaled = applyInEpilogue(builder, sum, first);
    if (empty)
      scaled = builder.select(empty, zero, scaled);
    sum = builder.addF(loadResult(builder, indices), scaled);
    sum = builder.addF(sum, zero);
  }
  memref::StoreOp::create(builder, sum, init, permute(maps[2], indices));
}
