//===- SharedMemory.cpp - The shared memory of a block --------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace lowp::sim;

/// What bytes hold that nobody has written.
static constexpr int kPoison = 0xA5;

SharedMemory::SharedMemory(size_t size, const Clocks &clocks)
    : clocks(clocks), size(size),
      mappedSize(llvm::alignTo(size + 1, sysconf(_SC_PAGESIZE))), cells(size) {
  void *mapped = mmap(nullptr, mappedSize, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  if (mapped == MAP_FAILED)
    llvm::report_fatal_error("no memory below 4 GiB for a block");
  memory = static_cast<char *>(mapped);
  std::memset(memory, kPoison, mappedSize);
}

SharedMemory::~SharedMemory() { munmap(memory, mappedSize); }

void SharedMemory::reset() {
  std::memset(memory, kPoison, mappedSize);
  cells.assign(size, Cell());
  otherWriters.clear();
}

std::string SharedMemory::getText(size_t offset) const {
  return "byte " + std::to_string(offset) + " of shared memory";
}

std::string SharedMemory::getActor(uint32_t thread) const {
  return clocks.isCopier(thread) ? "a bulk copy"
                                 : "thread " + std::to_string(thread);
}

SharedMemory::Complaint SharedMemory::checkBounds(const void *address,
                                                  size_t bytes) const {
  auto offset = static_cast<const char *>(address) - memory;
  if (offset >= 0 && offset + bytes <= size)
    return std::nullopt;
  return "leaves shared memory, which has " + std::to_string(size) +
         " bytes: address " + std::to_string(offset) + ", " +
         std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

SharedMemory::Complaint SharedMemory::read(uint32_t thread, const void *address,
                                           size_t bytes) {
  if (Complaint complaint = checkBounds(address, bytes))
    return complaint;
  size_t begin = static_cast<const char *>(address) - memory;
  uint32_t now = clocks.now(thread);
  for (size_t offset = begin; offset < begin + bytes; ++offset) {
    Cell &cell = cells[offset];
    if (cell.state == State::Unwritten)
      return "reads " + getText(offset) + ", which was never written";
    if (cell.state == State::Copied)
      return "reads " + getText(offset) +
             " before the wait for the asynchronous copy that writes it, of " +
             getActor(cell.writer.thread);
    if (std::optional<uint32_t> writer = findConcurrentWriter(thread, offset))
      return "reads " + getText(offset) + ", which " + getActor(*writer) +
             " has written since their last common barrier";
    // Keep this thread and one that it does not know of.
    auto isFree = [&](unsigned reader) {
      return !cell.hasReader[reader] ||
             clocks.isBefore(cell.readers[reader].thread,
                             cell.readers[reader].time, thread);
    };
    unsigned reader = isFree(0) ? 0 : 1;
    cell.readers[reader] = {thread, now};
    cell.hasReader[reader] = true;
  }
  return std::nullopt;
}

std::optional<uint32_t>
SharedMemory::findConcurrentWriter(uint32_t thread, size_t offset) const {
  const Cell &cell = cells[offset];
  if (!clocks.isBefore(cell.writer.thread, cell.writer.time, thread))
    return cell.writer.thread;
  if (cell.hasOtherWriters)
    for (const Event &writer : otherWriters.at(offset))
      if (!clocks.isBefore(writer.thread, writer.time, thread))
        return writer.thread;
  return std::nullopt;
}

std::optional<uint32_t>
SharedMemory::findUnfencedWriter(size_t offset, uint32_t copier) const {
  const Cell &cell = cells[offset];
  auto isUnfenced = [&](const Event &writer) {
    return !clocks.isCopier(writer.thread) &&
           !clocks.isFenced(writer.thread, writer.time, copier);
  };
  if (isUnfenced(cell.writer))
    return cell.writer.thread;
  if (cell.hasOtherWriters)
    for (const Event &writer : otherWriters.at(offset))
      if (isUnfenced(writer))
        return writer.thread;
  return std::nullopt;
}

SharedMemory::Complaint SharedMemory::overwrite(uint32_t thread,
                                                const void *address,
                                                size_t bytes, State state,
                                                const void *value) {
  if (Complaint complaint = checkBounds(address, bytes))
    return complaint;
  size_t begin = static_cast<const char *>(address) - memory;
  Event event{thread, clocks.now(thread)};
  for (size_t offset = begin; offset < begin + bytes; ++offset) {
    Cell &cell = cells[offset];
    if (cell.state == State::Copied)
      return "writes " + getText(offset) +
             " before the wait for the asynchronous copy that writes it, of " +
             getActor(cell.writer.thread);
    std::optional<uint32_t> writer;
    if (cell.state == State::Written)
      writer = findConcurrentWriter(thread, offset);
    if (writer) {
      bool isKnown = value && !clocks.isCopier(*writer);
      if (!isKnown ||
          static_cast<const char *>(value)[offset - begin] != memory[offset])
        return "writes " + getText(offset) + ", which " + getActor(*writer) +
               " has written " + (isKnown ? "with another value " : "") +
               "since their last common barrier";
    }
    if (clocks.isCopier(thread) && cell.state == State::Written)
      if (std::optional<uint32_t> unfenced = findUnfencedWriter(offset, thread))
        return "writes " + getText(offset) + ", which " + getActor(*unfenced) +
               " has written with no fence.proxy.async since";
    for (unsigned reader : {0, 1})
      if (cell.hasReader[reader] &&
          !clocks.isBefore(cell.readers[reader].thread,
                           cell.readers[reader].time, thread))
        return "writes " + getText(offset) + ", which " +
               getActor(cell.readers[reader].thread) +
               " has read since their last common barrier";
    if (writer) {
      otherWriters[offset].push_back(event);
      cell.hasOtherWriters = true;
      continue;
    }
    if (cell.hasOtherWriters)
      otherWriters.erase(offset);
    // Readers stay: another thread may write the same as this one, to which
    // they need to be in order too.
    cell.hasOtherWriters = false;
    cell.state = state;
    cell.writer = event;
  }
  return std::nullopt;
}

SharedMemory::Complaint SharedMemory::write(uint32_t thread,
                                            const void *address, size_t bytes,
                                            const void *value) {
  return overwrite(thread, address, bytes, State::Written, value);
}

SharedMemory::Complaint
SharedMemory::beginCopy(uint32_t thread, const void *address, size_t bytes) {
  return overwrite(thread, address, bytes, State::Copied, nullptr);
}

void SharedMemory::endCopy(uint32_t thread, const void *address, size_t bytes) {
  size_t begin = static_cast<const char *>(address) - memory;
  for (size_t offset = begin; offset < begin + bytes; ++offset) {
    cells[offset].state = State::Written;
    cells[offset].writer = {thread, clocks.now(thread)};
  }
}

void SharedMemory::completeCopy(const void *address, size_t bytes) {
  size_t begin = static_cast<const char *>(address) - memory;
  for (size_t offset = begin; offset < begin + bytes; ++offset)
    cells[offset].state = State::Written;
}
