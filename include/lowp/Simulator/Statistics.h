//===- Statistics.h - What kernels have done ------------------ -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SIMULATOR_STATISTICS_H
#define LOWP_SIMULATOR_STATISTICS_H

#include "lowp/Simulator/Fault.h"
#include <map>

namespace lowp::sim {

/// Accesses of warps to global memory at one operation.
struct GlobalTraffic {
  static constexpr uint32_t kSectorBytes = 32;

  uint64_t accesses = 0;
  /// Different bytes that an access touches, and sectors in which they lie,
  /// added up over accesses. Arrays count as if they began with a sector.
  uint64_t bytes = 0, sectors = 0;

  /// The part of the sectors that is used.
  double getEfficiency() const {
    return sectors ? double(bytes) / (double(sectors) * kSectorBytes) : 1;
  }
};

/// Accesses of warps to shared memory at one operation, in phases: lanes that
/// the banks serve together (isa-contracts.md section 5).
struct SharedTraffic {
  uint64_t accesses = 0, phases = 0;
  /// The degree of a phase is the largest number of different words that fall
  /// into one bank: one is free of conflicts.
  uint64_t totalDegree = 0;
  uint32_t worstDegree = 0;

  double getMeanDegree() const {
    return phases ? double(totalDegree) / phases : 0;
  }
};

/// Which memory an access goes to, and which way.
enum class Traffic : uint32_t {
  GlobalRead,
  GlobalWrite,
  SharedRead,
  SharedWrite
};

/// Counts of one or more launches of a kernel.
struct Statistics {
  uint64_t launches = 0, blocks = 0;
  /// Threads of a block, of the last launch.
  uint64_t threads = 0;
  /// Barriers of a block, and of warps, that all have come to.
  uint64_t barriers = 0, warpBarriers = 0;
  /// Phases of mbarrier objects that have ended.
  uint64_t transactionBarriers = 0;
  /// Matrix instructions of warps by packed MmaForm.
  std::map<uint32_t, uint64_t> matrixInstructions;
  /// By operation and direction.
  std::map<std::pair<Site, Traffic>, GlobalTraffic> global;
  std::map<std::pair<Site, Traffic>, SharedTraffic> shared;
};

/// The name of a matrix instruction, as its opcode has it after `mma.`.
std::string getMmaName(uint32_t packedForm);

} // namespace lowp::sim

#endif // LOWP_SIMULATOR_STATISTICS_H
