//===- Barriers.cpp - Barriers of PTX -------------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expansion.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace lowp;
using namespace lowp::ptx;

/// `bar.{cta.}sync number{, threads}`, `.arrive number, threads` and
/// `bar.warp.sync lanes`; `barrier.` is the same where all threads of a warp
/// need not come together, and has `.aligned` where they do.
static LogicalResult expandBarrier(Expansion &expansion,
                                   const Instruction &instruction) {
  OpBuilder &builder = expansion.getBuilder();
  Location loc = expansion.getLoc();
  SmallVector<Value> operands;
  for (const Operand &operand : instruction.operands) {
    FailureOr<Value> value =
        expansion.read(instruction, operand, builder.getI32Type());
    if (failed(value))
      return failure();
    operands.push_back(*value);
  }
  ArrayRef<StringRef> parts(instruction.parts);
  parts = parts.drop_front();
  if (parts == ArrayRef<StringRef>{"warp", "sync"} && operands.size() == 1) {
    NVVM::SyncWarpOp::create(builder, loc, operands[0]);
    return success();
  }
  if (!parts.empty() && parts.front() == "cta")
    parts = parts.drop_front();
  if (!parts.empty() && parts.back() == "aligned")
    parts = parts.drop_back();
  if (parts == ArrayRef<StringRef>{"sync"} &&
      (operands.size() == 1 || operands.size() == 2)) {
    NVVM::BarrierOp::create(builder, loc, TypeRange(), operands[0],
                            operands.size() == 2 ? operands[1] : Value(),
                            NVVM::BarrierReductionAttr(), Value());
    return success();
  }
  if (parts == ArrayRef<StringRef>{"arrive"} && operands.size() == 2) {
    NVVM::BarrierArriveOp::create(builder, loc, operands[0], operands[1]);
    return success();
  }
  return expansion.emitError(instruction)
         << "has no model; there are bar.sync, bar.arrive and bar.warp.sync";
}

void lowp::ptx::addBarriers(ExpanderTable &table) {
  table["bar"] = expandBarrier;
  table["barrier"] = expandBarrier;
}
