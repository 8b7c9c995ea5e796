//===- Block.h - A block of threads that runs ----------------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_BLOCK_H
#define LOWP_LIB_SIMULATOR_BLOCK_H

#include "AsyncCopies.h"
#include "Barriers.h"
#include "Clocks.h"
#include "Fibers.h"
#include "SharedMemory.h"
#include "TransactionBarriers.h"
#include "Warp.h"
#include "lowp/Simulator/Launch.h"
#include <deque>

namespace lowp::sim {

class Block;

/// What a thread is to the functions that its code calls.
class Thread {
public:
  Thread(Block &block, Warp &warp, uint32_t number);

  Block &block;
  Warp &warp;
  /// In the block, x fastest.
  const uint32_t number;
  const unsigned lane;
  const Dim3 id;
  AsyncCopies copies;

  /// Where it waits, and whether that is a barrier.
  Site waitSite = 0;
  bool isAtBarrier = false;

  bool isWaiting() const { return state == State::Waiting; }

  /// Lets others run until this thread is woken.
  void wait(Site site);
  void wake();

  /// Ends the launch with a fault of this thread. Called while it or another
  /// thread of its block runs.
  [[noreturn]] void stop(Site site, std::string message,
                         std::vector<std::pair<Site, std::string>> notes = {});

private:
  friend class Block;
  enum class State { Ready, Waiting, Ended };
  State state = State::Ready;
};

/// The threads, warps, shared memory and barriers of one block at a time.
class Block {
public:
  Block(KernelFunction kernel, const LaunchShape &shape,
        const std::vector<uint64_t> &arguments, GlobalMemory &global,
        const LaunchOptions &options);

  /// Runs the block of that number.
  std::optional<Fault> run(uint64_t number);

  const LaunchShape &shape;
  const LaunchOptions &options;
  GlobalMemory &global;
  Clocks clocks;
  SharedMemory shared;
  Barriers barriers;
  TransactionBarriers transactionBarriers;
  uint32_t number = 0;
  Dim3 id;

  /// Whether memory belongs to one thread alone.
  bool isLocal(const void *address) const { return fibers.contains(address); }

private:
  friend class Thread;
  Fault explainDeadlock();

  KernelFunction kernel;
  const std::vector<uint64_t> &arguments;
  std::vector<Warp> warps;
  std::deque<Thread> threads;
  /// Threads that can go on, in the order in which they became so.
  std::deque<Thread *> ready;
  Thread *running = nullptr;
  std::optional<Fault> fault;
  /// Last, so that it is gone before what its stacks refer to.
  Fibers fibers;
};

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_BLOCK_H
