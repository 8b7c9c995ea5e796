//===- Ptxas.h - Where the PTX assembler is ---------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_PTXAS_H
#define LOWP_TARGET_PTXAS_H

#include "llvm/Support/Error.h"
#include <string>

namespace lowp {

/// The path of ptxas: what the environment variable LOWP_PTXAS says, else the
/// first in PATH, else the one that was found when lowp was configured (in the
/// virtual environment). The error names these places.
llvm::Expected<std::string> findPtxas();

} // namespace lowp

#endif // LOWP_TARGET_PTXAS_H
