//===- Rules.h - The rules of contracts, one row each -----------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONTRACTS_RULES_H
#define LOWP_CONTRACTS_RULES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace lowp {

/// A row of Rules.td.
struct Rule {
  /// The name in brackets: "enc-fn-fnuz-mix".
  llvm::StringLiteral id;
  /// The chapter of the reference page.
  llvm::StringLiteral area;
  /// What must hold, in one line.
  llvm::StringLiteral statement;
  /// What goes wrong where it does not, with numbers.
  llvm::StringLiteral why;
  /// What to do.
  llvm::StringLiteral fix;
};

/// The rule of that id, or null.
const Rule *lookupRule(llvm::StringRef id);

/// All rules.
llvm::ArrayRef<Rule> getRules();

/// Prints the reference page of the rules, in Markdown.
void printRulesPage(llvm::raw_ostream &os);

} // namespace lowp

#endif // LOWP_CONTRACTS_RULES_H
