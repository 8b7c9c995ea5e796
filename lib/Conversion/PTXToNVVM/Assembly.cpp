//===- Assembly.cpp - Text of PTX as instructions -------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assembly.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace lowp::ptx;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

bool Instruction::has(StringRef part) const {
  return llvm::is_contained(parts, part);
}

namespace {
class Parser {
public:
  explicit Parser(StringRef text) : rest(text) {}
  Expected<Program> parse();

private:
  void skipSpace();
  /// Takes a character if it comes next.
  bool consume(char character);
  Error expect(char character);
  bool endStatement();
  Error fail(const llvm::Twine &message) const;
  /// A word of letters, digits and the like; empty if none comes next.
  StringRef takeWord();

  Error parseDeclarations(Program &program);
  Error parseInstruction(Program &program);
  Expected<Operand> parseOperand();
  Expected<Operand> parseAddress();
  Error parseOperands(std::vector<Operand> &operands);
  Error parseInteger(int64_t &integer);

  StringRef rest;
};
} // namespace

/// Letters of registers and opcodes; `$` begins an operand of the assembly, and
/// `::` joins parts of a modifier.
static bool isWordCharacter(char character) {
  return llvm::isAlnum(character) || StringRef("_$%.:").contains(character);
}

void Parser::skipSpace() {
  while (true) {
    rest = rest.ltrim();
    if (rest.starts_with("//"))
      rest = rest.drop_until([](char c) { return c == '\n'; });
    else if (rest.consume_front("/*"))
      rest = rest.split("*/").second;
    else
      return;
  }
}

bool Parser::consume(char character) {
  skipSpace();
  return rest.consume_front(StringRef(&character, 1));
}

bool Parser::endStatement() {
  // The last needs no sign of its end.
  return consume(';') || rest.empty();
}

Error Parser::fail(const llvm::Twine &message) const {
  StringRef line = rest.take_until([](char c) { return c == '\n'; });
  return createStringError(
      message + (line.empty() ? " at its end" : " at '" + line + "'"));
}

Error Parser::expect(char character) {
  if (consume(character))
    return Error::success();
  return fail("expects '" + llvm::Twine(character) + "'");
}

StringRef Parser::takeWord() {
  skipSpace();
  StringRef word = rest.take_while(isWordCharacter);
  rest = rest.drop_front(word.size());
  return word;
}

Error Parser::parseInteger(int64_t &integer) {
  bool isNegative = consume('-');
  StringRef word = takeWord();
  word.consume_back("U");
  uint64_t magnitude;
  // Numbers of f32 are also written as their bits.
  bool isFloat = word.size() == 10 && word.starts_with_insensitive("0f");
  if (isFloat ? word.drop_front(2).getAsInteger(16, magnitude)
              : word.getAsInteger(0, magnitude))
    return createStringError("has '" + word + "' where an integer is expected");
  integer = isNegative ? -magnitude : magnitude;
  return Error::success();
}

/// After `[`: a register, an integer, or a register and an offset.
Expected<Operand> Parser::parseAddress() {
  Operand operand;
  operand.kind = Operand::Kind::Address;
  skipSpace();
  bool isAbsolute = !rest.empty() && llvm::isDigit(rest.front());
  if (!isAbsolute) {
    operand.name = takeWord();
    if (operand.name.empty())
      return fail("expects an address");
  }
  if (isAbsolute || consume('+')) {
    if (Error error = parseInteger(operand.integer))
      return error;
  } else if (rest.starts_with("-")) {
    if (Error error = parseInteger(operand.integer))
      return error;
  }
  if (Error error = expect(']'))
    return error;
  return operand;
}

Expected<Operand> Parser::parseOperand() {
  if (consume('['))
    return parseAddress();
  Operand operand;
  if (consume('{')) {
    operand.kind = Operand::Kind::List;
    do {
      Expected<Operand> element = parseOperand();
      if (!element)
        return element.takeError();
      operand.elements.push_back(std::move(*element));
    } while (consume(','));
    if (Error error = expect('}'))
      return error;
    return operand;
  }
  skipSpace();
  if (rest.starts_with("-") || (!rest.empty() && llvm::isDigit(rest.front()))) {
    if (Error error = parseInteger(operand.integer))
      return error;
    return operand;
  }
  operand.kind = Operand::Kind::Register;
  operand.name = takeWord();
  if (operand.name.empty())
    return fail("expects an operand");
  return operand;
}

Error Parser::parseOperands(std::vector<Operand> &operands) {
  if (endStatement())
    return Error::success();
  do {
    Expected<Operand> operand = parseOperand();
    if (!operand)
      return operand.takeError();
    operands.push_back(std::move(*operand));
    // Some have two results, `d|p`.
  } while (consume(',') || consume('|'));
  return endStatement() ? Error::success() : fail("expects ';'");
}

/// After `.reg`: a type, then names.
Error Parser::parseDeclarations(Program &program) {
  StringRef type = takeWord();
  if (!type.consume_front("."))
    return fail("expects the type of a register");
  do {
    StringRef name = takeWord();
    if (name.empty())
      return fail("expects the name of a register");
    program.registers.push_back({type, name});
    if (consume('<'))
      return fail("declares a row of registers, which is not read");
  } while (consume(','));
  return endStatement() ? Error::success() : fail("expects ';'");
}

Error Parser::parseInstruction(Program &program) {
  Instruction instruction;
  if (consume('@')) {
    instruction.isGuardNegated = consume('!');
    instruction.guard = takeWord();
    if (instruction.guard.empty())
      return fail("expects a predicate");
  }
  instruction.opcode = takeWord();
  if (instruction.opcode.empty())
    return fail("expects an instruction");
  if (instruction.opcode.ends_with(":"))
    return createStringError("has the label '" +
                             instruction.opcode.drop_back() +
                             "', and jumps are not read");
  if (instruction.opcode == ".reg")
    return parseDeclarations(program);
  if (instruction.opcode.starts_with("."))
    return createStringError("has the directive '" + instruction.opcode +
                             "'; only .reg is read");
  instruction.opcode.split(instruction.parts, '.');
  if (Error error = parseOperands(instruction.operands))
    return error;
  program.instructions.push_back(std::move(instruction));
  return Error::success();
}

Expected<Program> Parser::parse() {
  Program program;
  while (true) {
    // Blocks and empty statements.
    while (consume('{') || consume('}') || consume(';'))
      ;
    if (rest.empty())
      return program;
    if (Error error = parseInstruction(program))
      return error;
  }
}

Expected<Program> lowp::ptx::parse(StringRef text) {
  return Parser(text).parse();
}
