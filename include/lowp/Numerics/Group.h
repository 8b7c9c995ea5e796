//===- Group.h - Boxes of elements that share a scale -----------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group is a box of elements with one scale: 1x32, 128x128, a row (1x*), the
// tensor (*x*). The last box of a dimension may be partial.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_GROUP_H
#define LOWP_NUMERICS_GROUP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace lowp {

/// The extent of a box that spans its whole dimension, written `*`.
inline constexpr int64_t wholeExtent = -1;

/// Success if the box has the rank of the shape and its extents are positive or
/// `wholeExtent`.
llvm::Error checkGroup(llvm::ArrayRef<int64_t> shape,
                       llvm::ArrayRef<int64_t> box);

/// Which group each element of a dense tensor belongs to. Groups are counted
/// along each dimension and numbered in row-major order.
class GroupMap {
public:
  /// checkGroup() must have passed.
  GroupMap(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> box);

  /// Groups along each dimension: ceil(extent / box), and 1 for `*` even where
  /// the extent is 0.
  llvm::ArrayRef<int64_t> getCounts() const { return counts; }
  int64_t getNumGroups() const;
  /// The number of the group of the element at `index`.
  int64_t getGroup(llvm::ArrayRef<int64_t> index) const;
  /// Elements from one group to the next along a dimension; at least 1.
  int64_t getStep(unsigned dimension) const { return steps[dimension]; }

private:
  llvm::SmallVector<int64_t, 4> steps;
  llvm::SmallVector<int64_t, 4> counts;
};

} // namespace lowp

#endif // LOWP_NUMERICS_GROUP_H
