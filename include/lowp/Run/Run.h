//===- Run.h - Runs a program on files of arrays ----------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_RUN_RUN_H
#define LOWP_RUN_RUN_H

#include "lowp/Conversion/LowpStorageToSCF.h"
#include "llvm/Support/LogicalResult.h"
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
};

/// Checks, compiles and runs a program on this machine. Prints what is wrong,
/// if anything is. A program that stops itself ends the process.
llvm::LogicalResult runProgram(const RunOptions &options);

} // namespace lowp

#endif // LOWP_RUN_RUN_H
