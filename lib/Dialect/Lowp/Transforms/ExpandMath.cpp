//===- ExpandMath.cpp - Replaces math functions by polynomials ------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace lowp {
#define GEN_PASS_DEF_EXPANDMATH
#include "lowp/Dialect/Lowp/Transforms/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

namespace {
struct ExpandMath : lowp::impl::ExpandMathBase<ExpandMath> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    // Hyperbolic functions and powers first become expressions in exp and log.
    math::populateExpansionPatterns(patterns,
                                    {"sinh", "cosh", "asinh", "acosh", "atanh",
                                     "powf", "exp2", "rsqrt", "clampf"});
    populateMathPolynomialApproximationPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
