//===- Copies.cpp - Asynchronous copies of PTX ----------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expansion.h"
#include "lowp/Simulator/Abi.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace lowp;
using namespace lowp::ptx;

/// `cp.async.{ca,cg}.shared.global [to], [from], bytes{, bytes to read}`.
static LogicalResult expandCopy(Expansion &expansion,
                                const Instruction &instruction) {
  std::optional<NVVM::LoadCacheModifierKind> cache =
      NVVM::symbolizeLoadCacheModifierKind(instruction.parts[2]);
  ArrayRef<Operand> operands = instruction.operands;
  if (operands.size() < 3 || operands.size() > 4 ||
      operands[2].kind != Operand::Kind::Integer)
    return expansion.emitError(instruction)
           << "needs two addresses, a constant number of bytes, and may have "
              "the number of bytes to read";
  FailureOr<Value> to = expansion.readAddress(instruction, operands[0],
                                              unsigned(sim::Space::Shared));
  FailureOr<Value> from = expansion.readAddress(instruction, operands[1],
                                                unsigned(sim::Space::Global));
  if (failed(to) || failed(from))
    return failure();
  OpBuilder &builder = expansion.getBuilder();
  Value bytesToRead;
  if (operands.size() == 4) {
    FailureOr<Value> read =
        expansion.read(instruction, operands[3], builder.getI32Type());
    if (failed(read))
      return failure();
    bytesToRead = *read;
  }
  NVVM::CpAsyncOp::create(
      builder, expansion.getLoc(), *to, *from,
      builder.getI32IntegerAttr(operands[2].integer),
      NVVM::LoadCacheModifierKindAttr::get(builder.getContext(), *cache),
      bytesToRead);
  return success();
}

static LogicalResult expandCopies(Expansion &expansion,
                                  const Instruction &instruction) {
  OpBuilder &builder = expansion.getBuilder();
  Location loc = expansion.getLoc();
  StringRef opcode = instruction.opcode;
  ArrayRef<Operand> operands = instruction.operands;
  if (opcode == "cp.async.commit_group") {
    NVVM::CpAsyncCommitGroupOp::create(builder, loc);
    return success();
  }
  if (opcode == "cp.async.wait_all") {
    NVVM::CpAsyncCommitGroupOp::create(builder, loc);
    NVVM::CpAsyncWaitGroupOp::create(builder, loc, 0);
    return success();
  }
  if (opcode == "cp.async.wait_group" && operands.size() == 1 &&
      operands[0].kind == Operand::Kind::Integer) {
    NVVM::CpAsyncWaitGroupOp::create(builder, loc, operands[0].integer);
    return success();
  }
  bool isCopy = (opcode.consume_front("cp.async.ca.") ||
                 opcode.consume_front("cp.async.cg.")) &&
                (opcode.consume_front("shared.") ||
                 opcode.consume_front("shared::cta.")) &&
                opcode.consume_front("global") &&
                (opcode.empty() || opcode == ".L2::64B" ||
                 opcode == ".L2::128B" || opcode == ".L2::256B");
  if (isCopy)
    return expandCopy(expansion, instruction);
  return expansion.emitError(instruction)
         << "has no model; there are cp.async.ca and .cg from global to shared "
            "memory, cp.async.commit_group, .wait_group and .wait_all";
}

void lowp::ptx::addCopies(ExpanderTable &table) { table["cp"] = expandCopies; }
