//===- Matmul.h - Reference product of scaled matrices ----------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Y = X * W for scaled operands, by the accumulation models of isa-contracts.md
// section 14, to the last bit.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_MATMUL_H
#define LOWP_NUMERICS_MATMUL_H

#include "lowp/Format/Enums.h"
#include "lowp/Numerics/ScaledTensor.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace lowp {

/// The models of `AccumulationModel` (isa-contracts.md section 14):
///
/// - `exact`: the exact sum of all products with all their scales, rounded once
///   to f32.
/// - `f32-sequential`: acc = fl(acc + exact product with its scales) for
///   ascending k, in f32, from +0. Scales of E8M0 and UE4M3 are inside the
///   contraction. f32 scales must be constant along K; they are applied at the
///   end by fl(acc * fl(SX * SW)), where SX and SW are the f32 scales of the
///   element's row and column, several levels of one operand multiplied in f32,
///   inner first.
struct MatmulOptions {
  AccumulationModel model = AccumulationModel::Exact;
  /// W is stored as [N, K] instead of [K, N], its groups likewise.
  bool transposedW = false;
};

/// The M x N product, row-major, of X (M x K) and W (K x N). Groups may lie
/// along K, M and N as they like, of different size on both sides. A zero
/// result is +0, also for K = 0, where no scale is read. A NaN code or scale
/// that an output uses makes it NaN.
llvm::Expected<std::vector<float>> matmul(const ScaledTensor &x,
                                          const ScaledTensor &w,
                                          const MatmulOptions &options = {});

/// The M x N sums A_ij = sum over k of |x_ik * w_kj|, scales included, that the
/// bounds of Bounds.h are relative to: exact and rounded up to f32, infinite or
/// NaN where products are. The accumulation model of the options is not used.
llvm::Expected<std::vector<float>>
absoluteSums(const ScaledTensor &x, const ScaledTensor &w,
             const MatmulOptions &options = {});

} // namespace lowp

#endif // LOWP_NUMERICS_MATMUL_H
