//===- Rules.cpp - The rules of contracts, one row each -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Contracts/Rules.h"
#include "llvm/ADT/STLExtras.h"

using namespace lowp;

namespace lowp {
#define GET_RuleTable_IMPL
#include "lowp/Contracts/Rules.h.inc"
} // namespace lowp

llvm::ArrayRef<Rule> lowp::getRules() { return RuleTable; }

const Rule *lowp::lookupRule(llvm::StringRef id) {
  const Rule *rule =
      llvm::find_if(RuleTable, [&](const Rule &row) { return row.id == id; });
  return rule == std::end(RuleTable) ? nullptr : rule;
}

void lowp::printRulesPage(llvm::raw_ostream &os) {
  os << "# Rules\n\n"
        "`lowp-verify-contracts` refuses programs that break one of these. The "
        "name in\nbrackets of a diagnostic is the heading here.\n";
  llvm::SmallVector<llvm::StringRef> areas;
  for (const Rule &rule : getRules())
    if (!llvm::is_contained(areas, rule.area))
      areas.push_back(rule.area);
  for (llvm::StringRef area : areas) {
    os << "\n## " << area << "\n";
    for (const Rule &rule : getRules())
      if (rule.area == area)
        os << "\n### `" << rule.id << "`\n\nRule: " << rule.statement << ".\n\n"
           << rule.why << "\n\nTo mend it: " << rule.fix << "\n";
  }
}
