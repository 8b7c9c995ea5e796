//===- AssemblerTest.cpp - ptxas agrees with the rows ---------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/CudaTools.h"
#include "lowp/Target/Target.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Program.h"
#include "gtest/gtest.h"

using namespace lowp;
using namespace llvm;

namespace {

/// A kernel that consists of one instruction, spelled from its row.
std::string printKernel(const MatrixInstruction &row,
                        const TargetInfo &target) {
  return formatv(
      R"(.version {0}.{1}
.target {2}
.address_size 64
.visible .entry probe(.param .u64 parameter) {{
  .reg .b32 a, b;
  .reg .f32 c<4>;
  .reg .b64 p;
  ld.param.u64 p, [parameter];
  ld.global.b32 a, [p];
  ld.global.b32 b, [p + 4];
  ld.global.v4.f32 {{c0, c1, c2, c3}, [p + 16];
  mma.sync.aligned.kind::{3}.block_scale.scale_vec::{4}X.m{5}n{6}k{7}.row.col.f32.{8}.{9}.f32.{10}
    {{c0, c1, c2, c3}, {{a, a, a, a}, {{b, b}, {{c0, c1, c2, c3},
    a, {{0, 0}, b, {{0, 0};
  st.global.v4.f32 [p + 16], {{c0, c1, c2, c3};
  ret;
}
)",
      target.ptxVersion / 10, target.ptxVersion % 10, target.chip, row.ptxKind,
      row.scalesPerRow(), row.m, row.n, row.k, row.ptxA, row.ptxB,
      row.ptxScale);
}

class Assembler : public testing::Test {
protected:
  void SetUp() override {
    Expected<std::string> path = findPtxas();
    if (!path)
      GTEST_SKIP() << toString(path.takeError());
    ptxas = *path;
  }

  /// Whether ptxas takes the kernel; what it says goes nowhere.
  bool accepts(StringRef kernel, const TargetInfo &target) {
    SmallString<128> input;
    int file;
    if (sys::fs::createTemporaryFile("probe", "ptx", file, input))
      return false;
    FileRemover remover(input);
    raw_fd_ostream(file, /*shouldClose=*/true) << kernel;
    std::string chip = "-arch=" + target.chip.str();
    return sys::ExecuteAndWait(ptxas, {ptxas, chip, input, "-o", "/dev/null"},
                               /*Env=*/std::nullopt,
                               {std::nullopt, "", ""}) == 0;
  }

  std::string ptxas;
};

TEST_F(Assembler, TakesEveryRowOnEveryChipThatHasIt) {
  for (const TargetInfo &target : getTargets())
    for (const MatrixInstruction &row : getMatrixInstructions())
      if (target.has(row.needs))
        EXPECT_TRUE(accepts(printKernel(row, target), target))
            << printKernel(row, target);
}

TEST_F(Assembler, RefusesRowsOnChipsThatLackThem) {
  const MatrixInstruction &row = getMatrixInstructions().front();
  for (const TargetInfo &target : getTargets())
    EXPECT_EQ(accepts(printKernel(row, target), target), target.has(row.needs))
        << target.chip.str();
}

} // namespace
