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
#include "lowp/Numerics/ConversionPresets.h"
#include "lowp/Target/Target.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

int main(int argc, char **argv) {
  auto *print = StringSwitch<void (*)(raw_ostream &)>(argc == 2 ? argv[1] : "")
                    .Case("conversions", lowp::printConversionPresets)
                    .Case("formats", lowp::printFormatsPage)
                    .Case("rules", lowp::printRulesPage)
                    .Case("targets", lowp::printTargetsPage)
                    .Default(nullptr);
  if (!print) {
    errs() << "usage: lowp-reference conversions|formats|rules|targets\n";
    return 1;
  }
  print(outs());
  return 0;
}
