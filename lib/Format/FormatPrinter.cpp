//===- FormatPrinter.cpp - The table of formats, for people ---------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Format/Format.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using lowp::Format;

void lowp::printFormatsPage(raw_ostream &os) {
  os << "# Number formats\n\n"
        "Generated from the rows of `include/lowp/Format/Formats.td`.\n\n"
        "| name | format | bits | exponent, fraction, bias | largest | "
        "smallest normal | smallest | NaN | infinity |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const Format &row : getFormats()) {
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
