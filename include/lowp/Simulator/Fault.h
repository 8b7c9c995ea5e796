//===- Fault.h - What a kernel did wrong ---------------------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SIMULATOR_FAULT_H
#define LOWP_SIMULATOR_FAULT_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lowp::sim {

/// The number of an operation of a kernel that can fault.
using Site = uint32_t;

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;

  uint64_t count() const { return uint64_t(x) * y * z; }
  /// The place of the element `number` of a box of this size, x fastest.
  Dim3 at(uint64_t number) const {
    return {uint32_t(number % x), uint32_t(number / x % y),
            uint32_t(number / x / y)};
  }
};

/// What ended a launch: the operation, who executed it, and what was wrong.
struct Fault {
  Site site = 0;
  Dim3 block, thread;
  std::string message;
  /// Other operations that took part.
  std::vector<std::pair<Site, std::string>> notes;
};

} // namespace lowp::sim

#endif // LOWP_SIMULATOR_FAULT_H
