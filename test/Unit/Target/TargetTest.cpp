//===- TargetTest.cpp - What chips and their instructions can do ----------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace lowp;
using llvm::StringRef;

namespace {

const MatrixQuery mxfp8{"f8E4M3FN", "f8E4M3FN", "f8E8M0FNU", 32};

TEST(Chips, BlockScaledMmaNeedsTheSuffix) {
  EXPECT_TRUE(lookupTarget("sm_120a")->hasBlockScaledMma());
  EXPECT_TRUE(lookupTarget("sm_121a")->hasBlockScaledMma());
  for (StringRef other : {"sm_89", "sm_90a", "sm_100a", "sm_120", "sm_121"})
    EXPECT_FALSE(lookupTarget(other)->hasBlockScaledMma()) << other.str();
}

TEST(Chips, LimitsAndFeatures) {
  const TargetInfo &target = *lookupTarget("sm_120a");
  EXPECT_EQ(target.getFeatures(), "+ptx87");
  EXPECT_EQ(target.triple, "nvptx64-nvidia-cuda");
  EXPECT_EQ(target.warpSize, 32u);
  EXPECT_EQ(target.sharedBytesPerBlock, 101376u);
  EXPECT_EQ(lookupTarget("sm_90a")->sharedBytesPerBlock, 232448u);
  EXPECT_EQ(lookupTarget("sm_121a")->getFeatures(), "+ptx88");
}

TEST(Chips, EveryNameWithoutSuffixNamesARowToUse) {
  for (const TargetInfo &target : getTargets()) {
    EXPECT_EQ(lookupTarget(target.chip), &target);
    EXPECT_EQ(target.instead.empty(), target.lacks.empty());
    if (target.instead.empty())
      continue;
    const TargetInfo *full = lookupTarget(target.instead);
    ASSERT_TRUE(full);
    EXPECT_EQ(target.capabilities & ~full->capabilities, 0u);
    EXPECT_NE(target.capabilities, full->capabilities);
  }
}

TEST(Instructions, EveryNameFollowsTheGrammar) {
  auto upper = [](StringRef text) { return text.upper(); };
  for (const MatrixInstruction &row : getMatrixInstructions()) {
    std::string name = "MMA_" + upper(row.accumulator) + "_" +
                       std::to_string(row.m) + "x" + std::to_string(row.n) +
                       "x" + std::to_string(row.k) + "_" + upper(row.ptxA) +
                       "_" + upper(row.ptxB) + "_" + upper(row.ptxScale);
    EXPECT_EQ(row.name, name);
    EXPECT_EQ(lookupMatrixInstruction(name), &row);
  }
}

TEST(Instructions, EveryRowIsComplete) {
  for (const MatrixInstruction &row : getMatrixInstructions()) {
    SCOPED_TRACE(row.name.str());
    EXPECT_TRUE(llvm::any_of(getTargets(), [&](const TargetInfo &target) {
      return target.has(row.needs) && target.ptxVersion >= row.minPtxVersion;
    }));
    for (const TargetInfo &target : getTargets())
      if (target.has(row.needs))
        EXPECT_GE(target.ptxVersion, row.minPtxVersion);
    EXPECT_GT(row.scalesPerRow(), 0u);
    EXPECT_FALSE(row.source.empty() || row.inspected.empty() ||
                 row.testedWith.empty() || row.op.empty());
  }
}

TEST(Instructions, OneRowIsBestForEveryQuestion) {
  for (const TargetInfo &target : getTargets())
    for (const MatrixInstruction &row : getMatrixInstructions()) {
      auto found = findMatrixInstructions(target, getQuery(row));
      EXPECT_EQ(llvm::is_contained(found, &row), target.has(row.needs));
      if (found.size() > 1)
        EXPECT_LT(found[0]->rank, found[1]->rank) << row.name.str();
    }
}

TEST(Instructions, PackedFp4ComesBeforeFp4InBytes) {
  auto found = findMatrixInstructions(
      *lookupTarget("sm_120a"), {"f4E2M1FN", "f4E2M1FN", "f8E8M0FNU", 32});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0]->name, "MMA_F32_16x8x64_E2M1_E2M1_UE8M0");
  EXPECT_EQ(found[0]->scalesPerRow(), 2u);
}

