//===- ConversionPresetsTest.cpp - Conversions as others do them ----------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of numerics.md 2.3, row by row.
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/ConversionPresets.h"
#include "Conversions.h"
#include <limits>
#include <map>

using namespace lowp;
using namespace lowp::test;

namespace {
/// The codes of one line of a table.
struct Line {
  const char *preset;
  const char *destination;
  /// Of 464, the next f32, 500, 1e5, Inf, -Inf, NaN, -NaN and -0.
  uint32_t codes[9];
};

/// The same for formats without NaN: of NaN, Inf, -Inf, 7, 5, 0.25 and -0.
struct SmallLine {
  const char *preset;
  uint32_t codes[7];
};
} // namespace

static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr double quietNaN = std::numeric_limits<double>::quiet_NaN();

static void expectLine(const Line &line) {
  SCOPED_TRACE(line.preset);
  const double sources[9] = {464,      f32(0x43E80001), 500,
                             1e5,      infinity,        -infinity,
                             quietNaN, -quietNaN,       -0.0};
  const Format &row = format(line.destination);
  Conversion conversion = take(lookupConversionPreset(line.preset, row));
  ASSERT_EQ(message(checkConversion(row, conversion)), "");
  for (int i = 0; i < 9; ++i)
    EXPECT_EQ(encode(row, conversion, sources[i]), line.codes[i])
        << line.destination << " of " << sources[i];
}

TEST(ConversionPresetsTest, E4M3) {
  const Line lines[] = {
      {"ofp8_nonsaturating",
       "f8E4M3FN",
       {0x7E, 0x7F, 0x7F, 0x7F, 0x7F, 0xFF, 0x7F, 0x7F, 0x80}},
      {"ofp8_saturating",
       "f8E4M3FN",
       {0x7E, 0x7E, 0x7E, 0x7E, 0x7E, 0xFE, 0x7F, 0x7F, 0x80}},
      {"ml_dtypes",
       "f8E4M3FN",
       {0x7E, 0x7F, 0x7F, 0x7F, 0x7F, 0xFF, 0x7F, 0xFF, 0x80}},
      {"ml_dtypes_saturating",
       "f8E4M3FN",
       {0x7E, 0x7E, 0x7E, 0x7E, 0x7F, 0xFF, 0x7F, 0xFF, 0x80}},
      {"cuda_nosat",
       "f8E4M3FN",
       {0x7E, 0x7F, 0x7F, 0x7F, 0x7F, 0xFF, 0x7F, 0x7F, 0x80}},
      {"cuda_satfinite",
       "f8E4M3FN",
       {0x7E, 0x7E, 0x7E, 0x7E, 0x7E, 0xFE, 0x7F, 0x7F, 0x80}},
      {"torch",
       "f8E4M3FN",
       {0x7E, 0x7E, 0x7E, 0x7E, 0x7E, 0xFE, 0x7F, 0xFF, 0x80}},
      {"onnx_saturate",
       "f8E4M3FN",
       {0x7E, 0x7E, 0x7E, 0x7E, 0x7E, 0xFE, 0x7F, 0x7F, 0x80}},
      {"onnx_nonsaturate",
       "f8E4M3FN",
       {0x7E, 0x7F, 0x7F, 0x7F, 0x7F, 0xFF, 0x7F, 0xFF, 0x80}},
      {"amd_default",
       "f8E4M3FN",
       {0x7E, 0x7E, 0x7E, 0x7E, 0x7F, 0xFF, 0x7F, 0xFF, 0x80}},
  };
  for (const Line &line : lines)
    expectLine(line);
}

// 464 to 500 are between codes here: 448 and 512, 480 being halfway.
TEST(ConversionPresetsTest, E5M2) {
  const Line lines[] = {
      {"ofp8_nonsaturating",
       "f8E5M2",
       {0x5F, 0x5F, 0x60, 0x7C, 0x7C, 0xFC, 0x7E, 0x7E, 0x80}},
      {"ofp8_saturating",
       "f8E5M2",
       {0x5F, 0x5F, 0x60, 0x7B, 0x7B, 0xFB, 0x7E, 0x7E, 0x80}},
      {"cuda_nosat",
       "f8E5M2",
       {0x5F, 0x5F, 0x60, 0x7C, 0x7C, 0xFC, 0x7E, 0x7E, 0x80}},
      {"cuda_satfinite",
       "f8E5M2",
       {0x5F, 0x5F, 0x60, 0x7B, 0x7B, 0xFB, 0x7E, 0x7E, 0x80}},
      {"onnx_saturate",
       "f8E5M2",
       {0x5F, 0x5F, 0x60, 0x7B, 0x7B, 0xFB, 0x7E, 0x7E, 0x80}},
      {"ml_dtypes_saturating",
       "f8E5M2",
       {0x5F, 0x5F, 0x60, 0x7B, 0x7C, 0xFC, 0x7E, 0xFE, 0x80}},
      {"torch",
       "f8E5M2",
       {0x5F, 0x5F, 0x60, 0x7C, 0x7C, 0xFC, 0x7E, 0xFE, 0x80}},
      {"amd_default",
       "f8E5M2",
       {0x5F, 0x5F, 0x60, 0x7B, 0x7C, 0xFC, 0x7E, 0xFE, 0x80}},
  };
  for (const Line &line : lines)
    expectLine(line);
}

