//===- SimulatedKernels.h - Kernels in the simulator ---------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RUN_SIMULATEDKERNELS_H
#define LOWP_LIB_RUN_SIMULATEDKERNELS_H

#include "StatisticsReport.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Simulator/CompiledKernels.h"

namespace lowp {

struct SimulatedKernel;

/// The model of the simulator that is the program's.
sim::Accumulation getAccumulation(AccumulationModel model);

/// Runs the kernels of a program in the simulator and the rest on the host.
class SimulatedKernels {
public:
  SimulatedKernels();
  ~SimulatedKernels();

  /// Lowers the module's kernels for the target of `options`, which outlives
  /// this, and compiles them for the simulator. Their bodies become calls of
  /// functions without a body, which stay so while the program is lowered for
  /// the host.
  mlir::LogicalResult compile(mlir::ModuleOp module, const RunOptions &options);

  /// What the kernels have done, if that is counted.
  std::vector<KernelStatistics> takeStatistics();

  /// Gives those functions bodies that call `launchSimulatedKernel`, once the
  /// program is in the LLVM dialect.
  void bind(mlir::ModuleOp module);

private:
  std::unique_ptr<sim::CompiledKernels> compiled;
  std::vector<std::unique_ptr<SimulatedKernel>> kernels;
};

/// The function that compiled programs call with a kernel and pointers to what
/// its C interface takes: the place of the results if there are any, then a
/// descriptor of each array. Ends the process if the kernel faults.
constexpr llvm::StringLiteral kLaunchSimulatedKernelName =
    "lowpLaunchSimulatedKernel";
void launchSimulatedKernel(SimulatedKernel *kernel, void **arguments);

} // namespace lowp

#endif // LOWP_LIB_RUN_SIMULATEDKERNELS_H
