//===- Dyadic.cpp - Exact numbers m * 2^e ---------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/Dyadic.h"
#include "llvm/ADT/bit.h"
#include <cassert>
#include <cmath>

using namespace lowp;

Dyadic Dyadic::fromDouble(double value) {
  assert(std::isfinite(value) && "not a number that can be rounded");
  constexpr int fractionBits = 52, bias = 1023;
  constexpr uint64_t hiddenBit = uint64_t(1) << fractionBits;
  uint64_t bits = llvm::bit_cast<uint64_t>(value);
  int exponent = bits >> fractionBits & 0x7FF;
  uint64_t significand = bits & (hiddenBit - 1);
  if (exponent != 0)
    significand |= hiddenBit;
  else
    exponent = 1;
  return {std::signbit(value), significand, exponent - bias - fractionBits};
}

Dyadic Dyadic::fromInteger(__int128 value, int exponent) {
  unsigned __int128 magnitude = value;
  return {value < 0, value < 0 ? -magnitude : magnitude, exponent};
}

static unsigned countTrailingZeros(unsigned __int128 value) {
  auto low = static_cast<uint64_t>(value);
  return low ? llvm::countr_zero(low)
             : 64 + llvm::countr_zero(static_cast<uint64_t>(value >> 64));
}

static void dropTrailingZeros(Dyadic &value) {
  if (value.isZero())
    return;
  unsigned zeros = countTrailingZeros(value.significand);
  value.significand >>= zeros;
  value.exponent += zeros;
}

Dyadic lowp::operator*(Dyadic left, Dyadic right) {
  dropTrailingZeros(left);
  dropTrailingZeros(right);
  Dyadic product = {left.negative != right.negative,
                    left.significand * right.significand,
                    left.exponent + right.exponent};
  assert((left.isZero() ||
          product.significand / left.significand == right.significand) &&
         "the product has more than 128 bits");
  return product;
}
