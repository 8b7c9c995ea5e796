//===- LowerKernels.cpp - Lower kernels to the tile level -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "lowp/Kernel/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"

namespace lowp {
#define GEN_PASS_DEF_LOWERKERNELS
#include "lowp/Kernel/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

/// Named operations say no more than generic ones here.
static void generalizeNamedOps(KernelOp kernel) {
  IRRewriter rewriter(kernel.getContext());
  SmallVector<linalg::LinalgOp> named;
  kernel.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp>(op))
      named.push_back(op);
  });
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}

static LogicalResult lowerKernel(KernelOp kernel, gpu::GPUModuleOp module,
                                 const TargetInfo &target) {
  if (!kernel.getSchedule())
    return kernel.emitOpError(
        "has no schedule: run lowp-schedule-kernels, or state one");
  FailureOr<Operation *> anchor = findAnchor(kernel);
  if (failed(anchor))
    return failure();
  if (auto matmul = dyn_cast<MatmulOp>(*anchor)) {
    FailureOr<MatmulAnatomy> anatomy = analyzeMatmul(matmul);
    if (failed(anatomy) ||
        failed(checkSchedule(*anatomy, *kernel.getSchedule(), target)))
      return failure();
    generalizeNamedOps(kernel);
    return lowerMatmulKernel(kernel, *anatomy, module, target);
  }
  FailureOr<QuantizeAnatomy> anatomy =
      analyzeQuantize(cast<QuantizeOp>(*anchor));
  if (failed(anatomy) ||
      failed(checkSchedule(*anatomy, *kernel.getSchedule(), target)))
    return failure();
  return lowerQuantizeKernel(kernel, *anatomy, module, target);
}

/// Leaves the kernel's types and name.
static void makeDeclaration(KernelOp kernel) {
  Region &body = kernel.getBody();
  body.dropAllReferences();
  body.getBlocks().clear();
  kernel.removeScheduleAttr();
  SymbolTable::setSymbolVisibility(kernel, SymbolTable::Visibility::Private);
}

namespace {
struct LowerKernels : public lowp::impl::LowerKernelsBase<LowerKernels> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<KernelOp> kernels;
    for (auto kernel : module.getOps<KernelOp>())
      if (!kernel.isExternal())
        kernels.push_back(kernel);
    if (kernels.empty())
      return;
    FailureOr<const TargetInfo *> target = findTarget(module);
    if (failed(target))
      return signalPassFailure();

    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    auto gpuModule =
        gpu::GPUModuleOp::create(builder, module.getLoc(), "kernels");
    SymbolTable(module).insert(gpuModule);
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    builder.getUnitAttr());
    for (KernelOp kernel : kernels) {
      if (failed(lowerKernel(kernel, gpuModule, **target)))
        return signalPassFailure();
      ++numLowered;
    }
    for (KernelOp kernel : kernels)
      makeDeclaration(kernel);
  }
};
} // namespace
