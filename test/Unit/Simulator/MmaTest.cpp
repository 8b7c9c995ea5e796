//===- MmaTest.cpp - Tests of matrix instructions -------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVIDIA/Mma.h"
#include "NVIDIA/Elements.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>
#include <vector>

using namespace lowp;
using namespace lowp::sim;

namespace {
/// The registers of a warp.
struct Warp {
  std::vector<MmaOperands> operands = std::vector<MmaOperands>(32);
  std::vector<MmaResults> results = std::vector<MmaResults>(32);

  void run(const MmaForm &form,
           Accumulation accumulation = Accumulation::F32Sequential) {
    std::array<const MmaOperands *, 32> sources;
    std::array<MmaResults *, 32> places;
    for (unsigned lane = 0; lane < 32; ++lane) {
      sources[lane] = &operands[lane];
      places[lane] = &results[lane];
    }
    executeMma(form, accumulation, sources, places);
  }
  /// Accumulators of f32.
  void setSum(unsigned lane, unsigned i, float value) {
    operands[lane].c[i] = llvm::bit_cast<uint32_t>(value);
  }
  float getSum(unsigned lane, unsigned i) const {
    return llvm::bit_cast<float>(results[lane][i]);
  }
  void setByteA(unsigned lane, unsigned r, unsigned e, uint32_t code) {
    operands[lane].a[r] |= code << (8 * e);
  }
  void setByteB(unsigned lane, unsigned r, unsigned e, uint32_t code) {
    operands[lane].b[r] |= code << (8 * e);
  }
  void setScales(uint32_t a, uint32_t b) {
    for (MmaOperands &own : operands) {
      own.scaleA = a * 0x01010101;
      own.scaleB = b * 0x01010101;
    }
  }
};

constexpr uint32_t kOne = 0x38, kTwo = 0x40;

MmaForm getMxForm(Element a = Element::E4M3, Element b = Element::E4M3) {
  MmaForm form;
  form.a = a;
  form.b = b;
  form.scales = 1;
  return form;
}

MmaForm getDenseForm(unsigned scales, Element scale) {
  MmaForm form;
  form.a = form.b = Element::E2M1;
  form.containerBits = 4;
  form.k = 64;
  form.scales = scales;
  form.scale = scale;
  return form;
}
} // namespace

// isa-contracts.md section 16: A l=13 r=2 e=3 is row 3, k 23; B l=30 r=1 e=1 is
// k 25, column 7; D l=22 i=3 is row 13, column 5.
TEST(Mma, SpotChecksOfByteFragments) {
  // Column c of B is one at k 23: lane 4c + (23 % 16) / 4, word 1, byte 3.
  Warp warp;
  warp.setByteA(13, 2, 3, kTwo);
  for (unsigned column = 0; column < 8; ++column)
    warp.setByteB(4 * column + 1, 1, 3, kOne);
  warp.run(MmaForm());
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < 4; ++i)
      EXPECT_EQ(warp.getSum(lane, i), lane / 4 == 3 && i < 2 ? 2.0f : 0.0f);

  Warp other;
  other.setByteB(30, 1, 1, kTwo);
  // All of A at k 25: word 2 and 3 of the lanes with t = 2, byte 1.
  for (unsigned g = 0; g < 8; ++g)
    for (unsigned r : {2, 3})
      other.setByteA(4 * g + 2, r, 1, kOne);
  other.run(MmaForm());
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < 4; ++i)
      EXPECT_EQ(other.getSum(lane, i),
                lane % 4 == 3 && i % 2 == 1 ? 2.0f : 0.0f);

  Warp third;
  third.setSum(22, 3, 5);
  // Row 13 and column 5 alone: 1 * 1 at k 0.
  third.setByteA(4 * 5, 1, 0, kOne);
  third.setByteB(4 * 5, 0, 0, kOne);
  third.run(MmaForm());
  EXPECT_EQ(third.getSum(22, 3), 6.0f);
}

