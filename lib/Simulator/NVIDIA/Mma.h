//===- Mma.h - Matrix instructions of a warp ------------------ -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_NVIDIA_MMA_H
#define LOWP_LIB_SIMULATOR_NVIDIA_MMA_H

#include "lowp/Simulator/Abi.h"
#include "lowp/Simulator/Launch.h"
#include <array>

namespace lowp::sim {

/// The accumulators of a lane, as in MmaOperands.
using MmaResults = std::array<uint32_t, 4>;

/// `mma.sync` m16n8, with or without block scales (isa-contracts.md sections 3
/// and 4; PTX ISA, fragments of m16n8k8 and m16n8k16), of all lanes at once.
/// Accumulators of f16 are rounded when an instruction ends: under
/// `f32-sequential` its additions are of f32.
void executeMma(const MmaForm &form, Accumulation accumulation,
                const std::array<const MmaOperands *, 32> &operands,
                const std::array<MmaResults *, 32> &results);

/// Whether the selectors of a lane are ones that the instruction has.
bool hasLegalSelectors(const MmaForm &form, const MmaOperands &operands);

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_NVIDIA_MMA_H
