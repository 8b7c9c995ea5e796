//===- Compile.h - From a program to code for a target ----------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_COMPILE_COMPILE_H
#define LOWP_COMPILE_COMPILE_H

#include "lowp/Contracts/Manifest.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace lowp {

/// What is written.
enum class Emit { MLIR, Tile, NVVM, LLVM, PTX, Cubin };

struct CompileOptions {
  /// The processor, as `--list-targets` prints it.
  std::string target;
  /// The schedule of contractions that state none, `#lowp.schedule<...>`; if
  /// empty, one is chosen.
  std::string schedule;
  Emit emit = Emit::PTX;
  /// Filled with the contracts of the kernels and how to launch them, whatever
  /// is emitted; null where nobody asks.
  Manifest *manifest = nullptr;
};

/// Registers what compiling needs beyond the dialects.
void registerCompileTranslations(mlir::DialectRegistry &registry);

/// Compiles the kernels of `module`, which is changed, and gives the text or
/// the bytes asked for. Reports what cannot be compiled as diagnostics.
mlir::FailureOr<std::string> compile(mlir::ModuleOp module,
                                     const CompileOptions &options);

} // namespace lowp

#endif // LOWP_COMPILE_COMPILE_H
