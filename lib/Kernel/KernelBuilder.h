//===- KernelBuilder.h - Makes the function of a kernel ---------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_KERNELBUILDER_H
#define LOWP_LIB_KERNEL_KERNELBUILDER_H

#include "lowp/Dialect/Lowp/IR/LowpTileOps.h"
#include "lowp/Kernel/Schedule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace lowp {

/// Whether every GPU loads, stores and computes with numbers of `type`.
bool isDeviceNumber(mlir::Type type);

/// An extent of a kernel: its name in the ABI, its value where the types have
/// it, and the dimension of the operand that shows it to a caller.
struct KernelExtent {
  llvm::StringRef name;
  int64_t value;
  unsigned operand, dim;

  std::string getText() const {
    return mlir::ShapedType::isDynamic(value) ? name.str()
                                              : std::to_string(value);
  }
};

/// Makes the `gpu.func` of a kernel and gives its body pointers, extents and
/// views. The arguments are those of `lowp-lower-kernels`.
class KernelBuilder : public mlir::ImplicitLocOpBuilder {
public:
  KernelBuilder(KernelOp kernel, mlir::gpu::GPUModuleOp module,
                llvm::ArrayRef<KernelExtent> extents);

  /// Asks for a tensor map of a component of an operand, in boxes of so many
  /// rows and bytes; before the function is made.
  void addTensorMap(unsigned operand, llvm::StringRef component,
                    llvm::ArrayRef<int64_t> box);

  /// Makes the function. Reports operands that have no place in memory.
  mlir::LogicalResult create();

  KernelOp getKernel() { return kernel; }
  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(*this, value);
  }
  /// ceil(value / divisor), of what is not negative.
  mlir::Value ceilDiv(mlir::Value value, int64_t divisor);
  /// The value of an extent, by its number.
  mlir::Value getExtent(unsigned extent) { return extentValues[extent]; }

  /// The view of the array `component` of an operand or result. Rows and
  /// columns are the extents of the array, in elements; rows are left out at
  /// rank 1.
  mlir::Value createView(AbiRole role, unsigned value, unsigned component,
                         mlir::ValueRange extents, int64_t pitchMultiple = 1);

  /// The view of a component that has one row for each of `rows` and, in a row,
  /// one element for each `step` of `columns`.
  mlir::Value createView(AbiRole role, unsigned value, unsigned component,
                         const StorageComponent &storage, mlir::Value rows,
                         mlir::Value columns);

  /// The pointer to a tensor map that was asked for, by its number.
  mlir::Value getTensorMap(unsigned map);

  /// Opens a role; the insertion point is inside. Ends the one before it.
  void createRole(llvm::StringRef name, int64_t warps, bool leader = false);

  /// Ends the role and the function, and says how it is launched.
  void finish(llvm::ArrayRef<GridFactorAttr> grid, int64_t threads,
              int64_t shared, int64_t perMultiprocessor = 0);

private:
  void finishRole();
  mlir::LogicalResult addArrays(AbiRole role, unsigned value, mlir::Type type);

  KernelOp kernel;
  mlir::gpu::GPUModuleOp module;
  llvm::SmallVector<KernelExtent> extents;
  mlir::gpu::GPUFuncOp func;
  llvm::SmallVector<AbiArgumentAttr> arguments;
  /// Whether the array of an argument begins at a multiple of 16 bytes.
  llvm::SmallVector<bool> isAligned;
  llvm::SmallVector<mlir::Value> extentValues;
  llvm::SmallVector<AbiArgumentAttr> tensorMaps;
};

/// Lower one kernel into `module`. They report what does not fit.
mlir::LogicalResult lowerMatmulKernel(KernelOp kernel,
                                      const MatmulAnatomy &matmul,
                                      mlir::gpu::GPUModuleOp module,
                                      const TargetInfo &target);
mlir::LogicalResult lowerQuantizeKernel(KernelOp kernel,
                                        const QuantizeAnatomy &quantize,
                                        mlir::gpu::GPUModuleOp module,
                                        const TargetInfo &target);

} // namespace lowp

#endif // LOWP_LIB_KERNEL_KERNELBUILDER_H
