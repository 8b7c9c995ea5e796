//===- ScaleLayout.h - Where scales are in memory ---------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts of the scales of an operand: a matrix with a row for each M or N and
// a column for each group along K. One formula a layout (isa-contracts.md
// section 8); the converters go through it.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_SCALELAYOUT_H
#define LOWP_NUMERICS_SCALELAYOUT_H

#include "lowp/Format/Enums.h"
#include "lowp/Format/Format.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace lowp {

/// Whether the functions below know the layout; the others are not converted
/// yet.
bool canConvert(ScaleLayout layout);

/// The positions that a matrix of `rows` x `columns` scales takes, padding
/// included. A position is one scale: one byte for E8M0 and UE4M3. What is not
/// assigned lies as in `linear`; other layouts must be known to canConvert().
int64_t scalePositions(ScaleLayout layout, int64_t rows, int64_t columns);

/// The position of scale (row, column).
int64_t scalePosition(ScaleLayout layout, int64_t columns, int64_t row,
                      int64_t column);

/// What padding positions hold: the code of 1.0, never zero and never NaN, so
/// that padding times code 0 is 0 (numerics.md 5.2).
uint32_t scalePadding(const Format &scale);

/// From row-major scales to a layout; padding is filled with scalePadding().
llvm::Expected<std::vector<uint32_t>>
layOutScales(ScaleLayout layout, const Format &scale, int64_t rows,
             int64_t columns, llvm::ArrayRef<uint32_t> codes);

/// From a layout to row-major scales. What padding holds does not matter.
llvm::Expected<std::vector<uint32_t>>
readScales(ScaleLayout layout, int64_t rows, int64_t columns,
           llvm::ArrayRef<uint32_t> positions);

} // namespace lowp

#endif // LOWP_NUMERICS_SCALELAYOUT_H
