//===- ManifestTest.cpp - What the manifest says of kernels ---------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Contracts/Manifest.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace lowp;
namespace json = llvm::json;

namespace {
class ManifestTest : public testing::Test {
protected:
  ManifestTest() { context.loadDialect<LowpDialect>(); }

  /// The manifest of a module, which must have one.
  Manifest read(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return Manifest::fromKernels(*module);
  }

  /// One operand of a declared kernel.
  json::Object readOperand(StringRef type) {
    json::Value manifest =
        read(llvm::formatv("lowp.kernel private @k({0})", type).str()).toJson();
    return *(*(*manifest.getAsObject()->getArray("kernels"))[0]
                  .getAsObject()
                  ->getArray("operands"))[0]
                .getAsObject();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

// The chapter's account of X, 2 x 32 in MXFP8: 64 codes and 2 scales.
TEST_F(ManifestTest, F12PayloadOfTwoRows) {
  json::Object x = readOperand("!lowp.scaled<2x32xf8E4M3FN, "
                               "#lowp.scale<f8E8M0FNU per 1x32>, "
                               "#lowp.layout<row_major, pitch = 16>>");
  const json::Object &bytes = *x.getObject("bytes");
  EXPECT_EQ(bytes.getInteger("codes"), 64);
  EXPECT_EQ(bytes.getInteger("scales"), 2);
  EXPECT_EQ(bytes.getInteger("payload"), 66);
  EXPECT_EQ(bytes.getInteger("padding"), 0);
  EXPECT_EQ(bytes.getNumber("scale_overhead_percent"), 3.125);
}

// The same codes under one f32 scale: 68 bytes and 6.25 %.
TEST_F(ManifestTest, F12PayloadUnderATensorScale) {
  json::Object x = readOperand("!lowp.scaled<2x32xf8E4M3FN, "
                               "#lowp.scale<f32 per tensor>>");
  const json::Object &bytes = *x.getObject("bytes");
  EXPECT_EQ(bytes.getInteger("payload"), 68);
  EXPECT_EQ(bytes.getNumber("scale_overhead_percent"), 6.25);
}

// Rows of 40 codes at a pitch of 16 take 48 bytes; the tile of 128 rows and 4
// scales takes 512, of which 2 x 2 are scales.
TEST_F(ManifestTest, PaddingOfPitchAndTiles) {
  json::Object x =
      readOperand("!lowp.scaled<2x40xf8E4M3FN, "
                  "#lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>, "
                  "#lowp.layout<row_major, pitch = 16>>");
  const json::Object &bytes = *x.getObject("bytes");
  EXPECT_EQ(bytes.getInteger("codes"), 80);
  EXPECT_EQ(bytes.getInteger("scales"), 4);
  EXPECT_EQ(bytes.getInteger("padding"), 2 * 8 + 508);
  EXPECT_EQ(bytes.getInteger("total"), 96 + 512);
}

// Extents of arrays are formulas of the logical ones, in the order of memory.
TEST_F(ManifestTest, DynamicColumnMajorWeight) {
  json::Object w = readOperand("!lowp.scaled<?x?xf8E4M3FN, "
                               "#lowp.scale<f8E8M0FNU per 32x1>, "
                               "#lowp.layout<column_major, pitch = 16>>");
  EXPECT_FALSE(w.getObject("bytes"));
  EXPECT_EQ(*w.getArray("shape"), (json::Array{"operand0_d0", "operand0_d1"}));
  const json::Object &codes = *(*w.getArray("components"))[0].getAsObject();
  EXPECT_EQ(*codes.getArray("extents"), (json::Array{"d1", "d0"}));
  EXPECT_EQ(codes.getString("pitch"), "alignto(d0, 16)");
  EXPECT_EQ(codes.getString("bytes"), "d1 * alignto(d0, 16)");
  EXPECT_EQ(codes.getInteger("alignment"), 16);
  EXPECT_EQ(codes.getInteger("padding"), 0);
  const json::Object &scales = *(*w.getArray("components"))[1].getAsObject();
  EXPECT_EQ(*scales.getArray("extents"),
            (json::Array{"d1", "ceildiv(d0, 32)"}));
  EXPECT_EQ(scales.getString("bytes"), "d1 * ceildiv(d0, 32)");
  EXPECT_EQ(scales.getInteger("alignment"), 1);
  EXPECT_EQ(scales.getInteger("padding"), 0x7F);
}

// Addresses are aligned as rows are, which 48 and 24 bytes let be 16 and 8.
TEST_F(ManifestTest, AlignmentOfPitch) {
  std::pair<int, int> pairs[] = {{48, 16}, {24, 8}, {1, 1}};
  for (auto [pitch, alignment] : pairs) {
    json::Object x =
        readOperand(llvm::formatv("!lowp.scaled<?x?xf8E4M3FN, "
                                  "#lowp.scale<f8E8M0FNU per 1x32>, "
                                  "#lowp.layout<row_major, pitch = {0}>>",
                                  pitch)
                        .str());
    EXPECT_EQ(
        (*x.getArray("components"))[0].getAsObject()->getInteger("alignment"),
        alignment);
  }
}

// A tensor is one dense array; of one dimension it has no pitch, of none it
// still holds an element.
TEST_F(ManifestTest, ArrayOfATensor) {
  auto readArray = [&](StringRef type) {
    json::Object tensor = readOperand(type);
    EXPECT_EQ(tensor.getArray("components")->size(), 1u);
    return *(*tensor.getArray("components"))[0].getAsObject();
  };
  json::Object matrix = readArray("tensor<?x512xf32>");
  EXPECT_EQ(matrix.getString("name"), "values");
  EXPECT_EQ(*matrix.getArray("extents"), (json::Array{"d0", "d1"}));
  EXPECT_EQ(matrix.getString("pitch"), "d1");
  EXPECT_EQ(matrix.getString("bytes"), "d0 * d1 * 4");
  EXPECT_EQ(matrix.getInteger("alignment"), 4);
  json::Object vector = readArray("tensor<?xbf16>");
  EXPECT_FALSE(vector.getString("pitch"));
  EXPECT_EQ(vector.getString("bytes"), "d0 * 2");
  EXPECT_EQ(readArray("tensor<f64>").getString("bytes"), "8");
  EXPECT_EQ(readArray("tensor<i8>").getString("bytes"), "1");
  EXPECT_FALSE(readOperand("tensor<4xindex>").getArray("components"));
}

static constexpr const char *kMatmul = R"mlir(
  !x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
  !w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>
  lowp.kernel @k(%{0}: !x, %w: !w) -> tensor<?x?xf32> {{
    %y = lowp.matmul %{0}, %w accumulate <accumulator = {1}>
      : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
)mlir";

TEST_F(ManifestTest, FingerprintIsOfTheContract) {
  std::string one =
      read(llvm::formatv(kMatmul, "x", "f32").str()).getFingerprint();
  std::string renamed =
      read(llvm::formatv(kMatmul, "activation", "f32").str()).getFingerprint();
  std::string changed =
      read(llvm::formatv(kMatmul, "x", "f16").str()).getFingerprint();
  EXPECT_EQ(one.size(), 64u);
  EXPECT_EQ(one, renamed);
  EXPECT_NE(one, changed);
}

static constexpr const char *kEpilogue = R"mlir(
  !x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
  !w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>
  lowp.kernel @k(%x: !x, %w: !w, %b: tensor<?xf32>, %y: tensor<?x?xf32>)
      -> tensor<?x?xf32> {{
    %{0} = lowp.matmul %x, %w accumulate <accumulator = f32>
      : !x, !w to tensor<?x?xf32>
    %r = linalg.generic {{
        indexing_maps = [affine_map<(m, n) -> (m, n)>,
                         affine_map<(m, n) -> ({1})>,
                         affine_map<(m, n) -> (m, n)>],
        iterator_types = ["parallel", "parallel"]}
        ins(%{0}, %b : tensor<?x?xf32>, tensor<?xf32>)
        outs(%y : tensor<?x?xf32>) {{
    ^bb0(%acc: f32, %bias: f32, %out: f32):
      %c = arith.constant {2} : f32
      %d = arith.subf %acc, %c : f32
      %e = arith.subf {3} : f32
      linalg.yield %e : f32
    } -> tensor<?x?xf32>
    lowp.return %r : tensor<?x?xf32>
  }
)mlir";

// Which way a bias runs, a constant and the order of operands are part of it.
TEST_F(ManifestTest, FingerprintIsOfTheEpilogue) {
  context.loadDialect<arith::ArithDialect, linalg::LinalgDialect,
                      tensor::TensorDialect>();
  auto fingerprint = [&](StringRef product, StringRef bias, StringRef constant,
                         StringRef order) {
    return read(llvm::formatv(kEpilogue, product, bias, constant, order).str())
        .getFingerprint();
  };
  std::string one = fingerprint("p", "n", "1.0", "%d, %bias");
  EXPECT_EQ(one, fingerprint("q", "n", "1.0", "%d, %bias"));
  EXPECT_NE(one, fingerprint("p", "m", "1.0", "%d, %bias"));
  EXPECT_NE(one, fingerprint("p", "n", "6.0", "%d, %bias"));
  EXPECT_NE(one, fingerprint("p", "n", "1.0", "%bias, %d"));
}

/// The kernel of a manifest that has one, and what it says of extents.
static const json::Object &getKernel(const json::Value &manifest) {
  return *(*manifest.getAsObject()->getArray("kernels"))[0].getAsObject();
}
static json::Array getShape(const json::Object &kernel, StringRef side,
                            unsigned index) {
  return *(*kernel.getArray(side))[index].getAsObject()->getArray("shape");
}

// A bias is as long as N, what results are written to has their shape.
TEST_F(ManifestTest, ExtentsOfAMatmul) {
  context.loadDialect<arith::ArithDialect, linalg::LinalgDialect,
                      tensor::TensorDialect>();
  json::Value manifest =
      read(llvm::formatv(kEpilogue, "p", "n", "1.0", "%d, %bias").str())
          .toJson();
  const json::Object &kernel = getKernel(manifest);
  EXPECT_EQ(
      *kernel.getArray("extents"),
      (json::Array{json::Object{{"name", "M"}}, json::Object{{"name", "K"}},
                   json::Object{{"name", "N"}}}));
  EXPECT_EQ(getShape(kernel, "operands", 0), (json::Array{"M", "K"}));
  EXPECT_EQ(getShape(kernel, "operands", 1), (json::Array{"K", "N"}));
  EXPECT_EQ(getShape(kernel, "operands", 2), (json::Array{"N"}));
  EXPECT_EQ(getShape(kernel, "operands", 3), (json::Array{"M", "N"}));
  EXPECT_EQ(getShape(kernel, "results", 0), (json::Array{"M", "N"}));
  // A bias along M.
  manifest = read(llvm::formatv(kEpilogue, "p", "m", "1.0", "%d, %bias").str())
                 .toJson();
  EXPECT_EQ(getShape(getKernel(manifest), "operands", 2), (json::Array{"M"}));
}

// An extent that one type leaves open and another has: the name stands with its
// number. Those that all types have are not among the extents.
TEST_F(ManifestTest, ExtentThatTheKernelFixes) {
  json::Value manifest = read(R"mlir(
    !x = !lowp.scaled<?x512xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
    !w = !lowp.scaled<512x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>
    lowp.kernel @k(%x: !x, %w: !w) -> tensor<?x96xf32> {
      %y = lowp.matmul %x, %w accumulate <accumulator = f32>
        : !x, !w to tensor<?x96xf32>
      lowp.return %y : tensor<?x96xf32>
    }
  )mlir")
                             .toJson();
  const json::Object &kernel = getKernel(manifest);
  EXPECT_EQ(*kernel.getArray("extents"),
            (json::Array{json::Object{{"name", "M"}},
                         json::Object{{"name", "N"}, {"value", 96}}}));
  EXPECT_EQ(getShape(kernel, "operands", 0), (json::Array{"M", 512}));
  EXPECT_EQ(getShape(kernel, "operands", 1), (json::Array{512, "N"}));
  EXPECT_EQ(getShape(kernel, "results", 0), (json::Array{"M", 96}));
}

// A weight of [N, K] and a batch; two dimensions of one kind have numbers.
TEST_F(ManifestTest, ExtentsByIndexingMaps) {
  json::Value manifest = read(R"mlir(
    !x = !lowp.scaled<?x?x?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x1x1x32>>
    !w = !lowp.scaled<?x?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x1x32>>
    lowp.kernel @k(%x: !x, %w: !w) -> tensor<?x?x?x?xf32> {
      %y = lowp.matmul %x, %w accumulate <accumulator = f32>
        indexing_maps = [affine_map<(b, i, j, n, k) -> (b, i, j, k)>,
                         affine_map<(b, i, j, n, k) -> (b, n, k)>,
                         affine_map<(b, i, j, n, k) -> (b, i, j, n)>]
        : !x, !w to tensor<?x?x?x?xf32>
      lowp.return %y : tensor<?x?x?x?xf32>
    }
  )mlir")
                             .toJson();
  const json::Object &kernel = getKernel(manifest);
  EXPECT_EQ(getShape(kernel, "operands", 0),
            (json::Array{"B", "M0", "M1", "K"}));
  EXPECT_EQ(getShape(kernel, "operands", 1), (json::Array{"B", "N", "K"}));
  EXPECT_EQ(getShape(kernel, "results", 0),
            (json::Array{"B", "M0", "M1", "N"}));
}

TEST_F(ManifestTest, ExtentsOfAQuantization) {
  auto getKernelOf = [&](StringRef type, StringRef scaled) {
    return read(llvm::formatv(R"mlir(
      lowp.kernel @k(%x: {0}) -> {1} {{
        %q = lowp.quantize %x with <recipe = rceil, conversion = <f8E4M3FN>>
          : {0} to {1}
        lowp.return %q : {1}
      }
    )mlir",
                              type, scaled)
                    .str())
        .toJson();
  };
  json::Value matrix = getKernelOf(
      "tensor<?x?xf32>",
      "!lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>");
  EXPECT_EQ(getShape(getKernel(matrix), "operands", 0),
            (json::Array{"M", "K"}));
  EXPECT_EQ(getShape(getKernel(matrix), "results", 0), (json::Array{"M", "K"}));
  json::Value vector =
      getKernelOf("tensor<?xf32>",
                  "!lowp.scaled<?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32>>");
  EXPECT_EQ(getShape(getKernel(vector), "results", 0),
            (json::Array{"operand0_d0"}));
}

TEST_F(ManifestTest, AccumulationOfAMatmul) {
  json::Value manifest =
      read(llvm::formatv(kMatmul, "x", "f32").str()).toJson();
  const json::Object &kernel =
      *(*manifest.getAsObject()->getArray("kernels"))[0].getAsObject();
  EXPECT_EQ(kernel.getString("operation"), "matmul");
  const json::Object &accumulation = *kernel.getObject("accumulation");
  EXPECT_EQ(accumulation.getString("accumulator"), "f32");
  EXPECT_EQ(accumulation.getString("order"), "any");
  EXPECT_EQ(accumulation.getString("scale_application"), "in_contraction");
  EXPECT_EQ(accumulation.getBoolean("scales_vary_along_k"), true);
  EXPECT_EQ(manifest.getAsObject()->getInteger("version"), kManifestVersion);
}

// A value that has no storage form is described without its arrays.
TEST_F(ManifestTest, NoStorageForm) {
  json::Object x = readOperand("!lowp.scaled<8x64xf4E2M1FN, "
                               "#lowp.scale<!lowp.ue4m3 per 1x16>, "
                               "#lowp.scale<f32 per tensor>>");
  EXPECT_EQ(x.getArray("levels")->size(), 2u);
  EXPECT_FALSE(x.getArray("components"));
  EXPECT_FALSE(x.getObject("bytes"));
}
