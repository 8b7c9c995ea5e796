//===- TensorMap.h - Tiles of arrays for bulk copies ---------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_NVIDIA_TENSORMAP_H
#define LOWP_LIB_SIMULATOR_NVIDIA_TENSORMAP_H

#include "lowp/Simulator/TensorMap.h"
#include <vector>

namespace lowp::sim {

/// A run of a tile along the innermost dimension.
struct TileRow {
  /// Where the row lies in the tile, in bytes.
  uint64_t offset;
  /// The bytes `begin` to `end` of the row are in the array, at `source`; the
  /// others are beyond its bounds and zero.
  const char *source;
  uint32_t begin, end;
};

/// The rows of the tile at coordinates, innermost first.
std::vector<TileRow> getTileRows(const TensorMap &map,
                                 const int32_t *coordinates);

/// Where the byte goes that would go to an address without a swizzle
/// (isa-contracts.md section 6.3): bits [4..] are combined with bits [7..].
uint64_t applySwizzle(TensorMap::Swizzle swizzle, uint64_t address);

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_NVIDIA_TENSORMAP_H
