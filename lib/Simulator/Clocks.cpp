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

/// Takes over what is later in `from`; empty vectors are zeros.
static void merge(std::vector<uint32_t> &into,
                  const std::vector<uint32_t> &from) {
  into.resize(std::max(into.size(), from.size()));
  for (size_t index = 0; index < from.size(); ++index)
    into[index] = std::max(into[index], from[index]);
}

void Clocks::Knowledge::add(const Knowledge &other) {
  merge(seen, other.seen);
  merge(fenced, other.fenced);
}

void Clocks::reset(uint32_t threads) {
  numThreads = threads;
  times.assign(numThreads, 1);
  Knowledge nothing;
  nothing.seen.assign(numThreads, 0);
  known.assign(numThreads,
               std::make_shared<const Knowledge>(std::move(nothing)));
}

uint32_t Clocks::addCopier() {
  Knowledge nothing;
  nothing.seen.assign(numThreads, 0);
  times.push_back(1);
  known.push_back(std::make_shared<const Knowledge>(std::move(nothing)));
  return times.size() - 1;
}

void Clocks::join(const std::vector<uint32_t> &threads) {
  Knowledge met;
  if (threads.size() == numThreads) {
    // Nobody knows more of a thread than the thread itself.
    met.seen.assign(times.begin(), times.begin() + numThreads);
    met.seen.resize(times.size());
    for (uint32_t thread : threads) {
      const std::vector<uint32_t> &seen = known[thread]->seen;
      for (uint32_t copier = numThreads; copier < seen.size(); ++copier)
        met.seen[copier] = std::max(met.seen[copier], seen[copier]);
      merge(met.fenced, known[thread]->fenced);
    }
  } else {
    for (uint32_t thread : threads)
      met.add(*known[thread]);
    for (uint32_t thread : threads)
      met.seen[thread] = times[thread];
  }
  auto shared = std::make_shared<const Knowledge>(std::move(met));
  for (uint32_t thread : threads) {
    known[thread] = shared;
    ++times[thread];
  }
}

void Clocks::fence(uint32_t thread) {
  Knowledge all = *known[thread];
  merge(all.fenced, all.seen);
  all.fenced[thread] = times[thread]++;
  known[thread] = std::make_shared<const Knowledge>(std::move(all));
}

void Clocks::release(uint32_t thread, Knowledge &what) {
  what.add(*known[thread]);
  what.seen[thread] = std::max(what.seen[thread], times[thread]++);
}

void Clocks::acquire(uint32_t thread, const Knowledge &what) {
  if (what.seen.empty())
    return;
  Knowledge all = *known[thread];
  all.add(what);
  known[thread] = std::make_shared<const Knowledge>(std::move(all));
}

void Clocks::beginCopy(uint32_t thread, uint32_t copier) {
  ++times[copier];
  Knowledge all = *known[thread];
  all.seen[thread] = times[thread];
  known[copier] = std::make_shared<const Knowledge>(std::move(all));
}

void Clocks::releaseCopies(uint32_t copier, Knowledge &what) {
  what.seen.resize(times.size());
  what.seen[copier] = std::max(what.seen[copier], times[copier]);
}
