//===- StochasticRounding.h - Rounding by random bits -----------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value x between neighbouring codes l and u, u the one of larger magnitude,
// has the discarded fraction d = (x - l) / (u - l). With N random bits r it
// becomes u if floor(d * 2^N) + r >= 2^N, else l: the carry out of an addition
// (numerics.md 2.7). So u has the probability floor(d * 2^N) / 2^N, at most
// 2^-N below d. Where there is no l < x < u, nothing is random: exact values
// stay, infinities and NaNs follow their policies, and a value beyond the
// largest code, or carried there, follows the overflow policy.
//
// Random bits come from a counter, never from a state. Element i of an array
// takes the word of position `offset` + i, whoever computes it and in whatever
// order. An offset that is used again gives the same bits again.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_NUMERICS_STOCHASTICROUNDING_H
#define LOWP_NUMERICS_STOCHASTICROUNDING_H

#include "lowp/Numerics/Conversion.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <vector>

namespace lowp {

/// The low `count` bits of `value`; between 1 and 32.
struct RandomBits {
  unsigned count;
  uint32_t value;
};

/// Philox 4x32 with 10 rounds (Salmon et al., Parallel Random Numbers: As Easy
/// as 1, 2, 3, SC 2011).
std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter,
                               std::array<uint32_t, 2> key);

/// The random word of a position: word `position` % 4 of philox() at the 64-bit
/// counter `position` / 4 under the key `seed`, low halves first; the upper two
/// words of the counter are 0. Positions wrap at 2^64.
uint32_t randomWord(uint64_t seed, uint64_t position);

/// Success if the conversion rounds stochastically, its other fields have a
/// meaning for `destination`, and `count` random bits can be used. E8M0 is
/// refused: it has no zero, so small values have no neighbour below.
llvm::Error checkStochasticConversion(const Format &destination,
                                      const Conversion &conversion,
                                      unsigned count);

/// Converts `value` in one rounding. checkStochasticConversion() must have
/// passed.
uint32_t encode(const Format &destination, const Conversion &conversion,
                double value, RandomBits random);

/// Converts an array; element i takes the upper `count` bits of
/// randomWord(seed, offset + i).
llvm::Expected<std::vector<uint32_t>>
encodeStochastically(const Format &destination, const Conversion &conversion,
                     llvm::ArrayRef<float> values, uint64_t seed,
                     uint64_t offset, unsigned count);

/// What `instruction` gives for its operand `element` (0 is the one in the
/// lowest bits of the result) with the random operand `word`. The conversion's
/// policies are the caller's. Errors: an instruction that is not known, whose
/// use of the random bits is not confirmed, or that has no such element; a
/// conversion that does not pass checkStochasticConversion(); for AMD's,
/// results below the normal range, where the alignment of the bits is not
/// confirmed.
llvm::Expected<uint32_t> encodeAsInstruction(llvm::StringRef instruction,
                                             const Format &destination,
                                             const Conversion &conversion,
                                             float value, unsigned element,
                                             uint32_t word);

} // namespace lowp

#endif // LOWP_NUMERICS_STOCHASTICROUNDING_H
