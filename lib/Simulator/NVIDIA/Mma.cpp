//===- Mma.cpp - Matrix instructions of a warp ----------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mma.h"
#include "Elements.h"
#include "lowp/Numerics/Conversion.h"
#include "lowp/Numerics/ExactSum.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace lowp;
using namespace lowp::sim;

static constexpr unsigned kRows = 16, kColumns = 8, kMaxK = 64, kMaxScales = 4;

namespace {
/// The matrices of one instruction, gathered from the registers of all lanes.
struct Tiles {
  float a[kRows][kMaxK], b[kMaxK][kColumns], c[kRows][kColumns];
  float scaleA[kRows][kMaxScales], scaleB[kMaxScales][kColumns];
};
} // namespace

bool sim::hasLegalSelectors(const MmaForm &form, const MmaOperands &operands) {
  if (form.scales == 0)
    return true;
  // 1X: any byte; 2X: bytes 0 and 2; 4X: byte 0.
  auto isLegalByte = [&](uint32_t byte) {
    return byte < 4 && byte % form.scales == 0;
  };
  return isLegalByte(operands.byteA) && isLegalByte(operands.byteB) &&
         operands.threadA < 2 && operands.threadB < 4;
}

/// Row and column of accumulator i of four.
static std::pair<unsigned, unsigned> getPlace(unsigned lane, unsigned i) {
  return {(lane >> 2) + 8 * (i >> 1), 2 * (lane & 3) + (i & 1)};
}

static float getAccumulator(const MmaForm &form, const MmaOperands &operands,
                            unsigned i) {
  if (form.hasF16Sum)
    return getValues(
        Element::F16)[operands.c[i / 2] >> (16 * (i % 2)) & 0xFFFF];
  return llvm::bit_cast<float>(operands.c[i]);
}

/// A and B in containers of bytes (3.1), dense nibbles (4.1) or halves of a
/// word: a word holds `n` elements, four lanes hold 4n consecutive ones along
/// k.
static void gatherOperands(const MmaForm &form,
                           const std::array<const MmaOperands *, 32> &operands,
                           Tiles &tiles) {
  const std::vector<float> &valuesA = getValues(form.a);
  const std::vector<float> &valuesB = getValues(form.b);
  unsigned n = 32 / form.containerBits;
  auto getElement = [&](Element element, uint32_t word, unsigned e) {
    uint32_t container = word >> (form.containerBits * e) &
                         ((uint32_t(1) << form.containerBits) - 1);
    return form.containerBits == 8 ? getCode(element, uint8_t(container))
                                   : container;
  };
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned g = lane >> 2, t = lane & 3;
    const MmaOperands &own = *operands[lane];
    // Half of k has the words of the lower half alone.
    unsigned halves = form.k / (4 * n);
    for (unsigned half = 0; half < halves; ++half)
      for (unsigned e = 0; e < n; ++e) {
        unsigned k = n * t + e + 4 * n * half;
        for (unsigned upper : {0, 1})
          tiles.a[g + 8 * upper][k] =
              valuesA[getElement(form.a, own.a[2 * half + upper], e)];
        tiles.b[k][g] = valuesB[getElement(form.b, own.b[half], e)];
      }
    for (unsigned i = 0; i < 4; ++i) {
      auto [row, column] = getPlace(lane, i);
      tiles.c[row][column] = getAccumulator(form, own, i);
    }
  }
}

/// The scales of section 4.2: where they are read is not where the rows of the
/// accumulator are. Without scales, one that is 1.
static void gatherScales(const MmaForm &form,
                         const std::array<const MmaOperands *, 32> &operands,
                         Tiles &tiles) {
  if (form.scales == 0) {
    for (unsigned row = 0; row < kRows; ++row)
      tiles.scaleA[row][0] = 1;
    for (unsigned column = 0; column < kColumns; ++column)
      tiles.scaleB[0][column] = 1;
    return;
  }
  const std::vector<float> &values = getValues(form.scale);
  auto getScale = [&](uint32_t word, unsigned byte) {
    return values[word >> (8 * byte) & 0xFF];
  };
  const MmaOperands &first = *operands[0];
  for (unsigned j = 0; j < form.scales; ++j) {
    for (unsigned row = 0; row < kRows; ++row) {
      unsigned lane = 4 * (row % 8) + 2 * first.threadA + row / 8;
      tiles.scaleA[row][j] = getScale(operands[lane]->scaleA, first.byteA + j);
    }
    for (unsigned column = 0; column < kColumns; ++column) {
      unsigned lane = 4 * column + first.threadB;
      tiles.scaleB[j][column] =
          getScale(operands[lane]->scaleB, first.byteB + j);
    }
  }
}

/// fl(a + b) for an `a` of f32 and any double `b`: the sum is rounded to odd
/// first, so that the second rounding sees on which side of a tie it lies.
static float addRounded(float a, double b) {
  double sum = a + b;
  if (!std::isfinite(sum))
    return float(sum);
  double restOfB = sum - a;
  double error = (a - (sum - restOfB)) + (b - restOfB);
  uint64_t bits;
  std::memcpy(&bits, &sum, sizeof(bits));
  if (error != 0 && !(bits & 1)) {
    // Towards the exact sum, which lies beyond `sum` if the error has its sign.
    bits += (error > 0) == (sum > 0) ? 1 : -1;
    std::memcpy(&sum, &bits, sizeof(bits));
  }
  return float(sum);
}

