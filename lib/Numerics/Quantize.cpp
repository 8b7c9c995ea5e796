//===- Quantize.cpp - From f32 to codes and scales and back ---------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/Quantize.h"
#include "Elements.h"
#include "lowp/Numerics/Recipe.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>

using namespace lowp;

Quantizer Quantizer::mx(const Format &element, llvm::ArrayRef<int64_t> group) {
  Quantizer quantizer;
  quantizer.element = &element;
  quantizer.scale = lookupFormat("f8E8M0FNU");
  quantizer.group.assign(group.begin(), group.end());
  quantizer.recipe = Recipe::RCeil;
  quantizer.conversion = Conversion::saturating(element);
  quantizer.arithmetic = ScaleArithmetic::Divide;
  quantizer.zeroGroup = ZeroGroup::One;
  quantizer.nonfiniteGroup = NonfiniteGroup::Propagate;
  quantizer.subnormals = Subnormals::Preserve;
  return quantizer;
}

/// The checks that do not concern how scales are chosen.
static llvm::Error checkEncoding(const Quantizer &quantizer) {
  if (!quantizer.element)
    return llvm::createStringError("the encoding of the elements is missing");
  if (llvm::Error error =
          checkConversion(*quantizer.element, quantizer.conversion))
    return error;
  if (quantizer.arithmetic == ScaleArithmetic::Unstated)
    return llvm::createStringError("divide or reciprocal must be stated");
  if (quantizer.subnormals == Subnormals::Unstated)
    return llvm::createStringError("the subnormal policy must be stated");
  return llvm::Error::success();
}

llvm::Error lowp::checkQuantizer(const Quantizer &quantizer) {
  if (llvm::Error error = checkEncoding(quantizer))
    return error;
  if (!quantizer.scale)
    return llvm::createStringError("the encoding of the scales is missing");
  if (llvm::Error error =
          checkRecipe(quantizer.recipe, *quantizer.element, *quantizer.scale))
    return error;
  if (!std::isfinite(quantizer.amaxFloor) || quantizer.amaxFloor < 0)
    return llvm::createStringError("the floor of amax is not a finite number "
                                   ">= 0");
  if (quantizer.zeroGroup == ZeroGroup::Unstated && quantizer.amaxFloor == 0)
    return llvm::createStringError("the zero group policy must be stated");
  if (quantizer.nonfiniteGroup == NonfiniteGroup::Unstated)
    return llvm::createStringError("the nonfinite group policy must be stated");
  return llvm::Error::success();
}

static float flushSource(const Quantizer &quantizer, float value) {
  if (quantizer.subnormals == Subnormals::Flush &&
      std::fpclassify(value) == FP_SUBNORMAL)
    return std::copysign(0.0f, value);
  return value;
}

namespace {
/// What decides the scale of a group.
struct GroupFacts {
  float amax = 0; // NaN is left out
  bool hasNaN = false;
};
} // namespace

static uint32_t selectGroupScale(const Quantizer &quantizer,
                                 const GroupFacts &facts) {
  const Format &scale = *quantizer.scale;
  bool infinite = std::isinf(facts.amax);
  if (quantizer.nonfiniteGroup == NonfiniteGroup::Propagate &&
      (facts.hasNaN || infinite))
    return scale.canonicalNaNCode();
  if (infinite)
    return scale.maxFiniteCode();
  float amax = std::max(facts.amax, quantizer.amaxFloor);
  if (amax == 0)
    return quantizer.zeroGroup == ZeroGroup::One ? scale.unitCode()
                                                 : scale.smallestCode();
  return selectScale(quantizer.recipe, *quantizer.element, scale, amax);
}

/// The value that is converted to a code. Dividing an f32 by a power of two is
/// exact in double; other scales round the quotient or product to f32.
static double scaleValue(ScaleArithmetic arithmetic, float value,
                         double scale) {
  int exponent;
  if (std::frexp(scale, &exponent) == 0.5)
    return std::ldexp(static_cast<double>(value), 1 - exponent);
  auto scaleF32 = static_cast<float>(scale);
  if (arithmetic == ScaleArithmetic::Divide)
    return value / scaleF32;
  return value * (1.0f / scaleF32);
}

