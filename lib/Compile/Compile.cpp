//===- Compile.cpp - From a program to code for a target ------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Compile/Compile.h"
#include "EmitPtx.h"
#include "lowp/Pipelines/Pipelines.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"

using namespace mlir;
using namespace lowp;

void lowp::registerCompileTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

/// Runs one stage of the pipeline.
static LogicalResult run(ModuleOp module,
                         function_ref<void(OpPassManager &)> build) {
  PassManager manager(module.getContext());
  build(manager);
  return manager.run(module);
}

static std::string print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os);
  os << '\n';
  return text;
}

FailureOr<std::string> lowp::compile(ModuleOp module,
                                     const CompileOptions &options) {
  auto schedule = [&](OpPassManager &manager) {
    buildScheduleStage(manager, options.target, options.schedule);
  };
  if (failed(run(module, schedule)))
    return failure();
  std::string scheduled = options.emit == Emit::MLIR ? print(module) : "";
  if (options.manifest)
    *options.manifest = Manifest::fromKernels(module);
  else if (options.emit == Emit::MLIR)
    return scheduled;

  if (failed(run(module, buildTileStage)))
    return failure();
  if (options.manifest)
    options.manifest->addLaunches(module);
  if (options.emit == Emit::MLIR)
    return scheduled;
  if (options.emit == Emit::Tile)
    return print(module);

  auto modules = module.getOps<gpu::GPUModuleOp>();
  if (modules.empty()) {
    emitError(module.getLoc(),
              "there is no kernel to compile: none of the module's "
              "lowp.kernel has a body");
    return failure();
  }
  if (failed(run(module, buildNVVMStage)))
    return failure();
  if (options.emit == Emit::NVVM)
    return print(module);

  if (!llvm::hasSingleElement(modules)) {
    gpu::GPUModuleOp other = *modules.begin();
    emitError(other.getLoc())
        << "gpu.module @" << other.getName()
        << " is not one of the program's kernels, and LLVM IR, PTX and cubin "
           "are of one gpu.module: compile it by itself";
    return failure();
  }
  const TargetInfo &target = *lookupTarget(options.target);
  if (options.emit == Emit::LLVM)
    return emitLLVM(*modules.begin(), target);
  FailureOr<std::string> ptx = emitPtx(*modules.begin(), target);
  if (failed(ptx) || options.emit == Emit::PTX)
    return ptx;
  return assemblePtx(module.getLoc(), *ptx, target);
}
