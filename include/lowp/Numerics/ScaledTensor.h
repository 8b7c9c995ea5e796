//===- ScaledTensor.h - Codes with their scales -----------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value that `!lowp.scaled` describes: a dense row-major array of codes and
// one array of reconstruction scales a level. An element is the exact product
// of its code's value and the scale of its group in every level.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_SCALEDTENSOR_H
#define LOWP_NUMERICS_SCALEDTENSOR_H

#include "lowp/Format/Format.h"
#include "lowp/Numerics/Group.h"
#include <cstdint>
#include <vector>

namespace lowp {

/// One level of reconstruction scales.
struct ScaleLevel {
  /// The encoding of the scales: f8E8M0FNU, ue4m3 or f32.
  const Format *format = nullptr;
  /// The box of elements that share a scale, one extent a dimension.
  llvm::SmallVector<int64_t, 4> group;
  /// One code a group, in row-major order of the groups.
  std::vector<uint32_t> codes;
};

/// A dense tensor of any rank.
struct ScaledTensor {
  llvm::SmallVector<int64_t, 4> shape;
  /// The encoding of the elements.
  const Format *format = nullptr;
  /// One code an element, row-major.
  std::vector<uint32_t> codes;
  /// The levels of scales, inner first; none means that the codes stand for
  /// themselves. At most two.
  llvm::SmallVector<ScaleLevel, 2> levels;
};

/// The number of elements of a shape, or an error if an extent is negative or
/// the product does not fit.
llvm::Expected<int64_t> countElements(llvm::ArrayRef<int64_t> shape);

/// Success if formats are there and array sizes agree with shape and groups.
/// Every function that takes a ScaledTensor checks it first.
llvm::Error checkScaledTensor(const ScaledTensor &tensor);

} // namespace lowp

#endif // LOWP_NUMERICS_SCALEDTENSOR_H
