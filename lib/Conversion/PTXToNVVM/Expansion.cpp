//===- Expansion.cpp - Operations for inline assembly ---------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expansion.h"
#include "lowp/Simulator/Abi.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace lowp;
using namespace lowp::ptx;

static const ExpanderTable &getExpanders() {
  static const ExpanderTable table = [] {
    ExpanderTable table;
    addBarriers(table);
    addConversions(table);
    addCopies(table);
    addMatrices(table);
    addMoves(table);
    return table;
  }();
  return table;
}

InFlightDiagnostic Expansion::emitError(const Instruction &instruction) {
  return op.emitOpError() << "has the instruction '" << instruction.opcode
                          << "', which ";
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

unsigned Expansion::getWidth(Type type) const {
  if (auto pointer = dyn_cast<LLVM::LLVMPointerType>(type))
    return sim::Space(pointer.getAddressSpace()) == sim::Space::Shared ? 32
                                                                       : 64;
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * vector.getElementTypeBitWidth();
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
}

Value Expansion::toInteger(Value value) {
  Type type = value.getType();
  if (isa<IntegerType>(type))
    return value;
  auto integer = rewriter.getIntegerType(getWidth(type));
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(rewriter, getLoc(), integer, value);
  return LLVM::BitcastOp::create(rewriter, getLoc(), integer, value);
}

Value Expansion::fromInteger(Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::IntToPtrOp::create(rewriter, getLoc(), type, value);
  return LLVM::BitcastOp::create(rewriter, getLoc(), type, value);
}

Value Expansion::widen(Value value, Type type, bool isSigned) {
  if (value.getType() == type)
    return value;
  Value bits = toInteger(value);
  Type wide = rewriter.getIntegerType(getWidth(type));
  if (bits.getType() != wide)
    bits =
        isSigned
            ? LLVM::SExtOp::create(rewriter, getLoc(), wide, bits).getResult()
            : LLVM::ZExtOp::create(rewriter, getLoc(), wide, bits).getResult();
  return fromInteger(bits, type);
}

Value Expansion::narrow(Value value, Type type) {
  if (value.getType() == type)
    return value;
  Value bits = toInteger(value);
  Type integer = rewriter.getIntegerType(getWidth(type));
  if (bits.getType() != integer)
    bits = LLVM::TruncOp::create(rewriter, getLoc(), integer, bits);
  return fromInteger(bits, type);
}

/// Bits of the register that a constraint of NVPTX asks for; zero if its letter
/// says nothing about them.
static unsigned getConstraintWidth(StringRef code) {
  return llvm::StringSwitch<unsigned>(code)
      .Case("b", 1)
      .Cases({"c", "h"}, 16)
      .Cases({"r", "f"}, 32)
      .Cases({"l", "N", "d"}, 64)
      .Default(0);
}

FailureOr<unsigned>
Expansion::addRegister(const llvm::InlineAsm::ConstraintInfo &constraint,
                       Type type) {
  unsigned width = getWidth(type);
  if (width == 0)
    return op.emitOpError("has an operand of type ")
           << type << ", which no register holds";
  // A narrow value lies in the lower bits of its register.
  unsigned wide = constraint.Codes.size() == 1
                      ? getConstraintWidth(constraint.Codes.front())
                      : 0;
  if (wide > width)
    type = rewriter.getIntegerType(wide);
  registers.push_back({type, Value()});
  return registers.size() - 1;
}

LogicalResult Expansion::bindOperands() {
  if (op->getNumResults()) {
    Type type = op->getResult(0).getType();
    if (auto structType = dyn_cast<LLVM::LLVMStructType>(type))
      llvm::append_range(outputs, structType.getBody());
    else if (!isa<LLVM::LLVMVoidType>(type))
      outputs.push_back(type);
  }
  SmallVector<unsigned> numbers;
  auto inputs = op.getOperands();
  unsigned numInputs = 0;
  for (const llvm::InlineAsm::ConstraintInfo &constraint :
       llvm::InlineAsm::ParseConstraints(op.getConstraints())) {
    if (constraint.Type == llvm::InlineAsm::isClobber)
      continue;
    if (constraint.Type == llvm::InlineAsm::isLabel || constraint.isIndirect)
      return op.emitOpError("has operands in memory or labels, which are not "
                            "read");
    bool isOutput = constraint.Type == llvm::InlineAsm::isOutput;
    if (isOutput ? numbers.size() == outputs.size()
                 : numInputs == inputs.size())
      return op.emitOpError("has more constraints than operands");
    unsigned number = 0;
    // An input tied to an output is the register of that.
    if (isOutput || constraint.Codes.size() != 1 ||
        StringRef(constraint.Codes.front()).getAsInteger(10, number)) {
      FailureOr<unsigned> added =
          addRegister(constraint, isOutput ? outputs[numbers.size()]
                                           : inputs[numInputs].getType());
      if (failed(added))
        return failure();
      number = *added;
    }
    numbers.push_back(number);
    if (isOutput)
      continue;
    Value value = inputs[numInputs++];
    if (number >= registers.size() ||
        getWidth(value.getType()) > getWidth(registers[number].type))
      return op.emitOpError("ties operands of different types");
    registers[number].value = widen(value, registers[number].type);
  }
  if (numbers.size() != outputs.size() + inputs.size())
    return op.emitOpError("has constraints that do not fit its operands");
  for (unsigned index = 0; index < numbers.size(); ++index)
    operandNames.push_back("$" + std::to_string(index));
  for (auto [name, number] : llvm::zip_equal(operandNames, numbers))
    names[name] = number;
  return success();
}

LogicalResult Expansion::declare(const Declaration &declaration) {
  Type type;
  unsigned width;
  if (declaration.type == "pred")
    type = rewriter.getI1Type();
  else if (declaration.type == "f32")
    type = rewriter.getF32Type();
  else if (declaration.type == "f64")
    type = rewriter.getF64Type();
  else if (StringRef("bsu").contains(declaration.type.take_front(1)) &&
           !declaration.type.drop_front(1).getAsInteger(10, width))
    type = rewriter.getIntegerType(width);
  else
    return op.emitOpError("declares a register of type '")
           << declaration.type << "', which is not known";
  names[declaration.name] = registers.size();
  registers.push_back({type, Value()});
  return success();
}

FailureOr<Expansion::Register *> Expansion::find(const Instruction &instruction,
                                                 StringRef name) {
  auto found = names.find(name);
  if (found == names.end()) {
    emitError(instruction) << "names '" << name
                           << "', and there is no such register";
    return failure();
  }
  return &registers[found->second];
}

FailureOr<Value> Expansion::read(const Instruction &instruction,
                                 const Operand &operand, Type type) {
  unsigned width = getWidth(type);
  auto integerType = rewriter.getIntegerType(width);
  switch (operand.kind) {
  case Operand::Kind::Address:
    emitError(instruction) << "has an address where a value is expected";
    return failure();
  case Operand::Kind::Integer: {
    Value bits = LLVM::ConstantOp::create(
        rewriter, getLoc(), integerType,
        IntegerAttr::get(integerType,
                         APInt(64, operand.integer).sextOrTrunc(width)));
    return fromInteger(bits, type);
  }
  case Operand::Kind::List: {
    unsigned each = width / operand.elements.size();
    if (each * operand.elements.size() != width) {
      emitError(instruction) << "has a list of " << operand.elements.size()
                             << " where " << width << " bits are expected";
      return failure();
    }
    Value all;
    for (auto [index, element] : llvm::enumerate(operand.elements)) {
      FailureOr<Value> part =
          read(instruction, element, rewriter.getIntegerType(each));
      if (failed(part))
        return failure();
      Value wide = each == width ? *part
                                 : LLVM::ZExtOp::create(rewriter, getLoc(),
                                                        integerType, *part)
                                       .getResult();
      if (index == 0) {
        all = wide;
        continue;
      }
      Value shift = LLVM::ConstantOp::create(
          rewriter, getLoc(), integerType,
          rewriter.getIntegerAttr(integerType, index * each));
      wide = LLVM::ShlOp::create(rewriter, getLoc(), wide, shift);
      all = LLVM::OrOp::create(rewriter, getLoc(), all, wide);
    }
    return fromInteger(all, type);
  }
  case Operand::Kind::Register:
    break;
  }
  FailureOr<Register *> found = find(instruction, operand.name);
  if (failed(found))
    return failure();
  Value value = (*found)->value;
  if (!value) {
    emitError(instruction) << "reads '" << operand.name
                           << "', which nothing has written";
    return failure();
  }
  unsigned own = getWidth(value.getType());
  if (own < width) {
    emitError(instruction) << "reads " << width << " bits of '" << operand.name
                           << "', which has " << own;
    return failure();
  }
  return narrow(value, type);
}

LogicalResult Expansion::readAll(const Instruction &instruction,
                                 const Operand &operand, Type type,
                                 SmallVectorImpl<Value> &values) {
  ArrayRef<Operand> elements(operand);
  if (operand.kind == Operand::Kind::List)
    elements = operand.elements;
  for (const Operand &element : elements) {
    FailureOr<Value> value = read(instruction, element, type);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  return success();
}

FailureOr<Value> Expansion::readAddress(const Instruction &instruction,
                                        const Operand &operand,
                                        unsigned space) {
  if (operand.kind != Operand::Kind::Address) {
    emitError(instruction) << "has a value where an address is expected";
    return failure();
  }
  auto type = LLVM::LLVMPointerType::get(rewriter.getContext(), space);
  if (operand.name.empty()) {
    Operand absolute = operand;
    absolute.kind = Operand::Kind::Integer;
    return read(instruction, absolute, type);
  }
  FailureOr<Register *> found = find(instruction, operand.name);
  if (failed(found))
    return failure();
  Value pointer = (*found)->value;
  if (!pointer) {
    emitError(instruction) << "reads '" << operand.name
                           << "', which nothing has written";
    return failure();
  }
  if (isa<LLVM::LLVMPointerType>(pointer.getType())) {
    if (pointer.getType() != type)
      pointer =
          LLVM::AddrSpaceCastOp::create(rewriter, getLoc(), type, pointer);
  } else {
    pointer =
        LLVM::IntToPtrOp::create(rewriter, getLoc(), type, toInteger(pointer));
  }
  if (operand.integer == 0)
    return pointer;
  return LLVM::GEPOp::create(
             rewriter, getLoc(), type, rewriter.getI8Type(), pointer,
             ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(operand.integer)})
      .getResult();
}

LogicalResult Expansion::write(const Instruction &instruction,
                               const Operand &operand, Value value,
                               bool isSigned) {
  if (operand.kind == Operand::Kind::List && operand.elements.size() == 1)
    return write(instruction, operand.elements.front(), value, isSigned);
  if (operand.kind == Operand::Kind::List) {
    unsigned width = getWidth(value.getType());
    unsigned each = width / operand.elements.size();
    if (each * operand.elements.size() != width)
      return emitError(instruction)
             << "gives " << width << " bits to a list of "
             << operand.elements.size();
    Value bits = toInteger(value);
    for (auto [index, element] : llvm::enumerate(operand.elements)) {
      Value shift = LLVM::ConstantOp::create(
          rewriter, getLoc(), bits.getType(),
          rewriter.getIntegerAttr(bits.getType(), index * each));
      Value part = LLVM::LShrOp::create(rewriter, getLoc(), bits, shift);
      if (each < width)
        part = LLVM::TruncOp::create(rewriter, getLoc(),
                                     rewriter.getIntegerType(each), part);
      if (failed(write(instruction, element, part)))
        return failure();
    }
    return success();
  }
  if (operand.kind != Operand::Kind::Register)
    return emitError(instruction) << "has a result that is no register";
  // What is thrown away.
  if (operand.name == "_")
    return success();
  FailureOr<Register *> found = find(instruction, operand.name);
  if (failed(found))
    return failure();
  Register &reg = **found;
  unsigned own = getWidth(reg.type), given = getWidth(value.getType());
  if (own < given)
    return emitError(instruction) << "writes " << given << " bits to '"
                                  << operand.name << "', which has " << own;
  reg.value = widen(value, reg.type, isSigned);
  return success();
}

LogicalResult Expansion::writeAll(const Instruction &instruction,
                                  const Operand &operand, ValueRange values) {
  ArrayRef<Operand> elements(operand);
  if (operand.kind == Operand::Kind::List)
    elements = operand.elements;
  if (elements.size() != values.size())
    return emitError(instruction)
           << "has " << elements.size() << " results where there are "
           << values.size();
  for (auto [element, value] : llvm::zip_equal(elements, values))
    if (failed(write(instruction, element, value)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

LogicalResult Expansion::expand(const Instruction &instruction) {
  auto found = getExpanders().find(instruction.getName());
  if (found != getExpanders().end())
    return found->second(*this, instruction);
  InFlightDiagnostic diagnostic = emitError(instruction)
                                  << "has no model; there are ";
  llvm::interleaveComma(getExpanders(), diagnostic,
                        [&](const auto &entry) { diagnostic << entry.first; });
  return diagnostic;
}

LogicalResult Expansion::expandGuarded(const Instruction &instruction) {
  Operand guard;
  guard.kind = Operand::Kind::Register;
  guard.name = instruction.guard;
  FailureOr<Value> condition = read(instruction, guard, rewriter.getI1Type());
  if (failed(condition))
    return failure();

  Block *before = rewriter.getInsertionBlock();
  Block *after = rewriter.splitBlock(before, rewriter.getInsertionPoint());
  Block *inside = rewriter.createBlock(after);
  std::vector<Register> old = registers;
  if (failed(expand(instruction)))
    return failure();

  // Registers that it writes keep what they had where it is not executed.
  SmallVector<Value> changed, kept;
  rewriter.setInsertionPointToEnd(before);
  for (auto [reg, previous] : llvm::zip_equal(registers, old)) {
    if (reg.value == previous.value)
      continue;
    if (!previous.value) {
      Value poison = LLVM::PoisonOp::create(rewriter, getLoc(), reg.type);
      previous.value = LLVM::FreezeOp::create(rewriter, getLoc(), poison);
    }
    changed.push_back(reg.value);
    kept.push_back(previous.value);
    reg.value = after->addArgument(reg.type, getLoc());
  }
  if (instruction.isGuardNegated)
    LLVM::CondBrOp::create(rewriter, getLoc(), *condition, after, kept, inside,
                           ValueRange());
  else
    LLVM::CondBrOp::create(rewriter, getLoc(), *condition, inside, ValueRange(),
                           after, kept);
  rewriter.setInsertionPointToEnd(inside);
  LLVM::BrOp::create(rewriter, getLoc(), changed, after);
  rewriter.setInsertionPoint(op);
  return success();
}

void Expansion::replace() {
  if (outputs.empty())
    return rewriter.eraseOp(op);
  SmallVector<Value> values;
  for (auto [index, type] : llvm::enumerate(outputs)) {
    Register &reg = registers[index];
    if (!reg.value)
      reg.value = LLVM::PoisonOp::create(rewriter, getLoc(), reg.type);
    values.push_back(narrow(reg.value, type));
  }
  Type type = op->getResult(0).getType();
  if (!isa<LLVM::LLVMStructType>(type))
    return rewriter.replaceOp(op, values.front());
  Value all = LLVM::PoisonOp::create(rewriter, getLoc(), type);
  for (auto [index, value] : llvm::enumerate(values))
    all = LLVM::InsertValueOp::create(rewriter, getLoc(), all, value, index);
  rewriter.replaceOp(op, all);
}

LogicalResult Expansion::run() {
  if (op.getIsAlignStack() ||
      op.getAsmDialect().value_or(LLVM::AsmDialect::AD_ATT) !=
          LLVM::AsmDialect::AD_ATT)
    return op.emitOpError("is not assembly of PTX");
  rewriter.setInsertionPoint(op);
  if (failed(bindOperands()))
    return failure();
  std::string text = op.getAsmString().str();
  llvm::Expected<Program> program = parse(text);
  if (!program)
    return op.emitOpError("cannot be read: it ")
           << llvm::toString(program.takeError());
  for (const Declaration &declaration : program->registers)
    if (failed(declare(declaration)))
      return failure();
  for (const Instruction &instruction : program->instructions)
    if (failed(instruction.guard.empty() ? expand(instruction)
                                         : expandGuarded(instruction)))
      return failure();
  replace();
  return success();
}
