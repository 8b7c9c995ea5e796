//===- NumericsAgreementTest.cpp - The CPU against the numerics library ---===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two implementations that share nothing but the table of formats: code that
// was emitted, compiled and run, and the library. They agree byte for byte.
//
//===----------------------------------------------------------------------===//

#include "Bits.h"
#include "lowp/Numerics/Matmul.h"
#include "lowp/Numerics/Quantize.h"
#include "lowp/Run/Npy.h"
#include "lowp/Run/Run.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstring>
#include <random>

using namespace lowp;
using namespace lowp::test;

static constexpr llvm::StringLiteral program = R"mlir(
#ofp8 = #lowp.conversion<f8E4M3FN, rounding = rne, overflow = saturate,
                         infinity = max, nan = nan, zero_sign = keep>
#mxfp8 = #lowp.quantizer<
  recipe = rceil, conversion = #ofp8, arithmetic = divide, zero_group = one,
  nonfinite_group = propagate, subnormals = preserve>
#tensor_fp8 = #lowp.quantizer<
  recipe = amax_over_max, conversion = #ofp8, arithmetic = reciprocal,
  zero_group = one, nonfinite_group = propagate, subnormals = preserve>
!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>
!t = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f32 per *x*>>

func.func @rows(%x: tensor<?x?xf32>) -> !x {
  %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !x
  return %q : !x
}
func.func @columns(%x: tensor<?x?xf32>) -> !w {
  %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !w
  return %q : !w
}
func.func @whole(%x: tensor<?x?xf32>) -> !t {
  %q = lowp.quantize %x with #tensor_fp8 : tensor<?x?xf32> to !t
  return %q : !t
}
func.func @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32>
    : !x, !w to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
func.func @epilogue(%x: !t, %w: !t) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> scales epilogue
    : !t, !t to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
)mlir";

namespace {

/// A scaled matrix as files have it.
struct Arrays {
  NpyArray codes, scales;
};

class NumericsAgreement : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("lowp-run", folder));
    std::error_code error;
    llvm::raw_fd_ostream file(path("program.mlir"), error);
    ASSERT_FALSE(error);
    file << program;
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string path(llvm::Twine name) {
    llvm::SmallString<128> result = folder;
    llvm::sys::path::append(result, name);
    return std::string(result);
  }

  std::vector<NpyArray>
  run(llvm::StringRef entry, llvm::ArrayRef<const NpyArray *> arguments,
      unsigned numResults, AccumulationModel model = AccumulationModel::Exact) {
    RunOptions options;
    options.file = path("program.mlir");
    options.entry = entry.str();
    options.accumulate = model;
    for (auto [index, array] : llvm::enumerate(arguments)) {
      options.arguments.push_back(path("in" + llvm::Twine(index)));
      EXPECT_EQ(message(writeNpy(options.arguments.back(), *array)), "");
    }
    for (unsigned index = 0; index < numResults; ++index)
      options.results.push_back(path("out" + llvm::Twine(index)));
    EXPECT_TRUE(succeeded(runProgram(options)));
    std::vector<NpyArray> results;
    for (const std::string &file : options.results)
      results.push_back(take(readNpy(file)));
    return results;
  }

  llvm::SmallString<128> folder;
};

} // namespace

static NpyArray makeArray(llvm::ArrayRef<float> values, int64_t rows,
                          int64_t columns) {
  NpyArray array;
  array.dtype = "f4";
  array.shape = {rows, columns};
  array.bytes = take(Bytes::allocate(values.size() * sizeof(float), "values"));
  if (!values.empty())
    std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
  return array;
}

/// The elements as codes: bytes, or the patterns of f32.
static std::vector<uint32_t> getCodes(const NpyArray &array) {
  std::vector<uint32_t> codes(array.getNumElements(), 0);
  for (size_t index = 0; index < codes.size(); ++index)
    std::memcpy(&codes[index],
                array.bytes.data() + index * array.getElementSize(),
                array.getElementSize());
  return codes;
}

/// Numbers of many magnitudes, with zeros and, if asked for, what is not
/// finite.
static std::vector<float> makeValues(std::mt19937 &random, int64_t count,
                                     bool specials) {
  std::vector<float> values;
  for (int64_t index = 0; index < count; ++index) {
    auto bits = static_cast<uint32_t>(random());
    uint32_t exponent = 100 + bits % 50;
    switch (bits >> 9 & 63) {
    case 0:
      exponent = 0; // subnormal
      break;
    case 1:
      bits = 0;
      exponent = 0;
      break;
    case 2:
      exponent = specials && (bits >> 15 & 3) == 0 ? 255 : 254;
      break;
    }
    values.push_back(f32((bits & 0x807fffff) | exponent << 23));
  }
  return values;
}

