//===- Registers.cpp - Special registers in the simulator -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "lowp/Simulator/Abi.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace lowp;
using sim::Register;

namespace {
template <typename Op, Register number>
struct RegisterPattern : public SimulatorPattern<Op> {
  using SimulatorPattern<Op>::SimulatorPattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Value operand =
        this->runtime.constant(rewriter, op.getLoc(), uint32_t(number));
    rewriter.replaceOp(op, this->runtime.callForThread(rewriter, op,
                                                       "lowpSimRegister",
                                                       op.getType(), operand));
    return success();
  }
};
} // namespace

void lowp::populateRegisterPatterns(RewritePatternSet &patterns,
                                    RuntimeCalls &runtime) {
  patterns.add<RegisterPattern<NVVM::ThreadIdXOp, Register::ThreadX>,
               RegisterPattern<NVVM::ThreadIdYOp, Register::ThreadY>,
               RegisterPattern<NVVM::ThreadIdZOp, Register::ThreadZ>,
               RegisterPattern<NVVM::BlockDimXOp, Register::BlockSizeX>,
               RegisterPattern<NVVM::BlockDimYOp, Register::BlockSizeY>,
               RegisterPattern<NVVM::BlockDimZOp, Register::BlockSizeZ>,
               RegisterPattern<NVVM::BlockIdXOp, Register::BlockX>,
               RegisterPattern<NVVM::BlockIdYOp, Register::BlockY>,
               RegisterPattern<NVVM::BlockIdZOp, Register::BlockZ>,
               RegisterPattern<NVVM::GridDimXOp, Register::GridSizeX>,
               RegisterPattern<NVVM::GridDimYOp, Register::GridSizeY>,
               RegisterPattern<NVVM::GridDimZOp, Register::GridSizeZ>,
               RegisterPattern<NVVM::LaneIdOp, Register::Lane>,
               RegisterPattern<NVVM::WarpIdOp, Register::Warp>,
               RegisterPattern<NVVM::WarpDimOp, Register::NumWarps>,
               RegisterPattern<NVVM::WarpSizeOp, Register::WarpSize>>(
      patterns.getContext(), runtime);
}
