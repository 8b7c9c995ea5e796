//===- RereadThreadId.cpp - Thread numbers read again after a loop --------===//
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
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace lowp {
#define GEN_PASS_DEF_REREADTHREADID
#include "lowp/Conversion/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

static bool multiplies(Operation &op) {
  return op.walk([](NVVM::MmaBlockScaleOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// The thread's number along x, of which no compiler knows that it is the one
/// that was read before.
static Value createReread(OpBuilder &builder, Location loc) {
  auto assembly = LLVM::InlineAsmOp::create(
      builder, loc, builder.getI32Type(), ValueRange(), "mov.u32 $0, %tid.x;",
      "=r", /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None,
      LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT),
      ArrayAttr());
  return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                      assembly.getResult(0));
}

namespace {
struct RereadThreadId : public lowp::impl::RereadThreadIdBase<RereadThreadId> {
  void runOnOperation() override {
    getOperation().walk<WalkOrder::PreOrder>([&](Block *block) {
      auto loop = llvm::find_if(*block, [](Operation &op) {
        return op.getNumRegions() != 0 && multiplies(op);
      });
      if (loop == block->end() || isa<gpu::GPUFuncOp>(*loop))
        return;
      reread(*block, std::next(loop), block->end());
      // In a loop around it, nothing from before that one is kept either.
      if (isa<LoopLikeOpInterface>(block->getParentOp()))
        reread(*block, block->begin(), std::next(loop));
    });
  }

  /// Gives the operations of a range a number of their own.
  void reread(Block &block, Block::iterator begin, Block::iterator end) {
    SmallVector<gpu::ThreadIdOp> reads;
    for (Operation &op : llvm::make_range(begin, end))
      op.walk([&](gpu::ThreadIdOp read) {
        if (read.getDimension() == gpu::Dimension::x)
          reads.push_back(read);
      });
    if (reads.empty())
      return;
    IRRewriter rewriter(&getContext());
    rewriter.setInsertionPoint(&block, begin);
    Value again = createReread(rewriter, begin->getLoc());
    for (gpu::ThreadIdOp read : reads)
      rewriter.replaceOp(read, again);
    ++numReread;
  }
};
} // namespace
