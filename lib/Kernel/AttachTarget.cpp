//===- AttachTarget.cpp - Say which processor a module is compiled for ----===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttributes.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Kernel/Passes.h"
#include "lowp/Target/Target.h"
#include "mlir/IR/BuiltinOps.h"

namespace lowp {
#define GEN_PASS_DEF_ATTACHTARGET
#include "lowp/Kernel/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

namespace {
struct AttachTarget : public lowp::impl::AttachTargetBase<AttachTarget> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto present = module->getAttrOfType<TargetAttr>("lowp.target");
    StringRef wanted = chip;
    if (present && wanted.empty())
      wanted = present.getChip();
    if (present && present.getChip() != wanted) {
      emitError(module.getLoc())
          << "the module is for '" << present.getChip()
          << "', it cannot be compiled for '" << wanted << "'";
      return signalPassFailure();
    }
    if (std::optional<std::string> refusal = refuseTarget(wanted)) {
      emitError(module.getLoc()) << *refusal;
      return signalPassFailure();
    }
    module->setAttr("lowp.target", TargetAttr::get(&getContext(), wanted));
  }
};
} // namespace
