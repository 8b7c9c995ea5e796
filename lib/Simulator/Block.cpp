//===- Block.cpp - A block of threads that runs ---------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "llvm/Support/Compiler.h"
#include <map>

using namespace lowp::sim;

Thread::Thread(Block &block, Warp &warp, uint32_t number)
    : block(block), warp(warp), number(number), lane(number % kWarpSize),
      id(block.shape.block.at(number)) {}

void Thread::wait(Site site) {
  waitSite = site;
  state = State::Waiting;
  block.fibers[number].suspend();
  isAtBarrier = false;
}

void Thread::wake() {
  state = State::Ready;
  block.ready.push_back(this);
}

void Thread::stop(Site site, std::string message,
                  std::vector<std::pair<Site, std::string>> notes) {
  block.fault = Fault{site, block.id, id, std::move(message), std::move(notes)};
  // The scheduler does not come back.
  while (true)
    block.fibers[block.running->number].suspend();
}

/// Code that was compiled in this process has no type in front of it by which a
/// sanitizer could check the call.
LLVM_NO_SANITIZE("function")
static void call(KernelFunction kernel, Thread &thread,
                 const std::vector<uint64_t> &arguments) {
  kernel(&thread, arguments.data());
}

Block::Block(KernelFunction kernel, const LaunchShape &shape,
             const std::vector<uint64_t> &arguments, GlobalMemory &global,
             const LaunchOptions &options)
    : shape(shape), options(options), global(global),
      clocks(shape.block.count()), shared(shape.sharedBytes, clocks),
      kernel(kernel), arguments(arguments),
      fibers(shape.block.count(), [this](size_t number) {
        call(this->kernel, threads[number], this->arguments);
      }) {
  uint32_t count = shape.block.count();
  warps.reserve((count + kWarpSize - 1) / kWarpSize);
  for (uint32_t number = 0; number < count; ++number) {
    if (number % kWarpSize == 0) {
      uint32_t left = count - number;
      warps.emplace_back(left >= kWarpSize ? kAllLanes
                                           : (uint32_t(1) << left) - 1);
    }
    threads.emplace_back(*this, warps.back(), number);
  }
}

std::optional<Fault> Block::run(uint64_t blockNumber) {
  number = blockNumber;
  id = shape.grid.at(blockNumber);
  clocks.reset(threads.size());
  shared.reset();
  barriers.reset();
  transactionBarriers.reset();
  for (Warp &warp : warps)
    warp.reset();
  for (Thread &thread : threads) {
    thread.state = Thread::State::Ready;
    thread.copies.reset();
    ready.push_back(&thread);
  }
  size_t ended = 0;
  while (!ready.empty()) {
    running = ready.front();
    ready.pop_front();
    fibers[running->number].resume();
    if (fault)
      return fault;
    if (running->state != Thread::State::Ready)
      continue;
    running->state = Thread::State::Ended;
    running->warp.exit(running->lane);
    ++ended;
  }
  if (ended < threads.size())
    return explainDeadlock();
  if (options.statistics)
    for (Warp &warp : warps)
      warp.accesses.flush(*options.statistics);
  return std::nullopt;
}

Fault Block::explainDeadlock() {
  std::map<Site, std::vector<Thread *>> waiting;
  size_t ended = 0;
  Thread *atBarrier = nullptr, *any = nullptr;
  for (Thread &thread : threads) {
    if (thread.state == Thread::State::Ended) {
      ++ended;
      continue;
    }
    waiting[thread.waitSite].push_back(&thread);
    if (!any)
      any = &thread;
    if (thread.isAtBarrier && !atBarrier)
      atBarrier = &thread;
  }
  Fault result;
  result.block = id;
  Thread &witness = atBarrier ? *atBarrier : *any;
  result.site = witness.waitSite;
  result.thread = witness.id;
  result.message =
      atBarrier && (ended || waiting.size() > 1)
          ? "waits for ever at a divergent barrier, to which not all threads "
            "come"
          : "waits for ever: a deadlock";
  if (ended)
    result.message += "; " + std::to_string(ended) + " of " +
                      std::to_string(threads.size()) + " threads have ended";
  for (auto &[site, group] : waiting)
    result.notes.emplace_back(
        site, std::to_string(group.size()) +
                  (group.size() == 1 ? " thread waits" : " threads wait") +
                  " here, the first of them thread " +
                  std::to_string(group.front()->number));
  return result;
}

std::optional<Fault>
lowp::sim::runLaunch(KernelFunction kernel, const LaunchShape &shape,
                     const std::vector<uint64_t> &arguments,
                     GlobalMemory &global, const LaunchOptions &options) {
  uint64_t count = shape.grid.count();
  if (count == 0)
    return std::nullopt;
  if (options.statistics) {
    ++options.statistics->launches;
    options.statistics->blocks += count;
    options.statistics->threads = shape.block.count();
  }
  Block block(kernel, shape, arguments, global, options);
  for (uint64_t number = 0; number < count; ++number) {
    if (std::optional<Fault> fault = block.run(number))
      return fault;
    if (options.progress)
      options.progress(number + 1);
  }
  return std::nullopt;
}
