//===- CompiledKernels.cpp - Kernels ready to be simulated ----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Simulator/CompiledKernels.h"
#include "lowp/Conversion/NVVMToSimulator.h"
#include "lowp/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace lowp;
using namespace lowp::sim;

CompiledKernels::CompiledKernels() = default;
CompiledKernels::~CompiledKernels() = default;

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// A copy of the module's kernels as functions of the host, in a module of
/// their own.
static OwningOpRef<ModuleOp> convertToHost(gpu::GPUModuleOp module) {
  OwningOpRef<ModuleOp> host = ModuleOp::create(module.getLoc());
  auto builder = OpBuilder::atBlockEnd(host->getBody());
  auto copy = cast<gpu::GPUModuleOp>(builder.clone(*module));
  copy.setTargetsAttr(nullptr);
  PassManager manager(module.getContext());
  OpPassManager &kernels = manager.nest<gpu::GPUModuleOp>();
  kernels.addPass(createConvertPTXToNVVM());
  kernels.addPass(createConvertNVVMToSimulator());
  if (failed(manager.run(*host)))
    return nullptr;
  return host;
}

static llvm::Expected<std::unique_ptr<ExecutionEngine>>
compileHost(ModuleOp module) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  registerBuiltinDialectTranslation(*module.getContext());
  registerLLVMDialectTranslation(*module.getContext());
  llvm::Expected<llvm::orc::JITTargetMachineBuilder> builder =
      llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      builder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  auto transformer = makeOptimizingTransformer(
      /*optLevel=*/1, /*sizeLevel=*/0, machine->get());
  ExecutionEngineOptions options;
  options.transformer = transformer;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  llvm::Expected<std::unique_ptr<ExecutionEngine>> engine =
      ExecutionEngine::create(module, options);
  if (!engine)
    return engine.takeError();
  (*engine)->registerSymbols([](llvm::orc::MangleAndInterner mangle) {
    llvm::orc::SymbolMap symbols;
    for (const EntryPoint &entry : getEntryPoints())
      symbols[mangle(entry.name)] = llvm::orc::ExecutorSymbolDef(
          llvm::orc::ExecutorAddr::fromPtr(entry.address),
          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable);
    return symbols;
  });
  return engine;
}

std::unique_ptr<CompiledKernels>
CompiledKernels::compile(gpu::GPUModuleOp module) {
  OwningOpRef<ModuleOp> host = convertToHost(module);
  if (!host)
    return nullptr;
  std::unique_ptr<CompiledKernels> kernels(new CompiledKernels());
  auto copy = *host->getOps<gpu::GPUModuleOp>().begin();
  for (Attribute site : copy->getAttrOfType<ArrayAttr>(kSimulatorSitesName)) {
    auto parts = cast<ArrayAttr>(site);
    kernels->sites.push_back({cast<StringAttr>(parts[0]).str(),
                              Location(cast<LocationAttr>(parts[1]))});
  }
  kernels->staticSharedBytes =
      copy->getAttrOfType<IntegerAttr>(kSimulatorSharedName).getInt();

  Block *body = host->getBody();
  body->getOperations().splice(body->end(), copy.getBody()->getOperations());
  copy.erase();
  llvm::Expected<std::unique_ptr<ExecutionEngine>> engine = compileHost(*host);
  if (!engine) {
    emitError(module.getLoc())
        << "the kernels cannot be compiled for the host: "
        << llvm::toString(engine.takeError());
    return nullptr;
  }
  kernels->engine = std::move(*engine);
  return kernels;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static std::string getText(const Dim3 &place) {
  return "(" + std::to_string(place.x) + ", " + std::to_string(place.y) + ", " +
         std::to_string(place.z) + ")";
}

void CompiledKernels::report(const Fault &fault) {
  const SiteInfo &site = sites[fault.site];
  InFlightDiagnostic diagnostic = emitError(site.location)
                                  << "'" << site.operation << "' op "
                                  << fault.message;
  diagnostic.attachNote(site.location)
      << "executed by thread " << getText(fault.thread) << " of block "
      << getText(fault.block);
  for (const auto &[number, message] : fault.notes)
    diagnostic.attachNote(sites[number].location)
        << "'" << sites[number].operation << "': " << message;
}

LogicalResult CompiledKernels::launch(StringRef kernel, LaunchShape shape,
                                      const std::vector<uint64_t> &arguments,
                                      GlobalMemory &global,
                                      const LaunchOptions &options) {
  KernelFunction &function = functions[kernel];
  if (!function) {
    llvm::Expected<void *> address = engine->lookup(kernel);
    if (!address) {
      llvm::errs() << "error: " << llvm::toString(address.takeError()) << "\n";
      return failure();
    }
    function = reinterpret_cast<KernelFunction>(*address);
  }
  // Dynamic memory begins where the static ends.
  shape.sharedBytes += staticSharedBytes;
  if (std::optional<Fault> fault =
          runLaunch(function, shape, arguments, global, options)) {
    report(*fault);
    return failure();
  }
  return success();
}
