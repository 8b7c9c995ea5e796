//===- RecomputePlaces.cpp - Numbers computed again after a loop ----------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace lowp {
#define GEN_PASS_DEF_RECOMPUTEPLACES
#include "lowp/Conversion/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

static bool multiplies(Operation &op) {
  return op.walk([](NVVM::MmaBlockScaleOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// The result of inline assembly, which no compiler takes for another value.
static Value createOpaque(OpBuilder &builder, Location loc, Type type,
                          StringRef text, StringRef constraints,
                          ValueRange operands) {
  return LLVM::InlineAsmOp::create(
             builder, loc, type, operands, text, constraints,
             /*has_side_effects=*/true, /*is_align_stack=*/false,
             LLVM::tailcallkind::TailCallKind::None,
             LLVM::AsmDialectAttr::get(builder.getContext(),
                                       LLVM::AsmDialect::AD_ATT),
             ArrayAttr())
      .getResult(0);
}

namespace {
/// A run of operations of a block, which gets values of its own in place of
/// those from before it.
class Phase {
public:
  Phase(Block &block, Block::iterator begin, Block::iterator end)
      : block(block), begin(begin), end(end), rewriter(begin->getContext()) {
    for (Operation &op : llvm::make_range(begin, end))
      operations.insert(&op);
    rewriter.setInsertionPoint(&block, begin);
  }

  /// Whether any value had to be computed again.
  bool run();

private:
  bool isFromBefore(Value value);
  Value recompute(Value value);
  Value createLeaf(Value value);

  Block &block;
  Block::iterator begin, end;
  IRRewriter rewriter;
  DenseSet<Operation *> operations;
  DenseMap<Value, Value> values;
};
} // namespace

bool Phase::isFromBefore(Value value) {
  Operation *owner = value.getDefiningOp();
  if (!owner)
    owner = value.getParentBlock()->getParentOp();
  Operation *here = block.findAncestorOpInBlock(*owner);
  return !here || !operations.contains(here);
}

/// The numbers that places begin with: the thread's, and the extents. Null for
/// any other value.
Value Phase::createLeaf(Value value) {
  Location loc = begin->getLoc();
  if (auto read = value.getDefiningOp<gpu::ThreadIdOp>()) {
    if (read.getDimension() != gpu::Dimension::x)
      return Value();
    Value again = createOpaque(rewriter, loc, rewriter.getI32Type(),
                               "mov.u32 $0, %tid.x;", "=r", {});
    return arith::IndexCastUIOp::create(rewriter, loc, value.getType(), again);
  }
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && argument.getType().isInteger(64) &&
      isa<gpu::GPUFuncOp>(argument.getOwner()->getParentOp()))
    return createOpaque(rewriter, loc, value.getType(), "mov.b64 $0, $1;",
                        "=l,l", value);
  return Value();
}

/// The same value, computed before the phase from leaves of its own; itself, if
/// that cannot be or changes nothing.
Value Phase::recompute(Value value) {
  auto known = values.find(value);
  if (known != values.end())
    return known->second;
  Value again = createLeaf(value);
  Operation *op = value.getDefiningOp();
  if (!again &&
      isa_and_present<arith::ArithDialect>(op ? op->getDialect() : nullptr)) {
    IRMapping mapping;
    bool isNew = false;
    for (Value operand : op->getOperands()) {
      Value other = recompute(operand);
      isNew |= other != operand;
      mapping.map(operand, other);
    }
    if (isNew)
      again = rewriter.clone(*op, mapping)->getResult(0);
  }
  return values[value] = again ? again : value;
}

bool Phase::run() {
  bool isNew = false;
  SmallVector<OpOperand *> uses;
  for (Operation &op : llvm::make_range(begin, end))
    op.walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands())
        if (isFromBefore(operand.get()))
          uses.push_back(&operand);
    });
  for (OpOperand *use : uses) {
    Value again = recompute(use->get());
    isNew |= again != use->get();
    use->set(again);
  }
  // Those that the phase reads itself.
  SmallVector<gpu::ThreadIdOp> reads;
  for (Operation &op : llvm::make_range(begin, end))
    op.walk([&](gpu::ThreadIdOp read) { reads.push_back(read); });
  Value thread;
  for (gpu::ThreadIdOp read : reads) {
    if (read.getDimension() != gpu::Dimension::x)
      continue;
    if (!thread)
      thread = createLeaf(read);
    isNew = true;
    rewriter.replaceOp(read, thread);
  }
  return isNew;
}

namespace {
struct RecomputePlaces
    : public lowp::impl::RecomputePlacesBase<RecomputePlaces> {
  void runOnOperation() override {
    getOperation().walk<WalkOrder::PreOrder>([&](Block *block) {
      auto loop = llvm::find_if(*block, [](Operation &op) {
        return op.getNumRegions() != 0 && multiplies(op);
      });
      if (loop == block->end() || isa<gpu::GPUFuncOp>(*loop))
        return;
      auto next = std::next(loop);
      // In a loop around it, nothing from before that one is kept either.
      if (isa<LoopLikeOpInterface>(block->getParentOp()))
        numPhases += Phase(*block, block->begin(), next).run();
      if (next != block->end())
        numPhases += Phase(*block, next, block->end()).run();
    });
  }
};
} // namespace
