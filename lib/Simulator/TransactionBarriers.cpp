//===- TransactionBarriers.cpp - Barriers in shared memory ----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransactionBarriers.h"
#include "Block.h"

using namespace lowp::sim;

static constexpr size_t kBarrierBytes = 8;
static constexpr uint32_t kMaxCount = (1 << 20) - 1;

static std::string getText(Thread &thread, const void *address) {
  return "byte " +
         std::to_string(static_cast<const char *>(address) -
                        thread.block.shared.begin()) +
         " of shared memory";
}

void TransactionBarriers::initialize(Thread &thread, const void *address,
                                     uint32_t count, Site site) {
  if (reinterpret_cast<uintptr_t>(address) % kBarrierBytes != 0)
    thread.stop(site, "needs an address that is a multiple of 8");
  if (count == 0 || count > kMaxCount)
    thread.stop(site, "makes a barrier for " + std::to_string(count) +
                          " arrivals, but there can be 1 to " +
                          std::to_string(kMaxCount));
  if (SharedMemory::Complaint complaint = thread.block.shared.write(
          thread.number, address, kBarrierBytes, nullptr))
    thread.stop(site, *complaint);
  auto [place, isNew] = barriers.try_emplace(address);
  if (!isNew)
    thread.stop(site, "makes a barrier at " + getText(thread, address) +
                          ", where one is already");
  Barrier &barrier = place->second;
  barrier.expected = barrier.pending = count;
  barrier.maker = thread.number;
  barrier.time = thread.block.clocks.now(thread.number);
  barrier.copier = thread.block.clocks.addCopier();
}

uint32_t TransactionBarriers::getCopier(Thread &thread, const void *address,
                                        Site site) {
  return find(thread, address, site).copier;
}

void TransactionBarriers::fence(Thread &thread) {
  for (auto &[address, barrier] : barriers)
    barrier.isFenced |= barrier.maker == thread.number;
}

void TransactionBarriers::invalidate(Thread &thread, const void *address,
                                     Site site) {
  find(thread, address, site);
  if (SharedMemory::Complaint complaint = thread.block.shared.write(
          thread.number, address, kBarrierBytes, nullptr))
    thread.stop(site, *complaint);
  barriers.erase(address);
}

TransactionBarriers::Barrier &
TransactionBarriers::find(Thread &thread, const void *address, Site site) {
  // Who uses a barrier must have met who made it.
  if (SharedMemory::Complaint complaint =
          thread.block.shared.read(thread.number, address, kBarrierBytes))
    thread.stop(site, *complaint);
  auto found = barriers.find(address);
  if (found == barriers.end())
    thread.stop(site, "uses a barrier at " + getText(thread, address) +
                          ", where nobody has made one");
  return found->second;
}

uint64_t TransactionBarriers::arrive(Thread &thread, const void *address,
                                     uint32_t count, Site site) {
  Barrier &barrier = find(thread, address, site);
  if (count > barrier.pending)
    thread.stop(site, "arrives " + std::to_string(count) +
                          " times at a barrier whose phase misses " +
                          std::to_string(barrier.pending) + " of " +
                          std::to_string(barrier.expected));
  uint64_t phase = barrier.phase;
  thread.block.clocks.release(thread.number, barrier.arriving);
  barrier.pending -= count;
  endPhase(thread, barrier);
  return phase;
}

void TransactionBarriers::expect(Thread &thread, const void *address,
                                 uint32_t bytes, Site site) {
  Barrier &barrier = find(thread, address, site);
  barrier.transactions += bytes;
  endPhase(thread, barrier);
}

void TransactionBarriers::complete(Thread &thread, const void *address,
                                   uint32_t bytes,
                                   const std::vector<Range> &ranges,
                                   Site site) {
  Barrier &barrier = find(thread, address, site);
  if (!barrier.isFenced &&
      !thread.block.clocks.isFenced(barrier.maker, barrier.time, thread.number))
    thread.stop(site, "uses a barrier at " + getText(thread, address) +
                          ", which thread " + std::to_string(barrier.maker) +
                          " has made with neither fence.mbarrier_init nor "
                          "fence.proxy.async since");
  barrier.transactions -= bytes;
  barrier.copies.insert(barrier.copies.end(), ranges.begin(), ranges.end());
  thread.block.clocks.releaseCopies(barrier.copier, barrier.arriving);
  endPhase(thread, barrier);
}

void TransactionBarriers::endPhase(Thread &thread, Barrier &barrier) {
  if (barrier.pending != 0 || barrier.transactions != 0)
    return;
  for (const Range &range : barrier.copies)
    thread.block.shared.completeCopy(range.begin, range.bytes);
  barrier.copies.clear();
  barrier.completed = std::move(barrier.arriving);
  barrier.arriving = {};
  barrier.pending = barrier.expected;
  ++barrier.phase;
  if (Statistics *statistics = thread.block.options.statistics)
    ++statistics->transactionBarriers;
  for (Thread *other : barrier.waiting)
    other->wake();
  barrier.waiting.clear();
}

/// The phase that is under way has the parity of its number; the one before it
/// is over.
bool TransactionBarriers::test(Thread &thread, const void *address,
                               uint32_t parity, Site site) {
  Barrier &barrier = find(thread, address, site);
  if ((barrier.phase & 1) == (parity & 1))
    return false;
  thread.block.clocks.acquire(thread.number, barrier.completed);
  return true;
}

void TransactionBarriers::wait(Thread &thread, const void *address,
                               uint32_t parity, Site site) {
  while (!test(thread, address, parity, site)) {
    barriers.at(address).waiting.push_back(&thread);
    thread.wait(site);
  }
}
