//===- Recipe.cpp - The scale of a group from its amax --------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/Recipe.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

using namespace lowp;

// Every positive f32 is a normal double, so its exponent and fraction are
// fields of the double's bits, for subnormals too.
static constexpr int doubleFractionBits = 52, doubleBias = 1023;

/// floor(log2(value)) of a positive normal double.
static int exponentOf(uint64_t bits) {
  return static_cast<int>(bits >> doubleFractionBits) - doubleBias;
}

static uint64_t fractionOf(uint64_t bits) {
  return bits & ((uint64_t(1) << doubleFractionBits) - 1);
}

/// floor(log2(amax)) after rounding the significand half up to `fractionBits`.
static int roundedExponent(uint64_t bits, unsigned fractionBits) {
  return exponentOf(bits +
                    (uint64_t(1) << (doubleFractionBits - 1 - fractionBits)));
}

/// The fraction bits that compressed-tensors rounds amax to: FP4's for FP4 and
/// FP8 elements, and since 0.20.1 three for E2M3; 0 if it has no rule.
static unsigned compressedTensorsFractionBits(const Format &element) {
  if (element.name == "f6E2M3FN")
    return 3;
  return element.width == 4 || element.width == 8 ? 1 : 0;
}

/// The exponent of rceil_te: the f32 product with fl(1 / max), rounded up to a
/// power of two as `cvt.rp.satfinite.ue8m0x2.f32` does.
static int selectTransformerEngineExponent(const Format &element, float amax) {
  constexpr unsigned fractionBits = 23, bias = 127;
  float reciprocal = 1.0f / static_cast<float>(element.maxFinite());
  auto bits = llvm::bit_cast<uint32_t>(amax * reciprocal);
  uint32_t exponent = bits >> fractionBits;
  uint32_t fraction = bits & ((1u << fractionBits) - 1);
  // A subnormal of fraction 400000 is 2^-127, byte 00; what is above it is
  // rounded up to byte 01. Largest values are above 1, so finite products never
  // reach the saturation at FE.
  bool up = exponent != 0 ? fraction != 0 : fraction > 0x400000;
  return static_cast<int>(exponent + up) - static_cast<int>(bias);
}

bool lowp::isPowerOfTwoRecipe(Recipe recipe) {
  return recipe != Recipe::Unstated && recipe != Recipe::AmaxOverMax;
}

llvm::Error lowp::checkRecipe(Recipe recipe, const Format &element,
                              const Format &scale) {
  auto fail = [&](llvm::Twine reason) {
    return llvm::createStringError("recipe '" + stringifyRecipe(recipe) +
                                   "': " + reason);
  };
  bool toE8M0 = scale.name == "f8E8M0FNU", toF32 = scale.name == "f32";
  switch (recipe) {
  case Recipe::Unstated:
    return fail("it must be stated");
  case Recipe::Floor:
  case Recipe::RCeil:
  case Recipe::Ceil:
  case Recipe::Even:
    if (!toE8M0 && !toF32)
      return fail("scales are f8E8M0FNU or f32, not " + scale.name);
    return llvm::Error::success();
  case Recipe::EvenCT:
    if (compressedTensorsFractionBits(element) == 0)
      return fail("compressed-tensors has no rule for " + element.name);
    [[fallthrough]];
  case Recipe::RCeilTE:
  case Recipe::EvenTorchAO:
    if (!toE8M0)
      return fail("scales are f8E8M0FNU, not " + scale.name);
    return llvm::Error::success();
  case Recipe::AmaxOverMax:
    if (!toF32)
      return fail("scales are f32, not " + scale.name);
    return llvm::Error::success();
  }
  llvm_unreachable("all recipes are handled");
}

int lowp::selectScaleExponent(Recipe recipe, const Format &element,
                              float amax) {
  assert(std::isfinite(amax) && amax > 0 && "amax is the caller's to check");
  // What the addition of half a unit makes of an amax near 2^128.
  constexpr int infinityExponent = 128;
  auto bits = llvm::bit_cast<uint64_t>(static_cast<double>(amax));
  int floorLog2 = exponentOf(bits);
  int emax = element.emax();
  switch (recipe) {
  case Recipe::Floor:
    return floorLog2 - emax;
  case Recipe::Ceil:
    return floorLog2 + (fractionOf(bits) != 0) - emax;
  case Recipe::RCeil: {
    auto maxBits = llvm::bit_cast<uint64_t>(element.maxFinite());
    return floorLog2 + (fractionOf(bits) > fractionOf(maxBits)) - emax;
  }
  case Recipe::RCeilTE:
    return selectTransformerEngineExponent(element, amax);
  case Recipe::Even:
    return roundedExponent(bits, element.fractionBits) - emax;
  case Recipe::EvenTorchAO: {
    int exponent = roundedExponent(bits, element.fractionBits);
    return exponent == infinityExponent ? infinityExponent : exponent - emax;
  }
  case Recipe::EvenCT: {
    int exponent =
        roundedExponent(bits, compressedTensorsFractionBits(element));
    return exponent == infinityExponent ? 0 : exponent - emax;
  }
  case Recipe::Unstated:
  case Recipe::AmaxOverMax:
    break;
  }
  llvm_unreachable("the recipe has no exponent");
}

uint32_t lowp::selectScale(Recipe recipe, const Format &element,
                           const Format &scale, float amax) {
  if (recipe == Recipe::AmaxOverMax) {
    float ratio = amax / static_cast<float>(element.maxFinite());
    return llvm::bit_cast<uint32_t>(
        std::max(ratio, std::numeric_limits<float>::denorm_min()));
  }
  int exponent = std::max(selectScaleExponent(recipe, element, amax),
                          scale.quantumExponent());
  if (scale.name == "f32")
    return llvm::bit_cast<uint32_t>(std::ldexp(1.0f, exponent));
  if (exponent > scale.emax())
    return scale.canonicalNaNCode();
  return exponent + scale.bias;
}
