//===- Group.cpp - Boxes of elements that share a scale -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/Group.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>
#include <functional>
#include <numeric>

using namespace lowp;

llvm::Error lowp::checkGroup(llvm::ArrayRef<int64_t> shape,
                             llvm::ArrayRef<int64_t> box) {
  if (shape.size() != box.size())
    return llvm::createStringError("group of rank " + llvm::Twine(box.size()) +
                                   " on a tensor of rank " +
                                   llvm::Twine(shape.size()));
  for (int64_t extent : box)
    if (extent <= 0 && extent != wholeExtent)
      return llvm::createStringError("group extent " + llvm::Twine(extent) +
                                     " is neither positive nor '*'");
  return llvm::Error::success();
}

GroupMap::GroupMap(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> box) {
  for (auto [extent, boxExtent] : llvm::zip_equal(shape, box)) {
    int64_t step =
        boxExtent == wholeExtent ? std::max<int64_t>(extent, 1) : boxExtent;
    steps.push_back(step);
    counts.push_back(
        boxExtent == wholeExtent
            ? 1
            : static_cast<int64_t>(llvm::divideCeil(uint64_t(extent), step)));
  }
}

int64_t GroupMap::getNumGroups() const {
  return std::accumulate(counts.begin(), counts.end(), int64_t(1),
                         std::multiplies<>());
}

int64_t GroupMap::getGroup(llvm::ArrayRef<int64_t> index) const {
  assert(index.size() == steps.size() && "one index a dimension");
  int64_t group = 0;
  for (size_t i = 0; i < index.size(); ++i)
    group = group * counts[i] + index[i] / steps[i];
  return group;
}