TEST(Instructions, Mxfp8IsLoweredOnRTXBlackwell) {
  const MatrixInstruction *row =
      selectMatrixInstruction(*lookupTarget("sm_120a"), mxfp8);
  ASSERT_TRUE(row);
  EXPECT_EQ(row->name, "MMA_F32_16x8x32_E4M3_E4M3_UE8M0");
  EXPECT_EQ(row->ptxKind, "mxf8f6f4");
  EXPECT_EQ(row->alignedBits, 25u);
  EXPECT_EQ(row->layout, WarpBytes);
  EXPECT_EQ(selectMatrixInstruction(*lookupTarget("sm_90a"), mxfp8), nullptr);
}

TEST(Refusals, NothingToSayAboutWhatWorks) {
  EXPECT_EQ(refuseTarget("sm_120a"), std::nullopt);
  EXPECT_EQ(refuseMatmul(*lookupTarget("sm_120a"), mxfp8), std::nullopt);
}

TEST(Refusals, UnknownChipNamesTheKnownOnes) {
  EXPECT_EQ(refuseTarget("sm_42"),
            "unknown target 'sm_42'; known are sm_100a, sm_103a, sm_120a, "
            "sm_120f, sm_121a, sm_89, sm_90a");
}

TEST(Refusals, NoChipNamesTheKnownOnes) {
  EXPECT_EQ(refuseTarget(""),
            "no target is named; known are sm_100a, sm_103a, sm_120a, sm_120f, "
            "sm_121a, sm_89, sm_90a");
}

TEST(Refusals, MissingSuffixNamesTheReason) {
  EXPECT_EQ(refuseTarget("sm_120"),
            "target 'sm_120' is refused: mma.sync with block scales exists "
            "only on the architecture-specific target, and LLVM aborts when it "
            "meets it on another; use 'sm_120a'");
}

TEST(Refusals, PairWithoutLoweringNamesTheRowAndWhatIsLowered) {
  EXPECT_EQ(
      refuseMatmul(*lookupTarget("sm_120a"),
                   {"f8E5M2", "f8E4M3FN", "f8E8M0FNU", 32}),
      "no matrix instruction of 'sm_120a' is lowered for f8E5M2 x f8E4M3FN, "
      "f8E8M0FNU scales per 32, f32 accumulator; "
      "MMA_F32_16x8x32_E5M2_E4M3_UE8M0 would do it, but lowp does not emit it "
      "yet; lowered for this target: f8E4M3FN x f8E4M3FN, f8E8M0FNU scales per "
      "32, f32 accumulator");
}

TEST(Refusals, ChipWithoutInstructionNamesThoseThatHaveIt) {
  EXPECT_EQ(refuseMatmul(*lookupTarget("sm_90a"), mxfp8),
            "no matrix instruction of 'sm_90a' is lowered for f8E4M3FN x "
            "f8E4M3FN, f8E8M0FNU scales per 32, f32 accumulator; it is for "
            "sm_120a, sm_120f, sm_121a");
}

TEST(Refusals, NeitherChipNorPairNamesWhatThereIs) {
  std::string text = refuseMatmul(*lookupTarget("sm_90a"),
                                  {"f8E5M2", "f8E5M2", "f8E8M0FNU", 16})
                         .value();
  EXPECT_NE(text.find("lowered elsewhere: sm_120a (f8E4M3FN x f8E4M3FN"),
            std::string::npos)
      << text;
}

TEST(Printer, ListsEveryRow) {
  for (auto *print : {printTargets, printTargetsPage}) {
    std::string text;
    llvm::raw_string_ostream os(text);
    print(os);
    for (const TargetInfo &target : getTargets())
      EXPECT_NE(text.find(target.chip), std::string::npos);
    for (const MatrixInstruction &row : getMatrixInstructions())
      EXPECT_NE(text.find(row.name), std::string::npos);
  }
}

} // namespace
