//===- TransactionEntryPoints.cpp - mbarrier and bulk copies --------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in EntryPoints.cpp, each function executes one operation for one thread.
//
//===----------------------------------------------------------------------===//

#include "TransactionEntryPoints.h"
#include "Block.h"
#include "NVIDIA/TensorMap.h"
#include <cstring>

using namespace lowp::sim;

//===----------------------------------------------------------------------===//
// mbarrier
//===----------------------------------------------------------------------===//

static void initialize(Thread *thread, const void *address, uint32_t count,
                       uint32_t predicate, Site site) {
  if (predicate)
    thread->block.transactionBarriers.initialize(*thread, address, count, site);
}

static void invalidate(Thread *thread, const void *address, Site site) {
  thread->block.transactionBarriers.invalidate(*thread, address, site);
}

static uint64_t arrive(Thread *thread, const void *address, uint32_t count,
                       Site site) {
  return thread->block.transactionBarriers.arrive(*thread, address, count,
                                                  site);
}

static void expect(Thread *thread, const void *address, uint32_t bytes,
                   Site site) {
  thread->block.transactionBarriers.expect(*thread, address, bytes, site);
}

static uint64_t arriveAndExpect(Thread *thread, const void *address,
                                uint32_t bytes, uint32_t predicate, Site site) {
  if (!predicate)
    return 0;
  expect(thread, address, bytes, site);
  return arrive(thread, address, 1, site);
}

static void waitParity(Thread *thread, const void *address, uint32_t parity,
                       Site site) {
  thread->block.transactionBarriers.wait(*thread, address, parity, site);
}

/// Lets others run before it says no: threads ask again and again.
static uint32_t testParity(Thread *thread, const void *address, uint32_t parity,
                           Site site) {
  TransactionBarriers &barriers = thread->block.transactionBarriers;
  if (barriers.test(*thread, address, parity, site))
    return 1;
  thread->wake();
  thread->wait(site);
  return barriers.test(*thread, address, parity, site);
}

static void fenceBarriers(Thread *thread) {
  thread->block.transactionBarriers.fence(*thread);
}

//===----------------------------------------------------------------------===//
// Bulk copies
//===----------------------------------------------------------------------===//

static void fenceProxies(Thread *thread) {
  thread->block.clocks.fence(thread->number);
}

/// A destination of a bulk copy of tiles is a multiple of this.
static constexpr uint64_t kTileAlignment = 128;
static constexpr uint64_t kChunkBytes = 16;

static bool comesBefore(const void *context, const GlobalMemory::Actor &first,
                        const GlobalMemory::Actor &second) {
  return static_cast<const Clocks *>(context)->isBefore(
      first.thread, first.time, second.thread);
}

/// Checks and counts what a tile reads of global memory.
static void readRows(Thread &thread, const std::vector<TileRow> &rows,
                     Site site) {
  const Clocks &clocks = thread.block.clocks;
  GlobalMemory &global = thread.block.global;
  GlobalMemory::Actor actor{thread.block.number, thread.number,
                            clocks.now(thread.number)};
  GlobalTraffic counts;
  counts.accesses = 1;
  for (const TileRow &row : rows) {
    uint32_t bytes = row.end - row.begin;
    if (!bytes)
      continue;
    if (GlobalMemory::Complaint complaint =
            global.read(actor, row.source, bytes, comesBefore, &clocks))
      thread.stop(site, *complaint);
    uint64_t place = global.getPlace(row.source);
    counts.bytes += bytes;
    counts.sectors += (place + bytes - 1) / GlobalTraffic::kSectorBytes -
                      place / GlobalTraffic::kSectorBytes + 1;
  }
  if (Statistics *statistics = thread.block.options.statistics) {
    GlobalTraffic &traffic = statistics->global[{site, Traffic::GlobalRead}];
    traffic.accesses += counts.accesses;
    traffic.bytes += counts.bytes;
    traffic.sectors += counts.sectors;
  }
}

/// Coordinates are innermost first; the copy is done at once, and seen by those
/// who wait for the barrier.
static void copyTile(Thread *thread, char *destination, const void *mapAddress,
                     const int32_t *coordinates, uint32_t rank,
                     const void *barrier, uint32_t predicate, Site site) {
  if (!predicate)
    return;
  Block &block = thread->block;
  const TensorMap *map = block.global.findTensorMap(mapAddress);
  if (!map)
    thread->stop(site, "takes an address for a tensor map where none is");
  if (map->rank != rank)
    thread->stop(site, "gives " + std::to_string(rank) +
                           " coordinates of a tensor map with " +
                           std::to_string(map->rank) + " dimensions");
  auto address = reinterpret_cast<uintptr_t>(destination);
  if (address % kTileAlignment != 0)
    thread->stop(site, "needs a destination that is a multiple of 128, and "
                       "this one leaves a remainder of " +
                           std::to_string(address % kTileAlignment));
  uint64_t bytes = map->getBoxBytes();
  uint32_t copier = block.transactionBarriers.getCopier(*thread, barrier, site);
  block.clocks.beginCopy(thread->number, copier);
  if (SharedMemory::Complaint complaint =
          block.shared.beginCopy(copier, destination, bytes))
    thread->stop(site, *complaint);
  std::vector<TileRow> rows = getTileRows(*map, coordinates);
  readRows(*thread, rows, site);
  uint64_t rowBytes = bytes / rows.size();
  std::vector<char> contents(rowBytes);
  for (const TileRow &row : rows) {
    std::fill(contents.begin(), contents.end(), 0);
    if (row.source)
      std::memcpy(contents.data() + row.begin, row.source, row.end - row.begin);
    for (uint64_t chunk = 0; chunk < rowBytes; chunk += kChunkBytes) {
      uint64_t place =
          applySwizzle(map->swizzle, address + row.offset + chunk) - address;
      std::memcpy(destination + place, contents.data() + chunk, kChunkBytes);
    }
  }
  block.transactionBarriers.complete(*thread, barrier, bytes,
                                     {{destination, bytes}}, site);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

void lowp::sim::addTransactionEntryPoints(std::vector<EntryPoint> &entries) {
  auto add = [&](const char *name, auto *function) {
    entries.push_back({name, reinterpret_cast<void *>(function)});
  };
  add("lowpSimInitializeBarrier", initialize);
  add("lowpSimInvalidateBarrier", invalidate);
  add("lowpSimArrive", arrive);
  add("lowpSimExpect", expect);
  add("lowpSimArriveAndExpect", arriveAndExpect);
  add("lowpSimWaitParity", waitParity);
  add("lowpSimTestParity", testParity);
  add("lowpSimFenceBarriers", fenceBarriers);
  add("lowpSimFenceProxies", fenceProxies);
  add("lowpSimCopyTile", copyTile);
}
