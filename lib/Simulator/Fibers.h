//===- Fibers.h - Stacks on which simulated threads run ------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_FIBERS_H
#define LOWP_LIB_SIMULATOR_FIBERS_H

#include <boost/context/fiber.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace lowp::sim {

/// A stack on which a function runs until it suspends itself, and goes on where
/// it did when it is resumed. When the function has returned, resuming calls it
/// again, so that a stack serves many blocks.
class Fiber {
public:
  /// `stack` are `size` bytes that outlive the fiber.
  Fiber(void *stack, size_t size, std::function<void()> function);
  Fiber(const Fiber &) = delete;
  /// A fiber inside its function is forgotten, not unwound: the frames on its
  /// stack are those of compiled kernels, which own nothing.
  ~Fiber();

  /// Runs the function until it suspends itself or returns.
  void resume();
  /// Called on the fiber: back to who resumed it.
  void suspend();

private:
  boost::context::fiber inside, outside;
  std::function<void()> function;
  bool isInFunction = false, isStopping = false;
};

/// The fibers of a block: `count` stacks with guard pages between them.
class Fibers {
public:
  Fibers(size_t count, const std::function<void(size_t)> &function);
  ~Fibers();

  Fiber &operator[](size_t number) { return *fibers[number]; }

  /// Whether an address is on one of the stacks.
  bool contains(const void *address) const {
    return address >= memory &&
           address < static_cast<const char *>(memory) + size;
  }

private:
  void *memory = nullptr;
  size_t size = 0;
  std::vector<std::unique_ptr<Fiber>> fibers;
};

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_FIBERS_H
