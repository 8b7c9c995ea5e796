//===- EntryPoints.cpp - What compiled kernels call -----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function executes one operation for one thread. None returns if the
// operation is a fault: the thread's stack is left as it is.
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "NVIDIA/Convert.h"
#include "NVIDIA/LdMatrix.h"
#include "NVIDIA/Mma.h"
#include "NVIDIA/Shuffle.h"
#include "TransactionEntryPoints.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstring>

using namespace lowp::sim;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

static uint32_t readRegister(Thread *thread, uint32_t number) {
  const LaunchShape &shape = thread->block.shape;
  switch (Register(number)) {
  case Register::ThreadX:
    return thread->id.x;
  case Register::ThreadY:
    return thread->id.y;
  case Register::ThreadZ:
    return thread->id.z;
  case Register::BlockSizeX:
    return shape.block.x;
  case Register::BlockSizeY:
    return shape.block.y;
  case Register::BlockSizeZ:
    return shape.block.z;
  case Register::BlockX:
    return thread->block.id.x;
  case Register::BlockY:
    return thread->block.id.y;
  case Register::BlockZ:
    return thread->block.id.z;
  case Register::GridSizeX:
    return shape.grid.x;
  case Register::GridSizeY:
    return shape.grid.y;
  case Register::GridSizeZ:
    return shape.grid.z;
  case Register::Lane:
    return thread->lane;
  case Register::Warp:
    return thread->number / kWarpSize;
  case Register::NumWarps:
    return (shape.block.count() + kWarpSize - 1) / kWarpSize;
  case Register::WarpSize:
    return kWarpSize;
  }
  llvm_unreachable("unknown register");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void *getSharedAddress(Thread *thread, uint32_t offset) {
  return thread->block.shared.begin() + offset;
}

static bool comesBefore(const void *context, const GlobalMemory::Actor &first,
                        const GlobalMemory::Actor &second) {
  return static_cast<const Clocks *>(context)->isBefore(
      first.thread, first.time, second.thread);
}

/// Counts an access of global memory.
static void countGlobal(Thread &thread, Site site, Traffic traffic,
                        const void *address, uint32_t bytes) {
  if (Statistics *statistics = thread.block.options.statistics)
    thread.warp.accesses.add(*statistics, site, traffic, thread.lane,
                             thread.block.global.getPlace(address), bytes);
}

/// Counts an access of shared memory.
static void countShared(Thread &thread, Site site, Traffic traffic,
                        const void *address, uint32_t bytes) {
  if (Statistics *statistics = thread.block.options.statistics)
    thread.warp.accesses.add(*statistics, site, traffic, thread.lane,
                             static_cast<const char *>(address) -
                                 thread.block.shared.begin(),
                             bytes);
}

/// What an access stores; null in one that reads, or if it is not known.
using Stored = const void *;

static void checkGlobal(Thread &thread, const void *address, size_t bytes,
                        bool writes, Stored value, Site site) {
  const Clocks &clocks = thread.block.clocks;
  GlobalMemory::Actor actor{thread.block.number, thread.number,
                            clocks.now(thread.number)};
  GlobalMemory &global = thread.block.global;
  GlobalMemory::Complaint complaint =
      writes ? global.write(actor, address, bytes, value, comesBefore, &clocks)
             : global.read(actor, address, bytes, comesBefore, &clocks);
  if (complaint)
    thread.stop(site, *complaint);
  countGlobal(thread, site, writes ? Traffic::GlobalWrite : Traffic::GlobalRead,
              address, bytes);
}

static void checkShared(Thread &thread, const void *address, size_t bytes,
                        bool writes, Stored value, Site site) {
  SharedMemory &shared = thread.block.shared;
  SharedMemory::Complaint complaint =
      writes ? shared.write(thread.number, address, bytes, value)
             : shared.read(thread.number, address, bytes);
  if (complaint)
    thread.stop(site, *complaint);
  countShared(thread, site, writes ? Traffic::SharedWrite : Traffic::SharedRead,
              address, bytes);
}

static void checkAlignment(Thread &thread, const void *address,
                           uint32_t alignment, Site site) {
  auto number = reinterpret_cast<uintptr_t>(address);
  if (alignment && number % alignment != 0)
    thread.stop(site, "needs an address that is a multiple of " +
                          std::to_string(alignment) +
                          ", and this one leaves a remainder of " +
                          std::to_string(number % alignment));
}

static void checkAccess(Thread *thread, const void *address, uint32_t bytes,
                        uint32_t alignment, uint32_t space, bool writes,
                        Stored value, Site site) {
  bool isShared = thread->block.shared.contains(address);
  if (Space(space) == Space::Generic && !isShared &&
      thread->block.isLocal(address))
    return;
  if (Space(space) == Space::Shared ||
      (Space(space) == Space::Generic && isShared))
    checkShared(*thread, address, bytes, writes, value, site);
  else
    checkGlobal(*thread, address, bytes, writes, value, site);
  checkAlignment(*thread, address, alignment, site);
}

static void load(Thread *thread, const void *address, uint32_t bytes,
                 uint32_t alignment, uint32_t space, Site site) {
  checkAccess(thread, address, bytes, alignment, space, false, nullptr, site);
}

/// `value` is what the kernel stores when this has returned.
static void store(Thread *thread, const void *address, uint32_t bytes,
                  uint32_t alignment, uint32_t space, const void *value,
                  Site site) {
  checkAccess(thread, address, bytes, alignment, space, true, value, site);
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

static void copyAsync(Thread *thread, char *destination, const char *source,
                      uint32_t bytes, uint32_t sourceBytes, Site site) {
  if (sourceBytes > bytes)
    thread->stop(site, "copies " + std::to_string(bytes) + " bytes out of " +
                           std::to_string(sourceBytes));
  checkAlignment(*thread, destination, bytes, site);
  if (SharedMemory::Complaint complaint =
          thread->block.shared.beginCopy(thread->number, destination, bytes))
    thread->stop(site, *complaint);
  countShared(*thread, site, Traffic::SharedWrite, destination, bytes);
  // Without bytes to read the address need not be one.
  if (sourceBytes) {
    checkGlobal(*thread, source, sourceBytes, false, nullptr, site);
    checkAlignment(*thread, source, bytes, site);
    std::memcpy(destination, source, sourceBytes);
  }
  std::memset(destination + sourceBytes, 0, bytes - sourceBytes);
  thread->copies.add(destination, bytes);
}

static void commitCopies(Thread *thread) { thread->copies.commit(); }

static void waitCopies(Thread *thread, uint32_t pending) {
  thread->copies.wait(thread->block.shared, thread->number, pending);
}

static void waitAllCopies(Thread *thread) {
  thread->copies.waitAll(thread->block.shared, thread->number);
}

//===----------------------------------------------------------------------===//
// Synchronization
//===----------------------------------------------------------------------===//

static void barrier(Thread *thread, uint32_t number, uint32_t count,
                    uint32_t waits, Site site) {
  thread->block.barriers.arrive(*thread, number, count, waits, site);
}

static void synchronizeWarp(Thread *thread, uint32_t mask, Site site) {
  thread->warp.meet(*thread, site, mask, /*aligned=*/false, nullptr, nullptr,
                    [](const Collective &collective) {
                      std::vector<uint32_t> numbers;
                      Block *block = nullptr;
                      collective.forEachLane([&](unsigned lane) {
                        block = &collective.threads[lane]->block;
                        numbers.push_back(collective.threads[lane]->number);
                      });
                      block->clocks.join(numbers);
                      if (block->options.statistics)
                        ++block->options.statistics->warpBarriers;
                    });
}

//===----------------------------------------------------------------------===//
// Exchange within a warp
//===----------------------------------------------------------------------===//

namespace {
struct ShuffleOperands {
  ShuffleKind kind;
  uint32_t value, offset, clamp;
};
struct ShuffleResults {
  uint32_t value;
  bool isValid;
};
} // namespace

/// Bit 32 of the result tells whether the source lane was valid.
static uint64_t shuffle(Thread *thread, uint32_t mask, uint32_t kind,
                        uint32_t value, uint32_t offset, uint32_t clamp,
                        Site site) {
  ShuffleOperands operands{ShuffleKind(kind), value, offset, clamp};
  ShuffleResults results{};
  thread->warp.meet(
      *thread, site, mask, /*aligned=*/false, &operands, &results,
      [](const Collective &collective) {
        collective.forEachLane([&](unsigned lane) {
          const auto &own = collective.getOperands<ShuffleOperands>(lane);
          ShuffleSource source =
              getShuffleSource(own.kind, lane, own.offset, own.clamp);
          if (!(collective.mask >> source.lane & 1))
            collective.threads[lane]->stop(collective.site,
                                           "takes a value from lane " +
                                               std::to_string(source.lane) +
                                               ", which does not take part");
          auto &result = collective.getResults<ShuffleResults>(lane);
          result.isValid = source.isValid;
          result.value =
              collective.getOperands<ShuffleOperands>(source.lane).value;
        });
      });
  return uint64_t(results.isValid) << 32 | results.value;
}

namespace {
struct ReductionOperands {
  ReductionKind kind;
  uint32_t value;
};
} // namespace

static uint32_t reduceAcrossLanes(Thread *thread, uint32_t mask, uint32_t kind,
                                  uint32_t value, Site site) {
  ReductionOperands operands{ReductionKind(kind), value};
  uint32_t result = 0;
  thread->warp.meet(*thread, site, mask, /*aligned=*/false, &operands, &result,
                    [](const Collective &collective) {
                      std::optional<uint32_t> sum;
                      collective.forEachLane([&](unsigned lane) {
                        const auto &own =
                            collective.getOperands<ReductionOperands>(lane);
                        sum =
                            sum ? reduce(own.kind, *sum, own.value) : own.value;
                      });
                      collective.forEachLane([&](unsigned lane) {
                        collective.getResults<uint32_t>(lane) = *sum;
                      });
                    });
  return result;
}

namespace {
struct VoteOperands {
  VoteKind kind;
  bool predicate;
};
} // namespace

static uint32_t vote(Thread *thread, uint32_t mask, uint32_t kind,
                     uint32_t predicate, Site site) {
  VoteOperands operands{VoteKind(kind), (predicate & 1) != 0};
  uint32_t result = 0;
  thread->warp.meet(
      *thread, site, mask, /*aligned=*/false, &operands, &result,
      [](const Collective &collective) {
        uint32_t ballot = 0;
        collective.forEachLane([&](unsigned lane) {
          ballot |=
              uint32_t(collective.getOperands<VoteOperands>(lane).predicate)
              << lane;
        });
        collective.forEachLane([&](unsigned lane) {
          uint32_t &own = collective.getResults<uint32_t>(lane);
          switch (collective.getOperands<VoteOperands>(lane).kind) {
          case VoteKind::Any:
            own = ballot != 0;
            break;
          case VoteKind::All:
            own = ballot == collective.mask;
            break;
          case VoteKind::Ballot:
            own = ballot;
            break;
          case VoteKind::Uniform:
            own = ballot == 0 || ballot == collective.mask;
            break;
          }
        });
      });
  return result;
}

/// The lowest lane is elected; PTX leaves the choice open.
static uint32_t elect(Thread *thread, uint32_t mask, Site site) {
  uint32_t result = 0;
  thread->warp.meet(*thread, site, mask, /*aligned=*/false, nullptr, &result,
                    [](const Collective &collective) {
                      uint32_t leader = collective.mask & -collective.mask;
                      collective.forEachLane([&](unsigned lane) {
                        collective.getResults<uint32_t>(lane) =
                            leader >> lane & 1;
                      });
                    });
  return result;
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

static void mma(Thread *thread, const MmaOperands *operands,
                MmaResults *results, uint32_t formBits, Site site) {
  MmaForm form = MmaForm::unpack(formBits);
  if (!hasLegalSelectors(form, *operands))
    thread->stop(site, "selects scales that the instruction does not have: "
                       "byte " +
                           std::to_string(operands->byteA) + " of thread " +
                           std::to_string(operands->threadA) + " for A, byte " +
                           std::to_string(operands->byteB) + " of thread " +
                           std::to_string(operands->threadB) + " for B");
  thread->warp.meet(
      *thread, site, kAllLanes, /*aligned=*/true, operands, results,
      [&](const Collective &collective) {
        std::array<const MmaOperands *, kWarpSize> all;
        std::array<MmaResults *, kWarpSize> places;
        auto getSelectors = [&](unsigned lane) {
          const MmaOperands &own = *all[lane];
          return std::array{own.byteA, own.threadA, own.byteB, own.threadB};
        };
        collective.forEachLane([&](unsigned lane) {
          all[lane] = &collective.getOperands<MmaOperands>(lane);
          places[lane] = &collective.getResults<MmaResults>(lane);
          if (form.scales && getSelectors(lane) != getSelectors(0))
            collective.threads[lane]->stop(collective.site,
                                           "selects other scales than lane 0");
        });
        const LaunchOptions &options = thread->block.options;
        executeMma(form, options.accumulation, all, places);
        if (options.statistics)
          ++options.statistics->matrixInstructions[formBits];
      });
}

namespace {
struct RowAddress {
  char *address;
};
/// What goes to the row of each lane's address.
using RowContents = std::array<std::array<char, kMatrixRowBytes>, kWarpSize>;
} // namespace

/// The rows that lanes give the addresses of, checked for their own threads;
/// `contents` is what is stored, or null for a load.
static std::array<char *, kWarpSize> getRows(const Collective &collective,
                                             unsigned count,
                                             MatrixLayout layout,
                                             const RowContents *contents) {
  std::array<char *, kWarpSize> rows{};
  for (unsigned lane = 0; lane < getRowsPerMatrix(layout) * count; ++lane) {
    Thread &thread = *collective.threads[lane];
    rows[lane] = collective.getOperands<RowAddress>(lane).address;
    checkAlignment(thread, rows[lane], kMatrixRowBytes, collective.site);
    SharedMemory &shared = thread.block.shared;
    unsigned bytes = getBytesPerRow(layout);
    if (SharedMemory::Complaint complaint =
            contents ? shared.write(thread.number, rows[lane], bytes,
                                    (*contents)[lane].data())
                     : shared.read(thread.number, rows[lane], bytes))
      thread.stop(collective.site, *complaint);
    // The rows of a matrix are one phase, however much of them is used.
    countShared(thread, collective.site,
                contents ? Traffic::SharedWrite : Traffic::SharedRead,
                rows[lane], kMatrixRowBytes);
    if (contents)
      std::memcpy(rows[lane], (*contents)[lane].data(), bytes);
  }
  return rows;
}

static void loadMatrix(Thread *thread, char *address, uint32_t *results,
                       uint32_t count, uint32_t layout, Site site) {
  RowAddress operands{address};
  thread->warp.meet(
      *thread, site, kAllLanes, /*aligned=*/true, &operands, results,
      [&](const Collective &collective) {
        std::array<char *, kWarpSize> rows =
            getRows(collective, count, MatrixLayout(layout), nullptr);
        std::array<const char *, kWarpSize> sources;
        std::array<uint32_t *, kWarpSize> places;
        collective.forEachLane([&](unsigned lane) {
          sources[lane] = rows[lane];
          places[lane] = &collective.getResults<uint32_t>(lane);
        });
        loadMatrices(count, MatrixLayout(layout), sources, places);
      });
}

namespace {
struct StoreMatrixOperands {
  RowAddress row;
  const uint32_t *sources;
};
} // namespace

static void storeMatrix(Thread *thread, char *address, const uint32_t *sources,
                        uint32_t count, uint32_t layout, Site site) {
  StoreMatrixOperands operands{{address}, sources};
  thread->warp.meet(
      *thread, site, kAllLanes, /*aligned=*/true, &operands, nullptr,
      [&](const Collective &collective) {
        RowContents contents{};
        std::array<char *, kWarpSize> rows;
        std::array<const uint32_t *, kWarpSize> words;
        collective.forEachLane([&](unsigned lane) {
          rows[lane] = contents[lane].data();
          words[lane] =
              collective.getOperands<StoreMatrixOperands>(lane).sources;
        });
        storeMatrices(count, MatrixLayout(layout), rows, words);
        getRows(collective, count, MatrixLayout(layout), &contents);
      });
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// The first source goes to the upper part.
static uint16_t convertF32x2(float upper, float lower, uint32_t element,
                             uint32_t relu) {
  return convertSatFinite(upper, Element(element), relu) << 8 |
         convertSatFinite(lower, Element(element), relu);
}

static uint16_t convertF32x2ToUE8M0(float upper, float lower, uint32_t up,
                                    uint32_t saturate) {
  return convertToUE8M0(upper, up, saturate) << 8 |
         convertToUE8M0(lower, up, saturate);
}

static uint8_t convertF32x2ToE2M1(float upper, float lower, uint32_t relu) {
  return convertSatFinite(upper, Element::E2M1, relu) << 4 |
         convertSatFinite(lower, Element::E2M1, relu);
}

static uint16_t convertF32ToBF16(float value) { return convertToBF16(value); }

/// Halves keep their order.
static uint32_t convertF8x2ToF16x2(uint16_t codes, uint32_t element,
                                   uint32_t relu) {
  return uint32_t(convertToF16(codes >> 8, Element(element), relu)) << 16 |
         convertToF16(codes & 0xFF, Element(element), relu);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

std::vector<EntryPoint> lowp::sim::getEntryPoints() {
  auto entry = [](const char *name, auto *function) {
    return EntryPoint{name, reinterpret_cast<void *>(function)};
  };
  std::vector<EntryPoint> entries = {
      entry("lowpSimRegister", readRegister),
      entry("lowpSimSharedAddress", getSharedAddress),
      entry("lowpSimLoad", load),
      entry("lowpSimStore", store),
      entry("lowpSimCopyAsync", copyAsync),
      entry("lowpSimCommitCopies", commitCopies),
      entry("lowpSimWaitCopies", waitCopies),
      entry("lowpSimWaitAllCopies", waitAllCopies),
      entry("lowpSimBarrier", barrier),
      entry("lowpSimSynchronizeWarp", synchronizeWarp),
      entry("lowpSimShuffle", shuffle),
      entry("lowpSimReduce", reduceAcrossLanes),
      entry("lowpSimVote", vote),
      entry("lowpSimElect", elect),
      entry("lowpSimMma", mma),
      entry("lowpSimLoadMatrix", loadMatrix),
      entry("lowpSimStoreMatrix", storeMatrix),
      entry("lowpSimConvertF32x2", convertF32x2),
      entry("lowpSimConvertF32x2ToUE8M0", convertF32x2ToUE8M0),
      entry("lowpSimConvertF32x2ToE2M1", convertF32x2ToE2M1),
      entry("lowpSimConvertF32ToBF16", convertF32ToBF16),
      entry("lowpSimConvertF8x2ToF16x2", convertF8x2ToF16x2),
  };
  addTransactionEntryPoints(entries);
  return entries;
}
