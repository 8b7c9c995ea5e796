//===- Barriers.h - The barriers of a block ------------------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_BARRIERS_H
#define LOWP_LIB_SIMULATOR_BARRIERS_H

#include "lowp/Simulator/Fault.h"
#include <vector>

namespace lowp::sim {

class Thread;

/// The sixteen barriers that a block has.
class Barriers {
public:
  static constexpr uint32_t kCount = 16;

  void reset() { barriers = {}; }

  /// A thread comes to a barrier for `count` threads. If it `waits` it goes on
  /// when they have all come. A count of zero means all threads of the block.
  void arrive(Thread &thread, uint32_t number, uint32_t count, bool waits,
              Site site);

private:
  struct Arrival {
    Thread *thread;
    bool waits;
    Site site;
  };
  struct Barrier {
    uint32_t count = 0;
    std::vector<Arrival> arrived;
  };
  std::array<Barrier, kCount> barriers;
};

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_BARRIERS_H
