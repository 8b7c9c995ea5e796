//===- StatisticsReport.h - What kernels have done, as text --- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RUN_STATISTICSREPORT_H
#define LOWP_LIB_RUN_STATISTICSREPORT_H

#include "lowp/Run/Run.h"
#include "lowp/Simulator/CompiledKernels.h"
#include "llvm/Support/Error.h"
#include <chrono>

namespace lowp {

/// Counts of one kernel, whose operations `compiled` knows.
struct KernelStatistics {
  std::string kernel;
  const sim::CompiledKernels *compiled = nullptr;
  sim::Statistics statistics;
};

/// Prints tables and writes the JSON file, as the options ask for
/// (docs/Simulator.md).
llvm::Error reportStatistics(llvm::ArrayRef<KernelStatistics> kernels,
                             const RunOptions &options);

/// Shows on stderr how far a launch is, a few times a second.
class LaunchProgress {
public:
  /// Shows nothing unless `isShown`.
  LaunchProgress(std::string kernel, uint64_t blocks, bool isShown);
  ~LaunchProgress();

  /// So many blocks are done.
  void update(uint64_t done);

private:
  std::string kernel;
  uint64_t blocks;
  bool isShown, hasLine = false;
  std::chrono::steady_clock::time_point next;
};

} // namespace lowp

#endif // LOWP_LIB_RUN_STATISTICSREPORT_H
