//===- AccessGroups.cpp - Accesses that a warp makes at once --------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessGroups.h"
#include <algorithm>
#include <vector>

using namespace lowp::sim;

static constexpr unsigned kLanes = 32;
static constexpr uint32_t kWordBytes = 4, kBanks = 32;

void lowp::sim::count(GlobalTraffic &traffic,
                      const AccessGroups::Group &group) {
  // Ranges in ascending order, so that what overlaps counts once.
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (group.bytes[lane])
      ranges.emplace_back(group.places[lane],
                          group.places[lane] + group.bytes[lane]);
  std::sort(ranges.begin(), ranges.end());
  ++traffic.accesses;
  uint64_t end = 0, nextSector = 0;
  for (auto [first, last] : ranges) {
    if (last <= end)
      continue;
    first = std::max(first, end);
    traffic.bytes += last - first;
    end = last;
    uint64_t sector = std::max(first / GlobalTraffic::kSectorBytes, nextSector);
    nextSector = (last - 1) / GlobalTraffic::kSectorBytes + 1;
    traffic.sectors += nextSector - std::min(sector, nextSector);
  }
}

void lowp::sim::count(SharedTraffic &traffic,
                      const AccessGroups::Group &group) {
  // 4 bytes or less of 32 lanes, 8 of 16, 16 of 8.
  uint32_t widest = *std::max_element(group.bytes.begin(), group.bytes.end());
  unsigned lanes = widest <= 4 ? 32 : widest <= 8 ? 16 : 8;
  ++traffic.accesses;
  for (unsigned begin = 0; begin < kLanes; begin += lanes) {
    std::vector<uint64_t> words;
    for (unsigned lane = begin; lane < begin + lanes; ++lane) {
      if (!group.bytes[lane])
        continue;
      uint64_t last = group.places[lane] + group.bytes[lane] - 1;
      for (uint64_t word = group.places[lane] / kWordBytes;
           word <= last / kWordBytes; ++word)
        words.push_back(word);
    }
    if (words.empty())
      continue;
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    std::array<uint32_t, kBanks> perBank{};
    uint32_t degree = 0;
    for (uint64_t word : words)
      degree = std::max(degree, ++perBank[word % kBanks]);
    ++traffic.phases;
    traffic.totalDegree += degree;
    traffic.worstDegree = std::max(traffic.worstDegree, degree);
  }
}

static void countGroup(Statistics &statistics,
                       const std::pair<Site, Traffic> &key,
                       const AccessGroups::Group &group) {
  if (key.second == Traffic::GlobalRead || key.second == Traffic::GlobalWrite)
    count(statistics.global[key], group);
  else
    count(statistics.shared[key], group);
}

void AccessGroups::add(Statistics &statistics, Site site, Traffic traffic,
                       unsigned lane, uint64_t place, uint32_t bytes) {
  std::pair<Site, Traffic> key{site, traffic};
  Queue &queue = queues[key];
  uint64_t index = std::max(queue.next[lane], queue.first) - queue.first;
  queue.next[lane] = queue.first + index + 1;
  if (index == queue.groups.size())
    queue.groups.emplace_back();
  Group &group = queue.groups[index];
  group.lanes |= uint32_t(1) << lane;
  group.places[lane] = place;
  group.bytes[lane] = bytes;
  while (!queue.groups.empty() && queue.groups.front().lanes == ~uint32_t(0)) {
    countGroup(statistics, key, queue.groups.front());
    queue.groups.pop_front();
    ++queue.first;
  }
}

void AccessGroups::flush(Statistics &statistics) {
  for (auto &[key, queue] : queues) {
    for (const Group &group : queue.groups)
      countGroup(statistics, key, group);
    queue.first += queue.groups.size();
    queue.groups.clear();
  }
}
