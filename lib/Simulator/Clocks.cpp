//===- Clocks.cpp - Which accesses come before which ----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clocks.h"
#include <algorithm>

using namespace lowp::sim;

void Clocks::reset(uint32_t numThreads) {
  times.assign(numThreads, 1);
  known.assign(numThreads,
               std::make_shared<const std::vector<uint32_t>>(numThreads, 0));
}

void Clocks::join(const std::vector<uint32_t> &threads) {
  std::vector<uint32_t> met;
  if (threads.size() == times.size()) {
    // Nobody knows more of a thread than the thread itself.
    met = times;
  } else {
    met.assign(times.size(), 0);
    for (uint32_t thread : threads)
      std::transform(met.begin(), met.end(), known[thread]->begin(),
                     met.begin(),
                     [](uint32_t a, uint32_t b) { return std::max(a, b); });
    for (uint32_t thread : threads)
      met[thread] = times[thread];
  }
  auto shared = std::make_shared<const std::vector<uint32_t>>(std::move(met));
  for (uint32_t thread : threads) {
    known[thread] = shared;
    ++times[thread];
  }
}
