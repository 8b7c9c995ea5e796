//===- Clocks.h - Which accesses come before which ------------ -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_CLOCKS_H
#define LOWP_LIB_SIMULATOR_CLOCKS_H

#include <cstdint>
#include <memory>
#include <vector>

namespace lowp::sim {

/// Vector clocks of the threads of a block. A thread's time goes on at each
/// synchronization; an access of another thread is ordered before what a thread
/// does if the thread has synchronized, directly or not, with the other after
/// that access.
///
/// Bulk copies go another way to memory than loads and stores, the async proxy:
/// between an access and a copy that comes after it there has to be a fence for
/// proxies, of whichever thread (PTX ISA, async proxy).
class Clocks {
public:
  explicit Clocks(uint32_t numThreads) { reset(numThreads); }

  void reset(uint32_t numThreads);

  /// The time of accesses that a thread makes now.
  uint32_t now(uint32_t thread) const { return times[thread]; }

  /// Whether what `other` did at `time` comes before what `thread` does now.
  bool isBefore(uint32_t other, uint32_t time, uint32_t thread) const {
    const std::vector<uint32_t> &seen = known[thread]->seen;
    return other == thread || (other < seen.size() && seen[other] >= time);
  }

  /// Whether there is a fence between them too. Of the thread's own accesses
  /// also.
  bool isFenced(uint32_t other, uint32_t time, uint32_t thread) const {
    const std::vector<uint32_t> &fenced = known[thread]->fenced;
    return other < fenced.size() && fenced[other] >= time;
  }

  /// All threads of a set wait for each other.
  void join(const std::vector<uint32_t> &threads);

  /// A fence between what a thread has done and seen until now, and copies.
  void fence(uint32_t thread);

  /// Times of threads up to which everything has been seen, and up to which
  /// there was a fence after that. Empty if that is nothing.
  struct Knowledge {
    std::vector<uint32_t> seen, fenced;

    void add(const Knowledge &other);
  };
  /// Adds what a thread has done and seen until now to what others will learn.
  void release(uint32_t thread, Knowledge &what);
  /// A thread learns what others have released.
  void acquire(uint32_t thread, const Knowledge &what);

  /// What copies in bulk for one mbarrier is like a thread more: copies of
  /// different ones are in no order. Gives its number.
  uint32_t addCopier();
  bool isCopier(uint32_t thread) const { return thread >= numThreads; }
  /// A thread orders a copy, which comes after what the thread has done.
  void beginCopy(uint32_t thread, uint32_t copier);
  /// Adds its copies until now to what others will learn.
  void releaseCopies(uint32_t copier, Knowledge &what);

private:
  uint32_t numThreads = 0;
  /// Of threads, then of what copies.
  std::vector<uint32_t> times;
  /// What each thread knows of others. Threads that have met share it.
  std::vector<std::shared_ptr<const Knowledge>> known;
};

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_CLOCKS_H
