//===- KernelShapes.cpp - Which extents of a kernel are equal -------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Contracts/KernelShapes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace lowp;

/// No extents for what has no dimensions.
static ArrayRef<int64_t> getShape(Type type) {
  if (auto scaled = dyn_cast<ScaledType>(type))
    return scaled.getShape();
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getShape();
  return {};
}

namespace {
/// Classes of dimensions that are equal, built from what operations need.
class EqualDims {
public:
  explicit EqualDims(KernelOp kernel);

  /// The first node of the dimensions of operand or result `index`; those of
  /// the others follow.
  unsigned getOperand(unsigned index) const { return operands[index]; }
  unsigned getResult(unsigned index) const { return results[index]; }

  /// The class of a node, the number that it has if one of its members has one,
  /// and its name if it has one.
  unsigned getClass(unsigned node) const { return classes.findLeader(node); }
  int64_t getValue(unsigned leader) const;
  std::string getName(unsigned leader) const { return names.lookup(leader); }

private:
  unsigned addNodes(ArrayRef<int64_t> shape);
  unsigned getNodes(Value value);
  /// Each dimension of `value` is the loop that `map` has in its place.
  void joinLoops(Value value, AffineMap map, unsigned loops);
  void joinShapes(Value lhs, Value rhs);
  void join(Operation *op);
  void join(MatmulOp op);
  void join(linalg::LinalgOp op);
  /// Names the loops of a contraction, and the dimensions of a quantization.
  void nameDims(KernelOp kernel);

  llvm::IntEqClasses classes;
  SmallVector<int64_t> values;
  DenseMap<Value, unsigned> nodes;
  DenseMap<MatmulOp, unsigned> matmulLoops;
  DenseMap<unsigned, std::string> names;
  SmallVector<unsigned> operands, results;
};
} // namespace

unsigned EqualDims::addNodes(ArrayRef<int64_t> shape) {
  unsigned first = values.size();
  llvm::append_range(values, shape);
  classes.grow(values.size());
  return first;
}

unsigned EqualDims::getNodes(Value value) {
  auto [place, isNew] = nodes.try_emplace(value);
  if (isNew)
    place->second = addNodes(getShape(value.getType()));
  return place->second;
}

void EqualDims::joinLoops(Value value, AffineMap map, unsigned loops) {
  unsigned first = getNodes(value);
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      classes.join(first + dim, loops + loop.getPosition());
}

void EqualDims::joinShapes(Value lhs, Value rhs) {
  size_t rank = getShape(lhs.getType()).size();
  if (rank != getShape(rhs.getType()).size())
    return;
  unsigned left = getNodes(lhs), right = getNodes(rhs);
  for (size_t dim = 0; dim < rank; ++dim)
    classes.join(left + dim, right + dim);
}

void EqualDims::join(MatmulOp op) {
  SmallVector<AffineMap> maps = op.getMaps();
  unsigned loops = addNodes(
      SmallVector<int64_t>(maps.front().getNumDims(), ShapedType::kDynamic));
  matmulLoops[op] = loops;
  joinLoops(op.getLhs(), maps[0], loops);
  joinLoops(op.getRhs(), maps[1], loops);
  joinLoops(op.getResult(), maps[2], loops);
}

void EqualDims::join(linalg::LinalgOp op) {
  unsigned loops =
      addNodes(SmallVector<int64_t>(op.getNumLoops(), ShapedType::kDynamic));
  for (OpOperand &operand : op->getOpOperands())
    joinLoops(operand.get(), op.getMatchingIndexingMap(&operand), loops);
  for (OpResult result : op->getResults())
    joinShapes(result, op.getDpsInitOperand(result.getResultNumber())->get());
}

void EqualDims::join(Operation *op) {
  TypeSwitch<Operation *>(op)
      .Case<MatmulOp, linalg::LinalgOp>([&](auto typed) { join(typed); })
      .Case([&](TransposeOp transpose) {
        unsigned source = getNodes(transpose.getSource());
        unsigned result = getNodes(transpose.getResult());
        for (auto [dim, from] : llvm::enumerate(transpose.getPermutation()))
          classes.join(result + dim, source + from);
      })
      .Case<QuantizeOp, DequantizeOp, InvertScaleOp, RecodeOp, RegroupOp,
            RelayoutOp, tensor::CastOp>(
          [&](auto typed) { joinShapes(typed.getSource(), typed.getResult()); })
      .Default([&](Operation *other) {
        if (other->hasTrait<OpTrait::SameOperandsAndResultShape>() ||
            other->hasTrait<OpTrait::Elementwise>())
          for (Value operand : other->getOperands())
            for (Value result : other->getResults())
              joinShapes(operand, result);
      });
}

