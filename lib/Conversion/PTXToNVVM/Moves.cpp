//===- Moves.cpp - mov, ld and st of PTX ----------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expansion.h"
#include "StateSpace.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace lowp;
using namespace lowp::ptx;

/// The type that the last part of an opcode names, as an integer; null if it
/// is none.
static IntegerType getType(MLIRContext *context, StringRef name) {
  unsigned width;
  if (name == "pred")
    return IntegerType::get(context, 1);
  if (name.empty() || !StringRef("bsuf").contains(name.front()) ||
      name.drop_front().getAsInteger(10, width) || width < 8 || width > 64 ||
      !llvm::isPowerOf2_32(width))
    return IntegerType();
  return IntegerType::get(context, width);
}

template <typename Op>
static Value readSpecial(OpBuilder &builder, Location loc) {
  return Op::create(builder, loc, builder.getI32Type());
}

/// Reads a special register (PTX ISA, section 10); null if the name is none
/// that is known.
static Value readSpecialRegister(OpBuilder &builder, Location loc,
                                 StringRef name) {
  auto *read = llvm::StringSwitch<Value (*)(OpBuilder &, Location)>(name)
                   .Case("%tid.x", readSpecial<NVVM::ThreadIdXOp>)
                   .Case("%tid.y", readSpecial<NVVM::ThreadIdYOp>)
                   .Case("%tid.z", readSpecial<NVVM::ThreadIdZOp>)
                   .Case("%ntid.x", readSpecial<NVVM::BlockDimXOp>)
                   .Case("%ntid.y", readSpecial<NVVM::BlockDimYOp>)
                   .Case("%ntid.z", readSpecial<NVVM::BlockDimZOp>)
                   .Case("%ctaid.x", readSpecial<NVVM::BlockIdXOp>)
                   .Case("%ctaid.y", readSpecial<NVVM::BlockIdYOp>)
                   .Case("%ctaid.z", readSpecial<NVVM::BlockIdZOp>)
                   .Case("%nctaid.x", readSpecial<NVVM::GridDimXOp>)
                   .Case("%nctaid.y", readSpecial<NVVM::GridDimYOp>)
                   .Case("%nctaid.z", readSpecial<NVVM::GridDimZOp>)
                   .Case("%laneid", readSpecial<NVVM::LaneIdOp>)
                   .Default(nullptr);
  return read ? read(builder, loc) : Value();
}

static LogicalResult expandMove(Expansion &expansion,
                                const Instruction &instruction) {
  IntegerType type =
      getType(expansion.getBuilder().getContext(), instruction.parts.back());
  if (instruction.parts.size() != 2 || !type ||
      instruction.operands.size() != 2)
    return expansion.emitError(instruction)
           << "has no model; there is mov.<type> of one value";
  const Operand &source = instruction.operands[1];
  if (source.kind == Operand::Kind::Register && type.getWidth() == 32)
    if (Value special = readSpecialRegister(expansion.getBuilder(),
                                            expansion.getLoc(), source.name))
      return expansion.write(instruction, instruction.operands[0], special);
  FailureOr<Value> value = expansion.read(instruction, source, type);
  if (failed(value))
    return failure();
  return expansion.write(instruction, instruction.operands[0], *value);
}

namespace {
/// What the opcode of a load or store says.
struct AccessForm {
  unsigned space = 0;
  unsigned elements = 1;
  IntegerType type;
  bool isSigned = false, isVolatile = false;

  /// The vector that the access moves at once.
  Type getWholeType() const {
    return elements == 1 ? Type(type)
                         : Type(VectorType::get({int64_t(elements)}, type));
  }
  unsigned getBytes() const { return elements * type.getWidth() / 8; }
};
} // namespace

/// Parts that guide caches and say nothing about values.
static bool isHint(StringRef part) {
  static constexpr StringRef hints[] = {"weak", "ca", "cg", "cs", "lu",
                                        "cv",   "wb", "wt", "nc"};
  return llvm::is_contained(hints, part) || part.starts_with("L1::") ||
         part.starts_with("L2::");
}

