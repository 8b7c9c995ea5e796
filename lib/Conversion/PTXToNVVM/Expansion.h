//===- Expansion.h - Operations for inline assembly ----------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_PTXTONVVM_EXPANSION_H
#define LOWP_LIB_CONVERSION_PTXTONVVM_EXPANSION_H

#include "Assembly.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InlineAsm.h"

namespace lowp::ptx {

/// The operations that one inline assembly becomes: holds what its registers
/// have, and makes each instruction's operations before the assembly.
class Expansion {
public:
  Expansion(mlir::IRRewriter &rewriter, mlir::LLVM::InlineAsmOp op)
      : rewriter(rewriter), op(op) {}

  /// Replaces the assembly. Reports what cannot be read and instructions that
  /// are not known.
  mlir::LogicalResult run();

  // For the instructions.

  mlir::OpBuilder &getBuilder() { return rewriter; }
  mlir::Location getLoc() { return op.getLoc(); }
  /// Begins an error about an instruction.
  mlir::InFlightDiagnostic emitError(const Instruction &instruction);

  /// The bits of an operand as a type of at most its width; a list is its
  /// elements together, the first one lowest.
  mlir::FailureOr<mlir::Value> read(const Instruction &instruction,
                                    const Operand &operand, mlir::Type type);
  /// The elements of a list, or one operand, each as that type.
  mlir::LogicalResult readAll(const Instruction &instruction,
                              const Operand &operand, mlir::Type type,
                              llvm::SmallVectorImpl<mlir::Value> &values);
  /// An address, as a pointer to the state space that the opcode names.
  mlir::FailureOr<mlir::Value> readAddress(const Instruction &instruction,
                                           const Operand &operand,
                                           unsigned space);
  /// Gives a register or a list of registers bits; a wider register has zeros,
  /// or copies of the sign, above them.
  mlir::LogicalResult write(const Instruction &instruction,
                            const Operand &operand, mlir::Value value,
                            bool isSigned = false);
  /// Each element of a list, or one operand.
  mlir::LogicalResult writeAll(const Instruction &instruction,
                               const Operand &operand, mlir::ValueRange values);

private:
  struct Register {
    mlir::Type type;
    mlir::Value value;
  };

  mlir::LogicalResult bindOperands();
  /// Gives its number.
  mlir::FailureOr<unsigned>
  addRegister(const llvm::InlineAsm::ConstraintInfo &constraint,
              mlir::Type type);
  mlir::LogicalResult declare(const Declaration &declaration);
  mlir::LogicalResult expand(const Instruction &instruction);
  mlir::LogicalResult expandGuarded(const Instruction &instruction);
  mlir::FailureOr<Register *> find(const Instruction &instruction,
                                   llvm::StringRef name);
  void replace();

  unsigned getWidth(mlir::Type type) const;
  mlir::Value toInteger(mlir::Value value);
  mlir::Value fromInteger(mlir::Value value, mlir::Type type);
  /// The same bits as a type that is as wide or wider, or narrower.
  mlir::Value widen(mlir::Value value, mlir::Type type, bool isSigned = false);
  mlir::Value narrow(mlir::Value value, mlir::Type type);

  mlir::IRRewriter &rewriter;
  mlir::LLVM::InlineAsmOp op;
  /// Names of operands, tied ones included, are numbers of registers.
  llvm::MapVector<llvm::StringRef, unsigned> names;
  std::vector<Register> registers;
  std::vector<std::string> operandNames;
  /// Types of the results.
  llvm::SmallVector<mlir::Type> outputs;
};

/// Makes the operations of one instruction.
using Expander = mlir::LogicalResult (*)(Expansion &expansion,
                                         const Instruction &instruction);

/// Instructions by name.
using ExpanderTable = llvm::MapVector<llvm::StringRef, Expander>;

/// `mov`, `ld`, `st`.
void addMoves(ExpanderTable &table);
/// `cp.async`.
void addCopies(ExpanderTable &table);
/// `mma`, `ldmatrix`, `stmatrix`.
void addMatrices(ExpanderTable &table);
/// `cvt`.
void addConversions(ExpanderTable &table);
/// `bar`, `barrier`.
void addBarriers(ExpanderTable &table);

} // namespace lowp::ptx

#endif // LOWP_LIB_CONVERSION_PTXTONVVM_EXPANSION_H
