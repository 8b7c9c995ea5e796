//===- LdMatrix.h - Matrices between memory and registers ----- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_NVIDIA_LDMATRIX_H
#define LOWP_LIB_SIMULATOR_NVIDIA_LDMATRIX_H

#include "lowp/Simulator/Abi.h"
#include <array>

namespace lowp::sim {

constexpr unsigned kMatrixRowBytes = 16;

/// `ldmatrix.m8n8.x<count>.b16` (isa-contracts.md section 5): `rows[q]` is what
/// the address of lane q leads to, used for q < 8 * count. Word m of a lane
/// goes to `results[lane][m]`.
void loadMatrices(unsigned count, MatrixLayout layout,
                  const std::array<const char *, 32> &rows,
                  const std::array<uint32_t *, 32> &results);

/// `stmatrix.m8n8.x<count>.b16`, the inverse.
void storeMatrices(unsigned count, MatrixLayout layout,
                   const std::array<char *, 32> &rows,
                   const std::array<const uint32_t *, 32> &sources);

/// How many lanes give the address of a row for each matrix, and how many
/// bytes of the row are read.
unsigned getRowsPerMatrix(MatrixLayout layout);
unsigned getBytesPerRow(MatrixLayout layout);

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_NVIDIA_LDMATRIX_H
