//===- InitAllPasses.cpp - Registers the passes of lowp -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/InitAllPasses.h"
#include "lowp/Contracts/Passes.h"
#include "lowp/Conversion/Passes.h"
#include "lowp/Dialect/Lowp/Transforms/Passes.h"
#include "lowp/Kernel/Passes.h"
#include "lowp/Pipelines/Pipelines.h"
#include "mlir/InitAllPasses.h"

void lowp::registerLowpPasses() {
  registerLowpContractsPasses();
  registerLowpConversionPasses();
  registerLowpKernelPasses();
  registerLowpTransformsPasses();
  registerPipelines();
}

void lowp::registerAllPasses() {
  registerLowpPasses();
  mlir::registerAllPasses();
}
