//===- RuntimeCalls.h - Calls of the simulator's runtime ------ -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_NVVMTOSIMULATOR_RUNTIMECALLS_H
#define LOWP_LIB_CONVERSION_NVVMTOSIMULATOR_RUNTIMECALLS_H

#include "lowp/Conversion/NVVMToSimulator.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace lowp {

/// Declares and calls functions of the runtime, and numbers the operations that
/// can fault.
class RuntimeCalls {
public:
  explicit RuntimeCalls(mlir::gpu::GPUModuleOp module);

  /// Calls a function with the thread that executes `op`, then `operands`.
  /// Gives its result, or null if `resultType` is.
  mlir::Value callForThread(mlir::OpBuilder &builder, mlir::Operation *op,
                            llvm::StringRef name, mlir::Type resultType,
                            mlir::ValueRange operands);
  /// Calls a function of values alone.
  mlir::Value call(mlir::OpBuilder &builder, mlir::Location loc,
                   llvm::StringRef name, mlir::Type resultType,
                   mlir::ValueRange operands);

  mlir::Value constant(mlir::OpBuilder &builder, mlir::Location loc,
                       uint32_t value);
  /// The number of `op`, as an operand.
  mlir::Value getSite(mlir::OpBuilder &builder, mlir::Operation *op);
  /// An address without its space, as the runtime takes it.
  mlir::Value getGenericPointer(mlir::OpBuilder &builder, mlir::Value pointer);

  /// Words of memory in the frame of the function around `op`; one buffer of
  /// operands and one of results serve all calls, which use them at once.
  static constexpr unsigned kBufferWords = 16;
  mlir::Value getOperandBuffer(mlir::Operation *op);
  mlir::Value getResultBuffer(mlir::Operation *op);
  /// Store words, of 32 bits each, and load them.
  void storeWords(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value buffer, mlir::ValueRange words);
  llvm::SmallVector<mlir::Value> loadWords(mlir::OpBuilder &builder,
                                           mlir::Location loc,
                                           mlir::Value buffer, mlir::Type type,
                                           unsigned count);

  /// Leaves what has been numbered on the module.
  void finish();

private:
  mlir::Value getBuffer(mlir::Operation *op, unsigned number);

  mlir::gpu::GPUModuleOp module;
  llvm::SmallVector<mlir::Attribute> sites;
  llvm::DenseMap<mlir::Operation *, std::array<mlir::Value, 2>> buffers;
};

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_NVVMTOSIMULATOR_RUNTIMECALLS_H
