//===- Conversion.cpp - Rounding to a format ------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/Conversion.h"
#include "lowp/Numerics/StochasticRounding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <cassert>
#include <cmath>

using namespace lowp;

Conversion Conversion::saturating(const Format &destination) {
  return {Rounding::NearestEven, Overflow::Saturate, InfinityPolicy::Max,
          destination.hasNaN() ? NaNPolicy::NaN : NaNPolicy::Max,
          destination.hasNegativeZero() ? ZeroSign::Keep : ZeroSign::Positive};
}

Conversion Conversion::propagating(const Format &destination) {
  Conversion conversion = saturating(destination);
  conversion.overflow = Overflow::Nonsaturating;
  conversion.infinity = destination.hasInfinity() ? InfinityPolicy::Infinity
                                                  : InfinityPolicy::NaN;
  return conversion;
}

llvm::Error lowp::checkConversion(const Format &destination,
                                  const Conversion &conversion) {
  auto fail = [&](llvm::StringRef field, llvm::StringRef word,
                  llvm::StringRef reason) {
    return llvm::createStringError(field + " policy '" + word +
                                   "' of a conversion to " + destination.name +
                                   ": " + reason);
  };
  auto check = [&](llvm::StringRef field, auto policy, auto stringify,
                   llvm::StringRef problem) -> llvm::Error {
    if (static_cast<unsigned>(policy) == 0)
      return fail(field, stringify(policy), "it must be stated");
    if (!problem.empty())
      return fail(field, stringify(policy), problem);
    return llvm::Error::success();
  };

  llvm::StringRef rounding;
  if (conversion.rounding == Rounding::Stochastic)
    rounding = "stochastic rounding needs random bits";

  llvm::StringRef overflow;
  if (conversion.overflow == Overflow::Nonsaturating && !destination.hasNaN())
    overflow = "the encoding has neither infinity nor NaN";

  llvm::StringRef infinity;
  if (conversion.infinity == InfinityPolicy::Infinity &&
      !destination.hasInfinity())
    infinity = "the encoding has no infinity";
  if (conversion.infinity == InfinityPolicy::NaN && !destination.hasNaN())
    infinity = "the encoding has no NaN";

  llvm::StringRef nan;
  if ((conversion.nan == NaNPolicy::NaN ||
       conversion.nan == NaNPolicy::SignedNaN) &&
      !destination.hasNaN())
    nan = "the encoding has no NaN";
  else if (conversion.nan == NaNPolicy::SignedNaN &&
           !destination.hasNegativeZero())
    nan = "the NaN of the encoding has no sign";
  if (conversion.nan == NaNPolicy::Zero && !destination.hasZero)
    nan = "the encoding has no zero";

  llvm::StringRef zeroSign;
  if (conversion.zeroSign == ZeroSign::Keep && !destination.hasNegativeZero())
    zeroSign = "the encoding has no -0";

  if (auto error =
          check("rounding", conversion.rounding, stringifyRounding, rounding))
    return error;
  if (auto error =
          check("overflow", conversion.overflow, stringifyOverflow, overflow))
    return error;
  if (auto error = check("infinity", conversion.infinity,
                         stringifyInfinityPolicy, infinity))
    return error;
  if (auto error = check("NaN", conversion.nan, stringifyNaNPolicy, nan))
    return error;
  return check("zero sign", conversion.zeroSign, stringifyZeroSign, zeroSign);
}

/// The code of a sign and a magnitude, two's complement for integers.
static uint32_t withSign(const Format &format, bool negative,
                         uint32_t magnitude) {
  if (!negative)
    return magnitude;
  if (format.isInteger())
    return -magnitude & format.codeMask();
  return magnitude | format.signMask();
}

/// The finite code that is furthest out on one side.
static uint32_t furthestCode(const Format &format, bool negative) {
  if (negative && !format.isSigned)
    return 0;
  return withSign(format, negative, format.maxFiniteCode());
}

static uint32_t encodeNaN(const Format &format, const Conversion &conversion,
                          bool negative) {
  switch (conversion.nan) {
  case NaNPolicy::NaN:
    return format.canonicalNaNCode();
  case NaNPolicy::SignedNaN:
    return withSign(format, negative, format.canonicalNaNCode());
  case NaNPolicy::Max:
    return format.maxFiniteCode();
  case NaNPolicy::Zero:
    return 0;
  case NaNPolicy::Unstated:
    break;
  }
  llvm_unreachable("the conversion was not checked");
}

/// The NaN that an infinity or an overflow becomes. It keeps the sign where
/// NaNs have one: E4M3 has 7F and FF.
static uint32_t makeNaN(const Format &format, bool negative) {
  return withSign(format, negative, format.canonicalNaNCode());
}

static uint32_t encodeInfinity(const Format &format,
                               const Conversion &conversion, bool negative) {
  switch (conversion.infinity) {
  case InfinityPolicy::Max:
    return furthestCode(format, negative);
  case InfinityPolicy::Infinity:
    return withSign(format, negative, format.infinityCode());
  case InfinityPolicy::NaN:
    return makeNaN(format, negative);
  case InfinityPolicy::Unstated:
    break;
  }
  llvm_unreachable("the conversion was not checked");
}

