//===- VerifyContracts.cpp - Refuses programs whose promises disagree -----===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "lowp/Contracts/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Format.h"

namespace lowp {
#define GEN_PASS_DEF_VERIFYCONTRACTS
#include "lowp/Contracts/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

std::string lowp::describeNumber(double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.9g", number);
  return text;
}

namespace {
struct VerifyContracts
    : public lowp::impl::VerifyContractsBase<VerifyContracts> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    unsigned broken = 0;
    getOperation().walk([&](Operation *op) { broken += check(op, symbols); });
    numViolations += broken;
    markAllAnalysesPreserved();
    if (broken != 0)
      signalPassFailure();
  }

  static unsigned check(Operation *op, SymbolTableCollection &symbols) {
    return TypeSwitch<Operation *, unsigned>(op)
        .Case([](AssembleOp assemble) { return checkRawArrays(assemble); })
        .Case([](MatmulOp matmul) { return checkContraction(matmul); })
        .Case<QuantizeOp, RegroupOp>([](auto quantize) {
          return checkQuantizer(quantize, quantize.getQuantizer());
        })
        .Case([](RecodeOp recode) {
          return checkConversion(recode, recode.getConversion());
        })
        .Case([](KernelOp kernel) { return checkTarget(kernel); })
        .Case([&](LaunchOp launch) {
          auto kernel = symbols.lookupNearestSymbolFrom<KernelOp>(
              launch, launch.getKernelAttr());
          return kernel ? checkLaunch(launch, kernel) : 0;
        })
        .Default([](Operation *) { return 0u; });
  }
};
} // namespace
