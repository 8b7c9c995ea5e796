//===- Warp.cpp - What the lanes of a warp do together --------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Warp.h"
#include "Block.h"
#include <algorithm>

using namespace lowp::sim;

void Warp::reset() {
  exited = 0;
  waiting.clear();
}

static std::string getLanes(uint32_t mask) {
  std::string text;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    if (mask >> lane & 1)
      text += (text.empty() ? "" : ", ") + std::to_string(lane);
  return text;
}

Collective *Warp::arrive(Thread &thread, Site site, uint32_t mask, bool aligned,
                         const void *operands, void *results) {
  uint32_t own = uint32_t(1) << thread.lane;
  if (!(mask & own))
    thread.stop(site, "executes this with a mask of lanes that leaves out its "
                      "own lane " +
                          std::to_string(thread.lane));
  uint32_t absent = mask & (~existing | exited);
  if (aligned && absent)
    thread.stop(site, "executes this while lanes of its warp have ended or "
                      "were never there: " +
                          getLanes(absent));
  mask &= ~absent;

  auto found = std::find_if(
      waiting.begin(), waiting.end(),
      [&](const Collective &other) { return (other.mask & own) != 0; });
  if (found == waiting.end()) {
    for (const Collective &other : waiting)
      if (other.mask & mask)
        thread.stop(site,
                    "meets lanes of its warp at another operation, with "
                    "another mask",
                    {{other.site, "lanes " + getLanes(other.arrived) +
                                      " wait here for lanes " +
                                      getLanes(other.mask & ~other.arrived)}});
    waiting.emplace_back();
    found = std::prev(waiting.end());
    found->site = site;
    found->mask = mask;
    found->aligned = aligned;
  } else if (found->site != site) {
    thread.stop(
        site,
        "executes this while other lanes of its warp wait for it "
        "at another operation",
        {{found->site, "lanes " + getLanes(found->arrived) + " wait here"}});
  } else if (found->mask != mask) {
    thread.stop(site, "executes this with another mask of lanes than lanes " +
                          getLanes(found->arrived));
  }
  found->arrived |= own;
  found->threads[thread.lane] = &thread;
  found->operands[thread.lane] = operands;
  found->results[thread.lane] = results;
  if (found->arrived == found->mask)
    return &*found;
  thread.wait(site);
  // Either the last has computed, or the lanes that were missing have ended.
  for (Collective &collective : waiting)
    if (collective.arrived & own)
      return &collective;
  return nullptr;
}

void Warp::leave(Collective &collective) {
  if (collective.mask == kAllLanes)
    if (Statistics *statistics =
            collective.threads[0]->block.options.statistics)
      accesses.flush(*statistics);
  collective.forEachLane([&](unsigned lane) {
    if (collective.threads[lane]->isWaiting())
      collective.threads[lane]->wake();
  });
  waiting.erase(waiting.begin() + (&collective - waiting.data()));
}

void Warp::exit(unsigned lane) {
  uint32_t own = uint32_t(1) << lane;
  exited |= own;
  for (Collective &collective : waiting) {
    if (collective.aligned || !(collective.mask & own))
      continue;
    collective.mask &= ~own;
    if (collective.arrived == collective.mask)
      for (Thread *thread : collective.threads)
        if (thread) {
          thread->wake();
          break;
        }
  }
}
