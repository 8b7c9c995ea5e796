//===- RuntimeCalls.cpp - Calls of the simulator's runtime ----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"

using namespace mlir;
using namespace lowp;

RuntimeCalls::RuntimeCalls(gpu::GPUModuleOp module) : module(module) {}

Value RuntimeCalls::callForThread(OpBuilder &builder, Operation *op,
                                  StringRef name, Type resultType,
                                  ValueRange operands) {
  SmallVector<Value> all = {
      op->getParentOfType<LLVM::LLVMFuncOp>().getArgument(0)};
  llvm::append_range(all, operands);
  return call(builder, op->getLoc(), name, resultType, all);
}

Value RuntimeCalls::call(OpBuilder &builder, Location loc, StringRef name,
                         Type resultType, ValueRange operands) {
  MLIRContext *context = builder.getContext();
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!function) {
    auto type = LLVM::LLVMFunctionType::get(
        resultType ? resultType : LLVM::LLVMVoidType::get(context),
        llvm::to_vector(operands.getTypes()));
    auto top = OpBuilder::atBlockBegin(module.getBody());
    function = LLVM::LLVMFuncOp::create(top, module.getLoc(), name, type);
  }
  auto call = LLVM::CallOp::create(builder, loc, function, operands);
  return resultType ? call.getResult() : Value();
}

Value RuntimeCalls::constant(OpBuilder &builder, Location loc, uint32_t value) {
  return LLVM::ConstantOp::create(
      builder, loc, builder.getI32Type(),
      builder.getI32IntegerAttr(static_cast<int32_t>(value)));
}

Value RuntimeCalls::getSite(OpBuilder &builder, Operation *op) {
  sites.push_back(
      builder.getArrayAttr({builder.getStringAttr(op->getName().getStringRef()),
                            static_cast<LocationAttr>(op->getLoc())}));
  return constant(builder, op->getLoc(), sites.size() - 1);
}

Value RuntimeCalls::getGenericPointer(OpBuilder &builder, Value pointer) {
  auto type = LLVM::LLVMPointerType::get(builder.getContext());
  if (pointer.getType() == type)
    return pointer;
  return LLVM::AddrSpaceCastOp::create(builder, pointer.getLoc(), type,
                                       pointer);
}

Value RuntimeCalls::getBuffer(Operation *op, unsigned number) {
  auto function = op->getParentOfType<LLVM::LLVMFuncOp>();
  Value &buffer = buffers[function][number];
  if (!buffer) {
    auto builder = OpBuilder::atBlockBegin(&function.getBody().front());
    Location loc = function.getLoc();
    buffer = LLVM::AllocaOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
        builder.getI32Type(), constant(builder, loc, kBufferWords));
  }
  return buffer;
}

Value RuntimeCalls::getOperandBuffer(Operation *op) { return getBuffer(op, 0); }
Value RuntimeCalls::getResultBuffer(Operation *op) { return getBuffer(op, 1); }

static Value getWordAddress(OpBuilder &builder, Location loc, Value buffer,
                            unsigned index) {
  return LLVM::GEPOp::create(builder, loc, buffer.getType(),
                             builder.getI32Type(), buffer,
                             ArrayRef<LLVM::GEPArg>{int32_t(index)});
}

void RuntimeCalls::storeWords(OpBuilder &builder, Location loc, Value buffer,
                              ValueRange words) {
  for (auto [index, word] : llvm::enumerate(words))
    LLVM::StoreOp::create(builder, loc, word,
                          getWordAddress(builder, loc, buffer, index));
}

SmallVector<Value> RuntimeCalls::loadWords(OpBuilder &builder, Location loc,
                                           Value buffer, Type type,
                                           unsigned count) {
  SmallVector<Value> words;
  for (unsigned index = 0; index < count; ++index)
    words.push_back(LLVM::LoadOp::create(
        builder, loc, type, getWordAddress(builder, loc, buffer, index)));
  return words;
}

void RuntimeCalls::finish() {
  module->setAttr(kSimulatorSitesName,
                  ArrayAttr::get(module.getContext(), sites));
}
