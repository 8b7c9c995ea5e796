//===- Warp.h - What the lanes of a warp do together ---------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_WARP_H
#define LOWP_LIB_SIMULATOR_WARP_H

#include "AccessGroups.h"
#include "lowp/Simulator/Fault.h"
#include <vector>

namespace lowp::sim {

class Thread;

constexpr unsigned kWarpSize = 32;
constexpr uint32_t kAllLanes = 0xFFFFFFFF;

/// An operation that lanes of a warp execute together. Each lane has brought
/// its operands and a place for its results.
struct Collective {
  Site site = 0;
  /// The lanes that take part, and those that have come.
  uint32_t mask = 0, arrived = 0;
  /// Whether the whole warp must take part.
  bool aligned = false;
  std::array<Thread *, kWarpSize> threads{};
  std::array<const void *, kWarpSize> operands{};
  std::array<void *, kWarpSize> results{};

  template <typename T>
  const T &getOperands(unsigned lane) const {
    return *static_cast<const T *>(operands[lane]);
  }
  template <typename T>
  T &getResults(unsigned lane) const {
    return *static_cast<T *>(results[lane]);
  }
  template <typename Function>
  void forEachLane(Function function) const {
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      if (mask >> lane & 1)
        function(lane);
  }
};

class Warp {
public:
  /// `existing` are the lanes that have a thread.
  explicit Warp(uint32_t existing) : existing(existing) {}

  void reset();

  /// What its lanes have accessed, where that is counted.
  AccessGroups accesses;

  /// A lane comes to a collective operation and waits until all lanes of
  /// `mask` have come; the last computes the results of all. `aligned`
  /// operations need a full warp.
  template <typename Function>
  void meet(Thread &thread, Site site, uint32_t mask, bool aligned,
            const void *operands, void *results, Function compute) {
    Collective *collective =
        arrive(thread, site, mask, aligned, operands, results);
    if (!collective)
      return;
    compute(*collective);
    leave(*collective);
  }

  /// A lane has returned from the kernel. Others need not wait for it.
  void exit(unsigned lane);

private:
  /// Waits; gives the last that comes the collective, all others null.
  Collective *arrive(Thread &thread, Site site, uint32_t mask, bool aligned,
                     const void *operands, void *results);
  void leave(Collective &collective);

  uint32_t existing, exited = 0;
  /// Those that wait; different ones have different lanes.
  std::vector<Collective> waiting;
};

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_WARP_H
