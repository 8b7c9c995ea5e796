//===- KernelImport.h - Kernels from LLVM IR ------------------ -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RUN_KERNELIMPORT_H
#define LOWP_LIB_RUN_KERNELIMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace lowp {

/// Whether a file of this name holds LLVM IR: .ll and .llir as text, .bc as
/// bitcode.
bool isLLVMFile(llvm::StringRef path);

/// Reads LLVM IR for NVPTX, as another compiler may have made it, into a module
/// with one `gpu.module`.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
importKernels(llvm::MemoryBufferRef file, mlir::MLIRContext *context);

} // namespace lowp

#endif // LOWP_LIB_RUN_KERNELIMPORT_H
