//===- NVVMToSimulator.h - Kernels that run on the host ------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_NVVMTOSIMULATOR_H
#define LOWP_CONVERSION_NVVMTOSIMULATOR_H

#include "llvm/ADT/StringRef.h"

namespace lowp {

/// Attributes that `convert-nvvm-to-simulator` leaves on a module: an array of
/// a name and a location for each operation that can fault, and the bytes of
/// static shared memory.
constexpr llvm::StringLiteral kSimulatorSitesName = "lowp.simulator_sites";
constexpr llvm::StringLiteral kSimulatorSharedName = "lowp.simulator_shared";

} // namespace lowp

#endif // LOWP_CONVERSION_NVVMTOSIMULATOR_H
