//===- TensorMap.h - What bulk copies know of an array -------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SIMULATOR_TENSORMAP_H
#define LOWP_SIMULATOR_TENSORMAP_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace lowp::sim {

/// The tensor map of an array and a box (CUDA driver API,
/// cuTensorMapEncodeTiled): tiles are boxes of it, in a swizzled order of 16
/// bytes. Dimensions are innermost first.
struct TensorMap {
  static constexpr uint32_t kMaxRank = 5;
  enum class Swizzle : uint32_t { None, B32, B64, B128 };

  const char *base = nullptr;
  uint32_t elementBytes = 1, rank = 1;
  std::array<uint64_t, kMaxRank> extents{};
  /// Distances in bytes; the innermost one is that of elements.
  std::array<uint64_t, kMaxRank> strides{};
  std::array<uint32_t, kMaxRank> box{};
  Swizzle swizzle = Swizzle::None;

  /// The swizzle of so many bytes, 0 being none; nothing if there is none.
  static std::optional<Swizzle> getSwizzle(unsigned bytes);
  uint64_t getBoxBytes() const;
  /// What the driver would refuse it for, or nothing.
  std::optional<std::string> complain() const;
};

} // namespace lowp::sim

#endif // LOWP_SIMULATOR_TENSORMAP_H
