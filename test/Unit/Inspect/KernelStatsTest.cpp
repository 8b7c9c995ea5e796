//===- KernelStatsTest.cpp - What is counted in listings ------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Inspect/KernelStats.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace lowp;

namespace {

/// The listing of one kernel with these instructions and labels, one a line.
std::string list(llvm::StringRef code, unsigned threads = 128) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "\t.target\tsm_120a\n\n"
        "\t.section\t.nv.info,\"\",@\"SHT_CUDA_INFO\"\n"
        "\t//----- nvinfo : EIATTR_REGCOUNT\n"
        "        /*0004*/ \t.word\tindex@(k)\n"
        "        /*0008*/ \t.word\t0x000000c8\n"
        "\t.section\t.nv.info.k,\"\",@\"SHT_CUDA_INFO\"\n"
        "\t.sectionflags\t@\"\"\n"
        "\t//----- nvinfo : EIATTR_MAX_THREADS\n"
        "        /*00bc*/ \t.word\t"
     << threads
     << "\n"
        "        /*00c0*/ \t.word\t0x00000001\n"
        "        /*00c4*/ \t.word\t0x00000001\n"
        "\t.section\t.text.k,\"ax\",@progbits\n\t.sectionflags\t@\"\"\n"
        "        .other          k,@\"STO_CUDA_ENTRY STV_DEFAULT\"\n"
        "k:\n.text.k:\n";
  unsigned address = 0;
  while (!code.empty()) {
    llvm::StringRef line;
    std::tie(line, code) = code.split('\n');
    line = line.trim();
    if (line.ends_with(":"))
      os << line << "\n";
    else if (!line.empty())
      os << "        /*" << llvm::utohexstr(16 * address++, /*LowerCase=*/true)
         << "*/                   " << line << " ;\n";
  }
  os << "\t.section\t.nv.shared.k,\"aw\",@nobits\n\t.zero\t\t1024\n";
  return text;
}

KernelStats count(llvm::StringRef code) {
  llvm::Expected<SassListing> listing = parseSass(list(code));
  EXPECT_TRUE(bool(listing));
  return computeKernelStats(listing->kernels.front(),
                            *lookupTarget(listing->chip), 98304);
}

TEST(KernelStats, CountsTheMainLoop) {
  KernelStats stats = count(R"(
    LDG.E R4, desc[UR4][R2.64]
    STL [R1], R4
  .L_0:
    LDSM.16.M88.4 R144, [R218]
    LDS R5, [R6]
    @!P1 LDGSTS.E.BYPASS.128 [R2], desc[UR24][R8.64]
    QMMA.SF.16832.F32.E4M3.E4M3.E8 R4, R144, R148, R4, R2, R8, URZ
    @!UPT UIADD3 URZ, UPT, UPT, URZ, URZ, URZ
    @!PT LDS RZ, [RZ]
    NOP
    QMMA.SF.16832.F32.E4M3.E4M3.E8 R12, R144, R150, R12, R2, R8, UR4
    BAR.SYNC.DEFER_BLOCKING 0x0
    UIADD3 UR4, UPT, UPT, UR4, 0x1, URZ
    @P0 BRA `(.L_0)
    LDL R4, [R1]
    EXIT
  .L_1:
    BRA `(.L_1)
  )");
  EXPECT_EQ(stats.registers, 200u);
  EXPECT_EQ(stats.threads, 128u);
  EXPECT_EQ(stats.staticSharedBytes, 0u);
  EXPECT_EQ(stats.spillLoads, 1u);
  EXPECT_EQ(stats.spillStores, 1u);
  ASSERT_TRUE(stats.mainLoop.has_value());
  const LoopStats &loop = *stats.mainLoop;
  EXPECT_EQ(loop.instructions, 11u);
  EXPECT_EQ(loop.matrix, 2u);
  EXPECT_EQ(loop.fillers, 3u);
  EXPECT_EQ(loop.matrixReads, 1u);
  EXPECT_EQ(loop.otherReads, 1u);
  EXPECT_EQ(loop.copies, 1u);
  EXPECT_EQ(loop.barriers, 1u);
  EXPECT_EQ(loop.spillLoads + loop.spillStores, 0u);
  EXPECT_EQ(loop.multiplyAccumulates, 2u * 16 * 8 * 32);
  // Six others, a sixteenth of the unit for each two instructions.
  EXPECT_DOUBLE_EQ(*loop.getOverhead(), 6 * 8.0);
}

