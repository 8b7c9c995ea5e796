//===- Patterns.h - Patterns of the conversion, by concern ---- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_NVVMTOSIMULATOR_PATTERNS_H
#define LOWP_LIB_CONVERSION_NVVMTOSIMULATOR_PATTERNS_H

#include "RuntimeCalls.h"
#include "mlir/IR/PatternMatch.h"

namespace lowp {

/// A pattern that makes calls of the runtime.
template <typename Op>
struct SimulatorPattern : public mlir::OpRewritePattern<Op> {
  SimulatorPattern(mlir::MLIRContext *context, RuntimeCalls &runtime)
      : mlir::OpRewritePattern<Op>(context), runtime(runtime) {}
  RuntimeCalls &runtime;
};

/// Special registers.
void populateRegisterPatterns(mlir::RewritePatternSet &patterns,
                              RuntimeCalls &runtime);
/// Asynchronous copies.
void populateCopyPatterns(mlir::RewritePatternSet &patterns,
                          RuntimeCalls &runtime);
/// Barriers, shuffles, votes and reductions.
void populateCollectivePatterns(mlir::RewritePatternSet &patterns,
                                RuntimeCalls &runtime);
/// `ldmatrix`, `stmatrix` and matrix instructions.
void populateMatrixPatterns(mlir::RewritePatternSet &patterns,
                            RuntimeCalls &runtime);
/// mbarrier and bulk copies.
void populateTransactionPatterns(mlir::RewritePatternSet &patterns,
                                 RuntimeCalls &runtime);
/// Conversions between encodings.
void populateConversionPatterns(mlir::RewritePatternSet &patterns,
                                RuntimeCalls &runtime);
/// Whether a rounding to a narrower type would differ on the host.
bool needsModel(mlir::LLVM::FPTruncOp op);

/// Announces each access of memory to the runtime.
void announceAccesses(mlir::gpu::GPUModuleOp module, RuntimeCalls &runtime);
/// Gives each variable in shared memory its place. Gives the bytes they need.
mlir::FailureOr<uint32_t> placeSharedVariables(mlir::gpu::GPUModuleOp module,
                                               RuntimeCalls &runtime);

/// Gives functions the thread as their first argument.
mlir::LogicalResult addThreadArguments(mlir::gpu::GPUModuleOp module);
/// Gives kernels a pointer to the arguments of the launch instead of those.
mlir::LogicalResult packKernelArguments(mlir::gpu::GPUModuleOp module);

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_NVVMTOSIMULATOR_PATTERNS_H
