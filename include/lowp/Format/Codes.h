//===- Codes.h - All codes of a format --------------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The codes of one format with their fields and values, for people.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FORMAT_CODES_H
#define LOWP_FORMAT_CODES_H

#include "lowp/Format/Format.h"
#include "llvm/Support/Error.h"

namespace lowp {

/// The widest format, in bits, whose codes printCodes() lists: 65,536 lines.
inline constexpr unsigned maxListedWidth = 16;

/// Prints a Markdown table with a line for each of the 2^width codes: the code
/// in hexadecimal, its bits by fields (sign, exponent, fraction), its value in
/// decimal (as many digits as tell doubles apart) and exactly as a hexadecimal
/// float, and what is special about it. An error, and nothing printed, for
/// formats wider than `maxListedWidth`.
llvm::Error printCodes(llvm::raw_ostream &os, const Format &row);

} // namespace lowp

#endif // LOWP_FORMAT_CODES_H
