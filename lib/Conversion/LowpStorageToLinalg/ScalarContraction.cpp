//===- ScalarContraction.cpp - Contractions element by element ------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace lowp;

namespace {

class ScalarEmitter {
public:
  ScalarEmitter(const Contraction &contraction, AccumulationModel model)
      : contraction(contraction),
        blockLength(
            contraction.inContraction && !contraction.reduction.empty()
                ? contraction.getBlockLength(contraction.reduction.back())
                : 0) {
    SmallVector<const Format *> scales;
    const ContractionOperand &lhs = contraction.lhs, &rhs = contraction.rhs;
    if (contraction.inContraction)
      for (const ContractionOperand *operand : {&lhs, &rhs})
        for (unsigned level = 0; level < operand->arrays.getNumLevels();
             ++level)
          scales.push_back(&operand->arrays.getFormatOf(level));
    accumulator = model == AccumulationModel::Exact
                      ? createExactAccumulator(lhs.arrays.getFormatOf(-1),
                                               rhs.arrays.getFormatOf(-1),
                                               scales, blockLength)
                      : createSequentialAccumulator();
  }

  /// One element of the result.
  void emitElement(ScalarBuilder &builder, SmallVector<Value> indices);

private:
  using State = Accumulator::State;

  SmallVector<Factor> loadScales(ScalarBuilder &builder,
                                 ArrayRef<Value> indices) const;
  /// Sums over the reduction dimensions from number `depth` on.
  State reduce(ScalarBuilder &builder, unsigned depth,
               SmallVector<Value> indices, State state);
  State reduceInnermost(ScalarBuilder &builder, SmallVector<Value> indices,
                        State state);
  State reduceBlock(ScalarBuilder &builder, Value begin, Value end,
                    SmallVector<Value> indices, State state);

  const Contraction &contraction;
  int64_t blockLength;
  std::unique_ptr<Accumulator> accumulator;
};

} // namespace

SmallVector<Factor> ScalarEmitter::loadScales(ScalarBuilder &builder,
                                              ArrayRef<Value> indices) const {
  SmallVector<Factor> scales;
  if (contraction.inContraction)
    for (const ContractionOperand *operand :
         {&contraction.lhs, &contraction.rhs})
      for (unsigned level = 0; level < operand->arrays.getNumLevels(); ++level)
        scales.push_back(operand->load(builder, level, indices));
  return scales;
}

Accumulator::State ScalarEmitter::reduceBlock(ScalarBuilder &builder,
                                              Value begin, Value end,
                                              SmallVector<Value> indices,
                                              State state) {
  unsigned dim = contraction.reduction.back();
  indices[dim] = begin;
  SmallVector<Factor> scales = loadScales(builder, indices);
  State blockState = accumulator->beginBlock(builder, state, scales);
  blockState = buildLoops(
      builder, begin, end, blockState,
      [&](ScalarBuilder &inner, ValueRange index, ValueRange carried) {
        indices[dim] = index.front();
        return accumulator->add(inner, State(carried),
                                contraction.lhs.load(inner, -1, indices),
                                contraction.rhs.load(inner, -1, indices));
      });
  return accumulator->endBlock(builder, state, blockState, scales);
}

Accumulator::State ScalarEmitter::reduceInnermost(ScalarBuilder &builder,
                                                  SmallVector<Value> indices,
                                                  State state) {
  // Without scales that change, the whole extent is one block; over nothing
  // there is none, and no scale is read.
  Value extent = contraction.extents[contraction.reduction.back()];
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

Accumulator::State ScalarEmitter::reduce(ScalarBuilder &builder, unsigned depth,
                                         SmallVector<Value> indices,
                                         State state) {
  if (depth + 1 == contraction.reduction.size())
    return reduceInnermost(builder, indices, state);
  unsigned dim = contraction.reduction[depth];
  return buildLoops(
      builder, builder.index(0), contraction.extents[dim], state,
      [&](ScalarBuilder &inner, ValueRange index, ValueRange carried) {
        indices[dim] = index.front();
        return reduce(inner, depth + 1, indices, State(carried));
      });
}

void ScalarEmitter::emitElement(ScalarBuilder &builder,
                                SmallVector<Value> indices) {
  State state =
      accumulator->begin(builder, contraction.loadInit(builder, indices));
  if (!contraction.reduction.empty()) {
    state = reduce(builder, 0, indices, state);
  } else {
    // Each element is a single product.
    SmallVector<Factor> scales = loadScales(builder, indices);
    State block = accumulator->beginBlock(builder, state, scales);
    block = accumulator->add(builder, block,
                             contraction.lhs.load(builder, -1, indices),
                             contraction.rhs.load(builder, -1, indices));
    state = accumulator->endBlock(builder, state, block, scales);
  }
  contraction.storeSum(builder, accumulator->end(builder, state), indices);
}

void lowp::emitScalarContraction(ScalarBuilder &builder,
                                 const Contraction &contraction,
                                 AccumulationModel model) {
  ScalarEmitter emitter(contraction, model);
  SmallVector<OpFoldResult> bounds;
  for (unsigned dim : contraction.parallel)
    bounds.push_back(contraction.extents[dim]);
  buildLoops(builder, bounds, [&](ScalarBuilder &inner, ValueRange position) {
    SmallVector<Value> indices(contraction.extents.size());
    for (auto [dim, index] : llvm::zip(contraction.parallel, position))
      indices[dim] = index;
    emitter.emitElement(inner, indices);
  });
}