static FailureOr<AccessForm> getForm(Expansion &expansion,
                                     const Instruction &instruction) {
  AccessForm form;
  if (instruction.parts.size() < 2) {
    expansion.emitError(instruction) << "names no type";
    return failure();
  }
  for (StringRef part : ArrayRef(instruction.parts).drop_front().drop_back()) {
    if (std::optional<unsigned> space = getStateSpace(part))
      form.space = *space;
    else if (part == "v2" || part == "v4")
      form.elements = part.back() - '0';
    else if (part == "volatile")
      form.isVolatile = true;
    else if (!isHint(part)) {
      expansion.emitError(instruction)
          << "has the part '" << part
          << "', which has no model; there are weak and volatile accesses of "
             "global, shared and generic addresses, alone, .v2 and .v4";
      return failure();
    }
  }
  StringRef type = instruction.parts.back();
  form.type = getType(expansion.getBuilder().getContext(), type);
  form.isSigned = type.starts_with("s");
  if (!form.type || form.type.getWidth() < 8) {
    expansion.emitError(instruction) << "is of a type without a model";
    return failure();
  }
  // A policy of the cache may follow.
  if (instruction.operands.size() < 2 || instruction.operands.size() > 3) {
    expansion.emitError(instruction) << "needs a value and an address";
    return failure();
  }
  return form;
}

static LogicalResult expandLoad(Expansion &expansion,
                                const Instruction &instruction) {
  FailureOr<AccessForm> form = getForm(expansion, instruction);
  if (failed(form))
    return failure();
  FailureOr<Value> address =
      expansion.readAddress(instruction, instruction.operands[1], form->space);
  if (failed(address))
    return failure();
  OpBuilder &builder = expansion.getBuilder();
  Value all =
      LLVM::LoadOp::create(builder, expansion.getLoc(), form->getWholeType(),
                           *address, form->getBytes(), form->isVolatile);
  if (form->elements == 1)
    return expansion.write(instruction, instruction.operands[0], all,
                           form->isSigned);
  const Operand &list = instruction.operands[0];
  if (list.elements.size() != form->elements)
    return expansion.emitError(instruction)
           << "needs a list of " << form->elements << " registers";
  for (auto [index, element] : llvm::enumerate(list.elements)) {
    Value position = LLVM::ConstantOp::create(builder, expansion.getLoc(),
                                              builder.getI32IntegerAttr(index));
    Value value = LLVM::ExtractElementOp::create(builder, expansion.getLoc(),
                                                 all, position);
    if (failed(expansion.write(instruction, element, value, form->isSigned)))
      return failure();
  }
  return success();
}

static LogicalResult expandStore(Expansion &expansion,
                                 const Instruction &instruction) {
  FailureOr<AccessForm> form = getForm(expansion, instruction);
  if (failed(form))
    return failure();
  FailureOr<Value> address =
      expansion.readAddress(instruction, instruction.operands[0], form->space);
  SmallVector<Value> values;
  if (failed(address) ||
      failed(expansion.readAll(instruction, instruction.operands[1], form->type,
                               values)))
    return failure();
  if (values.size() != form->elements)
    return expansion.emitError(instruction)
           << "needs a list of " << form->elements << " registers";
  OpBuilder &builder = expansion.getBuilder();
  Location loc = expansion.getLoc();
  Value all = values.front();
  if (form->elements > 1) {
    all = LLVM::PoisonOp::create(builder, loc, form->getWholeType());
    for (auto [index, value] : llvm::enumerate(values)) {
      Value position = LLVM::ConstantOp::create(
          builder, loc, builder.getI32IntegerAttr(index));
      all = LLVM::InsertElementOp::create(builder, loc, all, value, position);
    }
  }
  LLVM::StoreOp::create(builder, loc, all, *address, form->getBytes(),
                        form->isVolatile);
  return success();
}

void lowp::ptx::addMoves(ExpanderTable &table) {
  table["mov"] = expandMove;
  table["ld"] = expandLoad;
  table["st"] = expandStore;
}
