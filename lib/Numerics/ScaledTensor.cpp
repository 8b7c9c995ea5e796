//===- ScaledTensor.cpp - Codes with their scales -------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/ScaledTensor.h"
#include "llvm/Support/MathExtras.h"

using namespace lowp;

llvm::Expected<int64_t> lowp::countElements(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (extent < 0)
      return llvm::createStringError("extent " + llvm::Twine(extent) +
                                     " is negative");
    if (llvm::MulOverflow(count, extent, count))
      return llvm::createStringError("the number of elements overflows");
  }
  return count;
}

static llvm::Error checkCodes(const Format &format, llvm::StringRef what,
                              llvm::ArrayRef<uint32_t> codes, int64_t count) {
  if (static_cast<int64_t>(codes.size()) != count)
    return llvm::createStringError(llvm::Twine(codes.size()) + " " + what +
                                   " where shape and groups need " +
                                   llvm::Twine(count));
  for (uint32_t code : codes)
    if (code & ~format.codeMask())
      return llvm::createStringError(
          "code " + llvm::Twine(code) + " of " + what + " has more than the " +
          llvm::Twine(format.width) + " bits of " + format.name);
  return llvm::Error::success();
}

llvm::Error lowp::checkScaledTensor(const ScaledTensor &tensor) {
  constexpr size_t maxLevels = 2;
  if (!tensor.format)
    return llvm::createStringError("the encoding of the elements is missing");
  llvm::Expected<int64_t> count = countElements(tensor.shape);
  if (!count)
    return count.takeError();
  if (llvm::Error error =
          checkCodes(*tensor.format, "elements", tensor.codes, *count))
    return error;

  if (tensor.levels.size() > maxLevels)
    return llvm::createStringError("more than two levels of scales");
  for (const ScaleLevel &level : tensor.levels) {
    if (!level.format)
      return llvm::createStringError("the encoding of the scales is missing");
    llvm::StringRef name = level.format->name;
    if (name != "f8E8M0FNU" && name != "ue4m3" && name != "f32")
      return llvm::createStringError(
          "scales are f8E8M0FNU, ue4m3 or f32, not " + name);
    if (llvm::Error error = checkGroup(tensor.shape, level.group))
      return error;
    GroupMap groups(tensor.shape, level.group);
    if (llvm::Error error = checkCodes(*level.format, "scales", level.codes,
                                       groups.getNumGroups()))
      return error;
  }
  return llvm::Error::success();
}
