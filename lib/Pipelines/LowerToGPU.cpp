//===- LowerToGPU.cpp - From the value form to code for a GPU -------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Contracts/Passes.h"
#include "lowp/Conversion/Passes.h"
#include "lowp/Dialect/Lowp/Transforms/Passes.h"
#include "lowp/Kernel/Passes.h"
#include "lowp/Pipelines/Pipelines.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace lowp;

void lowp::buildScheduleStage(OpPassManager &manager, StringRef target) {
  manager.addPass(createVerifyContracts());
  manager.addPass(createAttachTarget({target.str()}));
  manager.addPass(createScheduleKernels());
}

void lowp::buildTileStage(OpPassManager &manager) {
  manager.addPass(createLowerKernels());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

void lowp::buildNVVMStage(OpPassManager &manager) {
  OpPassManager &kernels = manager.nest<gpu::GPUModuleOp>();
  // Functions of math become polynomials while there is one of each.
  kernels.addPass(createExpandMath());
  kernels.addPass(createConvertLowpTileToNVVM());
  kernels.addPass(createRecomputePlaces());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createLoopInvariantCodeMotionPass());
  kernels.addPass(createCarryAddresses());
  kernels.addPass(createSCFToControlFlowPass());
  kernels.addPass(createConvertKernelsToNVVM());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
}

void lowp::buildLowerToGPUPipeline(OpPassManager &manager,
                                   const LowerToGPUOptions &options) {
  buildScheduleStage(manager, options.target);
  if (options.to == LoweringStage::Schedule)
    return;
  buildTileStage(manager);
  if (options.to == LoweringStage::Tile)
    return;
  buildNVVMStage(manager);
}
