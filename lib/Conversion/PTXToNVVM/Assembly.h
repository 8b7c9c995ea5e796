//===- Assembly.h - Text of PTX as instructions --------------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_PTXTONVVM_ASSEMBLY_H
#define LOWP_LIB_CONVERSION_PTXTONVVM_ASSEMBLY_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace lowp::ptx {

/// An operand as it is written. Text refers to that of the program.
struct Operand {
  enum class Kind { Register, Integer, Address, List };
  Kind kind = Kind::Integer;
  /// Of a register: `$0` or a name. Of an address: the register that it is
  /// relative to; empty if there is none.
  llvm::StringRef name;
  /// An integer, or the offset of an address.
  int64_t integer = 0;
  /// What is between braces.
  std::vector<Operand> elements;
};

/// One instruction, `@guard opcode operands;`.
struct Instruction {
  /// The predicate without which the instruction does nothing; may be empty.
  llvm::StringRef guard;
  bool isGuardNegated = false;
  /// The whole word, and its parts between periods, the name first.
  llvm::StringRef opcode;
  llvm::SmallVector<llvm::StringRef> parts;
  std::vector<Operand> operands;

  llvm::StringRef getName() const { return parts.front(); }
  bool has(llvm::StringRef part) const;
};

/// A register that the text declares: `.reg .b32 name;`.
struct Declaration {
  llvm::StringRef type, name;
};

struct Program {
  std::vector<Declaration> registers;
  std::vector<Instruction> instructions;
};

/// Reads the text of inline assembly. There is one scope of names: blocks in
/// braces only group. Labels, and directives but `.reg`, are errors.
llvm::Expected<Program> parse(llvm::StringRef text);

} // namespace lowp::ptx

#endif // LOWP_LIB_CONVERSION_PTXTONVVM_ASSEMBLY_H
