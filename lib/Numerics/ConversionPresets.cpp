//===- ConversionPresets.cpp - Conversions as others do them --------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/ConversionPresets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace lowp;

static constexpr auto rne = Rounding::NearestEven;
static constexpr auto saturate = Overflow::Saturate;
static constexpr auto nonsaturating = Overflow::Nonsaturating;
static constexpr auto infToMax = InfinityPolicy::Max;
static constexpr auto infToInf = InfinityPolicy::Infinity;
static constexpr auto infToNaN = InfinityPolicy::NaN;
static constexpr auto nan = NaNPolicy::NaN;
static constexpr auto signedNaN = NaNPolicy::SignedNaN;
static constexpr auto nanToMax = NaNPolicy::Max;
static constexpr auto keep = ZeroSign::Keep;
static constexpr auto positive = ZeroSign::Positive;

static constexpr llvm::StringLiteral beforeRounding =
    "overflow is decided before rounding: values in (448, 464] become NaN in "
    "E4M3";

// Source of all rows: numerics.md 2.3.
static const ConversionPreset presets[] = {
    // OCP OFP8, the profile that saturates infinities too.
    {"ofp8_saturating",
     "f8E4M3FN f8E5M2",
     {rne, saturate, infToMax, nan, keep},
     ""},
    {"ofp8_nonsaturating",
     "f8E4M3FN",
     {rne, nonsaturating, infToNaN, nan, keep},
     ""},
    {"ofp8_nonsaturating",
     "f8E5M2",
     {rne, nonsaturating, infToInf, nan, keep},
     ""},

    // PTX cvt.rn.satfinite and __NV_SATFINITE; __NV_NOSAT.
    {"cuda_satfinite",
     "f8E4M3FN f8E5M2",
     {rne, saturate, infToMax, nan, keep},
     ""},
    {"cuda_satfinite",
     "f6E3M2FN f6E2M3FN f4E2M1FN",
     {rne, saturate, infToMax, nanToMax, keep},
     ""},
    {"cuda_satfinite",
     "f8E8M0FNU",
     {},
     "the sign of negative sources is dropped"},
    {"cuda_nosat", "f8E4M3FN", {rne, nonsaturating, infToNaN, nan, keep}, ""},
    {"cuda_nosat", "f8E5M2", {rne, nonsaturating, infToInf, nan, keep}, ""},
    {"cuda_nosat", "f8E8M0FNU", {}, "the sign of negative sources is dropped"},

    // The tables of Cast in the specification of ONNX; its reference
    // implementation and onnxruntime deviate from them for FNUZ.
    {"onnx_saturate",
     "f8E4M3FN f8E5M2",
     {rne, saturate, infToMax, nan, keep},
     ""},
    {"onnx_saturate",
     "f8E4M3FNUZ f8E5M2FNUZ",
     {rne, saturate, infToNaN, nan, positive},
     ""},
    {"onnx_saturate",
     "f4E2M1FN",
     {rne, saturate, infToMax, nanToMax, keep},
     ""},
    {"onnx_nonsaturate",
     "f8E4M3FN",
     {rne, nonsaturating, infToNaN, signedNaN, keep},
     ""},
    {"onnx_nonsaturate",
     "f8E5M2",
     {rne, nonsaturating, infToInf, signedNaN, keep},
     ""},
    {"onnx_nonsaturate",
     "f8E4M3FNUZ f8E5M2FNUZ",
     {rne, nonsaturating, infToNaN, nan, positive},
     ""},

    // ml_dtypes: casts of numpy, and ConvertFrom<saturate> of its C++.
    {"ml_dtypes",
     "f8E4M3FN",
     {rne, nonsaturating, infToNaN, signedNaN, keep},
     ""},
    {"ml_dtypes",
     "f8E5M2 f8E4M3 f8E3M4",
     {rne, nonsaturating, infToInf, signedNaN, keep},
     ""},
    {"ml_dtypes",
     "f8E4M3FNUZ f8E5M2FNUZ f8E4M3B11FNUZ",
     {rne, nonsaturating, infToNaN, nan, positive},
     ""},
    {"ml_dtypes",
     "f6E3M2FN f6E2M3FN f4E2M1FN",
     {},
     "NaN becomes a zero of the opposite sign"},
    {"ml_dtypes", "f8E8M0FNU", {}, "zero becomes NaN"},
    {"ml_dtypes_saturating",
     "f8E4M3FN",
     {rne, saturate, infToNaN, signedNaN, keep},
     ""},
    {"ml_dtypes_saturating",
     "f8E5M2",
     {rne, saturate, infToInf, signedNaN, keep},
     ""},
    {"ml_dtypes_saturating",
     "f8E4M3FNUZ f8E5M2FNUZ",
     {rne, saturate, infToNaN, nan, positive},
     ""},

    // Casts of torch on CPUs; E4M3 saturates since 2.13, the others do not.
    {"torch", "f8E4M3FN", {rne, saturate, infToMax, signedNaN, keep}, ""},
    {"torch", "f8E5M2", {rne, nonsaturating, infToInf, signedNaN, keep}, ""},
    {"torch",
     "f8E4M3FNUZ f8E5M2FNUZ",
     {rne, nonsaturating, infToNaN, nan, positive},
     ""},

    // The headers of HIP after 2024-10 as read, not run, which clip by default:
    // finite values saturate, infinities do not.
    {"amd_default", "f8E4M3FN", {rne, saturate, infToNaN, signedNaN, keep}, ""},
    {"amd_default", "f8E5M2", {rne, saturate, infToInf, signedNaN, keep}, ""},
    {"amd_default",
     "f8E4M3FNUZ f8E5M2FNUZ",
     {rne, saturate, infToNaN, nan, positive},
     ""},
    {"amd_noclip", "f8E4M3FN f8E5M2 f8E4M3FNUZ f8E5M2FNUZ", {}, beforeRounding},
};

