//===- LayoutTest.cpp - Bytes and positions -------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/Layout.h"
#include "Bits.h"
#include "lowp/Numerics/ScaleLayout.h"
#include <set>

using namespace lowp;
using namespace lowp::test;

using Bytes = std::vector<uint8_t>;
using Codes = std::vector<uint32_t>;

static Codes counting(int64_t count, uint32_t mask) {
  Codes codes;
  for (int64_t i = 0; i < count; ++i)
    codes.push_back((i * 37 + 11) & mask);
  return codes;
}

TEST(LayoutTest, Case102NibbleOrderAndPackingAxis) {
  const Format &e2m1 = format("f4E2M1FN");
  Layout low = {Packing::LowFirst, 1}, high = {Packing::HighFirst, 1};
  auto pack = [&](const Layout &layout, int64_t rows, const Codes &codes) {
    return take(packCodes(e2m1, layout, rows, codes.size() / rows, codes));
  };
  EXPECT_EQ(pack(low, 1, {1, 7}), Bytes{0x71});
  EXPECT_EQ(pack(high, 1, {1, 7}), Bytes{0x17});
  EXPECT_EQ(pack(low, 1, {0, 1, 2, 3, 4, 5, 6, 7}),
            (Bytes{0x10, 0x32, 0x54, 0x76}));
  EXPECT_EQ(pack(high, 1, {0, 1, 2, 3, 4, 5, 6, 7}),
            (Bytes{0x01, 0x23, 0x45, 0x67}));
  EXPECT_EQ(pack(low, 1, {2, 4}), Bytes{0x42});
  // B = [[0.5, 6], [1, -2]], rows along K, then its transpose.
  EXPECT_EQ(pack(low, 2, {1, 7, 2, 0xC}), (Bytes{0x71, 0xC2}));
  EXPECT_EQ(pack(low, 2, {1, 2, 7, 0xC}), (Bytes{0x21, 0xC7}));
}

// Four 6-bit codes are three bytes.
TEST(LayoutTest, DenseSixBitCodes) {
  const Format &e3m2 = format("f6E3M2FN");
  Codes codes = {0x01, 0x3F, 0x20, 0x15};
  EXPECT_EQ(take(packCodes(e3m2, {Packing::LowFirst, 1}, 1, 4, codes)),
            (Bytes{0xC1, 0x0F, 0x56}));
  EXPECT_EQ(take(packCodes(e3m2, {Packing::HighFirst, 1}, 1, 4, codes)),
            (Bytes{0x07, 0xF8, 0x15}));
  EXPECT_EQ(take(packCodes(e3m2, {Packing::Container, 1}, 1, 4, codes)),
            (Bytes{0x01, 0x3F, 0x20, 0x15}));
}

TEST(LayoutTest, ContainersAreLittleEndian) {
  EXPECT_EQ(take(packCodes(format("bf16"), Layout(), 1, 2, {0x3F80, 0xC000})),
            (Bytes{0x80, 0x3F, 0x00, 0xC0}));
  EXPECT_EQ(take(packCodes(format("tf32"), Layout(), 1, 1, {0x40001})),
            (Bytes{0x01, 0x00, 0x04, 0x00}));
}

TEST(LayoutTest, Pitch) {
  auto pitch = [](llvm::StringRef name, Packing packing, int64_t multiple,
                  int64_t columns) {
    return linePitch(format(name), {packing, multiple}, columns);
  };
  EXPECT_EQ(pitch("f8E4M3FN", Packing::Container, 16, 70), 80);
  EXPECT_EQ(pitch("f8E4M3FN", Packing::Container, 16, 80), 80);
  EXPECT_EQ(pitch("f4E2M1FN", Packing::LowFirst, 1, 7), 4);
  EXPECT_EQ(pitch("f4E2M1FN", Packing::Container, 1, 7), 7);
  EXPECT_EQ(pitch("f6E2M3FN", Packing::LowFirst, 1, 32), 24);
  EXPECT_EQ(pitch("f6E2M3FN", Packing::LowFirst, 16, 32), 32);
  EXPECT_EQ(pitch("bf16", Packing::Container, 16, 3), 16);
  EXPECT_EQ(pitch("bf16", Packing::Container, 16, 0), 0);
}

