//===- LaunchFile.h - A launch of one kernel, from a file ----- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RUN_LAUNCHFILE_H
#define LOWP_LIB_RUN_LAUNCHFILE_H

#include "lowp/Run/Run.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace lowp {

/// Simulates the launch that `options.launch` describes.
llvm::Error runLaunchFile(mlir::ModuleOp module, const RunOptions &options);

} // namespace lowp

#endif // LOWP_LIB_RUN_LAUNCHFILE_H
