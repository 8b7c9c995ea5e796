//===- Run.h - Runs a program on files of arrays ----------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_RUN_RUN_H
#define LOWP_RUN_RUN_H

#include "lowp/Conversion/LowpStorageToLinalg.h"
#include "llvm/Support/LogicalResult.h"
#include <cstdint>
#include <string>
#include <vector>

namespace lowp {

struct RunOptions {
  /// The program, and the function or kernel in it that is run.
  std::string file, entry;
  /// A .npy file for each tensor, scalar and array of a scaled value, dense and
  /// in logical order: of the arguments and of the results.
  std::vector<std::string> arguments, results;
  AccumulationModel accumulate = AccumulationModel::F32Sequential;
  /// The processor whose kernels are simulated; if empty, everything runs on
  /// the CPU.
  std::string simulatedTarget;
  /// The schedule of contractions that state none, `#lowp.schedule<...>`; if
  /// empty, one is chosen.
  std::string schedule;
  /// How many multiprocessors it has: a launch that counts them has no more
  /// blocks than that many do at once.
  unsigned multiprocessors = 4;
  /// A file that says how to launch one kernel of the program, which then is
  /// one of kernels in the LLVM and NVVM dialects, or of LLVM IR for NVPTX if
  /// its name ends in .ll, .llir or .bc:
  ///
  ///   {"kernel": "f", "grid": [2], "block": [64], "shared": 1024,
  ///    "arguments": [{"array": "x", "load": "x.npy"},
  ///                  {"array": "y", "dtype": "f4", "shape": [8],
  ///                   "store": "y.npy"},
  ///                  {"i32": 8}, null]}
  ///
  /// docs/Simulator.md describes it.
  std::string launch;
  /// Addresses of arrays of simulated kernels are multiples of this power of
  /// two, besides what the kernels ask for, and of no larger one.
  uint64_t alignment = 1;
  /// What simulated kernels do is counted: for tables on stdout, and for a JSON
  /// file unless its name is empty.
  bool printStatistics = false;
  std::string statisticsFile;
  /// Whether stderr shows how far simulated launches are.
  bool showProgress = false;

  bool countsStatistics() const {
    return printStatistics || !statisticsFile.empty();
  }
};

/// Checks, compiles and runs a program on this machine. Prints what is wrong,
/// if anything is. A program that stops itself ends the process.
llvm::LogicalResult runProgram(const RunOptions &options);

} // namespace lowp

#endif // LOWP_RUN_RUN_H