// A l=13 r=3 e=5 is row 11, k 45; B l=30 r=1 e=2 is k 50, column 7.
TEST(Mma, SpotChecksOfDenseNibbles) {
  MmaForm form = getDenseForm(2, Element::UE8M0);
  Warp warp;
  warp.setScales(127, 127);
  warp.operands[13].a[3] = 0x4u << 20; // 2.0
  for (unsigned column = 0; column < 8; ++column)
    warp.operands[4 * column + (45 % 32) / 8].b[1] = 0x2u << (4 * (45 % 8));
  warp.run(form);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < 4; ++i)
      EXPECT_EQ(warp.getSum(lane, i), lane / 4 == 3 && i >= 2 ? 2.0f : 0.0f);

  Warp other;
  other.setScales(127, 127);
  other.operands[30].b[1] = 0x4u << 8;
  for (unsigned g = 0; g < 8; ++g)
    for (unsigned r : {2, 3})
      other.operands[4 * g + (50 % 32) / 8].a[r] = 0x2u << (4 * (50 % 8));
  other.run(form);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < 4; ++i)
      EXPECT_EQ(other.getSum(lane, i),
                lane % 4 == 3 && i % 2 == 1 ? 2.0f : 0.0f);
}

// SA of row 11 with Ta = 1 comes from lane 15, SB of column 5 with Tb = 0 from
// lane 20.
TEST(Mma, SpotChecksOfScales) {
  Warp warp;
  warp.setScales(127, 127);
  for (MmaOperands &own : warp.operands) {
    own.threadA = 1;
    own.byteA = 2;
    own.byteB = 3;
    for (uint32_t &word : own.a)
      word = kOne * 0x01010101;
    for (uint32_t &word : own.b)
      word = kOne * 0x01010101;
  }
  warp.operands[15].scaleA = 127u | 127u << 8 | 128u << 16 | 127u << 24;
  warp.operands[20].scaleB = 127u | 127u << 8 | 127u << 16 | 129u << 24;
  warp.run(getMxForm());
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < 4; ++i) {
      unsigned row = lane / 4 + 8 * (i / 2), column = 2 * (lane % 4) + i % 2;
      EXPECT_EQ(warp.getSum(lane, i),
                32.0f * (row == 11 ? 2 : 1) * (column == 5 ? 4 : 1));
    }
}

TEST(Mma, Selectors) {
  MmaOperands operands{};
  operands.byteA = 3;
  operands.threadA = 1;
  operands.threadB = 3;
  EXPECT_TRUE(hasLegalSelectors(getMxForm(), operands));
  EXPECT_FALSE(hasLegalSelectors(getDenseForm(2, Element::UE8M0), operands));
  operands.byteA = 2;
  EXPECT_TRUE(hasLegalSelectors(getDenseForm(2, Element::UE8M0), operands));
  EXPECT_FALSE(hasLegalSelectors(getDenseForm(4, Element::UE4M3), operands));
  operands.threadA = 2;
  EXPECT_FALSE(hasLegalSelectors(getMxForm(), operands));
}

namespace {
/// Matrices of one instruction, packed by the inverse maps of the contract.
struct Matrices {
  MmaForm form;
  std::vector<uint32_t> a, b, scaleA, scaleB;
  std::vector<float> c;

  Matrices(const MmaForm &form, std::mt19937 &random, uint32_t lowScale,
           uint32_t highScale)
      : form(form), a(16 * form.k), b(form.k * 8), scaleA(16 * form.scales),
        scaleB(form.scales * 8), c(16 * 8) {
    auto fill = [&](std::vector<uint32_t> &codes, Element element) {
      const Format &format = getFormat(element);
      for (uint32_t &code : codes)
        do
          code = random() & format.codeMask();
        while (!format.isFinite(code));
    };
    fill(a, form.a);
    fill(b, form.b);
    std::uniform_int_distribution<uint32_t> scale(lowScale, highScale);
    for (uint32_t &code : scaleA)
      code = scale(random);
    for (uint32_t &code : scaleB)
      code = scale(random);
    std::normal_distribution<float> normal;
    for (float &value : c)
      value = normal(random);
  }

  static uint32_t getContainer(Element element, uint32_t code) {
    return element == Element::E2M1 ? code << 2 : code;
  }

