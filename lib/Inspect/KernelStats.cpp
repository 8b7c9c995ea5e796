//===- KernelStats.cpp - What a kernel's machine code costs ---------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Inspect/KernelStats.h"
#include "Loops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace llvm;
using namespace lowp;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The unit of the measure of overhead, in multiply-accumulates.
static constexpr double kUnit = 65536;

std::optional<double> LoopStats::getOverhead() const {
  if (multiplyAccumulates == 0)
    return std::nullopt;
  return (instructions - matrix - fillers) * kUnit / multiplyAccumulates;
}

static LoopStats countLoop(ArrayRef<SassInstruction> code,
                           const SassLoop &loop) {
  LoopStats stats;
  stats.first = code[loop.front()].address;
  stats.last = code[loop.back()].address;
  stats.instructions = loop.size();
  bool isKnown = true;
  for (unsigned number : loop) {
    const SassInstruction &instruction = code[number];
    StringRef name = instruction.getName();
    if (instruction.isFiller()) {
      ++stats.fillers;
      continue;
    }
    if (instruction.isMatrix()) {
      ++stats.matrix;
      uint64_t amount = instruction.getMultiplyAccumulates();
      stats.multiplyAccumulates += amount;
      isKnown &= amount != 0;
    }
    stats.matrixReads += name == "LDSM";
    stats.otherReads += name == "LDS" || name == "LDG";
    stats.copies += name == "LDGSTS" || name == "UTMALDG" || name == "UBLKCP";
    stats.barriers += name == "BAR";
    stats.spillLoads += name == "LDL";
    stats.spillStores += name == "STL";
  }
  if (!isKnown)
    stats.multiplyAccumulates = 0;
  return stats;
}

static std::optional<LoopStats> findMainLoop(ArrayRef<SassInstruction> code) {
  SmallVector<std::pair<SassLoop, LoopStats>> candidates;
  for (SassLoop &loop : findLoops(code)) {
    LoopStats stats = countLoop(code, loop);
    if (stats.matrix != 0)
      candidates.push_back({std::move(loop), stats});
  }
  std::optional<LoopStats> best;
  for (const auto &candidate : candidates) {
    const SassLoop &loop = candidate.first;
    bool isInnermost = none_of(candidates, [&](const auto &other) {
      return other.first.size() < loop.size() &&
             is_contained(loop, other.first.front());
    });
    if (isInnermost && (!best || candidate.second.matrix > best->matrix))
      best = candidate.second;
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Occupancy
//===----------------------------------------------------------------------===//

Occupancy lowp::computeOccupancy(const TargetInfo &target, unsigned threads,
                                 unsigned registers, uint64_t sharedBytes) {
  // Registers are given out 256 at a time to a warp, from the quarter of them
  // that the warp's scheduler has; shared memory 128 bytes at a time, and 1 KiB
  // of it to the system (CUDA occupancy calculator, 8.x and later).
  constexpr uint64_t schedulers = 4, registerUnit = 256, sharedUnit = 128,
                     systemShared = 1024;
  uint64_t warps = divideCeil(threads, target.warpSize);
  uint64_t warpsOfScheduler = divideCeil(warps, schedulers);
  uint64_t registersOfWarp =
      alignTo(uint64_t(registers) * target.warpSize, registerUnit);
  uint64_t heldByScheduler =
      registersOfWarp ? target.registersPerSM / schedulers / registersOfWarp
                      : UINT32_MAX;
  std::array<std::pair<uint64_t, StringRef>, 4> limits = {{
      {heldByScheduler / warpsOfScheduler, "registers"},
      {target.sharedBytesPerSM /
           (alignTo(sharedBytes, sharedUnit) + systemShared),
       "shared memory"},
      {target.maxThreadsPerSM / target.warpSize / warps, "threads"},
      {target.maxBlocksPerSM, "blocks"},
  }};
  auto least = *min_element(limits);
  for (const auto &limit : limits)
    if (limit.first == least.first) {
      least = limit;
      break;
    }
  Occupancy occupancy;
  occupancy.blocks = least.first;
  occupancy.warps = least.first * warps;
  occupancy.maxWarps = target.maxThreadsPerSM / target.warpSize;
  occupancy.limit = least.second;
  return occupancy;
}

KernelStats
lowp::computeKernelStats(const SassKernel &kernel, const TargetInfo &target,
                         std::optional<uint64_t> dynamicSharedBytes) {
  KernelStats stats;
  stats.name = kernel.name;
  stats.registers = kernel.registers;
  stats.threads = kernel.threads;
  stats.instructions = kernel.instructions.size();
  stats.staticSharedBytes = kernel.sharedBytes;
  stats.dynamicSharedBytes = dynamicSharedBytes;
  for (const SassInstruction &instruction : kernel.instructions) {
    stats.spillLoads += instruction.getName() == "LDL";
    stats.spillStores += instruction.getName() == "STL";
  }
  if (kernel.threads != 0)
    stats.occupancy =
        computeOccupancy(target, kernel.threads, kernel.registers,
                         kernel.sharedBytes + dynamicSharedBytes.value_or(0));
  stats.mainLoop = findMainLoop(kernel.instructions);
  return stats;
}
