//===- MatmulToLinalg.cpp - Lowers contractions to loops ------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulToLinalg.h"
#include "Accumulator.h"
#include "ScaledArrays.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <numeric>

using namespace mlir;
using namespace lowp;

//===----------------------------------------------------------------------===//
// What has a lowering
//===----------------------------------------------------------------------===//

/// The significant bits of a product that f32-sequential adds in one rounding.
static constexpr unsigned sequentialPrecision = 24;

static LogicalResult checkAccumulate(StorageMatmulOp op,
                                     AccumulationModel model) {
  AccumulateAttr accumulate = op.getAccumulate();
  if (!accumulate.getAccumulator().isF32())
    return op.emitOpError() << "has no lowering for an accumulator of "
                            << accumulate.getAccumulator() << "; f32 has one";
  Type init = cast<ShapedType>(op.getInit().getType()).getElementType();
  if (!init.isF32())
    return op.emitOpError() << "sums in f32 but adds to an array of " << init;
  if (accumulate.getProduct() != ProductPrecision::Exact)
    return op.emitOpError("has no lowering for `product = rounded`; exact has "
                          "one");
  if (accumulate.getOrder() == AccumulationOrder::Promoted)
    return op.emitOpError("has no lowering for `order = promoted`; any and "
                          "sequential have one");
  if (accumulate.getOrder() == AccumulationOrder::Sequential &&
      model == AccumulationModel::Exact)
    return op.emitOpError("demands `order = sequential`, which the model exact "
                          "does not have; f32-sequential has it");
  return success();
}

LogicalResult lowp::checkMatmul(StorageMatmulOp op, AccumulationModel model) {
  if (failed(checkAccumulate(op, model)))
    return failure();
  bool inContraction = op.getApplication() == ScaleApplication::InContraction;
  SmallVector<AffineMap> maps = op.getMaps();
  unsigned precision = 0;
  ScaledType types[] = {op.getLhsScaled(), op.getRhsScaled()};
  for (auto [map, type] : llvm::zip(ArrayRef(maps).take_front(2), types)) {
    precision += getSignificandBits(*getFormat(type.getEncoding()));
    for (ScaleAttr level : type.getLevels()) {
      if (level.getDirection() != Direction::Reconstruct)
        return op.emitOpError() << "has no lowering for scales that encode; "
                                   "invert the scales of "
                                << type << " first";
      if (inContraction) {
        precision += getSignificandBits(*getFormat(level.getType()));
        continue;
      }
      for (auto [index, expr] : llvm::enumerate(map.getResults()))
        if (level.variesAlong(index) &&
            !maps[2].isFunctionOfDim(cast<AffineDimExpr>(expr).getPosition()))
          return op.emitOpError()
                 << "cannot apply the scales of " << type
                 << " in the epilogue: they vary along the dimension that is "
                    "summed over, by groups of "
                 << level.getGroupText();
    }
  }
  if (model == AccumulationModel::F32Sequential &&
      precision > sequentialPrecision)
    return op.emitOpError()
           << "has products of up to " << precision
           << " bits with their scales, and the model f32-sequential is "
              "defined "
              "for up to 24; apply the scales in the epilogue, or choose the "
              "model exact";
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {

/// An operand of the contraction and how it is indexed.
struct Operand {
  ScaledArrays arrays;
  AffineMap map;

  /// The element of this operand at the indices of the contraction.
  SmallVector<Value> getElement(ArrayRef<Value> indices) const {
    return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
      return indices[cast<AffineDimExpr>(expr).getPosition()];
    });
  }

  Factor load(ScalarBuilder &builder, int level,
              ArrayRef<Value> indices) const {
    return {&arrays.getFormatOf(level),
            arrays.load(builder, level, getElement(indices))};
  }
};

/// Emits one contraction.
class MatmulEmitter {
public:
  MatmulEmitter(StorageMatmulOp op, AccumulationModel model)
      : op(op), maps(op.getMaps()),
        lhs{ScaledArrays(op.getLhsScaled(), op.getLhs()), maps[0]},
        rhs{ScaledArrays(op.getRhsScaled(), op.getRhs()), maps[1]},
        inContraction(op.getApplication() == ScaleApplication::InContraction) {
    for (unsigned dim = 0; dim < maps[2].getNumDims(); ++dim)
      (maps[2].isFunctionOfDim(dim) ? parallel : reduction).push_back(dim);
    blockLength = inContraction && !reduction.empty()
                      ? getBlockLength(reduction.back())
                      : 0;
    SmallVector<const Format *> scales;
    if (inContraction)
      for (const Operand *operand : {&lhs, &rhs})
        for (unsigned level = 0; level < operand->arrays.getNumLevels();
             ++level)
          scales.push_back(&operand->arrays.getFormatOf(level));
    accumulator = model == AccumulationModel::Exact
                      ? createExactAccumulator(lhs.arrays.getFormatOf(-1),
                                               rhs.arrays.getFormatOf(-1),
                                               scales, blockLength)
                      : createSequentialAccumulator();
  }

