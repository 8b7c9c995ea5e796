//===- Convert.cpp - Conversions between encodings ------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert.h"
#include "Elements.h"
#include "llvm/ADT/APFloat.h"
#include <cmath>
#include <cstring>

using namespace lowp;
using namespace lowp::sim;

static uint32_t getBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

uint32_t sim::convertSatFinite(float value, Element destination, bool relu) {
  const Format &format = getFormat(destination);
  const std::vector<float> &values = getValues(destination);
  if (std::isnan(value)) {
    // The smaller encodings have none and take the largest number.
    if (destination == Element::E4M3 || destination == Element::E5M2)
      return 0x7F;
    return format.maxFiniteCode();
  }
  uint32_t sign = std::signbit(value) ? format.signMask() : 0;
  if (sign && relu)
    return 0;
  double magnitude = std::fabs(value);
  uint32_t largest = format.maxFiniteCode();
  if (magnitude >= values[largest])
    return sign | largest;
  // Codes of magnitudes count up with their values.
  uint32_t below = 0, above = largest;
  while (above - below > 1) {
    uint32_t middle = (below + above) / 2;
    (values[middle] <= magnitude ? below : above) = middle;
  }
  double tie = (double(values[below]) + values[above]) / 2;
  bool up = magnitude > tie || (magnitude == tie && below % 2 == 1);
  return sign | (up ? above : below);
}

uint32_t sim::convertToUE8M0(float value, bool up, bool saturate) {
  if (std::isnan(value))
    return 0xFF;
  uint32_t magnitude = getBits(value) & 0x7FFFFFFF;
  uint32_t exponent = magnitude >> 23, fraction = magnitude & 0x7FFFFF;
  uint32_t overflow = saturate ? 0xFE : 0xFF;
  if (exponent == 0xFF)
    return overflow;
  if (!up)
    return exponent;
  // Half of the smallest normal number, 2^-127, is the least power of two.
  if (exponent == 0)
    return fraction > 0x400000 ? 1 : 0;
  exponent += fraction != 0;
  return exponent == 0xFF ? overflow : exponent;
}

uint16_t sim::convertToBF16(float value) {
  if (std::isnan(value))
    return 0x7FFF;
  uint32_t bits = getBits(value);
  uint32_t kept = bits >> 16, rest = bits & 0xFFFF;
  return uint16_t(kept + (rest > 0x8000 || (rest == 0x8000 && kept % 2 == 1)));
}

uint16_t sim::convertToF16(uint8_t code, Element source, bool relu) {
  float value = getValues(source)[code];
  if (std::isnan(value))
    return 0x7FFF;
  if (relu && std::signbit(value))
    return 0;
  llvm::APFloat half(value);
  bool losesInfo;
  half.convert(llvm::APFloat::IEEEhalf(), llvm::APFloat::rmNearestTiesToEven,
               &losesInfo);
  return half.bitcastToAPInt().getZExtValue();
}
