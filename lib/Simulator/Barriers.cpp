//===- Barriers.cpp - The barriers of a block -----------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Barriers.h"
#include "Block.h"

using namespace lowp::sim;

void Barriers::arrive(Thread &thread, uint32_t number, uint32_t count,
                      bool waits, Site site) {
  if (number >= kCount)
    thread.stop(site, "uses barrier " + std::to_string(number) +
                          ", but there are " + std::to_string(kCount));
  if (count % kWarpSize != 0)
    thread.stop(site, "uses a barrier for " + std::to_string(count) +
                          " threads, which is not a multiple of a warp");
  if (count == 0)
    count = thread.block.shape.block.count();
  Barrier &barrier = barriers[number];
  if (!barrier.arrived.empty() && barrier.count != count)
    thread.stop(site,
                "comes to barrier " + std::to_string(number) + " for " +
                    std::to_string(count) + " threads, which others use for " +
                    std::to_string(barrier.count),
                {{barrier.arrived.front().site, "others came here"}});
  // A warp executes a barrier as one.
  for (const Arrival &other : barrier.arrived)
    if (&other.thread->warp == &thread.warp && other.site != site)
      thread.stop(site,
                  "comes to a divergent barrier: lanes of its warp have come "
                  "to it elsewhere",
                  {{other.site, "lane " + std::to_string(other.thread->lane) +
                                    " came here"}});
  barrier.count = count;
  barrier.arrived.push_back({&thread, waits, site});
  if (barrier.arrived.size() < count) {
    if (!waits)
      return;
    thread.isAtBarrier = true;
    thread.wait(site);
    return;
  }
  std::vector<uint32_t> numbers;
  for (const Arrival &other : barrier.arrived)
    numbers.push_back(other.thread->number);
  thread.block.clocks.join(numbers);
  if (Statistics *statistics = thread.block.options.statistics) {
    ++statistics->barriers;
    for (const Arrival &other : barrier.arrived)
      other.thread->warp.accesses.flush(*statistics);
  }
  for (const Arrival &other : barrier.arrived)
    if (other.thread != &thread && other.waits)
      other.thread->wake();
  barrier.arrived.clear();
}
