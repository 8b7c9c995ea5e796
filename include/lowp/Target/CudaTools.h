//===- CudaTools.h - Programs of NVIDIA's that are run ----------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_CUDATOOLS_H
#define LOWP_TARGET_CUDATOOLS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>

namespace lowp {

/// The path of the assembler of PTX: what the environment variable LOWP_PTXAS
/// says, else the first in PATH, else the one that was found when lowp was
/// configured (in the virtual environment). The error names these places.
llvm::Expected<std::string> findPtxas();

/// The path of the disassembler of cubins, likewise, with LOWP_NVDISASM.
llvm::Expected<std::string> findNvdisasm();

/// A file of a name of its own, removed at the end.
class TemporaryFile {
public:
  static llvm::Expected<TemporaryFile> create(llvm::StringRef suffix);

  TemporaryFile(TemporaryFile &&other) : path(std::exchange(other.path, {})) {}
  ~TemporaryFile();

  llvm::StringRef getPath() const { return path; }
  llvm::Expected<std::string> read() const;
  llvm::Error write(llvm::StringRef text) const;

private:
  explicit TemporaryFile(llvm::StringRef path) : path(path) {}

  /// Empty if the file is another's.
  std::string path;
};

/// Runs a program with arguments, and gives what it prints. The error has what
/// it prints to the standard error, or the reason why it did not run.
llvm::Expected<std::string> runTool(llvm::StringRef path,
                                    llvm::ArrayRef<llvm::StringRef> arguments);

} // namespace lowp

#endif // LOWP_TARGET_CUDATOOLS_H