void EqualDims::nameDims(KernelOp kernel) {
  auto name = [&](unsigned node, const Twine &text) {
    names.try_emplace(classes.findLeader(node), text.str());
  };
  auto matmuls = kernel.getOps<MatmulOp>();
  if (!matmuls.empty()) {
    MatmulOp matmul = *matmuls.begin();
    SmallVector<AffineMap> maps = matmul.getMaps();
    // Every loop of a contraction is in two maps or in all three.
    auto getLetter = [&](unsigned loop) {
      if (!maps[2].isFunctionOfDim(loop))
        return 'K';
      if (!maps[1].isFunctionOfDim(loop))
        return 'M';
      return maps[0].isFunctionOfDim(loop) ? 'B' : 'N';
    };
    SmallVector<char> letters =
        llvm::map_to_vector(llvm::seq(maps.front().getNumDims()), getLetter);
    for (auto [loop, letter] : llvm::enumerate(letters)) {
      auto before = ArrayRef(letters).take_front(loop);
      std::string text(1, letter);
      if (llvm::count(letters, letter) > 1)
        text += std::to_string(llvm::count(before, letter));
      name(matmulLoops.lookup(matmul) + loop, text);
    }
    return;
  }
  auto quantizes = kernel.getOps<QuantizeOp>();
  if (quantizes.empty())
    return;
  QuantizeOp quantize = *quantizes.begin();
  if (quantize.getSource().getType().getRank() != 2)
    return;
  unsigned first = getNodes(quantize.getSource());
  name(first, "M");
  name(first + 1, "K");
}

EqualDims::EqualDims(KernelOp kernel) {
  for (Type type : kernel.getArgumentTypes())
    operands.push_back(addNodes(getShape(type)));
  for (Type type : kernel.getResultTypes())
    results.push_back(addNodes(getShape(type)));
  if (kernel.isExternal())
    return;
  for (auto [argument, first] : llvm::zip(kernel.getArguments(), operands))
    nodes[argument] = first;
  for (Block &block : kernel.getBody())
    for (Operation &op : block)
      join(&op);
  kernel.walk([&](lowp::ReturnOp op) {
    for (auto [value, first] : llvm::zip(op.getOperands(), results)) {
      unsigned own = getNodes(value);
      for (size_t dim = 0; dim < getShape(value.getType()).size(); ++dim)
        classes.join(own + dim, first + dim);
    }
  });
  nameDims(kernel);
}

int64_t EqualDims::getValue(unsigned leader) const {
  for (auto [node, value] : llvm::enumerate(values))
    if (!ShapedType::isDynamic(value) && classes.findLeader(node) == leader)
      return value;
  return ShapedType::kDynamic;
}

KernelShapes::KernelShapes(KernelOp kernel) {
  EqualDims dims(kernel);
  DenseMap<unsigned, unsigned> indices;
  auto describe = [&](Type type, unsigned first, StringRef role, unsigned index,
                      bool isOperand) {
    SmallVector<ShapeDim> shape;
    for (auto [dim, value] : llvm::enumerate(getShape(type))) {
      shape.push_back({value});
      if (!ShapedType::isDynamic(value))
        continue;
      unsigned leader = dims.getClass(first + dim);
      auto [place, isNew] = indices.try_emplace(leader, extents.size());
      shape.back().extent = place->second;
      if (!isNew)
        continue;
      OpenExtent extent;
      extent.name = dims.getName(leader);
      if (extent.name.empty())
        extent.name = (role + Twine(index) + "_d" + Twine(dim)).str();
      extent.value = dims.getValue(leader);
      if (isOperand)
        extent.place = {index, static_cast<unsigned>(dim)};
      extents.push_back(std::move(extent));
    }
    return shape;
  };
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes()))
    operands.push_back(
        describe(type, dims.getOperand(index), "operand", index, true));
  for (auto [index, type] : llvm::enumerate(kernel.getResultTypes()))
    results.push_back(
        describe(type, dims.getResult(index), "result", index, false));
}