TEST(ConversionPresetsTest, FNUZ) {
  const Line lines[] = {
      {"ml_dtypes",
       "f8E4M3FNUZ",
       {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00}},
      {"torch",
       "f8E4M3FNUZ",
       {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00}},
      {"ml_dtypes_saturating",
       "f8E4M3FNUZ",
       {0x7F, 0x7F, 0x7F, 0x7F, 0x80, 0x80, 0x80, 0x80, 0x00}},
      {"onnx_saturate",
       "f8E4M3FNUZ",
       {0x7F, 0x7F, 0x7F, 0x7F, 0x80, 0x80, 0x80, 0x80, 0x00}},
      {"onnx_nonsaturate",
       "f8E4M3FNUZ",
       {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00}},
      {"amd_default",
       "f8E4M3FNUZ",
       {0x7F, 0x7F, 0x7F, 0x7F, 0x80, 0x80, 0x80, 0x80, 0x00}},
  };
  for (const Line &line : lines)
    expectLine(line);
}

TEST(ConversionPresetsTest, E2M1) {
  const double sources[7] = {quietNaN, infinity, -infinity, 7, 5, 0.25, -0.0};
  const SmallLine lines[] = {
      {"cuda_satfinite", {7, 7, 0xF, 7, 6, 0, 8}},
      {"onnx_saturate", {7, 7, 0xF, 7, 6, 0, 8}},
  };
  const Format &row = format("f4E2M1FN");
  for (const SmallLine &line : lines) {
    Conversion conversion = take(lookupConversionPreset(line.preset, row));
    ASSERT_EQ(message(checkConversion(row, conversion)), "");
    for (int i = 0; i < 7; ++i)
      EXPECT_EQ(encode(row, conversion, sources[i]), line.codes[i])
          << line.preset << " of " << sources[i];
  }
}

TEST(ConversionPresetsTest, RowsAreWhole) {
  std::map<std::string, int> seen;
  for (const ConversionPreset &row : getConversionPresets()) {
    llvm::SmallVector<llvm::StringRef> destinations;
    row.destinations.split(destinations, ' ');
    for (llvm::StringRef name : destinations) {
      ASSERT_NE(lookupFormat(name), nullptr) << name.str();
      EXPECT_EQ(++seen[(row.name + " " + name).str()], 1) << name.str();
      std::string problem =
          message(checkConversion(format(name), row.conversion));
      EXPECT_EQ(problem.empty(), row.refusal.empty())
          << row.name.str() << " " << name.str() << ": " << problem;
    }
  }
  EXPECT_GE(seen.size(), 40u);
}

TEST(ConversionPresetsTest, WhatCannotBeSaidIsRefused) {
  auto refusal = [](llvm::StringRef name, llvm::StringRef destination) {
    return message(lookupConversionPreset(name, format(destination)));
  };
  EXPECT_EQ(refusal("ml_dtypes", "f4E2M1FN"),
            "the policies cannot say what 'ml_dtypes' does to f4E2M1FN: NaN "
            "becomes a zero of the opposite sign");
  EXPECT_EQ(refusal("amd_noclip", "f8E4M3FN"),
            "the policies cannot say what 'amd_noclip' does to f8E4M3FN: "
            "overflow is decided before rounding: values in (448, 464] become "
            "NaN in E4M3");
  EXPECT_EQ(refusal("ofp8_saturating", "f4E2M1FN"),
            "'ofp8_saturating' says nothing of f4E2M1FN; it does of f8E4M3FN "
            "f8E5M2");
  EXPECT_EQ(refusal("satfinite", "f8E4M3FN"),
            "no conversion is called 'satfinite'; there are ofp8_saturating, "
            "ofp8_nonsaturating, cuda_satfinite, cuda_nosat, onnx_saturate, "
            "onnx_nonsaturate, ml_dtypes, ml_dtypes_saturating, torch, "
            "amd_default, amd_noclip");
}
