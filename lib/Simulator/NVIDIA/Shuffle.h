//===- Shuffle.h - Exchange between the lanes of a warp ------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_NVIDIA_SHUFFLE_H
#define LOWP_LIB_SIMULATOR_NVIDIA_SHUFFLE_H

#include "lowp/Simulator/Abi.h"

namespace lowp::sim {

/// The lane from which `shfl.sync` takes a value.
struct ShuffleSource {
  unsigned lane;
  bool isValid;
};

/// PTX ISA, shfl.sync: `offset` and `clamp` are its operands b and c.
ShuffleSource getShuffleSource(ShuffleKind kind, unsigned lane, uint32_t offset,
                               uint32_t clamp);

/// One step of `redux.sync`.
uint32_t reduce(ReductionKind kind, uint32_t left, uint32_t right);

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_NVIDIA_SHUFFLE_H
