//===- KernelImport.cpp - Kernels from LLVM IR ----------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelImport.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMIRToLLVMTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/LLVMIRToNVVMTranslation.h"
#include "mlir/Target/LLVMIR/Import.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace lowp;

bool lowp::isLLVMFile(StringRef path) {
  StringRef extension = llvm::sys::path::extension(path);
  return extension == ".ll" || extension == ".llir" || extension == ".bc";
}

static OwningOpRef<ModuleOp> translate(std::unique_ptr<llvm::Module> module,
                                       MLIRContext *context) {
  DialectRegistry registry;
  registerLLVMDialectImport(registry);
  registerNVVMDialectImport(registry);
  context->appendDialectRegistry(registry);
  // Warnings are about what does not matter here, as sizes of vectors in the
  // data layout.
  ScopedDiagnosticHandler handler(context, [](Diagnostic &diagnostic) {
    return success(diagnostic.getSeverity() == DiagnosticSeverity::Warning);
  });
  return translateLLVMIRToModule(std::move(module), context,
                                 /*emitExpensiveWarnings=*/false,
                                 /*dropDICompositeTypeElements=*/true);
}

/// The import leaves attributes that it does not know as pairs of text. Of
/// those the threads of a block are kept, as NVVM has them.
static void importAttributes(LLVM::LLVMFuncOp function) {
  ArrayAttr attributes = function.getPassthroughAttr();
  if (!attributes)
    return;
  for (Attribute attribute : attributes) {
    auto pair = dyn_cast<ArrayAttr>(attribute);
    if (!pair || pair.size() != 2 ||
        cast<StringAttr>(pair[0]).getValue() !=
            NVVM::NVVMDialect::getReqntidAttrName())
      continue;
    SmallVector<StringRef> parts;
    cast<StringAttr>(pair[1]).getValue().split(parts, ',');
    SmallVector<int32_t> extents(parts.size());
    bool isRead =
        llvm::all_of(llvm::zip_equal(parts, extents), [](auto &&entry) {
          return !std::get<0>(entry).trim().getAsInteger(10,
                                                         std::get<1>(entry));
        });
    if (isRead)
      function->setAttr(NVVM::NVVMDialect::getReqntidAttrName(),
                        DenseI32ArrayAttr::get(function.getContext(), extents));
  }
  function.removePassthroughAttr();
}

llvm::Expected<OwningOpRef<ModuleOp>>
lowp::importKernels(llvm::MemoryBufferRef file, MLIRContext *context) {
  llvm::LLVMContext llvmContext;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseIR(file, error, llvmContext);
  if (!module) {
    std::string text;
    llvm::raw_string_ostream os(text);
    error.print(/*ProgName=*/nullptr, os, /*ShowColors=*/false);
    return llvm::createStringError("not LLVM IR: " + StringRef(text).rtrim());
  }
  OwningOpRef<ModuleOp> imported = translate(std::move(module), context);
  if (!imported)
    return llvm::createStringError(file.getBufferIdentifier() +
                                   " cannot be imported");

  context->loadDialect<gpu::GPUDialect>();
  Location loc = imported->getLoc();
  OwningOpRef<ModuleOp> result = ModuleOp::create(loc);
  auto builder = OpBuilder::atBlockEnd(result->getBody());
  auto kernels = gpu::GPUModuleOp::create(builder, loc, "kernels");
  // Sizes of pointers are the device's.
  if (Attribute layout = (*imported)->getAttr(DLTIDialect::kDataLayoutAttrName))
    kernels->setAttr(DLTIDialect::kDataLayoutAttrName, layout);
  Block *body = kernels.getBody();
  for (Operation &op : llvm::make_early_inc_range(*imported->getBody()))
    if (isa<LLVM::LLVMFuncOp, LLVM::GlobalOp>(op)) {
      if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op))
        importAttributes(function);
      op.moveBefore(body, body->end());
    }
  return result;
}
