//===- ExactSum.cpp - Sums without rounding -------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/ExactSum.h"
#include "llvm/ADT/bit.h"
#include <cassert>
#include <limits>

using namespace lowp;

static constexpr unsigned wordBits = 64;

/// Adds or subtracts `word` at word `position`, and carries on.
void ExactSum::addWord(uint64_t word, unsigned position, bool subtract) {
  for (; word != 0; ++position) {
    // The words are two's complement: the carry out of the last one is dropped.
    if (position == numWords)
      return;
    uint64_t before = words[position];
    words[position] = subtract ? before - word : before + word;
    word = subtract ? words[position] > before : words[position] < before;
  }
}

void ExactSum::add(const Dyadic &term) {
  if (term.isZero())
    return;
  Dyadic shifted = term;
  int offset = term.exponent - lowestExponent;
  // A number with trailing zeros may fit although its exponent is too low.
  while (offset < 0 && !(shifted.significand & 1)) {
    shifted.significand >>= 1;
    ++offset;
  }
  assert(offset >= 0 && offset < int(numWords - 2) * int(wordBits) &&
         "the term is out of range");
  unsigned position = offset / wordBits, shift = offset % wordBits;
  auto low = static_cast<uint64_t>(shifted.significand);
  auto high = static_cast<uint64_t>(shifted.significand >> wordBits);
  addWord(low << shift, position, term.negative);
  addWord(high << shift, position + 1, term.negative);
  if (shift != 0) {
    addWord(low >> (wordBits - shift), position + 1, term.negative);
    addWord(high >> (wordBits - shift), position + 2, term.negative);
  }
}

void ExactSum::addProduct(const Dyadic &left, const Dyadic &right) {
  bool negative = left.negative != right.negative;
  for (unsigned i : {0u, wordBits})
    for (unsigned j : {0u, wordBits}) {
      unsigned __int128 product =
          static_cast<unsigned __int128>(
              static_cast<uint64_t>(left.significand >> i)) *
          static_cast<uint64_t>(right.significand >> j);
      int exponent = left.exponent + right.exponent + static_cast<int>(i + j);
      add({negative, product, exponent});
    }
}

void ExactSum::addInfinity(bool negative) {
  (negative ? negativeInfinity : positiveInfinity) = true;
}

Dyadic ExactSum::leadingBits() const {
  std::array<uint64_t, numWords> magnitude = words;
  bool negative = words.back() >> (wordBits - 1);
  if (negative) {
    bool carry = true;
    for (uint64_t &word : magnitude) {
      word = ~word + carry;
      carry = carry && word == 0;
    }
  }
  unsigned top = numWords - 1;
  while (top > 1 && magnitude[top] == 0)
    --top;
  unsigned __int128 significand = magnitude[top];
  significand = significand << wordBits | magnitude[top - 1];
  for (unsigned i = 0; i + 1 < top; ++i)
    if (magnitude[i] != 0) {
      significand |= 1;
      break;
    }
  return {negative, significand,
          lowestExponent + static_cast<int>((top - 1) * wordBits)};
}

uint32_t ExactSum::round(const Format &destination,
                         const Conversion &conversion) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (nan || (positiveInfinity && negativeInfinity))
    return encode(destination, conversion,
                  std::numeric_limits<double>::quiet_NaN());
  if (positiveInfinity || negativeInfinity)
    return encode(destination, conversion,
                  positiveInfinity ? infinity : -infinity);
  uint32_t code = encode(destination, conversion, leadingBits());
  return destination.isZero(code) ? 0 : code;
}

float ExactSum::roundToF32() const {
  static const Format &f32 = *lookupFormat("f32");
  static const Conversion conversion = Conversion::propagating(f32);
  return llvm::bit_cast<float>(round(f32, conversion));
}
