//===- Target.h - What chips and their instructions can do ------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only way to ask about a target. The answers are rows of NVIDIA.td and
// Instructions.td; encodings are named as MLIR spells them (`f8E4M3FN`), types
// of ours without the leading `!lowp.` (`ue4m3`).
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_TARGET_H
#define LOWP_TARGET_TARGET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>
#include <string>

namespace lowp {

#define GET_Capability_DECL
#define GET_FragmentLayout_DECL
#include "lowp/Target/Targets.h.inc"

/// A row of Capabilities.td.
struct CapabilityInfo {
  unsigned bit;
  llvm::StringLiteral name;
  /// What a chip with the capability has, for people.
  llvm::StringLiteral summary;
};

/// A chip: a row of NVIDIA.td. All rows live in static storage, so a target is
/// passed by reference and compared by address.
struct TargetInfo {
  /// The name that `#lowp.target` and `--target` take: "sm_120a".
  llvm::StringLiteral chip;
  /// The triple LLVM compiles for.
  llvm::StringLiteral triple;
  /// The PTX version lowp writes for the chip: 87 is 8.7.
  unsigned ptxVersion;

  /// Limits. Shared memory above 48 KiB a block is dynamic and asked for at the
  /// launch.
  unsigned warpSize;
  unsigned maxThreadsPerBlock;
  unsigned maxThreadsPerSM;
  unsigned maxBlocksPerSM;
  unsigned maxRegistersPerThread;
  unsigned registersPerSM;
  unsigned sharedBytesPerBlock;
  unsigned sharedBytesPerSM;

  /// A name without its suffix lacks what makes the chip worth targeting: here
  /// are the name to use instead, and what only that has. Else both are empty.
  llvm::StringLiteral instead;
  llvm::StringLiteral lacks;

  /// One bit a capability; the predicates below ask for them.
  uint32_t capabilities;

  bool has(Capability capability) const {
    return (capabilities >> capability) & 1;
  }
  bool hasAsyncCopy() const { return has(AsyncCopy); }
  bool hasTensorMemoryAccess() const { return has(TensorMemoryAccess); }
  bool hasClusters() const { return has(Clusters); }
  bool hasRegisterReallocation() const { return has(RegisterReallocation); }
  bool hasNarrowConversions() const { return has(NarrowConversions); }
  bool hasFp8Mma() const { return has(Fp8Mma); }
  bool hasFp8Wgmma() const { return has(Fp8Wgmma); }
  bool hasBlockScaledMma() const { return has(BlockScaledMma); }
  bool hasBlockScaledTcgen05() const { return has(BlockScaledTcgen05); }

  /// The feature string LLVM and `#nvvm.target` take: "+ptx87".
  std::string getFeatures() const;
};

/// A matrix instruction: a row of Instructions.td, static like TargetInfo.
struct MatrixInstruction {
  /// "MMA_F32_16x8x32_E4M3_E4M3_UE8M0"; the grammar is in Instructions.td.
  llvm::StringLiteral name;

  /// The tile: A is m x k, B is k x n, the accumulator m x n.
  unsigned m, n, k;
  llvm::StringLiteral encodingA, encodingB;
  /// The type of the accumulator in registers.
  llvm::StringLiteral accumulator;
  /// The encoding of the block scales, and how many elements along K share one.
  llvm::StringLiteral scaleEncoding;
  unsigned scaleGroup;

  /// The words of PTX for operands, scales and kind, as MLIR's enums spell
  /// them.
  llvm::StringLiteral ptxA, ptxB, ptxScale, ptxKind;
  /// The operation that the instruction is in MLIR.
  llvm::StringLiteral op;
  unsigned minPtxVersion;
  /// What a chip must have.
  Capability needs;

  /// Which element sits in which register; see Fragments.h.
  FragmentLayout layout;
  /// How many 32-bit registers a lane holds of each operand.
  unsigned wordsA, wordsB, wordsAccumulator;
  /// Alignment in bytes of a row of A and of a column of B in memory.
  unsigned operandAlignment;

  /// What is known of its additions: products and accumulator are aligned to
  /// the largest exponent and cut to `alignedBits` fraction bits, as many as
  /// `productsPerStep` products are summed exactly, and the sum is cut to
  /// `resultBits` fraction bits.
  unsigned alignedBits, resultBits, productsPerStep;

  /// Where several instructions fit, the lowest rank is taken.
  unsigned rank;
  /// Whether lowp emits it today.
  bool isLowered;

  /// Where the facts stand, when they were compared with it, and what has
  /// assembled the instruction.
  llvm::StringLiteral source, inspected, testedWith;

  /// Scales that one instruction applies to a row of A or a column of B; PTX
  /// calls 1 `scale_vec::1X`.
  unsigned scalesPerRow() const { return k / scaleGroup; }
};

/// What a contraction asks of an instruction.
struct MatrixQuery {
  llvm::StringRef encodingA, encodingB;
  llvm::StringRef scaleEncoding;
  /// Elements along K that share a scale.
  int64_t scaleGroup;
  llvm::StringRef accumulator = "f32";
  /// Fraction bits that addends keep where they are summed; 0 demands none.
  unsigned guaranteedBits = 0;
};

llvm::ArrayRef<CapabilityInfo> getCapabilities();

/// All chips, in the order of their names.
llvm::ArrayRef<TargetInfo> getTargets();

/// The chip of that name, or null. A chip that is found may still be one that
/// lowp does not compile for: see `refuseTarget`.
const TargetInfo *lookupTarget(llvm::StringRef chip);

llvm::ArrayRef<MatrixInstruction> getMatrixInstructions();
const MatrixInstruction *lookupMatrixInstruction(llvm::StringRef name);

/// The instructions of `target` that do what is asked, best first, whether lowp
/// emits them or not.
llvm::SmallVector<const MatrixInstruction *>
findMatrixInstructions(const TargetInfo &target, const MatrixQuery &query);

/// The best instruction that lowp emits, or null: see `refuseMatmul`.
const MatrixInstruction *selectMatrixInstruction(const TargetInfo &target,
                                                 const MatrixQuery &query);

/// Why lowp does not compile for `chip`, if so: the name is unknown, or it
/// lacks its suffix. The text is a diagnostic's, without its location.
std::optional<std::string> refuseTarget(llvm::StringRef chip);

/// Why `target` has no instruction for `query` that lowp emits, if so, and what
/// would work instead.
std::optional<std::string> refuseMatmul(const TargetInfo &target,
                                        const MatrixQuery &query);

/// "f8E4M3FN x f8E4M3FN, f8E8M0FNU scales per 32, f32 accumulator".
std::string describe(const MatrixQuery &query);

/// The query that the instruction answers.
MatrixQuery getQuery(const MatrixInstruction &instruction);

/// Prints chips and instructions for people, as `--list-targets` does.
void printTargets(llvm::raw_ostream &os);

/// Prints the reference page of the same rows, in Markdown.
void printTargetsPage(llvm::raw_ostream &os);

} // namespace lowp

#endif // LOWP_TARGET_TARGET_H