// A jump back from code out of line is no loop, and that code not the loop's.
TEST(KernelStats, LeavesCodeOutOfLineAlone) {
  KernelStats stats = count(R"(
  .L_0:
    SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R2
    @!P0 BRA `(.L_2)
  .L_1:
    OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X R4, R8, R12, R4, R2, R3, URZ
    BRA.U UP0, `(.L_0)
    EXIT
  .L_2:
    SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R2
    @!P0 BRA `(.L_2)
    BRA `(.L_1)
  )");
  ASSERT_TRUE(stats.mainLoop.has_value());
  EXPECT_EQ(stats.mainLoop->instructions, 4u);
  EXPECT_EQ(stats.mainLoop->multiplyAccumulates, 16u * 8 * 64);
}

TEST(KernelStats, TakesTheInnermostLoopWithMostMatrixInstructions) {
  KernelStats stats = count(R"(
  .L_0:
    HMMA.16816.F32 R4, R8, R12, R4
    HMMA.16816.F32 R4, R8, R12, R4
    HMMA.16816.F32 R4, R8, R12, R4
  .L_1:
    QGMMA.64x128x32.F32.E4M3.E4M3 R4, gdesc[UR4], R4
    IADD3 R1, PT, PT, R1, 0x1, RZ
    @P0 BRA `(.L_1)
  .L_2:
    HMMA.16816.F32 R4, R8, R12, R4
    HMMA.16816.F32 R4, R8, R12, R4
    @P0 BRA `(.L_2)
    @P1 BRA `(.L_0)
    EXIT
  )");
  ASSERT_TRUE(stats.mainLoop.has_value());
  EXPECT_EQ(stats.mainLoop->instructions, 3u);
  EXPECT_EQ(stats.mainLoop->multiplyAccumulates, 2u * 16 * 8 * 16);
}

TEST(KernelStats, KnowsNoOverheadOfAShapeItDoesNotKnow) {
  KernelStats stats = count(R"(
  .L_0:
    HMMA.999.F32 R4, R8, R12, R4
    @P0 BRA `(.L_0)
    EXIT
  )");
  ASSERT_TRUE(stats.mainLoop.has_value());
  EXPECT_FALSE(stats.mainLoop->getOverhead().has_value());
  EXPECT_FALSE(count("EXIT").mainLoop.has_value());
}

TEST(KernelStats, RefusesTextThatIsNoListing) {
  for (llvm::StringRef text : {"", "\t.target\tsm_120a\n", "hello"}) {
    llvm::Expected<SassListing> listing = parseSass(text);
    EXPECT_FALSE(bool(listing));
    llvm::consumeError(listing.takeError());
  }
}

TEST(Occupancy, HasFourLimits) {
  const TargetInfo &target = *lookupTarget("sm_120a");
  auto expect = [&](unsigned threads, unsigned registers, uint64_t shared,
                    unsigned blocks, llvm::StringRef limit) {
    Occupancy occupancy = computeOccupancy(target, threads, registers, shared);
    EXPECT_EQ(occupancy.blocks, blocks) << threads << " " << registers;
    EXPECT_EQ(occupancy.limit, limit) << threads << " " << registers;
    EXPECT_EQ(occupancy.warps, blocks * ((threads + 31) / 32));
    EXPECT_EQ(occupancy.maxWarps, 48u);
  };
  expect(128, 255, 0, 2, "registers");
  expect(128, 250, 98304, 1, "shared memory");
  expect(128, 168, 0, 3, "registers");
  // Nine warps put three on one scheduler.
  expect(288, 168, 0, 1, "registers");
  expect(288, 176, 0, 0, "registers");
  expect(1024, 32, 0, 1, "threads");
  expect(32, 16, 0, 24, "blocks");
  // 49 KiB and 1 KiB of the system, twice.
  expect(128, 64, 50176, 2, "shared memory");
  expect(128, 64, 50177, 1, "shared memory");
}

} // namespace
