//===- Quantize.h - From f32 to codes and scales and back -------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Quantization by group, with every choice that changes bytes in `Quantizer`.
// The scale that is stored is the scale that encodes.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_QUANTIZE_H
#define LOWP_NUMERICS_QUANTIZE_H

#include "lowp/Format/Enums.h"
#include "lowp/Numerics/Conversion.h"
#include "lowp/Numerics/ScaledTensor.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace lowp {

/// How an f32 tensor becomes codes and one level of scales.
struct Quantizer {
  /// The encoding of the codes.
  const Format *element = nullptr;
  /// The encoding of the scales: f8E8M0FNU or f32.
  const Format *scale = nullptr;
  /// The box of elements that share a scale.
  llvm::SmallVector<int64_t, 4> group;
  Recipe recipe = Recipe::Unstated;
  /// How a scaled value becomes a code.
  Conversion conversion;
  /// How a value is scaled. The result is exact for powers of two; otherwise
  /// it is fl(x / S) or fl(x * fl(1 / S)) in f32 (numerics.md 3.2).
  ScaleArithmetic arithmetic = ScaleArithmetic::Unstated;
  ZeroGroup zeroGroup = ZeroGroup::Unstated;
  /// Under `propagate` the codes of the group are conversions of NaN.
  NonfiniteGroup nonfiniteGroup = NonfiniteGroup::Unstated;
  /// Under `flush`, subnormal sources count as zero and subnormal codes become
  /// zero; scales are never flushed.
  Subnormals subnormals = Subnormals::Unstated;
  /// A positive lower bound of amax; 0 for none. With one there is no zero
  /// group, and zeroGroup is not used.
  float amaxFloor = 0;

  /// The MX quantizer: E8M0 scales by `rceil`, saturating conversion, a scale
  /// of 1 for a zero group, NaN for a nonfinite one, subnormals preserved.
  /// `group` is 1x32 or 32x1.
  static Quantizer mx(const Format &element, llvm::ArrayRef<int64_t> group);
};

/// Success if every field is stated and the fields fit together.
llvm::Error checkQuantizer(const Quantizer &quantizer);

/// Quantizes a dense row-major array of the given shape.
llvm::Expected<ScaledTensor> quantize(const Quantizer &quantizer,
                                      llvm::ArrayRef<int64_t> shape,
                                      llvm::ArrayRef<float> values);

/// Quantizes with given scales (static or delayed scaling): `level` has its
/// codes, and recipe, zero and nonfinite policies are not used.
llvm::Expected<ScaledTensor> quantizeWithScales(const Quantizer &quantizer,
                                                llvm::ArrayRef<int64_t> shape,
                                                llvm::ArrayRef<float> values,
                                                ScaleLevel level);

/// The elements of the tensor in row-major order: each the exact product of its
/// code and all its scales, rounded once to `destination` (to nearest, overflow
/// to infinity), a format with infinities of at most f32's precision.
llvm::Expected<std::vector<float>> dequantize(const ScaledTensor &tensor,
                                              const Format &destination);

} // namespace lowp

#endif // LOWP_NUMERICS_QUANTIZE_H
