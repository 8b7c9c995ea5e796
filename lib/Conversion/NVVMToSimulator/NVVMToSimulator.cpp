//===- NVVMToSimulator.cpp - Kernels that run on the host -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "lowp/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

namespace lowp {
#define GEN_PASS_DEF_CONVERTNVVMTOSIMULATOR
#include "lowp/Conversion/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

/// Operations that are in the LLVM dialect and yet not for the host.
static void markDeviceOperations(ConversionTarget &target) {
  target.addLegalDialect<LLVM::LLVMDialect>();
  target.addIllegalDialect<NVVM::NVVMDialect>();
  target.addDynamicallyLegalOp<LLVM::CallIntrinsicOp>(
      [](LLVM::CallIntrinsicOp op) {
        return !op.getIntrin().starts_with("llvm.nvvm.");
      });
  target.addDynamicallyLegalOp<LLVM::FPTruncOp>(
      [](LLVM::FPTruncOp op) { return !needsModel(op); });
  target.addIllegalOp<LLVM::AtomicCmpXchgOp, LLVM::AtomicRMWOp,
                      LLVM::InlineAsmOp, LLVM::MemcpyInlineOp, LLVM::MemcpyOp,
                      LLVM::MemmoveOp, LLVM::MemsetOp>();
}

namespace {
struct ConvertNVVMToSimulator
    : public lowp::impl::ConvertNVVMToSimulatorBase<ConvertNVVMToSimulator> {
  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    RuntimeCalls runtime(module);
    if (failed(addThreadArguments(module)))
      return signalPassFailure();
    FailureOr<uint32_t> shared = placeSharedVariables(module, runtime);
    if (failed(shared))
      return signalPassFailure();
    announceAccesses(module, runtime);
    if (failed(packKernelArguments(module)))
      return signalPassFailure();

    RewritePatternSet patterns(&getContext());
    populateCollectivePatterns(patterns, runtime);
    populateConversionPatterns(patterns, runtime);
    populateCopyPatterns(patterns, runtime);
    populateMatrixPatterns(patterns, runtime);
    populateRegisterPatterns(patterns, runtime);
    populateTransactionPatterns(patterns, runtime);
    ConversionTarget target(getContext());
    markDeviceOperations(target);
    if (failed(applyPartialConversion(module, target, std::move(patterns))))
      return signalPassFailure();
    runtime.finish();
    module->setAttr(kSimulatorSharedName,
                    Builder(module).getI32IntegerAttr(*shared));
  }
};
} // namespace
