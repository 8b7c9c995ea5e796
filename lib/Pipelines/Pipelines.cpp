//===- Pipelines.cpp - Registers pipelines under their flags --------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/Pipelines.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace lowp;

void lowp::registerPipelines() {
  PassPipelineRegistration<LowerToCPUOptions>(
      "lowp-lower-to-cpu",
      "Lower a program to the LLVM dialect of the host: the reference",
      buildLowerToCPUPipeline);
  PassPipelineRegistration<LowerToGPUOptions>(
      "lowp-pipeline",
      "Check contracts, schedule the kernels of a program and lower them for a "
      "target",
      buildLowerToGPUPipeline);
}
