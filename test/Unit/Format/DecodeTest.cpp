//===- DecodeTest.cpp - Values of all codes -------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bits.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include <cmath>

using namespace lowp;
using namespace lowp::test;

/// The semantics of LLVM's own type for a format, where LLVM 22 decodes it
/// right: not E8M0, whose NaN becomes an infinity there.
static const llvm::fltSemantics *semantics(llvm::StringRef name) {
  using llvm::APFloat;
  if (name == "f8E4M3FN" || name == "ue4m3")
    return &APFloat::Float8E4M3FN();
  if (name == "f8E5M2")
    return &APFloat::Float8E5M2();
  if (name == "f6E3M2FN")
    return &APFloat::Float6E3M2FN();
  if (name == "f6E2M3FN")
    return &APFloat::Float6E2M3FN();
  if (name == "f4E2M1FN")
    return &APFloat::Float4E2M1FN();
  if (name == "f8E4M3FNUZ")
    return &APFloat::Float8E4M3FNUZ();
  if (name == "f8E5M2FNUZ")
    return &APFloat::Float8E5M2FNUZ();
  if (name == "f8E4M3B11FNUZ")
    return &APFloat::Float8E4M3B11FNUZ();
  if (name == "f8E4M3")
    return &APFloat::Float8E4M3();
  if (name == "f8E3M4")
    return &APFloat::Float8E3M4();
  if (name == "tf32")
    return &APFloat::FloatTF32();
  if (name == "bf16")
    return &APFloat::BFloat();
  if (name == "f16")
    return &APFloat::IEEEhalf();
  if (name == "f32")
    return &APFloat::IEEEsingle();
  return nullptr;
}

static double decodeByAPFloat(const llvm::fltSemantics &type, unsigned width,
                              uint32_t code) {
  llvm::APFloat value(type, llvm::APInt(width, code));
  if (value.isNaN())
    return NAN;
  if (value.isInfinity())
    return value.isNegative() ? -HUGE_VAL : HUGE_VAL;
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  EXPECT_FALSE(losesInfo);
  return value.convertToDouble();
}

static void expectSame(double left, double right) {
  if (std::isnan(right)) {
    ASSERT_TRUE(std::isnan(left));
    return;
  }
  ASSERT_EQ(left, right);
  ASSERT_EQ(std::signbit(left), std::signbit(right));
}

TEST(DecodeTest, AllCodesAgreeWithAPFloat) {
  int compared = 0;
  for (const Format &row : getFormats()) {
    const llvm::fltSemantics *type = semantics(row.name);
    if (!type || row.width > 19)
      continue;
    SCOPED_TRACE(row.name.str());
    ++compared;
    for (uint32_t code = 0; code <= row.codeMask(); ++code) {
      // ue4m3 is E4M3 whose sign is ignored.
      uint32_t read = row.name == "ue4m3" ? code & 0x7F : code;
      ASSERT_NO_FATAL_FAILURE(expectSame(
          decode(row, code), decodeByAPFloat(*type, row.width, read)))
          << code;
    }
  }
  EXPECT_EQ(compared, 14);
}

TEST(DecodeTest, F32IsTheHardwareType) {
  const Format &row = format("f32");
  for (uint64_t code = 0; code < uint64_t(1) << 32; code += 65519)
    ASSERT_NO_FATAL_FAILURE(expectSame(decode(row, code), f32(code))) << code;
  for (uint32_t code : {0x00000001u, 0x007FFFFFu, 0x00800000u, 0x7F7FFFFFu,
                        0x7F800000u, 0xFF800000u, 0x7F800001u, 0x80000000u})
    ASSERT_NO_FATAL_FAILURE(expectSame(decode(row, code), f32(code))) << code;
}

// 00 is 2^-127 and not zero, FF is NaN and not infinity.
TEST(DecodeTest, F11AllCodesOfE8M0) {
  const Format &row = format("f8E8M0FNU");
  for (int code = 0; code < 255; ++code)
    EXPECT_EQ(decode(row, code), std::ldexp(1.0, code - 127));
  EXPECT_TRUE(std::isnan(decode(row, 0xFF)));
  EXPECT_EQ(decode(row, 0x77), 0x1p-8);
  EXPECT_EQ(decode(row, 0x80), 2.0);
}

