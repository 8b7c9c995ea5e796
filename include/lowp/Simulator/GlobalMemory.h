//===- GlobalMemory.h - The arrays that a kernel works on ----- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SIMULATOR_GLOBALMEMORY_H
#define LOWP_SIMULATOR_GLOBALMEMORY_H

#include "lowp/Simulator/TensorMap.h"
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lowp::sim {

/// The arrays of one launch, each alone in its memory with poison around it,
/// and for each byte who wrote and who read it. Threads that write the same to
/// a byte need no order between them, as in shared memory.
class GlobalMemory {
public:
  GlobalMemory();
  ~GlobalMemory();

  /// Adds an array of poison whose address is a multiple of `alignment`, and of
  /// no larger power of two, so that a kernel cannot have more than it asks
  /// for. Null if there is no memory.
  char *add(std::string name, size_t size, size_t alignment);

  /// Adds a tensor map, whose address kernels get. Gives it a place that lasts.
  const TensorMap *addTensorMap(const TensorMap &map);
  /// The tensor map at an address, or null.
  const TensorMap *findTensorMap(const void *address) const;

  /// The array and offset of an address in one number; arrays begin at
  /// multiples of 2^40.
  uint64_t getPlace(const void *address);

  /// A thread of a launch at some time, to which no other is equal.
  struct Actor {
    uint32_t block, thread, time;
  };
  /// Tells whether the first comes before the second, of the same block.
  using Order = bool (*)(const void *context, const Actor &first,
                         const Actor &second);

  /// What is wrong with an access, or nothing.
  using Complaint = std::optional<std::string>;
  Complaint read(const Actor &actor, const void *address, size_t bytes,
                 Order order, const void *context);
  /// `value` is what will be written; null if that is not known.
  Complaint write(const Actor &actor, const void *address, size_t bytes,
                  const void *value, Order order, const void *context);

private:
  struct Array;
  Array *find(const void *address, size_t bytes);
  Complaint complainBounds(const char *address, size_t bytes) const;

  std::vector<std::unique_ptr<Array>> arrays;
  std::deque<TensorMap> tensorMaps;
  Array *last = nullptr;
};

} // namespace lowp::sim

#endif // LOWP_SIMULATOR_GLOBALMEMORY_H
