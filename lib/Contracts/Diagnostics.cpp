//===- Diagnostics.cpp - Diagnostics in four parts ------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Contracts/Diagnostics.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace lowp;

static const Rule &getRule(StringRef id) {
  const Rule *rule = lookupRule(id);
  assert(rule && "every rule that is reported has a row");
  return *rule;
}

Violation::Violation(Operation *op, StringRef ruleId, const Twine &what)
    : rule(getRule(ruleId)), loc(op->getLoc()),
      diagnostic(emitError(loc)
                 << "'" << op->getName() << "' op [" << ruleId << "] " << what),
      why(rule.why), fix(rule.fix) {
  diagnostic.getUnderlyingDiagnostic()->getMetadata().push_back(
      DiagnosticArgument(Attribute(StringAttr::get(op->getContext(), ruleId))));
}

Violation &Violation::promised(Location where, const Twine &what) {
  promises.emplace_back(where, what.str());
  return *this;
}

Violation &Violation::because(const Twine &reason) {
  why = reason.str();
  return *this;
}

Violation &Violation::mend(const Twine &advice) {
  fix = advice.str();
  return *this;
}

Violation::~Violation() {
  auto note = [&](Location where, StringRef text) {
    text.consume_back(".");
    diagnostic.attachNote(where) << text;
  };
  for (const auto &[where, what] : promises)
    note(where, what);
  note(loc, why);
  note(loc, fix);
}
