//===- Target.cpp - What chips and their instructions can do --------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/Target.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lowp {

#define GET_CapabilityTable_IMPL
#define GET_ChipTable_IMPL
#define GET_MatrixInstructionTable_IMPL
#include "lowp/Target/Targets.h.inc"

ArrayRef<CapabilityInfo> getCapabilities() { return CapabilityTable; }

ArrayRef<TargetInfo> getTargets() { return ChipTable; }

const TargetInfo *lookupTarget(StringRef chip) {
  const TargetInfo *target = find_if(
      ChipTable, [&](const TargetInfo &row) { return row.chip == chip; });
  return target == std::end(ChipTable) ? nullptr : target;
}

std::string TargetInfo::getFeatures() const {
  return "+ptx" + std::to_string(ptxVersion);
}

ArrayRef<MatrixInstruction> getMatrixInstructions() {
  return MatrixInstructionTable;
}

const MatrixInstruction *lookupMatrixInstruction(StringRef name) {
  const MatrixInstruction *instruction =
      find_if(MatrixInstructionTable,
              [&](const MatrixInstruction &row) { return row.name == name; });
  return instruction == std::end(MatrixInstructionTable) ? nullptr
                                                         : instruction;
}

MatrixQuery getQuery(const MatrixInstruction &instruction) {
  return {instruction.encodingA, instruction.encodingB,
          instruction.scaleEncoding, instruction.scaleGroup,
          instruction.accumulator};
}

static bool answers(const MatrixInstruction &instruction,
                    const MatrixQuery &query) {
  return instruction.encodingA == query.encodingA &&
         instruction.encodingB == query.encodingB &&
         instruction.scaleEncoding == query.scaleEncoding &&
         instruction.scaleGroup == query.scaleGroup &&
         instruction.accumulator == query.accumulator &&
         instruction.alignedBits >= query.guaranteedBits;
}

SmallVector<const MatrixInstruction *>
findMatrixInstructions(const TargetInfo &target, const MatrixQuery &query) {
  SmallVector<const MatrixInstruction *> found;
  for (const MatrixInstruction &instruction : MatrixInstructionTable)
    if (target.has(instruction.needs) && answers(instruction, query))
      found.push_back(&instruction);
  llvm::sort(found,
             [](const MatrixInstruction *left, const MatrixInstruction *right) {
               return left->rank < right->rank;
             });
  return found;
}

const MatrixInstruction *selectMatrixInstruction(const TargetInfo &target,
                                                 const MatrixQuery &query) {
  for (const MatrixInstruction *instruction :
       findMatrixInstructions(target, query))
    if (instruction->isLowered)
      return instruction;
  return nullptr;
}

} // namespace lowp
