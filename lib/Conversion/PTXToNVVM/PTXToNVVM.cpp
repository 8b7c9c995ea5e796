//===- PTXToNVVM.cpp - Operations for inline PTX and intrinsics -----------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expansion.h"
#include "Intrinsics.h"
#include "lowp/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace lowp {
#define GEN_PASS_DEF_CONVERTPTXTONVVM
#include "lowp/Conversion/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

namespace {
struct ConvertPTXToNVVM
    : public lowp::impl::ConvertPTXToNVVMBase<ConvertPTXToNVVM> {
  void runOnOperation() override {
    SmallVector<LLVM::InlineAsmOp> assemblies;
    SmallVector<LLVM::CallIntrinsicOp> intrinsics;
    getOperation().walk([&](Operation *op) {
      if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op))
        assemblies.push_back(assembly);
      else if (auto intrinsic = dyn_cast<LLVM::CallIntrinsicOp>(op))
        intrinsics.push_back(intrinsic);
    });
    IRRewriter rewriter(&getContext());
    for (LLVM::CallIntrinsicOp intrinsic : intrinsics)
      ptx::expandIntrinsic(rewriter, intrinsic);
    for (LLVM::InlineAsmOp assembly : assemblies)
      if (failed(ptx::Expansion(rewriter, assembly).run()))
        return signalPassFailure();
  }
};
} // namespace