static void expectSameFloats(llvm::ArrayRef<float> expected,
                             const NpyArray &array) {
  std::vector<uint32_t> codes = getCodes(array);
  ASSERT_EQ(codes.size(), expected.size());
  for (auto [index, code] : llvm::enumerate(codes)) {
    if (std::isnan(expected[index]))
      EXPECT_TRUE(std::isnan(f32(code))) << index;
    else
      EXPECT_EQ(code, pattern(expected[index])) << index;
  }
}

static constexpr int64_t extents[][3] = {{0, 3, 5},    {2, 3, 0},   {1, 1, 1},
                                         {3, 2, 31},   {5, 4, 32},  {7, 3, 33},
                                         {16, 9, 100}, {4, 70, 257}};

TEST_F(NumericsAgreement, Quantization) {
  std::mt19937 random(30);
  for (auto [rows, unused, columns] : extents) {
    std::vector<float> values =
        makeValues(random, rows * columns, /*specials=*/true);
    NpyArray array = makeArray(values, rows, columns);
    Quantizer whole = Quantizer::mx(format("f8E4M3FN"), {-1, -1});
    whole.scale = &format("f32");
    whole.recipe = Recipe::AmaxOverMax;
    whole.arithmetic = ScaleArithmetic::Reciprocal;
    for (auto [entry, quantizer] :
         {std::pair("rows", Quantizer::mx(format("f8E4M3FN"), {1, 32})),
          std::pair("columns", Quantizer::mx(format("f8E4M3FN"), {32, 1})),
          std::pair("whole", whole)}) {
      ScaledTensor expected =
          take(quantize(quantizer, {rows, columns}, values));
      std::vector<NpyArray> results = run(entry, {&array}, 2);
      EXPECT_EQ(getCodes(results[0]), expected.codes) << entry;
      EXPECT_EQ(getCodes(results[1]), expected.levels[0].codes) << entry;
    }
  }
}

TEST_F(NumericsAgreement, Contraction) {
  std::mt19937 random(31);
  for (auto [m, n, k] : extents) {
    Quantizer rows = Quantizer::mx(format("f8E4M3FN"), {1, 32});
    Quantizer columns = Quantizer::mx(format("f8E4M3FN"), {32, 1});
    std::vector<float> x = makeValues(random, m * k, /*specials=*/false);
    std::vector<float> w = makeValues(random, k * n, /*specials=*/n > 8);
    ScaledTensor xq = take(quantize(rows, {m, k}, x));
    ScaledTensor wq = take(quantize(columns, {k, n}, w));
    NpyArray xArray = makeArray(x, m, k), wArray = makeArray(w, k, n);
    std::vector<NpyArray> xs = run("rows", {&xArray}, 2);
    std::vector<NpyArray> ws = run("columns", {&wArray}, 2);
    for (AccumulationModel model :
         {AccumulationModel::Exact, AccumulationModel::F32Sequential}) {
      std::vector<float> expected = take(matmul(xq, wq, {model}));
      std::vector<NpyArray> y =
          run("matmul", {&xs[0], &xs[1], &ws[0], &ws[1]}, 1, model);
      expectSameFloats(expected, y[0]);
    }
  }
}

TEST_F(NumericsAgreement, ScalesInTheEpilogue) {
  std::mt19937 random(32);
  for (auto [m, n, k] : extents) {
    Quantizer whole = Quantizer::mx(format("f8E4M3FN"), {-1, -1});
    whole.scale = &format("f32");
    whole.recipe = Recipe::AmaxOverMax;
    whole.arithmetic = ScaleArithmetic::Reciprocal;
    std::vector<float> x = makeValues(random, m * k, /*specials=*/false);
    std::vector<float> w = makeValues(random, k * n, /*specials=*/false);
    // The codes of large numbers, under scales whose product is an f32.
    for (std::vector<float> *values : {&x, &w})
      for (float &value : *values)
        value = std::ldexp(value, std::ilogb(value) > 60 ? -120 : 0);
    ScaledTensor xq = take(quantize(whole, {m, k}, x));
    ScaledTensor wq = take(quantize(whole, {k, n}, w));
    NpyArray xArray = makeArray(x, m, k), wArray = makeArray(w, k, n);
    std::vector<NpyArray> xs = run("whole", {&xArray}, 2);
    std::vector<NpyArray> ws = run("whole", {&wArray}, 2);
    std::vector<float> expected =
        take(matmul(xq, wq, {AccumulationModel::F32Sequential}));
    std::vector<NpyArray> y = run("epilogue", {&xs[0], &xs[1], &ws[0], &ws[1]},
                                  1, AccumulationModel::F32Sequential);
    expectSameFloats(expected, y[0]);
  }
}
