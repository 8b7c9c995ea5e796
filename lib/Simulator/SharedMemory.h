//===- SharedMemory.h - The shared memory of a block ---------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_SHAREDMEMORY_H
#define LOWP_LIB_SIMULATOR_SHAREDMEMORY_H

#include "Clocks.h"
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lowp::sim {

/// Bytes in the low 4 GiB, so that 32 bits hold an address, and for each byte
/// who wrote and who read it.
///
/// Checks return what is wrong with an access, or nothing. Of the threads that
/// read a byte two are remembered: as long as all threads of the block meet at
/// each barrier, any further access that conflicts with one of the readers
/// conflicts with one of those two.
///
/// Threads that write the same to a byte need no order between them, since
/// whoever comes last leaves the same. All of them are its writers: those who
/// read it, or write something else, need to come after each.
class SharedMemory {
public:
  SharedMemory(size_t size, const Clocks &clocks);
  SharedMemory(const SharedMemory &) = delete;
  ~SharedMemory();

  /// A new block: nothing is written.
  void reset();

  char *begin() { return memory; }
  size_t getSize() const { return size; }
  bool contains(const void *address) const {
    return address >= memory && address < memory + mappedSize;
  }

  using Complaint = std::optional<std::string>;
  Complaint checkBounds(const void *address, size_t bytes) const;
  Complaint read(uint32_t thread, const void *address, size_t bytes);
  /// `value` is what will be written; null if that is not known.
  Complaint write(uint32_t thread, const void *address, size_t bytes,
                  const void *value);
  /// A write that ends at some time before the thread waits for it.
  Complaint beginCopy(uint32_t thread, const void *address, size_t bytes);
  /// The thread has waited: the bytes count as written now.
  void endCopy(uint32_t thread, const void *address, size_t bytes);
  /// A copy in bulk is done: its bytes count as written when it began.
  void completeCopy(const void *address, size_t bytes);

private:
  enum class State : uint8_t { Unwritten, Written, Copied };
  struct Event {
    uint32_t thread, time;
  };
  struct Cell {
    State state = State::Unwritten;
    bool hasReader[2] = {false, false};
    bool hasOtherWriters = false;
    Event writer{}, readers[2]{};
  };

  std::string getText(size_t offset) const;
  std::string getActor(uint32_t thread) const;
  /// A writer of a byte that does not come before what `thread` does now.
  std::optional<uint32_t> findConcurrentWriter(uint32_t thread,
                                               size_t offset) const;
  /// A writer of a byte with no fence for proxies before the bulk copy now.
  std::optional<uint32_t> findUnfencedWriter(size_t offset,
                                             uint32_t copier) const;
  Complaint overwrite(uint32_t thread, const void *address, size_t bytes,
                      State state, const void *value);

  const Clocks &clocks;
  char *memory = nullptr;
  size_t size, mappedSize;
  std::vector<Cell> cells;
  /// Those who have written the same as the writer of a cell.
  std::unordered_map<size_t, std::vector<Event>> otherWriters;
};

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_SHAREDMEMORY_H
