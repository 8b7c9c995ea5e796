//===- Functions.cpp - Kernels as functions of a thread -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace lowp;

static bool isKernel(LLVM::LLVMFuncOp function) {
  return function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()) ||
         function->hasAttr(gpu::GPUDialect::getKernelFuncAttrName()) ||
         function.getCConv() == LLVM::cconv::CConv::PTX_Kernel;
}

/// Loads the arguments of a kernel from their slots of 64 bits.
static LogicalResult unpackArguments(LLVM::LLVMFuncOp function,
                                     Value argumentSlots) {
  Block &entry = function.getBody().front();
  auto builder = OpBuilder::atBlockBegin(&entry);
  Location loc = function.getLoc();
  // The thread and the slots come first.
  for (unsigned index = 2; index < entry.getNumArguments(); ++index) {
    BlockArgument argument = entry.getArgument(index);
    if (!LLVM::isCompatibleType(argument.getType()) ||
        isa<LLVM::LLVMStructType, LLVM::LLVMArrayType>(argument.getType()))
      return function.emitOpError()
             << "has an argument of type " << argument.getType()
             << ", which the simulator does not pass";
    Value slot = LLVM::GEPOp::create(
        builder, loc, argumentSlots.getType(), builder.getI64Type(),
        argumentSlots, ArrayRef<LLVM::GEPArg>{int32_t(index - 2)});
    argument.replaceAllUsesWith(
        LLVM::LoadOp::create(builder, loc, argument.getType(), slot));
  }
  entry.eraseArguments(2, entry.getNumArguments() - 2);
  return success();
}

static void addThreadArgument(LLVM::LLVMFuncOp function) {
  auto pointer = LLVM::LLVMPointerType::get(function.getContext());
  function.getBody().front().insertArgument(0u, pointer, function.getLoc());
  LLVM::LLVMFunctionType type = function.getFunctionType();
  SmallVector<Type> parameters = {pointer};
  llvm::append_range(parameters, type.getParams());
  function.setFunctionType(LLVM::LLVMFunctionType::get(
      type.getReturnType(), parameters, type.isVarArg()));
  // What was said of the device says nothing of the host.
  function.removeArgAttrsAttr();
}

LogicalResult lowp::addThreadArguments(gpu::GPUModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal())
      addThreadArgument(function);
  // Calls pass the thread on.
  WalkResult result = module.walk([&](LLVM::CallOp call) {
    auto function =
        call.getCallee()
            ? module.lookupSymbol<LLVM::LLVMFuncOp>(*call.getCallee())
            : LLVM::LLVMFuncOp();
    if (!function || function.isExternal()) {
      call.emitOpError() << "calls a function that has no body here, which "
                            "the simulator cannot run";
      return WalkResult::interrupt();
    }
    SmallVector<Value> operands = {
        call->getParentOfType<LLVM::LLVMFuncOp>().getArgument(0)};
    llvm::append_range(operands, call.getCalleeOperands());
    call.getCalleeOperandsMutable().assign(operands);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult lowp::packKernelArguments(gpu::GPUModuleOp module) {
  auto pointer = LLVM::LLVMPointerType::get(module.getContext());
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal())
      continue;
    bool isEntry = isKernel(function);
    function.setCConv(LLVM::cconv::CConv::C);
    function.removeTargetCpuAttr();
    function.removeTuneCpuAttr();
    function.removeTargetFeaturesAttr();
    for (NamedAttribute attribute :
         llvm::to_vector(function->getDiscardableAttrs()))
      function->removeDiscardableAttr(attribute.getName());
    if (!isEntry)
      continue;
    Value slots = function.getBody().front().insertArgument(1u, pointer,
                                                            function.getLoc());
    if (failed(unpackArguments(function, slots)))
      return failure();
    function.setFunctionType(LLVM::LLVMFunctionType::get(
        function.getFunctionType().getReturnType(), {pointer, pointer}));
  }
  return success();
}
