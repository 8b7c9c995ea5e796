//===- HostProgram.h - A program compiled for this machine ------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RUN_HOSTPROGRAM_H
#define LOWP_LIB_RUN_HOSTPROGRAM_H

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace lowp {

/// A buffer as compiled code sees it: a memref descriptor. A scalar has no
/// extents.
struct HostBuffer {
  char *data = nullptr;
  bool isScalar = false;
  /// Of one element or scalar, in bytes.
  unsigned elementSize = 0;
  llvm::SmallVector<int64_t> extents, strides;
};

/// The code of a module in the LLVM dialect.
class HostProgram {
public:
  static llvm::Expected<HostProgram> compile(mlir::ModuleOp module);

  /// Calls a function. `results` say whether each result is a scalar, and its
  /// rank and element size; their data, extents and strides are filled in.
  /// That data lives until the next call. A program that stops itself ends the
  /// process with a message and exit code 1.
  llvm::Error call(llvm::StringRef name, llvm::ArrayRef<HostBuffer> arguments,
                   llvm::MutableArrayRef<HostBuffer> results);

private:
  struct Free {
    void operator()(void *memory) const;
  };

  /// Reads the results from the struct in which compiled code leaves them.
  void readResults(llvm::MutableArrayRef<HostBuffer> results);

  std::unique_ptr<mlir::ExecutionEngine> engine;
  /// Results that the program gives by value, and descriptors of the others.
  std::vector<int64_t> resultMemory;
  /// What the program has allocated and handed over with its results.
  std::vector<std::unique_ptr<void, Free>> resultBuffers;
};

} // namespace lowp

#endif // LOWP_LIB_RUN_HOSTPROGRAM_H
