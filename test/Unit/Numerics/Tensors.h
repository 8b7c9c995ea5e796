//===- Tensors.h - Scaled tensors in tests ----------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short ways to write the operands that fixtures and cases describe.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_UNIT_NUMERICS_TENSORS_H
#define LOWP_TEST_UNIT_NUMERICS_TENSORS_H

#include "Bits.h"
#include "lowp/Numerics/Matmul.h"
#include "lowp/Numerics/ScaledTensor.h"
#include <vector>

namespace lowp::test {

using Codes = std::vector<uint32_t>;
using Values = std::vector<float>;

/// The patterns of f32 scales.
inline Codes patterns(const Values &values) {
  Codes codes;
  for (float value : values)
    codes.push_back(pattern(value));
  return codes;
}

/// A matrix of codes without scales.
inline ScaledTensor matrix(llvm::StringRef encoding, int64_t rows,
                           int64_t columns, Codes codes) {
  ScaledTensor tensor;
  tensor.shape = {rows, columns};
  tensor.format = &format(encoding);
  tensor.codes = std::move(codes);
  return tensor;
}

/// A matrix of one code.
inline ScaledTensor filled(llvm::StringRef encoding, int64_t rows,
                           int64_t columns, uint32_t code) {
  return matrix(encoding, rows, columns, Codes(rows * columns, code));
}

/// A matrix of f32 values.
inline ScaledTensor wide(int64_t rows, int64_t columns, const Values &values) {
  return matrix("f32", rows, columns, patterns(values));
}

/// The tensor with another level of scales.
inline ScaledTensor scaled(ScaledTensor tensor, llvm::StringRef encoding,
                           int64_t groupRows, int64_t groupColumns,
                           Codes scales) {
  tensor.levels.push_back(
      {&format(encoding), {groupRows, groupColumns}, std::move(scales)});
  return tensor;
}

inline Values product(const ScaledTensor &x, const ScaledTensor &w,
                      AccumulationModel model = AccumulationModel::Exact) {
  return take(matmul(x, w, {model, /*transposedW=*/false}));
}

/// X * transpose(W) for W stored as [N, K].
inline Values productNK(const ScaledTensor &x, const ScaledTensor &w,
                        AccumulationModel model = AccumulationModel::Exact) {
  return take(matmul(x, w, {model, /*transposedW=*/true}));
}

} // namespace lowp::test

#endif // LOWP_TEST_UNIT_NUMERICS_TENSORS_H
