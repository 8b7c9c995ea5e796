//===- Epilogue.cpp - Elementwise IR after a contraction ------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Epilogue.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace lowp;

namespace {
/// Writes scalar code for single elements of tensors, from the one that is
/// stored back to the accumulator and the kernel's arguments.
class ElementWriter {
public:
  ElementWriter(KernelBuilder &builder, MatmulOp matmul, TileMapOp map,
                ValueRange extents)
      : builder(builder), matmul(matmul), map(map), extents(extents) {}

  /// The element of `tensor` at `indices`, each of them the row or the column.
  FailureOr<Value> write(Value tensor, ArrayRef<Value> indices);

  /// Whether what was written reads the accumulator, and so has its extents.
  bool readsAccumulator() const { return hasReadAccumulator; }

private:
  Value getElement() { return map.getBody().getArgument(0); }
  Value getRow() { return map.getBody().getArgument(1); }
  Value getColumn() { return map.getBody().getArgument(2); }

  FailureOr<Value> writeArgument(BlockArgument argument,
                                 ArrayRef<Value> indices);
  FailureOr<Value> writeGeneric(linalg::GenericOp generic, unsigned result,
                                ArrayRef<Value> indices);
  FailureOr<Value> writeScalar(Operation *user, Value scalar);

  KernelBuilder &builder;
  MatmulOp matmul;
  TileMapOp map;
  ValueRange extents;
  bool hasReadAccumulator = false;
};
} // namespace

FailureOr<Value> ElementWriter::write(Value tensor, ArrayRef<Value> indices) {
  if (tensor == matmul.getResult()) {
    if (indices != ArrayRef<Value>{getRow(), getColumn()})
      return matmul.emitOpError("is lowered where its epilogue reads each "
                                "element at its own place");
    hasReadAccumulator = true;
    Type type = matmul.getResult().getType().getElementType();
    if (type.isF32())
      return getElement();
    if (type.isF64())
      return arith::ExtFOp::create(builder, type, getElement()).getResult();
    return arith::TruncFOp::create(builder, type, getElement()).getResult();
  }
  if (auto argument = dyn_cast<BlockArgument>(tensor))
    return writeArgument(argument, indices);
  if (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    return write(cast.getSource(), indices);
  if (auto generic = tensor.getDefiningOp<linalg::GenericOp>())
    return writeGeneric(generic, cast<OpResult>(tensor).getResultNumber(),
                        indices);
  return tensor.getDefiningOp()->emitOpError(
      "is not lowered in the epilogue of a contraction: what follows it is "
      "linalg, elementwise, on its result and on arguments of the kernel");
}

FailureOr<Value> ElementWriter::writeArgument(BlockArgument argument,
                                              ArrayRef<Value> indices) {
  auto type = cast<RankedTensorType>(argument.getType());
  SmallVector<Value> viewExtents;
  for (Value index : indices)
    viewExtents.push_back(extents[index == getRow() ? 0 : 1]);
  SmallVector<Value> places(indices);
  Value view;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(map);
    if (places.empty()) {
      viewExtents.push_back(builder.constant(1));
      places.push_back(builder.constant(0));
    }
    view = builder.createView(AbiRole::Operand, argument.getArgNumber(),
                              /*component=*/0, viewExtents);
  }
  return TileElementOp::create(
             builder, view, places,
             cast<TypedAttr>(builder.getZeroAttr(type.getElementType())))
      .getResult();
}

FailureOr<Value> ElementWriter::writeScalar(Operation *user, Value scalar) {
  Operation *constant = scalar.getDefiningOp();
  if (!constant || !constant->hasTrait<OpTrait::ConstantLike>())
    return user->emitOpError("is lowered in an epilogue with constants as its "
                             "only scalars from outside");
  return builder.clone(*constant)->getResult(0);
}

