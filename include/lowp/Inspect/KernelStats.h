//===- KernelStats.h - What a kernel's machine code costs -------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INSPECT_KERNELSTATS_H
#define LOWP_INSPECT_KERNELSTATS_H

#include "lowp/Inspect/Sass.h"
#include "lowp/Target/Target.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace lowp {

/// Counts over one trip of a loop, out-of-line code left out.
struct LoopStats {
  /// Addresses of the first and the last instruction.
  uint64_t first = 0, last = 0;
  unsigned instructions = 0, matrix = 0, fillers = 0;
  /// Reads of shared memory as matrices (LDSM); other reads of shared memory
  /// and reads of global memory into registers, which are those of scales where
  /// codes come by LDSM; copies from global to shared memory.
  unsigned matrixReads = 0, otherReads = 0, copies = 0;
  unsigned barriers = 0, spillLoads = 0, spillStores = 0;
  /// Of one warp.
  uint64_t multiplyAccumulates = 0;

  double getMatrixShare() const { return double(matrix) / instructions; }
  /// Instructions that are neither matrix instructions nor fillers, for 65,536
  /// multiply-accumulates of one warp. Lower is better; it does not depend on
  /// the tile. None if a shape is not known.
  std::optional<double> getOverhead() const;
};

/// How many blocks a multiprocessor holds, and what limits their number.
struct Occupancy {
  unsigned blocks = 0, warps = 0, maxWarps = 0;
  llvm::StringRef limit;
};

/// `registers` a thread; `sharedBytes` a block, without those of the system.
Occupancy computeOccupancy(const TargetInfo &target, unsigned threads,
                           unsigned registers, uint64_t sharedBytes);

struct KernelStats {
  std::string name;
  unsigned registers = 0, threads = 0, instructions = 0;
  uint64_t staticSharedBytes = 0;
  /// What a launch asks for, if it is known.
  std::optional<uint64_t> dynamicSharedBytes;
  unsigned spillLoads = 0, spillStores = 0;
  std::optional<Occupancy> occupancy;
  /// The innermost loop with the most matrix instructions.
  std::optional<LoopStats> mainLoop;
};

KernelStats computeKernelStats(const SassKernel &kernel,
                               const TargetInfo &target,
                               std::optional<uint64_t> dynamicSharedBytes);

/// A table with a column for each kernel.
void printKernelStats(llvm::raw_ostream &os, llvm::StringRef chip,
                      llvm::ArrayRef<KernelStats> kernels);
llvm::json::Value toJson(llvm::StringRef chip,
                         llvm::ArrayRef<KernelStats> kernels);

} // namespace lowp

#endif // LOWP_INSPECT_KERNELSTATS_H
