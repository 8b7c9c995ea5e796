//===- Recipe.h - The scale of a group from its amax ------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recipe maps a finite amax > 0 to a scale (numerics.md 3.1 and 3.2). Powers
// of two come from the exponent and fraction fields of amax in integer
// arithmetic, never from a logarithm (numerics.md 3.4).
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_RECIPE_H
#define LOWP_NUMERICS_RECIPE_H

#include "lowp/Format/Enums.h"
#include "lowp/Format/Format.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace lowp {

/// Success if `recipe` can give scales of `scale` for elements of `element`:
/// power-of-two recipes give f8E8M0FNU or f32, amax_over_max gives f32.
llvm::Error checkRecipe(Recipe recipe, const Format &element,
                        const Format &scale);

/// Whether the recipe's scales are powers of two.
bool isPowerOfTwoRecipe(Recipe recipe);

/// The exponent e of the scale S = 2^e that a power-of-two recipe selects, not
/// clamped to any format: S * max may be below the range of E8M0. `amax` must
/// be finite and positive. even_torchao gives 128, the infinity pattern, where
/// its carry overflows; even_ct gives 0 there, as compressed-tensors does.
int selectScaleExponent(Recipe recipe, const Format &element, float amax);

/// The code in `scale` of the reconstruction scale for a finite amax > 0.
/// Exponents below the range of E8M0 give 00, above it FF (NaN), but FE for
/// rceil_te; f32 scales are at least the smallest positive f32, since a scale
/// is positive. checkRecipe() must have passed.
uint32_t selectScale(Recipe recipe, const Format &element, const Format &scale,
                     float amax);

} // namespace lowp

#endif // LOWP_NUMERICS_RECIPE_H
