//===- EmitPtx.h - From NVVM to PTX and machine code ------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_COMPILE_EMITPTX_H
#define LOWP_LIB_COMPILE_EMITPTX_H

#include "lowp/Target/Target.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include <string>

namespace lowp {

/// The kernels of a module, lowered to NVVM, as optimized LLVM IR.
mlir::FailureOr<std::string> emitLLVM(mlir::gpu::GPUModuleOp module,
                                      const TargetInfo &target);

/// The same as PTX.
mlir::FailureOr<std::string> emitPtx(mlir::gpu::GPUModuleOp module,
                                     const TargetInfo &target);

/// The machine code of PTX, made by ptxas. Its messages become diagnostics.
mlir::FailureOr<std::string>
assemblePtx(mlir::Location loc, llvm::StringRef ptx, const TargetInfo &target);

} // namespace lowp

#endif // LOWP_LIB_COMPILE_EMITPTX_H
