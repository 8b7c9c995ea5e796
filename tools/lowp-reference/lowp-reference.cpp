//===- lowp-reference.cpp - Reference pages of the tables -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints one page of docs/Reference in Markdown: `lowp-reference targets`.
// Dialect and pass pages come from mlir-tblgen.
//
//===----------------------------------------------------------------------===//

#include "lowp/Contracts/Rules.h"
#include "lowp/Format/Format.h"
#include "lowp/Target/Target.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static void printFormatsPage(raw_ostream &os) {
  os << "# Number formats\n\n"
        "Generated from the rows of `include/lowp/Format/Formats.td`.\n\n"
        "| name | format | bits | exponent, fraction, bias | largest | "
        "smallest "
        "normal | smallest | NaN | infinity |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const lowp::Format &row : lowp::getFormats()) {
    os << "| `" << row.name << "` | " << row.title << " | " << row.width
       << " | " << row.exponentBits << ", " << row.fractionBits << ", "
       << row.bias << " | ";
    for (double value : {row.maxFinite(), row.minNormal(), row.smallest()})
      os << format("%g | ", value);
    if (row.hasNaN())
      os << format("%X", row.canonicalNaNCode());
    else
      os << "none";
    os << " | ";
    if (row.hasInfinity())
      os << format("%X", row.infinityCode());
    else
      os << "none";
    os << " |\n";
  }
}

int main(int argc, char **argv) {
  auto *print = StringSwitch<void (*)(raw_ostream &)>(argc == 2 ? argv[1] : "")
                    .Case("formats", printFormatsPage)
                    .Case("rules", lowp::printRulesPage)
                    .Case("targets", lowp::printTargetsPage)
                    .Default(nullptr);
  if (!print) {
    errs() << "usage: lowp-reference formats|rules|targets\n";
    return 1;
  }
  print(outs());
  return 0;
}