TEST(LayoutTest, RoundTrip) {
  for (const Format &row : getFormats())
    for (Packing packing :
         {Packing::Container, Packing::LowFirst, Packing::HighFirst}) {
      SCOPED_TRACE(row.name.str());
      Layout layout = {packing, 16};
      Codes codes = counting(3 * 13, row.codeMask());
      Bytes bytes = take(packCodes(row, layout, 3, 13, codes));
      ASSERT_EQ(static_cast<int64_t>(bytes.size()),
                3 * linePitch(row, layout, 13));
      EXPECT_EQ(take(unpackCodes(row, layout, 3, 13, bytes)), codes);

      // Column-major is row-major of the transpose.
      Layout columnMajor = {packing, 16, Order::ColumnMajor};
      Codes transposed;
      for (int column = 0; column < 13; ++column)
        for (int line = 0; line < 3; ++line)
          transposed.push_back(codes[line * 13 + column]);
      bytes = take(packCodes(row, columnMajor, 3, 13, codes));
      EXPECT_EQ(bytes, take(packCodes(row, layout, 13, 3, transposed)));
      EXPECT_EQ(take(unpackCodes(row, columnMajor, 3, 13, bytes)), codes);
    }
}

// Columns of three FP4 codes: two bytes each, of which a nibble is padding.
TEST(LayoutTest, ColumnMajorNibbles) {
  Layout layout = {Packing::LowFirst, 1, Order::ColumnMajor};
  EXPECT_EQ(
      take(packCodes(format("f4E2M1FN"), layout, 3, 2, {1, 2, 3, 4, 5, 6})),
      (Bytes{0x31, 0x05, 0x42, 0x06}));
  EXPECT_EQ(message(unpackCodes(format("f4E2M1FN"), layout, 3, 2, Bytes(3))),
            "buffer of 3 bytes, layout needs 4");
}

// Every bit of every code has a place of its own, and padding is the rest.
TEST(LayoutTest, BitsAreABijection) {
  for (llvm::StringRef name : {"f4E2M1FN", "f6E3M2FN", "f8E4M3FN"})
    for (Packing packing :
         {Packing::Container, Packing::LowFirst, Packing::HighFirst})
      for (Order order : {Order::RowMajor, Order::ColumnMajor}) {
        const Format &row = format(name);
        Layout layout = {packing, 4, order};
        std::set<std::pair<size_t, uint8_t>> places;
        for (int code = 0; code < 5 * 7; ++code)
          for (unsigned bit = 0; bit < row.width; ++bit) {
            Codes codes(5 * 7, 0);
            codes[code] = 1u << bit;
            Bytes bytes = take(packCodes(row, layout, 5, 7, codes));
            size_t set = 0;
            for (size_t i = 0; i < bytes.size(); ++i)
              if (bytes[i] != 0) {
                ++set;
                ASSERT_TRUE(places.insert({i, bytes[i]}).second);
              }
            ASSERT_EQ(set, 1u);
          }
        EXPECT_EQ(places.size(), 5 * 7 * row.width);
      }
}