static uint32_t encodeElement(const Quantizer &quantizer, float value,
                              double scale) {
  const Format &format = *quantizer.element;
  double scaled =
      scaleValue(quantizer.arithmetic, flushSource(quantizer, value), scale);
  uint32_t code = encode(format, quantizer.conversion, scaled);
  if (quantizer.subnormals == Subnormals::Flush && format.isSubnormal(code))
    return encode(format, quantizer.conversion, std::copysign(0.0, scaled));
  return code;
}

llvm::Expected<ScaledTensor> lowp::quantize(const Quantizer &quantizer,
                                            llvm::ArrayRef<int64_t> shape,
                                            llvm::ArrayRef<float> values) {
  if (llvm::Error error = checkQuantizer(quantizer))
    return error;
  if (llvm::Error error = checkValues(shape, values))
    return error;
  if (llvm::Error error = checkGroup(shape, quantizer.group))
    return error;

  GroupMap groups(shape, quantizer.group);
  std::vector<GroupFacts> facts(groups.getNumGroups());
  forEachElement(
      shape, groups, values.size(), [&](size_t element, int64_t group) {
        float magnitude = std::fabs(flushSource(quantizer, values[element]));
        if (std::isnan(magnitude))
          facts[group].hasNaN = true;
        else
          facts[group].amax = std::max(facts[group].amax, magnitude);
      });

  ScaleLevel level = {quantizer.scale, quantizer.group, {}};
  level.codes.reserve(facts.size());
  for (const GroupFacts &group : facts)
    level.codes.push_back(selectGroupScale(quantizer, group));
  return quantizeWithScales(quantizer, shape, values, std::move(level));
}

llvm::Expected<ScaledTensor>
lowp::quantizeWithScales(const Quantizer &quantizer,
                         llvm::ArrayRef<int64_t> shape,
                         llvm::ArrayRef<float> values, ScaleLevel level) {
  if (llvm::Error error = checkEncoding(quantizer))
    return error;
  if (llvm::Error error = checkValues(shape, values))
    return error;

  ScaledTensor tensor;
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.format = quantizer.element;
  tensor.codes.resize(values.size());
  tensor.levels.push_back(std::move(level));
  if (llvm::Error error = checkScaledTensor(tensor))
    return error;

  const ScaleLevel &scales = tensor.levels.front();
  std::vector<double> decoded;
  decoded.reserve(scales.codes.size());
  for (uint32_t code : scales.codes)
    decoded.push_back(decode(*scales.format, code));
  forEachElement(shape, GroupMap(shape, scales.group), values.size(),
                 [&](size_t element, int64_t group) {
                   tensor.codes[element] = encodeElement(
                       quantizer, values[element], decoded[group]);
                 });
  return tensor;
}

llvm::Expected<std::vector<float>> lowp::dequantize(const ScaledTensor &tensor,
                                                    const Format &destination) {
  if (llvm::Error error = checkScaledTensor(tensor))
    return error;
  if (!destination.hasInfinity() || destination.fractionBits > 23)
    return llvm::createStringError("dequantization to " + destination.name +
                                   ", which has no infinity");
  Conversion conversion = Conversion::propagating(destination);

  llvm::SmallVector<GroupMap, 2> maps;
  for (const ScaleLevel &level : tensor.levels)
    maps.emplace_back(tensor.shape, level.group);

  std::vector<float> values(tensor.codes.size());
  llvm::SmallVector<int64_t, 4> index(tensor.shape.size(), 0);
  for (size_t element = 0; element < values.size(); ++element) {
    // Doubles tell what happens to NaN and infinities; finite products are
    // exact numbers.
    double estimate = decode(*tensor.format, tensor.codes[element]);
    bool finite = std::isfinite(estimate);
    Dyadic product;
    if (finite)
      product = Dyadic::fromDouble(estimate);
    for (auto [level, map] : llvm::zip_equal(tensor.levels, maps)) {
      double scale = decode(*level.format, level.codes[map.getGroup(index)]);
      estimate *= scale;
      finite &= std::isfinite(scale);
      if (finite)
        product = product * Dyadic::fromDouble(scale);
    }
    uint32_t code = finite ? encode(destination, conversion, product)
                           : encode(destination, conversion, estimate);
    values[element] = static_cast<float>(decode(destination, code));
    advance(index, tensor.shape);
  }
  return values;
}