  Warp pack(unsigned byte, unsigned threadA, unsigned threadB) const {
    Warp warp;
    unsigned n = 32 / form.containerBits, half = 4 * n;
    auto shift = [&](Element element, uint32_t code, unsigned k) {
      return (form.containerBits == 8 ? getContainer(element, code) : code)
             << (form.containerBits * (k % n));
    };
    for (unsigned k = 0; k < form.k; ++k) {
      for (unsigned row = 0; row < 16; ++row)
        warp.operands[4 * (row % 8) + (k % half) / n]
            .a[row / 8 + 2 * (k / half)] |=
            shift(form.a, a[row * form.k + k], k);
      for (unsigned column = 0; column < 8; ++column)
        warp.operands[4 * column + (k % half) / n].b[k / half] |=
            shift(form.b, b[k * 8 + column], k);
    }
    for (unsigned row = 0; row < 16; ++row)
      for (unsigned column = 0; column < 8; ++column)
        warp.setSum(4 * (row % 8) + column / 2, 2 * (row / 8) + column % 2,
                    c[row * 8 + column]);
    for (MmaOperands &own : warp.operands) {
      own.byteA = own.byteB = byte;
      own.threadA = threadA;
      own.threadB = threadB;
      // Where nothing is read there is a NaN.
      own.scaleA = own.scaleB = 0xFFFFFFFF;
    }
    auto setByte = [](uint32_t &word, unsigned byte, uint32_t code) {
      word = (word & ~(0xFFu << (8 * byte))) | code << (8 * byte);
    };
    for (unsigned j = 0; j < form.scales; ++j) {
      for (unsigned row = 0; row < 16; ++row)
        setByte(warp.operands[4 * (row % 8) + 2 * threadA + row / 8].scaleA,
                byte + j, scaleA[row * form.scales + j]);
      for (unsigned column = 0; column < 8; ++column)
        setByte(warp.operands[4 * column + threadB].scaleB, byte + j,
                scaleB[j * 8 + column]);
    }
    return warp;
  }

  /// The sum in long double, whose 64 bits do not round once more than f32
  /// would notice: each addition is rounded to f32 from an almost exact sum.
  float getSequential(unsigned row, unsigned column) const {
    float sum = c[row * 8 + column];
    for (unsigned k = 0; k < form.k; ++k)
      sum = static_cast<float>(sum + getProduct(row, column, k));
    return sum;
  }
  long double getProduct(unsigned row, unsigned column, unsigned k) const {
    long double product =
        static_cast<long double>(getValues(form.a)[a[row * form.k + k]]) *
        getValues(form.b)[b[k * 8 + column]];
    if (!form.scales)
      return product;
    unsigned j = k / (form.k / form.scales);
    const auto &scales = getValues(form.scale);
    return product * scales[scaleA[row * form.scales + j]] *
           scales[scaleB[j * 8 + column]];
  }
  long double getExact(unsigned row, unsigned column) const {
    long double sum = c[row * 8 + column];
    for (unsigned k = 0; k < form.k; ++k)
      sum += getProduct(row, column, k);
    return sum;
  }

  void check(unsigned byte, unsigned threadA, unsigned threadB) const {
    Warp sequential = pack(byte, threadA, threadB), exact = sequential;
    sequential.run(form);
    exact.run(form, Accumulation::Exact);
    for (unsigned row = 0; row < 16; ++row)
      for (unsigned column = 0; column < 8; ++column) {
        unsigned lane = 4 * (row % 8) + column / 2;
        unsigned i = 2 * (row / 8) + column % 2;
        EXPECT_EQ(sequential.getSum(lane, i), getSequential(row, column))
            << "row " << row << ", column " << column;
        EXPECT_EQ(exact.getSum(lane, i),
                  static_cast<float>(getExact(row, column)))
            << "row " << row << ", column " << column;
      }
  }
};
} // namespace

TEST(Mma, RandomTilesOfAllPairsOfBytes) {
  std::mt19937 random(1);
  const Element elements[] = {Element::E4M3, Element::E5M2, Element::E3M2,
                              Element::E2M3, Element::E2M1};
  for (Element a : elements)
    for (Element b : elements)
      for (unsigned k : {16, 32}) {
        MmaForm form;
        form.a = a;
        form.b = b;
        form.k = k;
        Matrices(form, random, 127, 127).check(0, 0, 0);
      }
}

TEST(Mma, RandomTilesOf16Bits) {
  std::mt19937 random(4);
  for (Element element : {Element::F16, Element::BF16})
    for (unsigned k : {8, 16}) {
      MmaForm form;
      form.a = form.b = element;
      form.containerBits = 16;
      form.k = k;
      Matrices(form, random, 0, 0).check(0, 0, 0);
    }
}

