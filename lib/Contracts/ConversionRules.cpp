//===- ConversionRules.cpp - Policies that must be stated -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "lowp/Contracts/Diagnostics.h"
#include "lowp/Format/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace lowp;

/// What twice the largest value becomes under either policy, with bytes.
static std::string describeOverflow(Type destination) {
  const Format &format = *getFormat(destination);
  std::string name = llvm::formatv("{0}", destination);
  double beyond = 2 * format.maxFinite();
  std::string largest = describeNumber(format.maxFinite());
  std::string otherwise;
  if (format.hasInfinity())
    otherwise = llvm::formatv("infinity ({0:X2})", format.infinityCode());
  else if (format.hasNaN())
    otherwise = llvm::formatv("NaN ({0:X2})", format.canonicalNaNCode());
  else
    return llvm::formatv("{0} becomes {1} ({2:X2}) in {3}, which has "
                         "neither infinity nor NaN: the loss cannot be seen",
                         describeNumber(beyond), largest,
                         format.maxFiniteCode(), name);
  return llvm::formatv("{0} becomes {1} ({2:X2}) in {3} under `saturate` "
                       "and {4} under `nonsaturating`",
                       describeNumber(beyond), largest, format.maxFiniteCode(),
                       name, otherwise);
}

unsigned lowp::checkConversion(Operation *op, ConversionAttr conversion) {
  if (conversion.getOverflow() != Overflow::Unstated)
    return 0;
  Violation(op, "cvt-overflow-mode-missing",
            "does not state what a value out of range becomes")
      .promised(op->getLoc(),
                llvm::formatv("the conversion is {0}", Attribute(conversion)))
      .because(describeOverflow(conversion.getDestination()));
  return 1;
}

unsigned lowp::checkQuantizer(Operation *op, QuantizerAttr quantizer) {
  unsigned broken = checkConversion(op, quantizer.getConversion());
  if (quantizer.getZeroGroup() != ZeroGroup::Unstated)
    return broken;
  const Format &format = *getFormat(quantizer.getConversion().getDestination());
  Violation(op, "scl-zero-group",
            "does not state the scale of a group of zeros")
      .promised(op->getLoc(),
                llvm::formatv("the quantizer is {0}", Attribute(quantizer)))
      .because(llvm::formatv(
          "with amax = 0 the scale 0 / {0} is 0 and its reciprocal infinite: "
          "0 * Inf is NaN, in every code of the group",
          describeNumber(format.maxFinite())));
  return broken + 1;
}