  void emit(ScalarBuilder &builder);

private:
  using State = Accumulator::State;

  /// The largest run along `dim` in which no scale changes, wherever it begins
  /// at a multiple of its length; 0 for the whole extent.
  int64_t getBlockLength(unsigned dim) const;
  /// The extents of the contraction's dimensions, checked against each other.
  SmallVector<Value> getExtents(ScalarBuilder &builder);

  SmallVector<Factor> loadScales(ScalarBuilder &builder,
                                 ArrayRef<Value> indices) const;
  /// Sums over the reduction dimensions from number `depth` on.
  State reduce(ScalarBuilder &builder, unsigned depth,
               SmallVector<Value> indices, State state);
  State reduceInnermost(ScalarBuilder &builder, SmallVector<Value> indices,
                        State state);
  State reduceBlock(ScalarBuilder &builder, Value begin, Value end,
                    SmallVector<Value> indices, State state);
  /// One element of the result.
  void emitElement(ScalarBuilder &builder, SmallVector<Value> indices);
  /// fl(sum * fl(SX * SW)); several levels of one operand are multiplied
  /// first, the inner one before the outer one.
  Value applyInEpilogue(ScalarBuilder &builder, Value sum,
                        ArrayRef<Value> indices) const;

  StorageMatmulOp op;
  SmallVector<AffineMap> maps;
  Operand lhs, rhs;
  bool inContraction;
  SmallVector<unsigned> parallel, reduction;
  int64_t blockLength;
  SmallVector<Value> extents;
  std::unique_ptr<Accumulator> accumulator;
};

} // namespace

int64_t MatmulEmitter::getBlockLength(unsigned dim) const {
  int64_t length = 0;
  for (const Operand *operand : {&lhs, &rhs})
    for (ScaleAttr level : operand->arrays.type.getLevels())
      for (auto [index, expr] : llvm::enumerate(operand->map.getResults()))
        if (cast<AffineDimExpr>(expr).getPosition() == dim &&
            level.variesAlong(index))
          length = std::gcd(length, level.getGroup()[index]);
  return length;
}

SmallVector<Value> MatmulEmitter::getExtents(ScalarBuilder &builder) {
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
  for (const Operand *operand : {&lhs, &rhs}) {
    const ScaledArrays &arrays = operand->arrays;
    SmallVector<OpFoldResult> stored =
        getMemRefExtents(builder, arrays.arrays.front());
    SmallVector<OpFoldResult> logical;
    for (int64_t dim = 0; dim < arrays.type.getRank(); ++dim)
      logical.push_back(stored[*arrays.components.front().findUnitDim(dim)]);
    arrays.assertExtents(builder, logical, "an operand of a matmul");
    collect(operand->map, logical);
  }
  collect(maps[2], getMemRefExtents(builder, op.getInit()));
  return getValueOrCreateConstantIndexOp(builder, builder.getLoc(), known);
}

SmallVector<Factor> MatmulEmitter::loadScales(ScalarBuilder &builder,
                                              ArrayRef<Value> indices) const {
  SmallVector<Factor> scales;
  if (inContraction)
    for (const Operand *operand : {&lhs, &rhs})
      for (unsigned level = 0; level < operand->arrays.getNumLevels(); ++level)
        scales.push_back(operand->load(builder, level, indices));
  return scales;
}

Accumulator::State MatmulEmitter::reduceBlock(ScalarBuilder &builder,
                                              Value begin, Value end,
                                              SmallVector<Value> indices,
                                              State state) {
  unsigned dim = reduction.back();
  indices[dim] = begin;
  SmallVector<Factor> scales = loadScales(builder, indices);
  State blockState = accumulator->beginBlock(builder, state, scales);
  blockState = buildLoops(
      builder, begin, end, blockState,
      [&](ScalarBuilder &inner, ValueRange index, ValueRange carried) {
        indices[dim] = index.front();
        return accumulator->add(inner, State(carried),
                                lhs.load(inner, -1, indices),
                                rhs.load(inner, -1, indices));
      });
  return accumulator->endBlock(builder, state, blockState, scales);
}

