//===- HostProgram.cpp - A program compiled for this machine --------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostProgram.h"
#include "SimulatedKernels.h"
#include "mlir/ExecutionEngine/CRunnerUtils.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace lowp;

//===----------------------------------------------------------------------===//
// What compiled code calls
//===----------------------------------------------------------------------===//

/// A failed assertion calls puts and then abort. The text of one that MLIR has
/// generated has the operation, the reason after `^ ` and the location.
static int reportFailedAssertion(const char *text) {
  StringRef message(text);
  auto [operation, reason] = message.split("\n^ ");
  if (reason.empty())
    reason = message;
  auto [why, location] = reason.split("\nLocation: ");
  location.consume_front("loc(");
  location.consume_back(")");
  llvm::errs() << "lowp-run: error: the program stopped: " << why << "\n";
  if (!location.empty())
    llvm::errs() << "lowp-run: note: at " << location << "\n";
  return 0;
}

[[noreturn]] static void stopProgram() { std::_Exit(1); }

/// What the processor cannot divide ends the program as a failed assertion
/// does. Only what may be called from a signal is called.
static void stopAtDivision(int) {
  constexpr llvm::StringLiteral message =
      "lowp-run: error: the program stopped: an integer is divided by zero, or "
      "the quotient is too large\n";
  if (write(STDERR_FILENO, message.data(), message.size()) < 0)
    _exit(2);
  _exit(1);
}

/// The system promises memory that it does not have; a program that asks for
/// more than there is ends here and not in a crash.
static void *allocateOrStop(size_t size) {
  uint64_t physical = uint64_t(sysconf(_SC_PHYS_PAGES)) *
                      static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  void *memory = size <= physical ? std::malloc(size) : nullptr;
  if (memory || size == 0)
    return memory;
  llvm::errs() << "lowp-run: error: the program needs a buffer of " << size
               << " bytes, more than there is memory\n";
  stopProgram();
}

static llvm::orc::SymbolMap
getRuntimeSymbols(llvm::orc::MangleAndInterner mangle) {
  auto symbol = [](auto *function) {
    return llvm::orc::ExecutorSymbolDef(
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable);
  };
  return {{mangle("puts"), symbol(&reportFailedAssertion)},
          {mangle("abort"), symbol(&stopProgram)},
          {mangle("malloc"), symbol(&allocateOrStop)},
          // Copies between buffers of different strides.
          {mangle("memrefCopy"), symbol(&memrefCopy)},
          {mangle(kLaunchSimulatedKernelName), symbol(&launchSimulatedKernel)}};
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

llvm::Expected<HostProgram> HostProgram::compile(ModuleOp module) {
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
      /*optLevel=*/2, /*sizeLevel=*/0, machine->get());
  ExecutionEngineOptions options;
  options.transformer = transformer;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  llvm::Expected<std::unique_ptr<ExecutionEngine>> engine =
      ExecutionEngine::create(module, options);
  if (!engine)
    return engine.takeError();
  (*engine)->registerSymbols(getRuntimeSymbols);
  HostProgram program;
  program.engine = std::move(*engine);
  return program;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Two pointers and an offset, then extents and strides.
static size_t getDescriptorWords(size_t rank) { return 3 + 2 * rank; }

static std::vector<int64_t> makeDescriptor(const HostBuffer &buffer) {
  auto address = reinterpret_cast<int64_t>(buffer.data);
  std::vector<int64_t> words = {address, address, 0};
  llvm::append_range(words, buffer.extents);
  llvm::append_range(words, buffer.strides);
  return words;
}

void HostProgram::Free::operator()(void *memory) const { std::free(memory); }

void HostProgram::readResults(MutableArrayRef<HostBuffer> results) {
  char *memory = reinterpret_cast<char *>(resultMemory.data());
  size_t position = 0;
  // Several results may be parts of one buffer, or all of it.
  llvm::SetVector<void *> buffers;
  for (HostBuffer &result : results) {
    if (result.isScalar) {
      position = llvm::alignTo(position, result.elementSize);
      result.data = memory + position;
      position += result.elementSize;
      continue;
    }
    position = llvm::alignTo(position, sizeof(int64_t));
    size_t rank = result.extents.size();
    std::vector<int64_t> words(getDescriptorWords(rank));
    std::memcpy(words.data(), memory + position,
                words.size() * sizeof(int64_t));
    position += words.size() * sizeof(int64_t);
    buffers.insert(reinterpret_cast<void *>(words[0]));
    for (size_t dim = 0; dim < rank; ++dim) {
      result.extents[dim] = words[3 + dim];
      result.strides[dim] = words[3 + rank + dim];
    }
    result.data = reinterpret_cast<char *>(words[1]) +
                  words[2] * static_cast<int64_t>(result.elementSize);
  }
  for (void *buffer : buffers)
    resultBuffers.emplace_back(buffer);
}

llvm::Error HostProgram::call(StringRef name, ArrayRef<HostBuffer> arguments,
                              MutableArrayRef<HostBuffer> results) {
  // The C interface takes pointers to descriptors and scalars by value; several
  // results, or one buffer, come back through a pointer in front of them. The
  // engine's wrapper takes the address of each.
  size_t words = 0;
  for (const HostBuffer &result : results)
    words += result.isScalar ? 1 : getDescriptorWords(result.extents.size());
  resultBuffers.clear();
  resultMemory.assign(words, 0);
  void *resultPointer = resultMemory.data();
  bool byValue = results.size() == 1 && results.front().isScalar;

  std::vector<std::vector<int64_t>> descriptors(arguments.size());
  std::vector<void *> descriptorPointers(arguments.size());
  SmallVector<void *> packed;
  if (!results.empty() && !byValue)
    packed.push_back(&resultPointer);
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    if (argument.isScalar) {
      packed.push_back(argument.data);
      continue;
    }
    descriptors[index] = makeDescriptor(argument);
    descriptorPointers[index] = descriptors[index].data();
    packed.push_back(&descriptorPointers[index]);
  }
  if (byValue)
    packed.push_back(resultMemory.data());

  std::signal(SIGFPE, &stopAtDivision);
  if (llvm::Error error =
          engine->invokePacked(("_mlir_ciface_" + name).str(), packed))
    return error;
  readResults(results);
  return llvm::Error::success();
}
