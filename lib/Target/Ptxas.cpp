//===- Ptxas.cpp - Where the PTX assembler is -----------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/Ptxas.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

Expected<std::string> lowp::findPtxas() {
  if (std::optional<std::string> path = sys::Process::GetEnv("LOWP_PTXAS")) {
    if (sys::fs::can_execute(*path))
      return *path;
    return createStringError("LOWP_PTXAS is '" + *path +
                             "', which is no program");
  }
  if (ErrorOr<std::string> path = sys::findProgramByName("ptxas"))
    return *path;
  StringRef configured = LOWP_CONFIGURED_PTXAS;
  if (sys::fs::can_execute(configured))
    return configured.str();
  return createStringError(
      "found no ptxas: set LOWP_PTXAS to its path, put it into PATH, or run "
      "tools/setup/install.sh, which takes it from the Python package "
      "nvidia-cuda-nvcc");
}