Accumulator::State MatmulEmitter::reduceInnermost(ScalarBuilder &builder,
                                                  SmallVector<Value> indices,
                                                  State state) {
  // Without scales that change, the whole extent is one block; over nothing
  // there is none, and no scale is read.
  Value extent = extents[reduction.back()];
  Value step =
      blockLength > 0 ? builder.index(blockLength) : builder.max(extent, 1);
  auto loop = scf::ForOp::create(
      builder, builder.index(0), extent, step, state,
      [&](OpBuilder &nested, Location loc, Value begin, ValueRange carried) {
        ScalarBuilder inner(loc, nested);
        Value end = inner.min(inner.add(begin, step), extent);
        scf::YieldOp::create(
            inner, reduceBlock(inner, begin, end, indices, State(carried)));
      });
  return State(loop.getResults());
}

Accumulator::State MatmulEmitter::reduce(ScalarBuilder &builder, unsigned depth,
                                         SmallVector<Value> indices,
                                         State state) {
  if (depth + 1 == reduction.size())
    return reduceInnermost(builder, indices, state);
  unsigned dim = reduction[depth];
  return buildLoops(
      builder, builder.index(0), extents[dim], state,
      [&](ScalarBuilder &inner, ValueRange index, ValueRange carried) {
        indices[dim] = index.front();
        return reduce(inner, depth + 1, indices, State(carried));
      });
}

Value MatmulEmitter::applyInEpilogue(ScalarBuilder &builder, Value sum,
                                     ArrayRef<Value> indices) const {
  FloatType f32 = builder.getF32Type();
  Value both;
  for (const Operand *operand : {&lhs, &rhs}) {
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

void MatmulEmitter::emitElement(ScalarBuilder &builder,
                                SmallVector<Value> indices) {
  SmallVector<Value> element =
      llvm::map_to_vector(maps[2].getResults(), [&](AffineExpr expr) {
        return indices[cast<AffineDimExpr>(expr).getPosition()];
      });
  Value init = memref::LoadOp::create(builder, op.getInit(), element);
  Value zero = builder.number(builder.getF32Type(), 0.0);
  State state = accumulator->begin(builder, inContraction ? init : zero);
  if (!reduction.empty()) {
    state = reduce(builder, 0, indices, state);
  } else {
    // Each element is a single product.
    SmallVector<Factor> scales = loadScales(builder, indices);
    State block = accumulator->beginBlock(builder, state, scales);
    block = accumulator->add(builder, block, lhs.load(builder, -1, indices),
                             rhs.load(builder, -1, indices));
    state = accumulator->endBlock(builder, state, block, scales);
  }
  Value sum = accumulator->end(builder, state);
  if (!inContraction) {
    // No scale varies along a reduction: any index there will do, where there
    // is one. Over nothing the sum is zero whatever the scales.
    Value empty;
    for (unsigned dim : reduction) {
      indices[dim] = builder.index(0);
      Value none = builder.equal(extents[dim], 0);
      empty = empty ? builder.bitOr(empty, none) : none;
    }
    Value scaled = applyInEpilogue(builder, sum, indices);
    if (empty)
      scaled = builder.select(empty, zero, scaled);
    sum = builder.addF(init, scaled);
    sum = builder.addF(sum, zero);
  }
  memref::StoreOp::create(builder, sum, op.getInit(), element);
}

void MatmulEmitter::emit(ScalarBuilder &builder) {
  extents = getExtents(builder);
  SmallVector<OpFoldResult> bounds;
  for (unsigned dim : parallel)
    bounds.push_back(extents[dim]);
  buildLoops(builder, bounds, [&](ScalarBuilder &inner, ValueRange position) {
    SmallVector<Value> indices(extents.size());
    for (auto [dim, index] : llvm::zip(parallel, position))
      indices[dim] = index;
    emitElement(inner, indices);
  });
}

void lowp::lowerMatmul(StorageMatmulOp op, AccumulationModel model,
                       RewriterBase &rewriter) {
  ScalarBuilder builder(op.getLoc(), rewriter);
  builder.setInsertionPoint(op);
  MatmulEmitter(op, model).emit(builder);
  rewriter.eraseOp(op);
}
