//===- ScaleLayout.h - Where scales are in memory ---------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts of the scales of an operand: a matrix with a row for each M or N and
// a column for each group along K. One formula a layout; the converters go
// through it. Sources: isa-contracts.md section 8 for the tile, DeepGEMM for
// the column-major and packed layouts (numerics.md 4.1), aiter for AMD's.
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

/// Success if scales of this encoding can lie in the layout:
/// column_major_aligned is for f32, packed_ue8m0 and amd_preshuffle are for
/// f8E8M0FNU.
llvm::Error checkScaleLayout(ScaleLayout layout, const Format &scale);

/// The positions that a matrix of `rows` x `columns` scales takes, padding
/// included. A position is one scale: one byte for E8M0 and UE4M3, four for
/// f32. What is not assigned lies as in `linear`.
///
/// | layout               | rows padded to | columns padded to |
/// | linear               | 1              | 1                 |
/// | tile_128x4           | 128            | 4                 |
/// | column_major_aligned | 4 (16 bytes)   | 1                 |
/// | packed_ue8m0         | 4 (16 bytes)   | 4 (one word)      |
/// | amd_preshuffle       | 256            | 8                 |
int64_t scalePositions(ScaleLayout layout, int64_t rows, int64_t columns);

/// The position of scale (row, column) of `rows` x `columns`.
int64_t scalePosition(ScaleLayout layout, int64_t rows, int64_t columns,
                      int64_t row, int64_t column);

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
