//===- TargetPrinter.cpp - The tables of targets, for people --------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace lowp {

static std::string formatPtxVersion(unsigned version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

static unsigned countLowered(const TargetInfo &target) {
  return count_if(getMatrixInstructions(), [&](const MatrixInstruction &row) {
    return row.isLowered && target.has(row.needs);
  });
}

void printTargets(raw_ostream &os) {
  os << "Targets (--target=NAME):\n";
  for (const TargetInfo &target : getTargets()) {
    os << "  " << left_justify(target.chip, 9);
    if (!target.instead.empty()) {
      os << "refused, use " << target.instead << ": " << target.lacks << "\n";
      continue;
    }
    os << "PTX " << formatPtxVersion(target.ptxVersion) << ", "
       << target.sharedBytesPerBlock / 1024 << " KiB shared memory a block, "
       << countLowered(target) << " matrix instructions lowered\n";
    for (const CapabilityInfo &capability : getCapabilities())
      if (target.has(Capability(capability.bit)))
        os << "             " << capability.summary << "\n";
  }
  os << "\nMatrix instructions (* lowered):\n";
  for (const MatrixInstruction &row : getMatrixInstructions()) {
    os << (row.isLowered ? "  * " : "    ") << left_justify(row.name, 33)
       << describe(getQuery(row)) << "; on";
    for (const TargetInfo &target : getTargets())
      if (target.has(row.needs))
        os << " " << target.chip;
    os << "\n";
  }
}

void printTargetsPage(raw_ostream &os) {
  os << "# Targets\n\nGenerated from the rows of `include/lowp/Target`.\n\n"
        "## Chips\n\n"
        "| name | PTX | shared memory a block | registers a thread | threads a "
        "block | matrix instructions lowered |\n"
        "| --- | --- | --- | --- | --- | --- |\n";
  for (const TargetInfo &target : getTargets())
    if (target.instead.empty())
      os << "| `" << target.chip << "` | "
         << formatPtxVersion(target.ptxVersion) << " | "
         << target.sharedBytesPerBlock << " B | "
         << target.maxRegistersPerThread << " | " << target.maxThreadsPerBlock
         << " | " << countLowered(target) << " |\n";

  os << "\nThese names are known and refused:\n\n"
        "| name | use instead | because |\n| --- | --- | --- |\n";
  for (const TargetInfo &target : getTargets())
    if (!target.instead.empty())
      os << "| `" << target.chip << "` | `" << target.instead << "` | "
         << target.lacks << " |\n";

  os << "\n## Capabilities\n\n| capability | what it is | chips |\n"
        "| --- | --- | --- |\n";
  for (const CapabilityInfo &capability : getCapabilities()) {
    os << "| " << capability.name << " | " << capability.summary << " |";
    for (const TargetInfo &target : getTargets())
      if (target.has(Capability(capability.bit)))
        os << " `" << target.chip << "`";
    os << " |\n";
  }

  os << "\n## Matrix instructions\n\n"
        "Additions: products and accumulator are cut to so many fraction bits "
        "below the largest exponent, summed exactly, and the sum is cut to the "
        "fraction bits of the result.\n\n"
        "| name | M x N x K | A | B | scales | PTX kind, from version | "
        "fraction bits kept, of the result | alignment | lowered | source |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const MatrixInstruction &row : getMatrixInstructions())
    os << "| `" << row.name << "` | " << row.m << " x " << row.n << " x "
       << row.k << " | `" << row.encodingA << "` | `" << row.encodingB
       << "` | `" << row.scaleEncoding << "` per " << row.scaleGroup << " | `"
       << row.ptxKind << "`, " << formatPtxVersion(row.minPtxVersion) << " | "
       << row.alignedBits << ", " << row.resultBits << " | "
       << row.operandAlignment << " B | " << (row.isLowered ? "yes" : "no")
       << " | " << row.source << " (" << row.inspected << ", " << row.testedWith
       << ") |\n";
}

} // namespace lowp
