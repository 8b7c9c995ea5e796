//===- NVFP4.h - Two levels of scales for FP4 -------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVFP4 has an E4M3 scale for a block of elements and an f32 scale for the
// tensor. Projects agree on that and on no step of choosing the two
// (numerics.md 3.5); each step here is in f32 and rounded as stated there. In
// the formulas, g is the amax of the tensor and b that of a block.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_NVFP4_H
#define LOWP_NUMERICS_NVFP4_H

#include "lowp/Numerics/ScaledTensor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace lowp {

/// Whose steps choose the scales.
enum class NVFP4Recipe {
  /// alpha = min(2688 / g, FLT_MAX), 1 if g or alpha is 0; S = 1 / alpha;
  /// s = e4m3(b * (alpha * fl(1/6))); code = e2m1(x * min(1 / (s * S),
  /// FLT_MAX)). A zero block has s = 00. NaN is left out of b and g, and
  /// becomes +6.
  TransformerEngine,
  /// S = g / 2688; s = e4m3(clamp((b / 6) / S, 2^-6, 448));
  /// code = e2m1(x * ((1 / S) / s)). A zero block has s = 08.
  TorchAO,
  /// S = g / 2688; s = e4m3(clamp(b / (6 * S), 2^-9, 448)), 1.0 for a zero
  /// block; code = e2m1(x / (s * S)).
  ModelOpt,
  /// alpha = 2688 / g, 1 if that is infinite; s = e4m3((b / 6) * alpha), 0.125
  /// where that is 0; code = e2m1(x / (s / alpha)). Sources are f32 here: of
  /// bf16 sources the project rounds b / 6 to bf16.
  CompressedTensors,
};

/// The scale of the tensor.
struct NVFP4TensorScale {
  /// alpha, by which values are multiplied: what compressed-tensors stores.
  float encode;
  /// S, by which codes are multiplied: what the others store.
  float reconstruct;
};

/// The tensor scale for a given g, which is not negative. Errors: g is NaN, or
/// infinite but for Transformer Engine; torchao and ModelOpt have no rule for
/// g = 0, nor for a g so small that S is 0 or 1 / S infinite.
llvm::Expected<NVFP4TensorScale> selectTensorScale(NVFP4Recipe recipe, float g);

/// The UE4M3 code of a block's scale.
uint32_t selectBlockScale(NVFP4Recipe recipe, const NVFP4TensorScale &tensor,
                          float b);

/// Quantizes a dense row-major array to f4E2M1FN codes, to nearest, with the
/// levels UE4M3 for each `block` (1x16, or 16x16) and f32 (S) for the tensor.
/// A value of -0 has code 0 with ModelOpt and compressed-tensors, else 8.
/// Errors: those of selectTensorScale(); a shape that does not fit; with all
/// but Transformer Engine, a value that is not finite.
llvm::Expected<ScaledTensor> quantizeNVFP4(NVFP4Recipe recipe,
                                           llvm::ArrayRef<int64_t> shape,
                                           llvm::ArrayRef<float> values,
                                           llvm::ArrayRef<int64_t> block);

} // namespace lowp

#endif // LOWP_NUMERICS_NVFP4_H
