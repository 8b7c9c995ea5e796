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
  // The last one is what copies.
  times.assign(numThreads + 1, 1);
  known.assign(numThreads + 1, std::make_shared<const std::vector<uint32_t>>(
                                   numThreads + 1, 0));
}

/// Takes over what is later in `from`.
static void merge(std::vector<uint32_t> &into,
                  const std::vector<uint32_t> &from) {
  std::transform(into.begin(), into.end(), from.begin(), into.begin(),
                 [](uint32_t a, uint32_t b) { return std::max(a, b); });
}

void Clocks::join(const std::vector<uint32_t> &threads) {
  std::vector<uint32_t> met;
  uint32_t copier = getCopier();
  if (threads.size() == copier) {
    // Nobody knows more of a thread than the thread itself.
    met = times;
    met[copier] = 0;
    for (uint32_t thread : threads)
      met[copier] = std::max(met[copier], (*known[thread])[copier]);
  } else {
    met.assign(times.size(), 0);
    for (uint32_t thread : threads)
      merge(met, *known[thread]);
    for (uint32_t thread : threads)
      met[thread] = times[thread];
  }
  auto shared = std::make_shared<const std::vector<uint32_t>>(std::move(met));
  for (uint32_t thread : threads) {
    known[thread] = shared;
    ++times[thread];
  }
}

void Clocks::release(uint32_t thread, Knowledge &what) {
  what.resize(times.size());
  merge(what, *known[thread]);
  what[thread] = std::max(what[thread], times[thread]++);
}

void Clocks::acquire(uint32_t thread, const Knowledge &what) {
  if (what.empty())
    return;
  std::vector<uint32_t> all = *known[thread];
  merge(all, what);
  known[thread] = std::make_shared<const std::vector<uint32_t>>(std::move(all));
}

void Clocks::beginCopy(uint32_t thread) {
  uint32_t copier = getCopier();
  ++times[copier];
  std::vector<uint32_t> all = *known[thread];
  all[thread] = times[thread];
  known[copier] = std::make_shared<const std::vector<uint32_t>>(std::move(all));
}

void Clocks::releaseCopies(Knowledge &what) {
  what.resize(times.size());
  uint32_t copier = getCopier();
  what[copier] = std::max(what[copier], times[copier]);
}
