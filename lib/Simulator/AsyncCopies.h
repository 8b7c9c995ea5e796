//===- AsyncCopies.h - Copies that a thread has begun --------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_ASYNCCOPIES_H
#define LOWP_LIB_SIMULATOR_ASYNCCOPIES_H

#include <cstddef>
#include <deque>
#include <vector>

namespace lowp::sim {

class SharedMemory;

/// The groups of `cp.async` of one thread. The bytes are copied at once; that
/// nobody looks at them before the wait is checked by SharedMemory.
class AsyncCopies {
public:
  void reset();

  void add(char *destination, size_t bytes) {
    open.push_back({destination, bytes});
  }
  /// The copies since the last commit become a group.
  void commit();
  /// Waits until at most `pending` groups are left.
  void wait(SharedMemory &shared, unsigned thread, size_t pending);
  /// Waits for all copies, committed or not.
  void waitAll(SharedMemory &shared, unsigned thread);

private:
  struct Range {
    char *begin;
    size_t bytes;
  };
  using Group = std::vector<Range>;
  Group open;
  std::deque<Group> groups;
};

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_ASYNCCOPIES_H
