//===- AsyncCopies.cpp - Copies that a thread has begun -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncCopies.h"
#include "SharedMemory.h"

using namespace lowp::sim;

void AsyncCopies::reset() {
  open.clear();
  groups.clear();
}

void AsyncCopies::commit() {
  groups.push_back(std::move(open));
  open.clear();
}

void AsyncCopies::wait(SharedMemory &shared, unsigned thread, size_t pending) {
  for (; groups.size() > pending; groups.pop_front())
    for (const Range &range : groups.front())
      shared.endCopy(thread, range.begin, range.bytes);
}

void AsyncCopies::waitAll(SharedMemory &shared, unsigned thread) {
  commit();
  wait(shared, thread, 0);
}