/// Whether all products with their scales are exact in f32. Products of codes
/// of 8 bits or fewer are multiples of 2^-32 below 2^32, those of f16 of 2^-48;
/// those of bf16 may be smaller or larger than any f32.
static bool fitF32(const MmaForm &form, const Tiles &tiles) {
  if (form.a == Element::BF16)
    return false;
  if (form.scales == 0)
    return true;
  float lowA = INFINITY, highA = 0, lowB = INFINITY, highB = 0;
  bool isNaN = false;
  for (unsigned j = 0; j < form.scales; ++j) {
    for (unsigned row = 0; row < kRows; ++row) {
      float scale = tiles.scaleA[row][j];
      isNaN |= std::isnan(scale);
      lowA = std::fmin(lowA, scale == 0 ? lowA : scale);
      highA = std::fmax(highA, scale);
    }
    for (unsigned column = 0; column < kColumns; ++column) {
      float scale = tiles.scaleB[j][column];
      isNaN |= std::isnan(scale);
      lowB = std::fmin(lowB, scale == 0 ? lowB : scale);
      highB = std::fmax(highB, scale);
    }
  }
  // Scales with a fraction have at most four bits each.
  return !isNaN && double(lowA) * lowB >= 0x1p-100 &&
         double(highA) * highB <= 0x1p90;
}

static void addSequentially(const MmaForm &form, const Tiles &tiles,
                            float (&d)[kRows][kColumns]) {
  unsigned block = form.scales ? form.k / form.scales : form.k;
  bool isFast = fitF32(form, tiles);
  float scales[kColumns];
  for (unsigned row = 0; row < kRows; ++row)
    for (unsigned k = 0; k < form.k; ++k) {
      unsigned j = k / block;
      float a = tiles.a[row][k];
      if (isFast) {
        for (unsigned column = 0; column < kColumns; ++column)
          scales[column] = tiles.scaleA[row][j] * tiles.scaleB[j][column];
        for (unsigned column = 0; column < kColumns; ++column)
          d[row][column] += a * tiles.b[k][column] * scales[column];
        continue;
      }
      // At most 22 bits and exponents within 600: exact in a double.
      for (unsigned column = 0; column < kColumns; ++column)
        d[row][column] =
            addRounded(d[row][column], double(a) * tiles.b[k][column] *
                                           (double(tiles.scaleA[row][j]) *
                                            tiles.scaleB[j][column]));
    }
}

static const Conversion &getF16Conversion() {
  static const Conversion conversion =
      Conversion::propagating(getFormat(Element::F16));
  return conversion;
}

/// The product of finite and other factors, added to a sum.
static void addProduct(ExactSum &sum, std::initializer_list<double> factors) {
  double product = 1;
  bool isFinite = true;
  for (double factor : factors) {
    product *= factor;
    isFinite &= std::isfinite(factor);
  }
  if (isFinite)
    sum.add(Dyadic::fromDouble(product));
  else if (std::isnan(product))
    sum.addNaN();
  else
    sum.addInfinity(product < 0);
}

/// Rounds each sum once to the type of the accumulators.
static void addExactly(const MmaForm &form, const Tiles &tiles,
                       float (&d)[kRows][kColumns]) {
  unsigned block = form.scales ? form.k / form.scales : form.k;
  for (unsigned row = 0; row < kRows; ++row)
    for (unsigned column = 0; column < kColumns; ++column) {
      ExactSum sum;
      addProduct(sum, {d[row][column]});
      for (unsigned k = 0; k < form.k; ++k)
        addProduct(sum, {tiles.a[row][k], tiles.b[k][column],
                         tiles.scaleA[row][k / block],
                         tiles.scaleB[k / block][column]});
      d[row][column] = form.hasF16Sum
                           ? getValues(Element::F16)[sum.round(
                                 getFormat(Element::F16), getF16Conversion())]
                           : sum.roundToF32();
    }
}

void sim::executeMma(const MmaForm &form, Accumulation accumulation,
                     const std::array<const MmaOperands *, 32> &operands,
                     const std::array<MmaResults *, 32> &results) {
  Tiles tiles;
  gatherOperands(form, operands, tiles);
  gatherScales(form, operands, tiles);
  float d[kRows][kColumns];
  std::memcpy(d, tiles.c, sizeof(d));
  if (accumulation == Accumulation::Exact)
    addExactly(form, tiles, d);
  else
    addSequentially(form, tiles, d);
  for (unsigned lane = 0; lane < 32; ++lane) {
    MmaResults &own = *results[lane];
    own.fill(0);
    for (unsigned i = 0; i < 4; ++i) {
      auto [row, column] = getPlace(lane, i);
      // A zero result is +0 in both models.
      float value = d[row][column] == 0 ? 0.0f : d[row][column];
      if (form.hasF16Sum)
        own[i / 2] |= encode(getFormat(Element::F16), getF16Conversion(), value)
                      << (16 * (i % 2));
      else
        own[i] = llvm::bit_cast<uint32_t>(value);
    }
  }
}
