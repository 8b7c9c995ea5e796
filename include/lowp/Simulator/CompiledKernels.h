//===- CompiledKernels.h - Kernels ready to be simulated ------ -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SIMULATOR_COMPILEDKERNELS_H
#define LOWP_SIMULATOR_COMPILEDKERNELS_H

#include "lowp/Simulator/Launch.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include <memory>

namespace mlir {
class ExecutionEngine;
} // namespace mlir

namespace lowp::sim {

/// The kernels of a module, compiled for the host once and launched many times.
class CompiledKernels {
public:
  ~CompiledKernels();

  /// Compiles a copy of a module whose kernels are in the LLVM and NVVM
  /// dialects. Reports what the simulator has no model of. Null on failure.
  static std::unique_ptr<CompiledKernels>
  compile(mlir::gpu::GPUModuleOp module);

  /// Runs a kernel. `shape` has the bytes of dynamic shared memory; static ones
  /// are added. Reports a fault at the operation that it is of, with notes.
  mlir::LogicalResult launch(llvm::StringRef kernel, LaunchShape shape,
                             const std::vector<uint64_t> &arguments,
                             GlobalMemory &global,
                             const LaunchOptions &options);

  /// An operation that the numbers of faults and statistics mean.
  struct SiteInfo {
    std::string operation;
    mlir::Location location;
  };
  const SiteInfo &getSite(Site site) const { return sites[site]; }

private:
  CompiledKernels();
  void report(const Fault &fault);

  llvm::SmallVector<SiteInfo> sites;
  uint32_t staticSharedBytes = 0;
  llvm::StringMap<KernelFunction> functions;
  std::unique_ptr<mlir::ExecutionEngine> engine;
};

} // namespace lowp::sim

#endif // LOWP_SIMULATOR_COMPILEDKERNELS_H
