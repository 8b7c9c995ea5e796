//===- EmitPtx.cpp - From NVVM to PTX -------------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitPtx.h"
#include "mlir/Target/LLVM/ModuleToObject.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace lowp;

/// Makes the PTX target known to LLVM, once.
static void initializeTarget() {
  static const bool done = [] {
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)done;
}

/// The kernels call nothing that is not in the module: functions of math were
/// expanded, and no library is linked.
static LogicalResult checkSymbols(gpu::GPUModuleOp module,
                                  const llvm::Module &code) {
  for (const llvm::Function &function : code)
    if (function.isDeclaration() && !function.isIntrinsic())
      return emitError(module.getLoc())
             << "the kernels call '" << function.getName()
             << "', which no library that lowp links has";
  return success();
}

namespace {
class PtxEmitter : public LLVM::ModuleToObject {
public:
  PtxEmitter(gpu::GPUModuleOp module, const TargetInfo &target,
             StringRef features,
             function_ref<void(llvm::Module &)> optimizedCallback)
      : ModuleToObject(*module, target.triple, target.chip, features,
                       /*optLevel=*/3, {}, {}, optimizedCallback) {}

protected:
  FailureOr<SmallVector<char, 0>> moduleToObject(llvm::Module &code) override {
    if (failed(checkSymbols(cast<gpu::GPUModuleOp>(getOperation()), code)))
      return failure();
    FailureOr<llvm::TargetMachine *> machine = getOrCreateTargetMachine();
    if (failed(machine))
      return failure();
    FailureOr<SmallString<0>> ptx = translateModuleToISA(
        code, **machine, [&] { return emitError(getOperation().getLoc()); });
    if (failed(ptx))
      return failure();
    return SmallVector<char, 0>(ptx->begin(), ptx->end());
  }
};
} // namespace

FailureOr<DeviceCode> lowp::emitPtx(gpu::GPUModuleOp module,
                                    const TargetInfo &target) {
  initializeTarget();
  DeviceCode code;
  auto keepText = [&](llvm::Module &llvmModule) {
    llvm::raw_string_ostream os(code.llvm);
    llvmModule.print(os, nullptr);
  };
  std::string features = target.getFeatures();
  PtxEmitter emitter(module, target, features, keepText);
  std::optional<SmallVector<char, 0>> ptx = emitter.run();
  if (!ptx)
    return failure();
  code.ptx.assign(ptx->begin(), ptx->end());
  return code;
}
