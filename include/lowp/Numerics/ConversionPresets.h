//===- ConversionPresets.h - Conversions as others do them ------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names for the policies of specifications and libraries. Two that share the
// word "saturate" disagree on infinities and NaNs (numerics.md 2.3), and one
// library may treat destinations differently, so a row is a name and the
// destinations for which its policies hold.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_CONVERSIONPRESETS_H
#define LOWP_NUMERICS_CONVERSIONPRESETS_H

#include "lowp/Numerics/Conversion.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace lowp {

/// One row: what `name` means for some destinations.
struct ConversionPreset {
  /// The name, shared by the rows of one specification or library mode.
  llvm::StringLiteral name;
  /// Names of formats with a space between.
  llvm::StringLiteral destinations;
  /// All five fields stated, and of meaning for all destinations; without use
  /// where there is a refusal.
  Conversion conversion;
  /// Why the fields cannot say what happens; empty where they can.
  llvm::StringLiteral refusal;
};

/// All rows. A name and a destination are together in one row at most.
llvm::ArrayRef<ConversionPreset> getConversionPresets();

/// The conversion to `destination` of that name. Errors: a name that no row
/// has, a destination that the name says nothing of, a row with a refusal.
///
/// Codes of NaN are lowp's canonical ones: for E5M2 that is 7E, where CUDA and
/// torch write 7F.
llvm::Expected<Conversion> lookupConversionPreset(llvm::StringRef name,
                                                  const Format &destination);

/// Prints the rows in Markdown.
void printConversionPresets(llvm::raw_ostream &os);

} // namespace lowp

#endif // LOWP_NUMERICS_CONVERSIONPRESETS_H
