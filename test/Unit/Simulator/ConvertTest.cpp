//===- ConvertTest.cpp - Tests of conversions -----------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVIDIA/Convert.h"
#include "NVIDIA/Elements.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace lowp;
using namespace lowp::sim;

// isa-contracts.md section 9.2.
TEST(Convert, E4M3) {
  auto convert = [](float value) {
    return convertSatFinite(value, Element::E4M3, false);
  };
  EXPECT_EQ(convert(448), 0x7Eu);
  EXPECT_EQ(convert(464), 0x7Eu);
  EXPECT_EQ(convert(465), 0x7Eu);
  EXPECT_EQ(convert(INFINITY), 0x7Eu);
  EXPECT_EQ(convert(-INFINITY), 0xFEu);
  EXPECT_EQ(convert(NAN), 0x7Fu);
  EXPECT_EQ(convert(-0.0f), 0x80u);
  // Half of the smallest is a tie with zero, and zero is even.
  EXPECT_EQ(convert(0x1p-10f), 0x00u);
  EXPECT_EQ(convert(-0x1p-10f), 0x80u);
  EXPECT_EQ(convert(std::nextafter(0x1p-10f, 1.0f)), 0x01u);
  EXPECT_EQ(convert(0x3p-10f), 0x02u);
  EXPECT_EQ(convert(1.0625f), 0x38u);
  EXPECT_EQ(convert(1.1875f), 0x3Au);
}

TEST(Convert, OtherDestinations) {
  EXPECT_EQ(convertSatFinite(1e9f, Element::E5M2, false), 0x7Bu);
  EXPECT_EQ(convertSatFinite(NAN, Element::E5M2, false), 0x7Fu);
  EXPECT_EQ(convertSatFinite(-NAN, Element::E2M1, false), 0x7u);
  EXPECT_EQ(convertSatFinite(0.25f, Element::E2M1, false), 0x0u);
  EXPECT_EQ(convertSatFinite(-0.75f, Element::E2M1, false), 0xAu);
  EXPECT_EQ(convertSatFinite(100, Element::E3M2, false), 0x1Fu);
  EXPECT_EQ(convertSatFinite(-100, Element::E2M3, false), 0x3Fu);
  EXPECT_EQ(convertSatFinite(-2, Element::E4M3, true), 0x00u);
}

// Every code converts to itself, and so does what lies between its neighbours.
TEST(Convert, CodesAreFixedPoints) {
  for (Element element : {Element::E4M3, Element::E5M2, Element::E3M2,
                          Element::E2M3, Element::E2M1}) {
    const Format &format = getFormat(element);
    for (uint32_t code = 0; code <= format.codeMask(); ++code)
      if (format.isFinite(code))
        EXPECT_EQ(convertSatFinite(getValues(element)[code], element, false),
                  code);
  }
}

TEST(Convert, UE8M0) {
  EXPECT_EQ(convertToUE8M0(1, false, true), 127u);
  EXPECT_EQ(convertToUE8M0(-1.5f, false, true), 127u);
  EXPECT_EQ(convertToUE8M0(1.5f, true, true), 128u);
  EXPECT_EQ(convertToUE8M0(0, true, true), 0u);
  EXPECT_EQ(convertToUE8M0(0x1p-127f, true, true), 0u);
  EXPECT_EQ(convertToUE8M0(0x1.8p-127f, true, true), 1u);
  EXPECT_EQ(convertToUE8M0(0x1p-126f, true, true), 1u);
  EXPECT_EQ(convertToUE8M0(0x1.8p127f, true, true), 0xFEu);
  EXPECT_EQ(convertToUE8M0(0x1.8p127f, true, false), 0xFFu);
  EXPECT_EQ(convertToUE8M0(INFINITY, false, true), 0xFEu);
  EXPECT_EQ(convertToUE8M0(NAN, true, true), 0xFFu);
}

// Values are those of the codes, which f16 holds.
TEST(Convert, F16) {
  auto convert = [](uint8_t code) {
    return convertToF16(code, Element::E4M3, false);
  };
  EXPECT_EQ(convert(0x38), 0x3C00);
  EXPECT_EQ(convert(0xB8), 0xBC00);
  EXPECT_EQ(convert(0x7E), 0x5F00);
  EXPECT_EQ(convert(0x01), 0x1800);
  EXPECT_EQ(convert(0x80), 0x8000);
  EXPECT_EQ(convert(0x7F), 0x7FFF);
  EXPECT_EQ(convertToF16(0xB8, Element::E4M3, true), 0x0000);
  EXPECT_EQ(convertToF16(0x7B, Element::E5M2, false), 0x7B00);
  EXPECT_EQ(convertToF16(0xFC, Element::E5M2, false), 0xFC00);
}

TEST(Convert, BF16) {
  EXPECT_EQ(convertToBF16(1), 0x3F80);
  EXPECT_EQ(convertToBF16(0x1.01p0f), 0x3F80);
  EXPECT_EQ(convertToBF16(0x1.03p0f), 0x3F82);
  EXPECT_EQ(convertToBF16(0x1p-133f), 0x0001);
  EXPECT_EQ(convertToBF16(3.4e38f), 0x7F80);
  EXPECT_EQ(convertToBF16(-INFINITY), 0xFF80);
  EXPECT_EQ(convertToBF16(-NAN), 0x7FFF);
}
