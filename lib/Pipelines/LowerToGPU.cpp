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

void lowp::buildScheduleStage(OpPassManager &manager, StringRef target,
                              StringRef schedule) {
  manager.addPass(createVerifyContracts());
  manager.addPass(createAttachTarget({target.str()}));
  manager.addPass(createScheduleKernels({schedule.str()}));
}

void lowp::buildTileStage(OpPassManager &manager) {
  manager.addPass(createLowerKernels());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

/// The canonicalizer without the patterns that look for values which a loop
/// carries twice, unchanged or for nobody. They go through all values, the
/// first through all pairs of them, again whenever something in the loop
/// changes. For loops that carry the accumulators of a contraction one by one
/// that takes longer than everything else together; and what is carried for
/// nobody goes with the arguments of blocks, once loops are branches.
static std::unique_ptr<Pass> createCanonicalizerForAccumulators() {
  auto config =
      GreedyRewriteConfig()
          .setUseTopDownTraversal()
          .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
  return createCanonicalizerPass(
      config,
      /*disabledPatterns=*/{
          "(anonymous namespace)::RemoveDuplicateSuccessorInputUses",
          "(anonymous namespace)::MakeRegionBranchOpSuccessorInputsDead",
          "(anonymous namespace)::RemoveDeadRegionBranchOpSuccessorInputs"});
}

void lowp::buildNVVMStage(OpPassManager &manager) {
  OpPassManager &kernels = manager.nest<gpu::GPUModuleOp>();
  // Functions of math become polynomials while there is one of each.
  kernels.addPass(createExpandMath());
  kernels.addPass(createConvertLowpTileToNVVM());
  kernels.addPass(createRecomputePlaces());
  kernels.addPass(createCanonicalizerForAccumulators());
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
  buildScheduleStage(manager, options.target, options.schedule);
  if (options.to == LoweringStage::Schedule)
    return;
  buildTileStage(manager);
  if (options.to == LoweringStage::Tile)
    return;
  buildNVVMStage(manager);
}
