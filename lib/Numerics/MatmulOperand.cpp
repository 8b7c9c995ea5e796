//===- MatmulOperand.cpp - An operand to contract -------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulOperand.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace lowp;

static constexpr int maxIntegerBits = 62;

double lowp::signOrSpecial(double value) {
  return std::isfinite(value) && value != 0 ? std::copysign(1.0, value) : value;
}

int lowp::integerBits(const Format &format) {
  int bits = format.emax() - format.quantumExponent() + 1;
  // The lowest integer has one bit more than the highest.
  return format.isInteger() ? bits + 1 : bits;
}

void lowp::appendSegmentStarts(const ScaledTensor &tensor, unsigned kDimension,
                               std::vector<int64_t> &starts) {
  int64_t k = tensor.shape[kDimension];
  for (const ScaleLevel &level : tensor.levels) {
    int64_t step = GroupMap(tensor.shape, level.group).getStep(kDimension);
    for (int64_t start = 0; start < k; start += step)
      starts.push_back(start);
  }
}

/// The scales that all levels give to the element at `index`.
static SegmentScale combineLevels(const ScaledTensor &tensor,
                                  llvm::ArrayRef<GroupMap> maps,
                                  llvm::ArrayRef<int64_t> index,
                                  bool absolute) {
  SegmentScale scale;
  scale.exact = Dyadic::fromDouble(1);
  for (auto [level, map] : llvm::zip_equal(tensor.levels, maps)) {
    double factor = decode(*level.format, level.codes[map.getGroup(index)]);
    if (absolute)
      factor = std::fabs(factor);
    if (level.format->name == "f32")
      scale.wide *= static_cast<float>(factor);
    else
      scale.narrow *= factor;
    scale.sign *= signOrSpecial(factor);
    scale.finite = scale.finite && std::isfinite(factor);
    if (scale.finite)
      scale.exact = scale.exact * Dyadic::fromDouble(factor);
  }
  return scale;
}

MatmulOperand::MatmulOperand(const ScaledTensor &tensor, unsigned kDimension,
                             llvm::ArrayRef<int64_t> segments, bool absolute)
    : format(tensor.format), lines(tensor.shape[1 - kDimension]),
      k(tensor.shape[kDimension]) {
  int64_t columns = tensor.shape[1];
  values.reserve(tensor.codes.size());
  for (int64_t line = 0; line < lines; ++line)
    for (int64_t i = 0; i < k; ++i) {
      int64_t row = kDimension == 1 ? line : i;
      int64_t column = kDimension == 1 ? i : line;
      double value = decode(*format, tensor.codes[row * columns + column]);
      values.push_back(absolute ? std::fabs(value) : value);
    }

  if (integerBits(*format) <= maxIntegerBits) {
    integers.reserve(values.size());
    for (double value : values)
      integers.push_back(std::isfinite(value)
                             ? static_cast<int64_t>(std::ldexp(
                                   value, -format->quantumExponent()))
                             : 0);
  }

  llvm::SmallVector<GroupMap, 2> maps;
  for (const ScaleLevel &level : tensor.levels)
    maps.emplace_back(tensor.shape, level.group);
  for (int64_t line = 0; line < lines; ++line)
    for (size_t i = 0; i + 1 < segments.size(); ++i) {
      int64_t index[2];
      index[kDimension] = segments[i];
      index[1 - kDimension] = line;
      SegmentScale scale = combineLevels(tensor, maps, index, absolute);
      auto elements = llvm::ArrayRef(values).slice(
          line * k + segments[i], segments[i + 1] - segments[i]);
      if (!llvm::all_of(elements, [](double v) { return std::isfinite(v); }))
        scale.finite = false;
      scales.push_back(scale);
    }
}
