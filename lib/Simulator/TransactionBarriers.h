//===- TransactionBarriers.h - Barriers in shared memory ------ -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_TRANSACTIONBARRIERS_H
#define LOWP_LIB_SIMULATOR_TRANSACTIONBARRIERS_H

#include "Clocks.h"
#include "lowp/Simulator/Fault.h"
#include <map>
#include <vector>

namespace lowp::sim {

class Thread;

/// The `mbarrier` objects of a block (PTX ISA, mbarrier): each counts arrivals
/// of threads and bytes of bulk copies, and goes to its next phase when none is
/// missing. Their bits in memory mean nothing here.
class TransactionBarriers {
public:
  void reset() { barriers.clear(); }

  void initialize(Thread &thread, const void *address, uint32_t count,
                  Site site);
  void invalidate(Thread &thread, const void *address, Site site);
  /// Lets bulk copies use the barriers that the thread has made.
  void fence(Thread &thread);

  /// So many of those whom the phase expects have come. Gives the number of
  /// the phase.
  uint64_t arrive(Thread &thread, const void *address, uint32_t count,
                  Site site);
  /// The phase expects so many bytes more.
  void expect(Thread &thread, const void *address, uint32_t bytes, Site site);
  /// Bulk copies have brought so many bytes, which are seen by who waits for
  /// the phase. `ranges` is where they lie.
  struct Range {
    char *begin;
    size_t bytes;
  };
  /// Who brings the bytes of copies that end at a barrier, for the clocks.
  uint32_t getCopier(Thread &thread, const void *address, Site site);
  void complete(Thread &thread, const void *address, uint32_t bytes,
                const std::vector<Range> &ranges, Site site);

  /// Whether the last phase of that parity is over; if so the thread sees what
  /// was done before.
  bool test(Thread &thread, const void *address, uint32_t parity, Site site);
  /// Waits until it is.
  void wait(Thread &thread, const void *address, uint32_t parity, Site site);

private:
  struct Barrier {
    /// Arrivals of a phase, and those that are missing in this one.
    uint32_t expected = 0, pending = 0;
    /// Bytes that are missing.
    int64_t transactions = 0;
    uint64_t phase = 0;
    /// Who made it and when, and whether bulk copies see that.
    uint32_t maker = 0, time = 0;
    bool isFenced = false;
    /// Who brings the bytes of its bulk copies, in the clocks of the block.
    uint32_t copier = 0;
    /// What those have done who came to this phase, or to the last.
    Clocks::Knowledge arriving, completed;
    std::vector<Range> copies;
    std::vector<Thread *> waiting;
  };
  /// Ends the launch if there is no barrier at the address.
  Barrier &find(Thread &thread, const void *address, Site site);
  void endPhase(Thread &thread, Barrier &barrier);

  std::map<const void *, Barrier> barriers;
};

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_TRANSACTIONBARRIERS_H
