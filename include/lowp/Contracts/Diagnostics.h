//===- Diagnostics.h - Diagnostics in four parts ----------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONTRACTS_DIAGNOSTICS_H
#define LOWP_CONTRACTS_DIAGNOSTICS_H

#include "lowp/Contracts/Rules.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace lowp {

/// The report that a program breaks a rule: what disagrees, where each side was
/// promised, why it matters in numbers, and what would mend it. It is emitted
/// when it goes out of scope. The rule's id is in the message and, as the only
/// metadata, with the diagnostic.
///
/// ```
/// error: 'lowp.assemble' op [enc-fn-fnuz-mix] reads codes of ... as ...
/// note: the codes are promised here: ...
/// note: byte 0x38 is 1 in f8E4M3FN and 0.5 in f8E4M3FNUZ
/// note: lowp.recode changes the encoding, ...
/// ```
class Violation {
public:
  Violation(mlir::Operation *op, llvm::StringRef ruleId,
            const llvm::Twine &what);

  /// A place where one of the two sides was promised.
  Violation &promised(mlir::Location loc, const llvm::Twine &what);

  /// Why it matters, in the numbers of this program.
  Violation &because(const llvm::Twine &why);

  /// Replaces the rule's advice by one about this program.
  Violation &mend(const llvm::Twine &fix);

  ~Violation();

private:
  const Rule &rule;
  mlir::Location loc;
  mlir::InFlightDiagnostic diagnostic;
  llvm::SmallVector<std::pair<mlir::Location, std::string>> promises;
  std::string why, fix;
};

} // namespace lowp

#endif // LOWP_CONTRACTS_DIAGNOSTICS_H
