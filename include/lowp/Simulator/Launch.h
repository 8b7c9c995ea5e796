//===- Launch.h - How a kernel is launched -------------------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SIMULATOR_LAUNCH_H
#define LOWP_SIMULATOR_LAUNCH_H

#include "lowp/Simulator/Fault.h"
#include "lowp/Simulator/GlobalMemory.h"
#include "lowp/Simulator/Statistics.h"
#include <functional>

namespace lowp::sim {

/// How matrix instructions add products (isa-contracts.md section 14).
enum class Accumulation { Exact, F32Sequential };

struct LaunchShape {
  Dim3 grid, block;
  /// Bytes of static and dynamic shared memory together.
  uint32_t sharedBytes = 0;
};

struct LaunchOptions {
  Accumulation accumulation = Accumulation::F32Sequential;
  /// Where to count what happens, which takes time; null if nowhere.
  Statistics *statistics = nullptr;
  /// Called after each block with how many are done.
  std::function<void(uint64_t)> progress;
};

class Thread;

/// A kernel compiled for the host: runs one thread. Each element of `arguments`
/// is 64 bits that hold an argument in their low part.
using KernelFunction = void (*)(Thread *thread, const uint64_t *arguments);

/// Runs all blocks of a launch, one after the other. Ends at the first fault.
std::optional<Fault> runLaunch(KernelFunction kernel, const LaunchShape &shape,
                               const std::vector<uint64_t> &arguments,
                               GlobalMemory &global,
                               const LaunchOptions &options);

/// A function that compiled kernels call.
struct EntryPoint {
  const char *name;
  void *address;
};

/// All of them.
std::vector<EntryPoint> getEntryPoints();

} // namespace lowp::sim

#endif // LOWP_SIMULATOR_LAUNCH_H
