//===- NVFP4.cpp - Two levels of scales for FP4 ---------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/NVFP4.h"
#include "Elements.h"
#include "lowp/Numerics/Conversion.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace lowp;

static constexpr float fltMax = std::numeric_limits<float>::max();
/// The largest values of E2M1 and E4M3, and their product.
static constexpr float elementMax = 6, blockMax = 448;
static constexpr float productMax = elementMax * blockMax;

static const Format &element() {
  static const Format &format = *lookupFormat("f4E2M1FN");
  return format;
}

static const Format &blockScale() {
  static const Format &format = *lookupFormat("ue4m3");
  return format;
}

llvm::Expected<NVFP4TensorScale> lowp::selectTensorScale(NVFP4Recipe recipe,
                                                         float g) {
  auto fail = [&](const llvm::Twine &reason) {
    return llvm::createStringError("the tensor's amax is " + reason);
  };
  bool handlesInfinity = recipe == NVFP4Recipe::TransformerEngine;
  if (std::isnan(g) || g < 0 || (std::isinf(g) && !handlesInfinity))
    return fail("not a finite number >= 0");
  switch (recipe) {
  case NVFP4Recipe::TransformerEngine: {
    float encode = std::min(productMax / g, fltMax);
    if (g == 0 || encode == 0)
      encode = 1;
    return NVFP4TensorScale{encode, 1 / encode};
  }
  case NVFP4Recipe::TorchAO:
  case NVFP4Recipe::ModelOpt: {
    float reconstruct = g / productMax;
    if (!std::isfinite(1 / reconstruct))
      return fail("too small: the recipe divides by amax / 2688");
    return NVFP4TensorScale{1 / reconstruct, reconstruct};
  }
  case NVFP4Recipe::CompressedTensors: {
    float encode = productMax / g;
    if (!std::isfinite(encode))
      encode = 1;
    return NVFP4TensorScale{encode, 1 / encode};
  }
  }
  llvm_unreachable("all recipes are handled");
}

uint32_t lowp::selectBlockScale(NVFP4Recipe recipe,
                                const NVFP4TensorScale &tensor, float b) {
  auto round = [](float value) {
    return encode(blockScale(), Conversion::saturating(blockScale()), value);
  };
  switch (recipe) {
  case NVFP4Recipe::TransformerEngine: {
    // One factor, which is not the same as b / 6 * alpha.
    float factor = tensor.encode * (1 / elementMax);
    return round(b * factor);
  }
  case NVFP4Recipe::TorchAO:
    return round(
        std::clamp(b / elementMax / tensor.reconstruct, 0x1p-6f, blockMax));
  case NVFP4Recipe::ModelOpt: {
    float scale = b / (elementMax * tensor.reconstruct);
    if (scale == 0)
      scale = 1;
    return round(std::clamp(scale, 0x1p-9f, blockMax));
  }
  case NVFP4Recipe::CompressedTensors: {
    constexpr uint32_t eighth = 0x20;
    uint32_t code = round(b / elementMax * tensor.encode);
    return blockScale().isZero(code) ? eighth : code;
  }
  }
  llvm_unreachable("all recipes are handled");
}

/// The code of one value under the scale `s` of its block.
static uint32_t encodeElement(NVFP4Recipe recipe,
                              const NVFP4TensorScale &tensor, float s,
                              float value) {
  float scaled = 0;
  switch (recipe) {
  case NVFP4Recipe::TransformerEngine:
    scaled = value * std::min(1 / (s * tensor.reconstruct), fltMax);
    break;
  case NVFP4Recipe::TorchAO:
    scaled = value * (tensor.encode / s);
    break;
  case NVFP4Recipe::ModelOpt:
    // The sign comes from a comparison, so -0 has none.
    scaled = value == 0 ? 0 : value / (s * tensor.reconstruct);
    break;
  case NVFP4Recipe::CompressedTensors:
    scaled = value == 0 ? 0 : value / (s / tensor.encode);
    break;
  }
  return encode(element(), Conversion::saturating(element()), scaled);
}

llvm::Expected<ScaledTensor>
lowp::quantizeNVFP4(NVFP4Recipe recipe, llvm::ArrayRef<int64_t> shape,
                    llvm::ArrayRef<float> values,
                    llvm::ArrayRef<int64_t> block) {
  if (llvm::Error error = checkValues(shape, values))
    return error;
  if (llvm::Error error = checkGroup(shape, block))
    return error;

  GroupMap groups(shape, block);
  std::vector<float> blockAmax(groups.getNumGroups(), 0);
  float g = 0;
  bool allFinite = true;
  forEachElement(shape, groups, values.size(), [&](size_t i, int64_t group) {
    allFinite &= std::isfinite(values[i]);
    // fmax leaves NaN out.
    blockAmax[group] = std::fmax(blockAmax[group], std::fabs(values[i]));
    g = std::fmax(g, blockAmax[group]);
  });
  if (!allFinite && recipe != NVFP4Recipe::TransformerEngine)
    return llvm::createStringError(
        "a value is not finite, for which the recipe has no rule");
  llvm::Expected<NVFP4TensorScale> tensorScale = selectTensorScale(recipe, g);
  if (!tensorScale)
    return tensorScale.takeError();

  const Format &f32 = *lookupFormat("f32");
  ScaledTensor tensor;
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.format = &element();
  tensor.codes.resize(values.size());
  ScaleLevel blocks = {&blockScale(), {block.begin(), block.end()}, {}};
  for (float b : blockAmax)
    blocks.codes.push_back(selectBlockScale(recipe, *tensorScale, b));
  forEachElement(shape, groups, values.size(), [&](size_t i, int64_t group) {
    auto s = static_cast<float>(decode(blockScale(), blocks.codes[group]));
    tensor.codes[i] = encodeElement(recipe, *tensorScale, s, values[i]);
  });
  tensor.levels.push_back(std::move(blocks));
  tensor.levels.push_back(
      {&f32,
       llvm::SmallVector<int64_t, 4>(shape.size(), wholeExtent),
       {encode(f32, Conversion::propagating(f32), tensorScale->reconstruct)}});
  return tensor;
}
