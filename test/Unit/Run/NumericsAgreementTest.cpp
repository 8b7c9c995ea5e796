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
#include "llvm/Support/FormatVariadic.h"
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

//===----------------------------------------------------------------------===//
// Recoding
//===----------------------------------------------------------------------===//

/// The type of MLIR or lowp of that format.
static std::string getTypeText(const Format &format) {
  return (format.name == "mxint8" ? "!lowp." : "") + format.name.str();
}

/// Conversions to `to` that agree in little: each destination gets one by
/// `number`.
static Conversion makeConversion(const Format &to, unsigned number) {
  Conversion conversion = Conversion::saturating(to);
  Rounding roundings[] = {Rounding::NearestEven, Rounding::TowardZero,
                          Rounding::Up, Rounding::Down};
  conversion.rounding = roundings[number % 4];
  if (number % 3 == 1 && to.hasNaN()) {
    conversion = Conversion::propagating(to);
    conversion.nan =
        to.hasNegativeZero() ? NaNPolicy::SignedNaN : NaNPolicy::NaN;
  } else if (number % 3 == 2) {
    conversion.nan = NaNPolicy::Zero;
    conversion.zeroSign = ZeroSign::Positive;
  }
  return conversion;
}

static std::string getText(const Format &to, const Conversion &conversion) {
  return llvm::formatv(
      "<{0}, rounding = {1}, overflow = {2}, infinity = {3}, nan = {4}, "
      "zero_sign = {5}>",
      getTypeText(to), stringifyRounding(conversion.rounding),
      stringifyOverflow(conversion.overflow),
      stringifyInfinityPolicy(conversion.infinity),
      stringifyNaNPolicy(conversion.nan),
      stringifyZeroSign(conversion.zeroSign));
}

/// The value of a code, a NaN with the sign of the code where NaNs have one.
static double decodeSigned(const Format &format, uint32_t code) {
  double value = decode(format, code);
  if (!std::isnan(value) || !format.hasNegativeZero())
    return value;
  return std::copysign(value, code & format.signMask() ? -1.0 : 1.0);
}

// Every code of every encoding of 8 bits, to every other.
TEST_F(NumericsAgreement, Recoding) {
  std::vector<const Format *> encodings;
  for (const Format &row : getFormats())
    if (row.width == 8 && row.isSigned)
      encodings.push_back(&row);
  ASSERT_GE(encodings.size(), 8u);

  NpyArray codes, scales;
  for (auto [array, columns] :
       {std::pair(&codes, 256), std::pair(&scales, 8)}) {
    array->dtype = "u1";
    array->shape = {1, columns};
    array->bytes = take(Bytes::allocate(columns, "bytes"));
    for (int column = 0; column < columns; ++column)
      array->bytes.data()[column] = static_cast<char>(column);
  }
  constexpr llvm::StringLiteral scaled =
      "!lowp.scaled<1x256x{0}, #lowp.scale<f8E8M0FNU per 1x32>>";
  for (auto [number, from] : llvm::enumerate(encodings)) {
    std::string types, names, body;
    std::string source = llvm::formatv(scaled.data(), getTypeText(*from));
    for (auto [index, to] : llvm::enumerate(encodings)) {
      std::string result = llvm::formatv(scaled.data(), getTypeText(*to));
      llvm::StringRef comma = index == 0 ? "" : ", ";
      types += (comma + "tensor<1x256xi8>").str();
      names += llvm::formatv("{0}%c{1}", comma, index);
      body += llvm::formatv("  %r{0} = lowp.recode %q with {1} : {2} to {3}\n"
                            "  %c{0} = lowp.codes %r{0} : {3} to "
                            "tensor<1x256xi8>\n",
                            index,
                            getText(*to, makeConversion(*to, number + index)),
                            source, result);
    }
    std::error_code error;
    llvm::raw_fd_ostream file(path("program.mlir"), error);
    ASSERT_FALSE(error);
    file << "func.func @recode(%c: tensor<1x256xi8>, %s: tensor<1x8xi8>) -> ("
         << types << ") {\n  %q = lowp.assemble %c, %s : tensor<1x256xi8>, "
         << "tensor<1x8xi8> to " << source << "\n"
         << body << "  return " << names << " : " << types << "\n}\n";
    file.close();

    std::vector<NpyArray> results =
        run("recode", {&codes, &scales}, encodings.size());
    for (auto [index, to] : llvm::enumerate(encodings)) {
      Conversion conversion = makeConversion(*to, number + index);
      ASSERT_EQ(message(checkConversion(*to, conversion)), "");
      std::vector<uint32_t> recoded = getCodes(results[index]);
      for (uint32_t code = 0; code < 256; ++code)
        EXPECT_EQ(recoded[code],
                  encode(*to, conversion, decodeSigned(*from, code)))
            << from->name.str() << " " << code << " to "
            << getText(*to, conversion);
    }
  }
}
