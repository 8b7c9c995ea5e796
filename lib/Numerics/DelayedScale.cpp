//===- DelayedScale.cpp - A scale from earlier tensors --------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/DelayedScale.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

using namespace lowp;

llvm::Expected<DelayedScale> DelayedScale::create(const Format &element,
                                                  int64_t length,
                                                  AmaxReduction reduction,
                                                  int margin) {
  if (element.isInteger() || element.width > 8 || !element.hasZero)
    return llvm::createStringError(
        "delayed scaling is for float elements of up to 8 bits, not " +
        element.name);
  if (length < 1)
    return llvm::createStringError("a history of " + llvm::Twine(length) +
                                   " steps; it has at least 1");
  if (margin < -126 || margin > 126)
    return llvm::createStringError("a margin of " + llvm::Twine(margin) +
                                   " powers of two; it is between -126 and "
                                   "126");
  return DelayedScale(static_cast<float>(element.maxFinite()), length,
                      reduction, margin);
}

void DelayedScale::recordAmax(float amax) {
  assert((std::isnan(amax) || amax >= 0) && "an amax is not negative");
  history.front() = std::fmax(history.front(), amax);
}

void DelayedScale::advance() {
  float amax = reduction == AmaxReduction::MostRecent
                   ? history.front()
                   : *std::max_element(history.begin(), history.end());
  if (amax > 0 && std::isfinite(amax))
    encodeScale = std::min(std::ldexp(max / amax, -margin),
                           std::numeric_limits<float>::max());
  if (history.front() == 0)
    return;
  std::rotate(history.begin(), history.begin() + 1, history.end());
  history.front() = 0;
}
