//===- LowerToCPU.cpp - From the value form to code for the host ----------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/Passes.h"
#include "lowp/Dialect/Lowp/Transforms/Passes.h"
#include "lowp/Pipelines/Pipelines.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/Transforms/RequestCWrappers.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace lowp;

void lowp::buildLowerToCPUPipeline(OpPassManager &manager,
                                   const LowerToCPUOptions &options) {
  // From the value form to the storage form.
  manager.addPass(createKernelsToFunc());
  manager.addPass(createDecomposeScaled());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createConvertElementwiseToLinalgPass());
  manager.addPass(createExpandMath());

  // From tensors to memory. Arguments may have any pitch.
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::FullyDynamicLayoutMap;
  manager.addPass(bufferization::createOneShotBufferizePass(bufferize));
  bufferization::buildBufferDeallocationPipeline(manager);
  manager.addPass(createConvertBufferizationToMemRefPass());

  // From operations on memory to loops; extents that do not fit stop the
  // program with a message.
  manager.addPass(createGenerateRuntimeVerificationPass());
  ConvertLowpStorageToLinalgOptions storage;
  storage.accumulate = options.accumulate;
  manager.addPass(createConvertLowpStorageToLinalg(storage));
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());

  // To the LLVM dialect. Only bf16 is expanded: the expansions of f8E8M0FNU and
  // f4E2M1FN are wrong, and no operation of those types is left here.
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createSCFToControlFlowPass());
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  manager.addPass(arith::createArithExpandOpsPass(expand));
  manager.addNestedPass<func::FuncOp>(LLVM::createLLVMRequestCWrappersPass());
  manager.addPass(createConvertToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}
