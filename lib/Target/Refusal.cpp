//===- Refusal.cpp - Why a target cannot do what is asked -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace lowp {

std::string describe(const MatrixQuery &query) {
  std::string text = (query.encodingA + " x " + query.encodingB).str();
  if (query.scaleEncoding.empty())
    text += ", no block scales";
  else
    text +=
        (", " + query.scaleEncoding + " scales per " + Twine(query.scaleGroup))
            .str();
  text += (", " + query.accumulator + " accumulator").str();
  if (query.guaranteedBits != 0)
    text += " of " + std::to_string(query.guaranteedBits) + " guaranteed bits";
  return text;
}

std::optional<std::string> refuseTarget(StringRef chip) {
  const TargetInfo *target = lookupTarget(chip);
  if (!target) {
    SmallVector<StringRef> known;
    for (const TargetInfo &row : getTargets())
      if (row.instead.empty())
        known.push_back(row.chip);
    std::string refusal = "no target is named";
    if (!chip.empty())
      refusal = ("unknown target '" + chip + "'").str();
    return refusal + "; known are " + join(known, ", ");
  }
  if (!target->instead.empty())
    return ("target '" + chip + "' is refused: " + target->lacks + "; use '" +
            target->instead + "'")
        .str();
  return std::nullopt;
}

/// What lowp emits for `target`, one phrase an instruction.
static SmallVector<std::string> describeLowered(const TargetInfo &target) {
  SmallVector<std::string> lowered;
  for (const MatrixInstruction &row : getMatrixInstructions())
    if (row.isLowered && target.has(row.needs))
      lowered.push_back(describe(getQuery(row)));
  return lowered;
}

std::optional<std::string> refuseMatmul(const TargetInfo &target,
                                        const MatrixQuery &query) {
  if (selectMatrixInstruction(target, query))
    return std::nullopt;

  std::string text = "no matrix instruction of '" + target.chip.str() +
                     "' is lowered for " + describe(query);
  SmallVector<const MatrixInstruction *> fitting =
      findMatrixInstructions(target, query);
  if (!fitting.empty())
    text += "; " + fitting.front()->name.str() +
            " would do it, but lowp does not emit it yet";

  SmallVector<StringRef> chips;
  for (const TargetInfo &row : getTargets())
    if (selectMatrixInstruction(row, query))
      chips.push_back(row.chip);
  if (!chips.empty())
    text += "; it is for " + join(chips, ", ");

  SmallVector<std::string> lowered = describeLowered(target);
  if (!lowered.empty())
    return text + "; lowered for this target: " + join(lowered, "; ");
  if (!chips.empty())
    return text;

  // Neither this target nor this product: say what there is at all.
  text += "; lowered elsewhere:";
  for (const TargetInfo &row : getTargets())
    for (const std::string &phrase : describeLowered(row))
      text += " " + row.chip.str() + " (" + phrase + ")";
  return text;
}

} // namespace lowp
