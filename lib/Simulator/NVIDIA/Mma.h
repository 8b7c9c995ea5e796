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

using MmaResults = std::array<float, 4>;

/// `mma.sync` m16n8 with f32 accumulators, with or without block scales
/// (isa-contracts.md sections 3 and 4), of all lanes at once.
void executeMma(const MmaForm &form, Accumulation accumulation,
                const std::array<const MmaOperands *, 32> &operands,
                const std::array<MmaResults *, 32> &results);

/// Whether the selectors of a lane are ones that the instruction has.
bool hasLegalSelectors(const MmaForm &form, const MmaOperands &operands);

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_NVIDIA_MMA_H