TEST(DecodeTest, AllCodesOfE2M1) {
  const double magnitudes[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  for (int code = 0; code < 8; ++code) {
    expectSame(decode(format("f4E2M1FN"), code), magnitudes[code]);
    expectSame(decode(format("f4E2M1FN"), code | 8), -magnitudes[code]);
  }
}

TEST(DecodeTest, AllIntegers) {
  for (int value = -128; value < 128; ++value) {
    uint32_t code = value & 0xFF;
    EXPECT_EQ(decode(format("i8"), code), value);
    EXPECT_EQ(decode(format("mxint8"), code), value / 64.0);
  }
  for (int value = -8; value < 8; ++value)
    EXPECT_EQ(decode(format("i4"), value & 0xF), value);
}

TEST(DecodeTest, BitsAboveTheWidthAreIgnored) {
  EXPECT_EQ(decode(format("f4E2M1FN"), 0xF7), 6);
  EXPECT_EQ(decode(format("i4"), 0xF8), -8);
  EXPECT_EQ(decode(format("ue4m3"), 0xB8), 1);
  EXPECT_TRUE(std::isnan(decode(format("ue4m3"), 0xFF)));
}

/// The sum of all finite values of one sign.
static double sumOfPositives(llvm::StringRef name) {
  const Format &row = format(name);
  double sum = 0;
  for (uint32_t code = 0; code <= row.maxFiniteCode(); ++code)
    sum += decode(row, code);
  return sum;
}

TEST(DecodeTest, Case74SumsOverAllCodes) {
  EXPECT_EQ(sumOfPositives("f8E4M3FN"), 5407.875);
  EXPECT_EQ(sumOfPositives("f8E5M2"), 360447.999755859375);
  EXPECT_EQ(sumOfPositives("f4E2M1FN"), 18);
  EXPECT_EQ(sumOfPositives("f6E2M3FN"), 84);
  EXPECT_EQ(sumOfPositives("f6E3M2FN"), 175);
}

TEST(DecodeTest, Case74SubnormalsOfE5M2) {
  const Format &row = format("f8E5M2");
  expectSame(decode(row, 0x00), 0);
  expectSame(decode(row, 0x01), 0.0000152587890625);
  expectSame(decode(row, 0x02), 0.000030517578125);
  expectSame(decode(row, 0x03), 0.0000457763671875);
  expectSame(decode(row, 0x04), 0.00006103515625);
  expectSame(decode(row, 0x80), -0.0);
  expectSame(decode(row, 0x81), -0.0000152587890625);
}

TEST(DecodeTest, Case16FnuzDecodeExhaustive) {
  EXPECT_EQ(sumOfPositives("f8E4M3FNUZ"), 2943.9375);
  EXPECT_EQ(sumOfPositives("f8E5M2FNUZ"), 360447.9998779296875);
  for (llvm::StringRef name : {"f8E4M3FNUZ", "f8E5M2FNUZ"}) {
    const Format &row = format(name);
    EXPECT_TRUE(std::isnan(decode(row, 0x80)));
    expectSame(decode(row, 0), 0.0);
    for (uint32_t code = 1; code < 0x80; ++code)
      EXPECT_EQ(decode(row, code), -decode(row, code | 0x80));
  }
  const Format &e4m3 = format("f8E4M3FNUZ"), &e5m2 = format("f8E5M2FNUZ");
  EXPECT_EQ(decode(e4m3, 0x01), 0.0009765625);
  EXPECT_EQ(decode(e4m3, 0x07), 0.0068359375);
  EXPECT_EQ(decode(e4m3, 0x08), 0.0078125);
  EXPECT_EQ(decode(e4m3, 0x7E), 224);
  EXPECT_EQ(decode(e4m3, 0x7F), 240);
  EXPECT_EQ(decode(e5m2, 0x01), 0.00000762939453125);
  EXPECT_EQ(decode(e5m2, 0x04), 0.000030517578125);
  EXPECT_EQ(decode(e5m2, 0x38), 0.25);
  EXPECT_EQ(decode(e5m2, 0x7B), 28672);
  EXPECT_EQ(decode(e5m2, 0x7E), 49152);
  EXPECT_EQ(decode(e5m2, 0x7F), 57344);
}

TEST(DecodeTest, Case37E8M0NaNIsNotInfinity) {
  const Format &row = format("f8E8M0FNU");
  EXPECT_EQ(pattern(decode(row, 0x00)), 0x00400000u);
  EXPECT_EQ(pattern(decode(row, 0x01)), 0x00800000u);
  EXPECT_EQ(pattern(decode(row, 0x7F)), 0x3F800000u);
  EXPECT_EQ(pattern(decode(row, 0xFE)), 0x7F000000u);
  EXPECT_TRUE(std::isnan(decode(row, 0xFF)));
}

// An OCP code reads as half its value in FNUZ, but for the codes that do not.
TEST(DecodeTest, Case20OcpBytesOnFnuzHardware) {
  const Format &ocp = format("f8E4M3FN"), &fnuz = format("f8E4M3FNUZ");
  int exact = 0;
  for (uint32_t code = 0; code < 256; ++code)
    exact +=
        decode(ocp, code) != 0 && decode(ocp, code) == 2 * decode(fnuz, code);
  EXPECT_EQ(exact, 252);
  EXPECT_TRUE(std::isnan(decode(fnuz, 0x80)));
  EXPECT_EQ(decode(fnuz, 0x7F), 240);
  EXPECT_EQ(decode(fnuz, 0xFF), -240);
}
