//===- TargetRules.cpp - Kernels against their target ---------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "lowp/Contracts/Diagnostics.h"
#include "lowp/Format/Format.h"
#include "lowp/Target/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace lowp;

/// What a contraction asks of an instruction, if one instruction could do it.
static std::optional<MatrixQuery> getMatrixQuery(MatmulOp op) {
  ScaledType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  const Format *a = getFormat(lhs.getEncoding());
  const Format *b = getFormat(rhs.getEncoding());
  ScaleAttr level = lhs.getLevels().front();
  SmallVector<unsigned> reduced = op.getReductionDims(0);
  if (reduced.size() != 1)
    return std::nullopt;
  MatrixQuery query;
  query.encodingA = a->name;
  query.encodingB = b->name;
  query.scaleEncoding = getFormat(level.getType())->name;
  query.scaleGroup = level.getGroup()[reduced.front()];
  query.guaranteedBits = op.getAccumulate().getGuaranteedBits();
  return query;
}

unsigned lowp::checkTarget(KernelOp op) {
  auto module = op->getParentOfType<ModuleOp>();
  auto target =
      module ? module->getAttrOfType<TargetAttr>("lowp.target") : TargetAttr();
  ContractAttr contract = op.getContractAttr();
  TargetAttr own = contract ? contract.getTarget() : TargetAttr();
  if (own && target && own != target) {
    Violation(op, "abi-arch-gate",
              llvm::formatv("is made for {0}, the module for {1}",
                            own.getChip(), target.getChip()))
        .promised(op.getLoc(),
                  llvm::formatv("the contract names {0}", own.getChip()))
        .promised(module.getLoc(),
                  llvm::formatv("the module names {0}", target.getChip()))
        .because("a kernel's code runs on the processor it was made for and "
                 "on no other")
        .mend(llvm::formatv("choose a kernel for {0}", target.getChip()));
    return 1;
  }
  if (own)
    target = own;
  if (!target)
    return 0;
  if (std::optional<std::string> refusal = refuseTarget(target.getChip())) {
    Violation(op, "abi-arch-gate",
              llvm::formatv("is compiled for {0}", target.getChip()))
        .promised(own ? op.getLoc() : module.getLoc(),
                  llvm::formatv("the target is {0}", Attribute(target)))
        .because(*refusal);
    return 1;
  }
  if (op.isExternal())
    return 0;
  unsigned broken = 0;
  const TargetInfo &chip = *lookupTarget(target.getChip());
  op.walk([&](MatmulOp matmul) {
    std::optional<MatrixQuery> query = getMatrixQuery(matmul);
    if (!query)
      return;
    std::optional<std::string> refusal = refuseMatmul(chip, *query);
    if (!refusal)
      return;
    Violation(matmul, "abi-arch-gate",
              llvm::formatv("has no instruction on {0}", target.getChip()))
        .promised(matmul.getLoc(), describe(*query))
        .promised(module.getLoc(),
                  llvm::formatv("the target is {0}", Attribute(target)))
        .because(*refusal);
    ++broken;
  });
  return broken;
}
