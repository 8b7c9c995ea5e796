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

/// Lowering has left few expressions to simplify and no loop to transform, and
/// ptxas allocates registers and schedules: higher levels cost time and change
/// nothing.
static constexpr int kOptimizationLevel = 1;

namespace {
/// Optimizes the kernels and writes them as text.
class DeviceCodeEmitter : public LLVM::ModuleToObject {
public:
  DeviceCodeEmitter(gpu::GPUModuleOp module, const TargetInfo &target,
                    StringRef features, bool asLLVM)
      : ModuleToObject(*module, target.triple, target.chip, features,
                       kOptimizationLevel),
        asLLVM(asLLVM) {}

protected:
  FailureOr<SmallVector<char, 0>> moduleToObject(llvm::Module &code) override {
    if (failed(checkSymbols(cast<gpu::GPUModuleOp>(getOperation()), code)))
      return failure();
    SmallVector<char, 0> text;
    if (asLLVM) {
      llvm::raw_svector_ostream os(text);
      code.print(os, nullptr);
      return text;
    }
    FailureOr<llvm::TargetMachine *> machine = getOrCreateTargetMachine();
    if (failed(machine))
      return failure();
    FailureOr<SmallString<0>> ptx = translateModuleToISA(
        code, **machine, [&] { return emitError(getOperation().getLoc()); });
    if (failed(ptx))
      return failure();
    text.append(ptx->begin(), ptx->end());
    return text;
  }

private:
  bool asLLVM;
};
} // namespace

static FailureOr<std::string> emit(gpu::GPUModuleOp module,
                                   const TargetInfo &target, bool asLLVM) {
  initializeTarget();
  std::string features = target.getFeatures();
  DeviceCodeEmitter emitter(module, target, features, asLLVM);
  std::optional<SmallVector<char, 0>> text = emitter.run();
  if (!text)
    return failure();
  return std::string(text->begin(), text->end());
}

FailureOr<std::string> lowp::emitLLVM(gpu::GPUModuleOp module,
                                      const TargetInfo &target) {
  return emit(module, target, /*asLLVM=*/true);
}

FailureOr<std::string> lowp::emitPtx(gpu::GPUModuleOp module,
                                     const TargetInfo &target) {
  return emit(module, target, /*asLLVM=*/false);
}
