//===- GlobalMemory.cpp - The arrays that a kernel works on ---------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Simulator/GlobalMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <unordered_map>

using namespace lowp::sim;

/// Bytes of poison on both sides of an array.
static constexpr size_t kMargin = size_t(64) << 10;
static constexpr int kPoison = 0xA5;

namespace {
/// Pages of zeros that cost nothing until they are touched.
class Pages {
public:
  explicit Pages(size_t size) : size(size) {
    void *mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    memory = mapped == MAP_FAILED ? nullptr : static_cast<char *>(mapped);
  }
  Pages(const Pages &) = delete;
  ~Pages() {
    if (memory)
      munmap(memory, size);
  }
  char *memory;
  size_t size;
};

/// Who touched a byte last; `block` counts from one, zero is nobody.
struct Event {
  uint32_t block;
  uint32_t thread : 11;
  uint32_t time : 21;
};
struct Cell {
  Event writer, reader;
};
} // namespace

struct GlobalMemory::Array {
  Array(std::string name, size_t size, size_t alignment)
      : name(std::move(name)), size(size),
        bytes(2 * (kMargin + alignment) + size),
        history(std::max<size_t>(size, 1) * sizeof(Cell)) {
    if (!bytes.memory || !history.memory)
      return;
    std::memset(bytes.memory, kPoison, bytes.size);
    auto address = reinterpret_cast<uintptr_t>(bytes.memory) + kMargin;
    address = llvm::alignTo(address, 2 * alignment) + alignment;
    data = reinterpret_cast<char *>(address);
    cells = reinterpret_cast<Cell *>(history.memory);
  }

  /// A writer of a byte to which the actor has no order.
  std::optional<Event> findConcurrentWriter(size_t offset, const Actor &actor,
                                            Order order,
                                            const void *context) const;

  std::string name;
  size_t size;
  Pages bytes, history;
  char *data = nullptr;
  Cell *cells = nullptr;
  /// Those who have written the same as the writer of a cell.
  std::unordered_map<size_t, std::vector<Event>> otherWriters;
};

GlobalMemory::GlobalMemory() = default;
GlobalMemory::~GlobalMemory() = default;

char *GlobalMemory::add(std::string name, size_t size, size_t alignment) {
  auto array = std::make_unique<Array>(std::move(name), size, alignment);
  char *data = array->data;
  if (data)
    arrays.push_back(std::move(array));
  return data;
}

GlobalMemory::Array *GlobalMemory::find(const void *address, size_t bytes) {
  auto holds = [&](const Array &array) {
    auto offset = static_cast<const char *>(address) - array.data;
    return offset >= 0 && offset + bytes <= array.size;
  };
  if (last && holds(*last))
    return last;
  for (const std::unique_ptr<Array> &array : arrays)
    if (holds(*array))
      return last = array.get();
  return nullptr;
}

const TensorMap *GlobalMemory::addTensorMap(const TensorMap &map) {
  return &tensorMaps.emplace_back(map);
}

const TensorMap *GlobalMemory::findTensorMap(const void *address) const {
  for (const TensorMap &map : tensorMaps)
    if (&map == address)
      return &map;
  return nullptr;
}

uint64_t GlobalMemory::getPlace(const void *address) {
  Array *array = find(address, 1);
  if (!array)
    return 0;
  auto number =
      llvm::find_if(arrays,
                    [&](const auto &other) { return other.get() == array; }) -
      arrays.begin();
  return uint64_t(number + 1) << 40 |
         uint64_t(static_cast<const char *>(address) - array->data);
}

GlobalMemory::Complaint GlobalMemory::complainBounds(const char *address,
                                                     size_t bytes) const {
  std::string what =
      " (" + std::to_string(bytes) + (bytes == 1 ? " byte)" : " bytes)");
  // The array whose memory it is.
  for (const std::unique_ptr<Array> &array : arrays) {
    const char *begin = array->bytes.memory;
    if (address < begin || address >= begin + array->bytes.size)
      continue;
    auto offset = address - array->data;
    return "leaves " + array->name + ", which has " +
           std::to_string(array->size) + " bytes: address " + array->name +
           (offset < 0 ? " - " : " + ") + std::to_string(std::abs(offset)) +
           what;
  }
  return "goes to an address that belongs to no argument" + what;
}

static bool isOrdered(const Event &event, const GlobalMemory::Actor &actor,
                      GlobalMemory::Order order, const void *context) {
  if (event.block == 0)
    return true;
  if (event.block != actor.block + 1)
    return false;
  return event.thread == actor.thread ||
         order(context, {event.block - 1, event.thread, event.time}, actor);
}

static std::string getText(const Event &event,
                           const GlobalMemory::Actor &actor) {
  if (event.block != actor.block + 1)
    return "thread " + std::to_string(event.thread) + " of block " +
           std::to_string(event.block - 1) + " has ";
  return "thread " + std::to_string(event.thread) + " of the same block has ";
}

std::optional<Event> GlobalMemory::Array::findConcurrentWriter(
    size_t offset, const Actor &actor, Order order, const void *context) const {
  if (!isOrdered(cells[offset].writer, actor, order, context))
    return cells[offset].writer;
  if (otherWriters.empty())
    return std::nullopt;
  auto others = otherWriters.find(offset);
  if (others == otherWriters.end())
    return std::nullopt;
  auto other = llvm::find_if(others->second, [&](const Event &event) {
    return !isOrdered(event, actor, order, context);
  });
  if (other == others->second.end())
    return std::nullopt;
  return *other;
}

GlobalMemory::Complaint GlobalMemory::read(const Actor &actor,
                                           const void *address, size_t bytes,
                                           Order order, const void *context) {
  Array *array = find(address, bytes);
  if (!array)
    return complainBounds(static_cast<const char *>(address), bytes);
  size_t begin = static_cast<const char *>(address) - array->data;
  Event event{actor.block + 1, actor.thread, actor.time};
  for (size_t offset = begin; offset < begin + bytes; ++offset) {
    if (std::optional<Event> writer =
            array->findConcurrentWriter(offset, actor, order, context))
      return "reads " + array->name + " + " + std::to_string(offset) +
             ", which " + getText(*writer, actor) +
             "written with no barrier between them";
    array->cells[offset].reader = event;
  }
  return std::nullopt;
}

GlobalMemory::Complaint GlobalMemory::write(const Actor &actor,
                                            const void *address, size_t bytes,
                                            const void *value, Order order,
                                            const void *context) {
  Array *array = find(address, bytes);
  if (!array)
    return complainBounds(static_cast<const char *>(address), bytes);
  size_t begin = static_cast<const char *>(address) - array->data;
  Event event{actor.block + 1, actor.thread, actor.time};
  for (size_t offset = begin; offset < begin + bytes; ++offset) {
    Cell &cell = array->cells[offset];
    std::optional<Event> writer =
        array->findConcurrentWriter(offset, actor, order, context);
    if (writer && (!value || static_cast<const char *>(value)[offset - begin] !=
                                 array->data[offset]))
      return "writes " + array->name + " + " + std::to_string(offset) +
             ", which " + getText(*writer, actor) + "written " +
             (value ? "with another value and " : "") +
             "with no barrier between them";
    if (!isOrdered(cell.reader, actor, order, context))
      return "writes " + array->name + " + " + std::to_string(offset) +
             ", which " + getText(cell.reader, actor) +
             "read with no barrier between them";
    if (writer) {
      array->otherWriters[offset].push_back(event);
      continue;
    }
    if (!array->otherWriters.empty())
      array->otherWriters.erase(offset);
    cell.writer = event;
  }
  return std::nullopt;
}
