//===- AccessGroups.h - Accesses that a warp makes at once ---- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_ACCESSGROUPS_H
#define LOWP_LIB_SIMULATOR_ACCESSGROUPS_H

#include "lowp/Simulator/Statistics.h"
#include <deque>

namespace lowp::sim {

/// Finds out which accesses of lanes are one access of their warp. Lanes do not
/// run in step here: the n-th access that a lane makes at an operation, since
/// the warp last came together, belongs to the n-th ones of other lanes.
class AccessGroups {
public:
  /// A lane accesses bytes. `place` is an address in which equal sectors, or
  /// banks and words, are equal.
  void add(Statistics &statistics, Site site, Traffic traffic, unsigned lane,
           uint64_t place, uint32_t bytes);

  /// The warp comes together: what is not yet whole is as it is.
  void flush(Statistics &statistics);

  /// What lanes access at once; bytes are zero for lanes that do not.
  struct Group {
    uint32_t lanes = 0;
    std::array<uint64_t, 32> places{};
    std::array<uint32_t, 32> bytes{};
  };

private:
  struct Queue {
    std::deque<Group> groups;
    /// The number of the first group, and of the next one of each lane.
    uint64_t first = 0;
    std::array<uint64_t, 32> next{};
  };
  std::map<std::pair<Site, Traffic>, Queue> queues;
};

/// Counts one access of a warp.
void count(GlobalTraffic &traffic, const AccessGroups::Group &group);
void count(SharedTraffic &traffic, const AccessGroups::Group &group);

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_ACCESSGROUPS_H