TEST(LayoutTest, PaddingIsZeroAndIsNotRead) {
  Layout layout = {Packing::Container, 8};
  Bytes bytes = take(packCodes(format("i8"), layout, 2, 3, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(bytes, (Bytes{1, 2, 3, 0, 0, 0, 0, 0, 4, 5, 6, 0, 0, 0, 0, 0}));
  bytes[3] = bytes[15] = 0xFF;
  EXPECT_EQ(take(unpackCodes(format("i8"), layout, 2, 3, bytes)),
            (Codes{1, 2, 3, 4, 5, 6}));
}

TEST(LayoutTest, WrongSizesAreRefused) {
  EXPECT_EQ(message(packCodes(format("i8"), Layout(), 2, 3, {1, 2})),
            "buffer of 2 codes, layout needs 6");
  EXPECT_EQ(message(unpackCodes(format("i8"), {Packing::Container, 16}, 2, 3,
                                Bytes(6))),
            "buffer of 6 bytes, layout needs 32");
  EXPECT_EQ(message(packCodes(format("i8"), Layout(), -1, 3, {})),
            "extents are not negative, and the pitch is positive");
  EXPECT_EQ(message(packCodes(format("i8"), {Packing::Container, 0}, 1, 0, {})),
            "extents are not negative, and the pitch is positive");
}

TEST(ScaleLayoutTest, Case50TileFormula) {
  auto position = [](int64_t row, int64_t column) {
    return scalePosition(ScaleLayout::Tile128x4, 128, 4, row, column);
  };
  EXPECT_EQ(position(1, 0), 16);
  EXPECT_EQ(position(31, 3), 499);
  EXPECT_EQ(position(32, 0), 4);
  EXPECT_EQ(position(96, 2), 14);
  EXPECT_EQ(position(127, 3), 511);

  Codes scales;
  int agreeWithLinear = 0;
  for (int row = 0; row < 128; ++row)
    for (int column = 0; column < 4; ++column) {
      scales.push_back(column == 0 ? row : column == 1 ? 128 + row : 0);
      agreeWithLinear += position(row, column) == 4 * row + column;
    }
  EXPECT_EQ(agreeWithLinear, 8);
  Codes tile = take(layOutScales(ScaleLayout::Tile128x4, format("f8E8M0FNU"),
                                 128, 4, scales));
  tile.resize(16);
  EXPECT_EQ(tile, (Codes{0x00, 0x80, 0, 0, 0x20, 0xA0, 0, 0, 0x40, 0xC0, 0, 0,
                         0x60, 0xE0, 0, 0}));
}

// The atom ((32,4),4):((16,4),1) of CUTLASS, tiles of a row block in sequence.
TEST(ScaleLayoutTest, TilesAreTheCutlassAtom) {
  int64_t columns = 7;
  std::set<int64_t> seen;
  for (int64_t rowTile = 0; rowTile < 3; ++rowTile)
    for (int64_t columnTile = 0; columnTile < 2; ++columnTile)
      for (int64_t quarter = 0; quarter < 4; ++quarter)
        for (int64_t row = 0; row < 32; ++row)
          for (int64_t column = 0; column < 4; ++column) {
            int64_t position = scalePosition(
                ScaleLayout::Tile128x4, 3 * 128, columns,
                rowTile * 128 + quarter * 32 + row, columnTile * 4 + column);
            ASSERT_EQ(position, (rowTile * 2 + columnTile) * 512 + row * 16 +
                                    quarter * 4 + column);
            seen.insert(position);
          }
  EXPECT_EQ(static_cast<int64_t>(seen.size()),
            scalePositions(ScaleLayout::Tile128x4, 3 * 128, columns));
}

TEST(ScaleLayoutTest, Case02RequiredScaleBytes) {
  for (auto [m, bytes] : {std::pair<int64_t, int64_t>(1, 114688),
                          {32, 114688},
                          {127, 114688},
                          {128, 114688},
                          {129, 229376}})
    EXPECT_EQ(scalePositions(ScaleLayout::Tile128x4, m, 14336 / 16), bytes);
  // Where the last scale of the only row goes.
  EXPECT_EQ(scalePosition(ScaleLayout::Tile128x4, 1, 896, 0, 895), 114179);
}

TEST(ScaleLayoutTest, Case106NoRowsNoBytes) {
  for (auto [m, bytes] : {std::pair<int64_t, int64_t>(0, 0),
                          {1, 512},
                          {127, 512},
                          {128, 512},
                          {129, 1024}})
    EXPECT_EQ(scalePositions(ScaleLayout::Tile128x4, m, 4), bytes);
  EXPECT_TRUE(
      take(layOutScales(ScaleLayout::Tile128x4, format("f8E8M0FNU"), 0, 4, {}))
          .empty());
}

TEST(ScaleLayoutTest, Case56ExpertOffsets) {
  int64_t expert = scalePositions(ScaleLayout::Tile128x4, 4, 90);
  EXPECT_EQ(expert, 11776);
  EXPECT_EQ(scalePositions(ScaleLayout::Tile128x4, 1, 90), 11776);
  EXPECT_EQ(expert + scalePosition(ScaleLayout::Tile128x4, 5, 90, 1, 0), 11792);
  EXPECT_EQ(expert + scalePosition(ScaleLayout::Tile128x4, 5, 90, 4, 0), 11840);
}

TEST(ScaleLayoutTest, Case55PaddingIsOneNotZero) {
  EXPECT_EQ(scalePadding(format("f8E8M0FNU")), 0x7Fu);
  EXPECT_EQ(scalePadding(format("ue4m3")), 0x38u);
  EXPECT_EQ(scalePadding(format("f32")), 0x3F800000u);
  Codes laidOut = take(layOutScales(ScaleLayout::Tile128x4, format("ue4m3"), 2,
                                    3, {1, 2, 3, 4, 5, 6}));
  ASSERT_EQ(laidOut.size(), 512u);
  EXPECT_EQ(laidOut[0], 1u);
  EXPECT_EQ(laidOut[2], 3u);
  EXPECT_EQ(laidOut[3], 0x38u); // column 3
  EXPECT_EQ(laidOut[16], 4u);
  EXPECT_EQ(laidOut[32], 0x38u); // row 2
  EXPECT_EQ(laidOut[511], 0x38u);
}

static const ScaleLayout allLayouts[] = {
    ScaleLayout::Unassigned,  ScaleLayout::Linear,
    ScaleLayout::Tile128x4,   ScaleLayout::ColumnMajorAligned,
    ScaleLayout::PackedUE8M0, ScaleLayout::AMDPreshuffle};

static const Format &scaleOf(ScaleLayout layout) {
  return format(layout == ScaleLayout::ColumnMajorAligned ? "f32"
                                                          : "f8E8M0FNU");
}

TEST(ScaleLayoutTest, RoundTrip) {
  for (ScaleLayout layout : allLayouts)
    for (int64_t rows : {1, 33, 128, 200, 257})
      for (int64_t columns : {1, 3, 4, 9}) {
        Codes scales = counting(rows * columns, 0xFF);
        Codes laidOut =
            take(layOutScales(layout, scaleOf(layout), rows, columns, scales));
        EXPECT_EQ(take(readScales(layout, rows, columns, laidOut)), scales);
        if (layout == ScaleLayout::Linear) {
          EXPECT_EQ(laidOut, scales);
        }
      }
}

// Where nothing is padded, every position is of one scale; elsewhere no two
// scales have the same, and the padding is what is left.
TEST(ScaleLayoutTest, PositionsAreABijection) {
  for (ScaleLayout layout : allLayouts)
    for (auto [rows, columns] :
         {std::pair<int64_t, int64_t>(512, 16), {256, 8}, {300, 13}, {1, 1}}) {
      int64_t positions = scalePositions(layout, rows, columns);
      std::set<int64_t> seen;
      for (int64_t row = 0; row < rows; ++row)
        for (int64_t column = 0; column < columns; ++column) {
          int64_t position = scalePosition(layout, rows, columns, row, column);
          ASSERT_GE(position, 0);
          ASSERT_LT(position, positions);
          ASSERT_TRUE(seen.insert(position).second)
              << stringifyScaleLayout(layout).str() << " " << row << " "
              << column;
        }
      if (rows % 256 == 0) {
        EXPECT_EQ(static_cast<int64_t>(seen.size()), positions);
      }
      const Format &scale = scaleOf(layout);
      Codes laidOut = take(
          layOutScales(layout, scale, rows, columns, Codes(rows * columns, 0)));
      EXPECT_EQ(llvm::count(laidOut, scale.unitCode()),
                positions - rows * columns);
    }
}

TEST(ScaleLayoutTest, ColumnMajorAligned) {
  EXPECT_EQ(take(layOutScales(ScaleLayout::ColumnMajorAligned, format("f32"), 3,
                              2, {1, 2, 3, 4, 5, 6})),
            (Codes{1, 3, 5, 0x3F800000, 2, 4, 6, 0x3F800000}));
}

TEST(ScaleLayoutTest, PackedUE8M0) {
  Codes scales = counting(2 * 5, 0xFF);
  Codes laidOut = take(layOutScales(ScaleLayout::PackedUE8M0,
                                    format("f8E8M0FNU"), 2, 5, scales));
  ASSERT_EQ(laidOut.size(), 32u);
  for (int column = 0; column < 4; ++column) {
    EXPECT_EQ(laidOut[column], scales[column]);
    EXPECT_EQ(laidOut[4 + column], scales[5 + column]);
    EXPECT_EQ(laidOut[8 + column], 0x7Fu); // row 2
  }
  EXPECT_EQ(laidOut[16], scales[4]);
  EXPECT_EQ(laidOut[17], 0x7Fu); // column 5
  EXPECT_EQ(laidOut[20], scales[9]);
}

// The shuffle of aiter: [rows/32, 2, 16, columns/8, 2, 4] in the order of axes
// 0, 3, 5, 2, 4, 1.
TEST(ScaleLayoutTest, AMDPreshuffle) {
  constexpr int64_t rows = 512, columns = 16;
  int64_t next = 0;
  for (int64_t a = 0; a < rows / 32; ++a)
    for (int64_t d = 0; d < columns / 8; ++d)
      for (int64_t f = 0; f < 4; ++f)
        for (int64_t c = 0; c < 16; ++c)
          for (int64_t e = 0; e < 2; ++e)
            for (int64_t b = 0; b < 2; ++b)
              ASSERT_EQ(scalePosition(ScaleLayout::AMDPreshuffle, rows, columns,
                                      a * 32 + b * 16 + c, d * 8 + e * 4 + f),
                        next++);
}

TEST(ScaleLayoutTest, EncodingsThatDoNotFitAreRefused) {
  EXPECT_EQ(message(layOutScales(ScaleLayout::ColumnMajorAligned,
                                 format("f8E8M0FNU"), 1, 1, {1})),
            "the scale layout column_major_aligned is for f32 scales, not "
            "f8E8M0FNU");
  EXPECT_EQ(message(layOutScales(ScaleLayout::PackedUE8M0, format("ue4m3"), 1,
                                 1, {1})),
            "the scale layout packed_ue8m0 is for f8E8M0FNU scales, not ue4m3");
  EXPECT_EQ(
      message(checkScaleLayout(ScaleLayout::AMDPreshuffle, format("f32"))),
      "the scale layout amd_preshuffle is for f8E8M0FNU scales, not f32");
  EXPECT_EQ(message(checkScaleLayout(ScaleLayout::Tile128x4, format("ue4m3"))),
            "");
}

TEST(ScaleLayoutTest, Case53PaddingIsNotRead) {
  Codes scales(47, 0x7F);
  Codes laidOut = take(
      layOutScales(ScaleLayout::Tile128x4, format("f8E8M0FNU"), 1, 47, scales));
  laidOut[scalePosition(ScaleLayout::Tile128x4, 1, 47, 0, 46) + 1] = 0xFF;
  EXPECT_EQ(take(readScales(ScaleLayout::Tile128x4, 1, 47, laidOut)), scales);
}

TEST(ScaleLayoutTest, WrongSizesAreRefused) {
  EXPECT_EQ(message(layOutScales(ScaleLayout::Linear, format("f8E8M0FNU"), 2, 2,
                                 {1, 2, 3})),
            "3 scales where the layout has 4");
  EXPECT_EQ(message(readScales(ScaleLayout::Tile128x4, 1, 896, Codes(896))),
            "896 scales where the layout has 114688");
  EXPECT_EQ(message(readScales(ScaleLayout::Linear, -1, -4, Codes(4))),
            "extents are not negative");
}