FailureOr<Value> ElementWriter::writeGeneric(linalg::GenericOp generic,
                                             unsigned result,
                                             ArrayRef<Value> indices) {
  AffineMap output =
      generic.getMatchingIndexingMap(generic.getDpsInitOperand(result));
  if (generic.getNumParallelLoops() != generic.getNumLoops() ||
      !output.isPermutation())
    return generic.emitOpError("is lowered in an epilogue where it is "
                               "elementwise: parallel loops, each a dimension "
                               "of the result");
  SmallVector<Value> loops(indices.size());
  for (auto [expr, index] : llvm::zip(output.getResults(), indices))
    loops[cast<AffineDimExpr>(expr).getPosition()] = index;

  IRMapping mapping;
  for (OpOperand *operand : generic.getDpsInputOperands()) {
    BlockArgument element = generic.getMatchingBlockArgument(operand);
    if (element.use_empty())
      continue;
    SmallVector<Value> places;
    for (AffineExpr expr :
         generic.getMatchingIndexingMap(operand).getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim)
        return generic.emitOpError("is lowered in an epilogue where its inputs "
                                   "are read along loops or not at all");
      places.push_back(loops[dim.getPosition()]);
    }
    FailureOr<Value> value = isa<RankedTensorType>(operand->get().getType())
                                 ? write(operand->get(), places)
                                 : writeScalar(generic, operand->get());
    if (failed(value))
      return failure();
    mapping.map(element, *value);
  }
  for (BlockArgument init : generic.getRegionOutputArgs())
    if (!init.use_empty())
      return generic.emitOpError("is lowered in an epilogue where it does not "
                                 "read what its results are written to");

  for (Operation &op : generic.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(op)) {
      mapping.map(index.getResult(), loops[index.getDim()]);
      continue;
    }
    if (op.getNumRegions() != 0 ||
        !isa_and_present<arith::ArithDialect, math::MathDialect>(
            op.getDialect()))
      return op.emitOpError("is not lowered in an epilogue: it computes with "
                            "arith and math on scalars");
    for (Type type : op.getResultTypes())
      if (!isDeviceNumber(type) && !type.isIndex() && !type.isInteger(1))
        return op.emitOpError() << "is not lowered in an epilogue: it computes "
                                   "with numbers of 8 to 64 bits that GPUs "
                                   "have, got "
                                << type;
    for (Value operand : op.getOperands()) {
      if (mapping.contains(operand))
        continue;
      FailureOr<Value> scalar = writeScalar(&op, operand);
      if (failed(scalar))
        return failure();
      mapping.map(operand, *scalar);
    }
    builder.clone(op, mapping);
  }
  Value yielded = generic.getBody()->getTerminator()->getOperand(result);
  if (mapping.contains(yielded))
    return mapping.lookup(yielded);
  return writeScalar(generic, yielded);
}

FailureOr<Value> lowp::createEpilogue(KernelBuilder &builder, Value result,
                                      MatmulOp matmul, Value accumulator,
                                      Value row, Value column,
                                      ValueRange extents) {
  auto source = cast<TileDataType>(accumulator.getType());
  auto tensor = dyn_cast<RankedTensorType>(result.getType());
  if (!tensor || tensor.getRank() != 2)
    return matmul.emitOpError()
           << "is lowered into results of rank 2, elementwise, not into "
           << result.getType();
  auto tile = TileDataType::get(builder.getContext(), source.getShape(),
                                tensor.getElementType(), source.getSpace(),
                                source.getPlacement());
  auto map = TileMapOp::create(builder, tile, accumulator, row, column);
  OpBuilder::InsertionGuard guard(builder);
  Type index = builder.getIndexType();
  builder.createBlock(&map.getBody(), {},
                      {source.getElementType(), index, index},
                      SmallVector<Location>(3, builder.getLoc()));
  ElementWriter writer(builder, matmul, map, extents);
  FailureOr<Value> element = writer.write(
      result, {map.getBody().getArgument(1), map.getBody().getArgument(2)});
  if (failed(element))
    return failure();
  if (!writer.readsAccumulator())
    return matmul.emitOpError("is lowered where every result of its kernel is "
                              "computed from its own");
  TileYieldOp::create(builder, *element);
  return map.getResult();
}
