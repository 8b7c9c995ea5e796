//===- Memory.cpp - Memory in the simulator -------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "lowp/Simulator/Abi.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace lowp;

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

static bool isKnownSpace(unsigned space) {
  switch (sim::Space(space)) {
  case sim::Space::Generic:
  case sim::Space::Global:
  case sim::Space::Shared:
    return true;
  }
  return false;
}

/// The alignment of an access that states none: NVPTX aligns numbers and
/// vectors to their size.
static uint64_t getDefaultAlignment(Type type, const DataLayout &layout) {
  if (isa<LLVM::LLVMStructType, LLVM::LLVMArrayType>(type))
    return layout.getTypeABIAlignment(type);
  return llvm::PowerOf2Ceil(layout.getTypeSize(type).getFixedValue());
}

/// The address of what a store stores, or null if it is more than a buffer
/// holds.
static Value getStoredValue(OpBuilder &builder, LLVM::StoreOp op,
                            const DataLayout &layout, RuntimeCalls &runtime) {
  Value value = op.getValue();
  if (layout.getTypeSize(value.getType()).getFixedValue() >
      RuntimeCalls::kBufferWords * sizeof(uint32_t))
    return LLVM::ZeroOp::create(
        builder, op.getLoc(), LLVM::LLVMPointerType::get(builder.getContext()));
  Value buffer = runtime.getOperandBuffer(op);
  LLVM::StoreOp::create(builder, op.getLoc(), value, buffer, /*alignment=*/1);
  return buffer;
}

template <typename Op>
static void announce(Op op, StringRef name, Type type, const DataLayout &layout,
                     RuntimeCalls &runtime) {
  Value pointer = op.getAddr();
  unsigned space =
      cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace();
  // Constants and what is a thread's own need no check.
  if (!isKnownSpace(space) || pointer.getDefiningOp<LLVM::AllocaOp>())
    return;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  uint64_t alignment =
      op.getAlignment().value_or(getDefaultAlignment(type, layout));
  SmallVector<Value> operands = {
      runtime.getGenericPointer(builder, pointer),
      runtime.constant(builder, loc, layout.getTypeSize(type).getFixedValue()),
      runtime.constant(builder, loc, alignment),
      runtime.constant(builder, loc, space)};
  if constexpr (std::is_same_v<Op, LLVM::StoreOp>)
    operands.push_back(getStoredValue(builder, op, layout, runtime));
  operands.push_back(runtime.getSite(builder, op));
  runtime.callForThread(builder, op, name, Type(), operands);
}

void lowp::announceAccesses(gpu::GPUModuleOp module, RuntimeCalls &runtime) {
  DataLayout layout = DataLayout::closest(module);
  module.walk([&](Operation *op) {
    if (auto load = dyn_cast<LLVM::LoadOp>(op))
      announce(load, "lowpSimLoad", load.getType(), layout, runtime);
    else if (auto store = dyn_cast<LLVM::StoreOp>(op))
      announce(store, "lowpSimStore", store.getValue().getType(), layout,
               runtime);
  });
}

//===----------------------------------------------------------------------===//
// Variables in shared memory
//===----------------------------------------------------------------------===//

FailureOr<uint32_t> lowp::placeSharedVariables(gpu::GPUModuleOp module,
                                               RuntimeCalls &runtime) {
  DataLayout layout = DataLayout::closest(module);
  llvm::StringMap<uint32_t> offsets;
  uint64_t size = 0;
  auto place = [&](LLVM::GlobalOp variable, uint64_t bytes) {
    size = llvm::alignTo(
        size, std::max<uint64_t>(
                  variable.getAlignment().value_or(0),
                  layout.getTypeABIAlignment(variable.getGlobalType())));
    offsets[variable.getSymName()] = size;
    size += bytes;
  };
  // Those without a size are the dynamic shared memory and all begin there.
  SmallVector<LLVM::GlobalOp> dynamic;
  for (auto variable :
       llvm::make_early_inc_range(module.getOps<LLVM::GlobalOp>())) {
    if (sim::Space(variable.getAddrSpace()) != sim::Space::Shared)
      continue;
    uint64_t bytes = layout.getTypeSize(variable.getGlobalType());
    if (bytes == 0)
      dynamic.push_back(variable);
    else
      place(variable, bytes);
  }
  for (LLVM::GlobalOp variable : dynamic)
    place(variable, 0);
  if (size > UINT32_MAX)
    return module.emitOpError("has more shared memory than 32 bits count");

  module.walk([&](LLVM::AddressOfOp op) {
    auto offset = offsets.find(op.getGlobalName());
    if (offset == offsets.end())
      return;
    OpBuilder builder(op);
    Value address = runtime.callForThread(
        builder, op, "lowpSimSharedAddress",
        LLVM::LLVMPointerType::get(builder.getContext()),
        runtime.constant(builder, op.getLoc(), offset->second));
    op.replaceAllUsesWith(LLVM::AddrSpaceCastOp::create(builder, op.getLoc(),
                                                        op.getType(), address)
                              .getResult());
    op.erase();
  });
  for (auto variable :
       llvm::make_early_inc_range(module.getOps<LLVM::GlobalOp>()))
    if (offsets.contains(variable.getSymName()))
      variable.erase();
  return size;
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

namespace {
struct CopyAsync : public SimulatorPattern<NVVM::CpAsyncOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::CpAsyncOp op,
                                PatternRewriter &rewriter) const override {
    Value size = runtime.constant(rewriter, op.getLoc(), op.getSize());
    runtime.callForThread(rewriter, op, "lowpSimCopyAsync", Type(),
                          {runtime.getGenericPointer(rewriter, op.getDst()),
                           runtime.getGenericPointer(rewriter, op.getSrc()),
                           size, op.getCpSize() ? op.getCpSize() : size,
                           runtime.getSite(rewriter, op)});
    rewriter.eraseOp(op);
    return success();
  }
};

struct CommitCopies : public SimulatorPattern<NVVM::CpAsyncCommitGroupOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::CpAsyncCommitGroupOp op,
                                PatternRewriter &rewriter) const override {
    runtime.callForThread(rewriter, op, "lowpSimCommitCopies", Type(), {});
    rewriter.eraseOp(op);
    return success();
  }
};

struct WaitCopies : public SimulatorPattern<NVVM::CpAsyncWaitGroupOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::CpAsyncWaitGroupOp op,
                                PatternRewriter &rewriter) const override {
    runtime.callForThread(rewriter, op, "lowpSimWaitCopies", Type(),
                          runtime.constant(rewriter, op.getLoc(), op.getN()));
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void lowp::populateCopyPatterns(RewritePatternSet &patterns,
                                RuntimeCalls &runtime) {
  patterns.add<CopyAsync, CommitCopies, WaitCopies>(patterns.getContext(),
                                                    runtime);
}