static uint32_t encodeOverflow(const Format &format,
                               const Conversion &conversion, bool negative) {
  if (conversion.overflow == Overflow::Saturate)
    return furthestCode(format, negative);
  assert(conversion.overflow == Overflow::Nonsaturating &&
         "the conversion was not checked");
  if (format.hasInfinity())
    return withSign(format, negative, format.infinityCode());
  return makeNaN(format, negative);
}

/// Whether `rounding` takes a number of this sign to the code of smaller
/// magnitude.
static bool roundsTowardZero(Rounding rounding, bool negative) {
  return rounding == Rounding::TowardZero ||
         (rounding == Rounding::Up && negative) ||
         (rounding == Rounding::Down && !negative);
}

/// value / 2^quantum, rounded to an integer. Stochastic rounding needs random
/// bits, the others none.
static int64_t roundToMultiple(const Dyadic &value, int quantum,
                               Rounding rounding, const RandomBits *random) {
  int shift = quantum - value.exponent;
  unsigned __int128 significand = value.significand;
  if (shift <= 0)
    return static_cast<int64_t>(significand << -shift);
  // Keep shifts below the width; bits lost to that stay as one sticky bit.
  if (shift >= 128) {
    int lost = std::min(shift - 127, 127);
    unsigned __int128 shorter = significand >> lost;
    significand = shorter | (shorter << lost != significand);
    shift = 127;
  }
  auto kept = static_cast<int64_t>(significand >> shift);
  unsigned __int128 rest = significand - (significand >> shift << shift);
  unsigned __int128 half = static_cast<unsigned __int128>(1) << (shift - 1);
  if (rounding == Rounding::Stochastic) {
    assert(random && "the conversion was not checked");
    int count = static_cast<int>(random->count);
    auto fraction = static_cast<uint64_t>(
        shift >= count ? rest >> (shift - count) : rest << (count - shift));
    return kept +
           static_cast<int64_t>((fraction + random->value) >> random->count);
  }
  if (rounding == Rounding::NearestEven)
    return kept + (rest > half || (rest == half && (kept & 1)));
  return kept + (rest != 0 && !roundsTowardZero(rounding, value.negative));
}

/// The exponent of the leading bit of a nonzero number.
static int leadingExponent(const Dyadic &value) {
  auto high = static_cast<uint64_t>(value.significand >> 64);
  auto low = static_cast<uint64_t>(value.significand);
  int bit = high ? 127 - llvm::countl_zero(high) : 63 - llvm::countl_zero(low);
  return bit + value.exponent;
}

static uint32_t encodeFinite(const Format &format, const Conversion &conversion,
                             const Dyadic &value, const RandomBits *random) {
  bool keepZeroSign = conversion.zeroSign == ZeroSign::Keep;
  if (value.isZero())
    return withSign(format, value.negative && keepZeroSign, 0);

  // Count in units of the last bit that the code keeps.
  int exponent = leadingExponent(value);
  int quantum = format.quantumExponent();
  if (!format.isInteger())
    quantum =
        std::max(quantum, exponent - static_cast<int>(format.fractionBits));
  int64_t magnitude;
  if (exponent > format.emax()) {
    magnitude = int64_t(1) << 32; // beyond all codes whichever way it rounds
  } else {
    magnitude = roundToMultiple(value, quantum, conversion.rounding, random);
    // Move on to the codes, which are in the order of magnitudes. A carry out
    // of the significand reaches the next exponent by itself.
    if (!format.isInteger())
      magnitude += int64_t(quantum - format.quantumExponent())
                   << format.fractionBits;
    if (!format.hasZero)
      magnitude = std::max<int64_t>(magnitude - 1, 0);
  }

  bool belowRange = value.negative && !format.isSigned;
  if (belowRange && (magnitude > 0 || !format.hasZero))
    return encodeOverflow(format, conversion, value.negative);
  if (magnitude > format.maxFiniteCode()) {
    if (roundsTowardZero(conversion.rounding, value.negative))
      return furthestCode(format, value.negative);
    return encodeOverflow(format, conversion, value.negative);
  }
  bool negative = value.negative && (magnitude != 0 || keepZeroSign);
  return withSign(format, negative, static_cast<uint32_t>(magnitude));
}

static uint32_t encodeAny(const Format &format, const Conversion &conversion,
                          double value, const RandomBits *random) {
  if (std::isnan(value))
    return encodeNaN(format, conversion, std::signbit(value));
  if (std::isinf(value))
    return encodeInfinity(format, conversion, std::signbit(value));
  return encodeFinite(format, conversion, Dyadic::fromDouble(value), random);
}

uint32_t lowp::encode(const Format &format, const Conversion &conversion,
                      const Dyadic &value) {
  return encodeFinite(format, conversion, value, /*random=*/nullptr);
}

uint32_t lowp::encode(const Format &format, const Conversion &conversion,
                      double value) {
  return encodeAny(format, conversion, value, /*random=*/nullptr);
}

uint32_t lowp::encode(const Format &format, const Conversion &conversion,
                      double value, RandomBits random) {
  return encodeAny(format, conversion, value, &random);
}

float lowp::roundToF32(const Dyadic &value) {
  static const Format &f32 = *lookupFormat("f32");
  static const Conversion conversion = Conversion::propagating(f32);
  return llvm::bit_cast<float>(encode(f32, conversion, value));
}
