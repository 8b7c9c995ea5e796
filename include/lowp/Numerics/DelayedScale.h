//===- DelayedScale.h - A scale from earlier tensors ------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Delayed scaling: the scale of a tensor comes from the amax of the tensors
// before it, as Transformer Engine does it (numerics.md 3.3).
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_DELAYEDSCALE_H
#define LOWP_NUMERICS_DELAYEDSCALE_H

#include "lowp/Format/Format.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace lowp {

/// Which amax of the history counts.
enum class AmaxReduction {
  /// The largest one. NaN is left out.
  Max,
  /// The one of the last step.
  MostRecent,
};

/// The scale of one tensor over the steps of a program.
///
/// A step quantizes with the scale there is, gives the amax it met to
/// recordAmax(), and ends with advance(), which sets the scale for the next.
/// Slot 0 of the history is the one of the current step.
class DelayedScale {
public:
  /// A history of zeros and a scale of 1. `length` counts steps and is at least
  /// 1; `margin` counts powers of two that are left free above the largest
  /// amax, between -126 and 126. `element` is a float format of up to 8 bits
  /// that has a zero.
  static llvm::Expected<DelayedScale> create(const Format &element,
                                             int64_t length,
                                             AmaxReduction reduction,
                                             int margin);

  /// Slot 0 becomes the larger of what it holds and `amax`, which is not
  /// negative; NaN is left out.
  void recordAmax(float amax);

  /// Ends the step: first the scale is computed, over slot 0 and the others,
  ///
  ///   alpha = fl(fl(max / amax) * 2^-margin), at most FLT_MAX,
  ///
  /// or stays where amax is 0 or not finite. Then the history moves from
  /// [a_N, a_1 .. a_N-1] to [0, a_2 .. a_N-1, a_N]; but not if slot 0 is 0,
  /// since then the tensor had no part in the step.
  void advance();

  /// alpha, by which values are multiplied.
  float getEncodeScale() const { return encodeScale; }
  /// S = fl(1 / alpha), by which codes are multiplied.
  float getReconstructScale() const { return 1 / encodeScale; }
  llvm::ArrayRef<float> getHistory() const { return history; }

private:
  DelayedScale(float max, int64_t length, AmaxReduction reduction, int margin)
      : max(max), reduction(reduction), margin(margin), history(length, 0) {}

  float max;
  AmaxReduction reduction;
  int margin;
  float encodeScale = 1;
  std::vector<float> history;
};

} // namespace lowp

#endif // LOWP_NUMERICS_DELAYEDSCALE_H