llvm::ArrayRef<ConversionPreset> lowp::getConversionPresets() {
  return presets;
}

llvm::Expected<Conversion>
lowp::lookupConversionPreset(llvm::StringRef name, const Format &destination) {
  std::string destinations;
  for (const ConversionPreset &row : presets) {
    if (row.name != name)
      continue;
    llvm::SmallVector<llvm::StringRef> formats;
    row.destinations.split(formats, ' ');
    if (!llvm::is_contained(formats, destination.name)) {
      destinations +=
          (destinations.empty() ? "" : " ") + row.destinations.str();
      continue;
    }
    if (!row.refusal.empty())
      return llvm::createStringError("the policies cannot say what '" + name +
                                     "' does to " + destination.name + ": " +
                                     row.refusal);
    return row.conversion;
  }
  if (!destinations.empty())
    return llvm::createStringError("'" + name + "' says nothing of " +
                                   destination.name + "; it does of " +
                                   destinations);
  std::string names;
  llvm::StringRef last;
  for (const ConversionPreset &row : presets)
    if (row.name != last) {
      names += (names.empty() ? "" : ", ") + row.name.str();
      last = row.name;
    }
  return llvm::createStringError("no conversion is called '" + name +
                                 "'; there are " + names);
}

void lowp::printConversionPresets(llvm::raw_ostream &os) {
  os << "# Conversions as others do them\n\n"
        "Generated from the rows of `lib/Numerics/ConversionPresets.cpp`.\n\n"
        "| name | destinations | rounding | overflow | infinity | NaN | zero "
        "sign |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n";
  for (const ConversionPreset &row : presets) {
    os << "| `" << row.name << "` | " << row.destinations << " | ";
    if (!row.refusal.empty()) {
      os << "refused: " << row.refusal << " | | | | |\n";
      continue;
    }
    const Conversion &conversion = row.conversion;
    os << stringifyRounding(conversion.rounding) << " | "
       << stringifyOverflow(conversion.overflow) << " | "
       << stringifyInfinityPolicy(conversion.infinity) << " | "
       << stringifyNaNPolicy(conversion.nan) << " | "
       << stringifyZeroSign(conversion.zeroSign) << " |\n";
  }
}