// Sums of f16 lie two in a word and are rounded once: 1 + 2^-11 + 2^-11.
TEST(Mma, SumsOfF16) {
  MmaForm form;
  form.a = form.b = Element::F16;
  form.containerBits = 16;
  form.k = 8;
  form.hasF16Sum = true;
  constexpr uint32_t kOneF16 = 0x3C00, kSmall = 0x1000; // 1, 2^-11
  Warp warp;
  // Row 9 and column 5: lane 6, the upper half of word 1.
  warp.operands[6].c[1] = kOneF16 << 16;
  warp.operands[4].a[1] = kSmall | kSmall << 16;
  warp.operands[20].b[0] = kOneF16 | kOneF16 << 16;
  for (Accumulation accumulation :
       {Accumulation::F32Sequential, Accumulation::Exact}) {
    warp.run(form, accumulation);
    EXPECT_EQ(warp.results[6][1], (kOneF16 + 1) << 16);
    EXPECT_EQ(warp.results[6][0], 0u);
  }
}

TEST(Mma, RandomTilesWithScales) {
  std::mt19937 random(2);
  for (unsigned threadA : {0, 1})
    for (unsigned threadB : {0, 1, 2, 3}) {
      for (unsigned byte : {0, 1, 2, 3})
        Matrices(getMxForm(), random, 120, 134).check(byte, threadA, threadB);
      for (unsigned byte : {0, 2})
        Matrices(getDenseForm(2, Element::UE8M0), random, 120, 134)
            .check(byte, threadA, threadB);
      Matrices(getDenseForm(4, Element::UE4M3), random, 1, 0x7E)
          .check(0, threadA, threadB);
    }
}

// Products far below and beyond f32: sums round once, to subnormals and to
// infinity.
TEST(Mma, ExtremeScales) {
  std::mt19937 random(3);
  for (int round = 0; round < 8; ++round) {
    Matrices low(getMxForm(), random, 45, 60);
    for (float &value : low.c)
      value *= 0x1p-130f;
    low.check(0, 0, 0);
    Matrices high(getMxForm(Element::E5M2), random, 160, 190);
    high.check(1, 1, 2);
    Matrices(getMxForm(Element::E5M2, Element::E5M2), random, 0, 254)
        .check(0, 0, 0);
  }
}

TEST(Mma, SpecialValues) {
  Warp warp;
  warp.setScales(127, 127);
  warp.setByteA(0, 0, 0, 0x7F);
  warp.setByteA(4, 0, 0, 0x80 | kOne);
  warp.setByteB(0, 0, 0, kOne);
  warp.setSum(4, 0, 1);
  warp.operands[8].scaleA = 0xFF;
  warp.setSum(12, 0, -0.0f);
  for (Accumulation accumulation :
       {Accumulation::F32Sequential, Accumulation::Exact}) {
    warp.run(getMxForm(), accumulation);
    EXPECT_TRUE(std::isnan(warp.getSum(0, 0)));
    // NaN times zero is NaN in the whole row.
    EXPECT_TRUE(std::isnan(warp.getSum(0, 1)));
    EXPECT_EQ(warp.getSum(4, 0), 0.0f);
    EXPECT_FALSE(std::signbit(warp.getSum(4, 0)));
    EXPECT_TRUE(std::isnan(warp.getSum(8, 0)));
    EXPECT_FALSE(std::signbit(warp.getSum(12, 0)));
  }
}

// 2^24 + 1 - 2^24 shows the order, and what a single rounding keeps.
TEST(Mma, TheModelsDiffer) {
  Warp warp;
  warp.setScales(127, 127);
  warp.setSum(0, 0, 0x1p24f);
  warp.setByteA(0, 0, 0, kOne);
  warp.setByteB(0, 0, 0, kOne);
  warp.setByteA(0, 0, 1, kOne);
  warp.setByteB(0, 0, 1, kOne);
  warp.run(getMxForm());
  EXPECT_EQ(warp.getSum(0, 0), 0x1p24f);
  warp.run(getMxForm(), Accumulation::Exact);
  EXPECT_EQ(warp.getSum(0, 0), 0x1p24f + 2);
}
