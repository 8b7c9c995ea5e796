//===- StochasticRounding.cpp - Rounding by random bits -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/StochasticRounding.h"
#include "llvm/ADT/SmallVector.h"
#include <cmath>

using namespace lowp;

std::array<uint32_t, 4> lowp::philox(std::array<uint32_t, 4> counter,
                                     std::array<uint32_t, 2> key) {
  constexpr uint64_t multipliers[2] = {0xD2511F53, 0xCD9E8D57};
  constexpr uint32_t increments[2] = {0x9E3779B9, 0xBB67AE85};
  constexpr int rounds = 10;
  for (int round = 0; round < rounds; ++round) {
    uint64_t first = multipliers[0] * counter[0];
    uint64_t second = multipliers[1] * counter[2];
    counter = {static_cast<uint32_t>(second >> 32) ^ counter[1] ^ key[0],
               static_cast<uint32_t>(second),
               static_cast<uint32_t>(first >> 32) ^ counter[3] ^ key[1],
               static_cast<uint32_t>(first)};
    key[0] += increments[0];
    key[1] += increments[1];
  }
  return counter;
}

uint32_t lowp::randomWord(uint64_t seed, uint64_t position) {
  uint64_t block = position / 4;
  return philox(
      {static_cast<uint32_t>(block), static_cast<uint32_t>(block >> 32), 0, 0},
      {static_cast<uint32_t>(seed),
       static_cast<uint32_t>(seed >> 32)})[position % 4];
}

llvm::Error lowp::checkStochasticConversion(const Format &destination,
                                            const Conversion &conversion,
                                            unsigned count) {
  if (conversion.rounding != Rounding::Stochastic)
    return llvm::createStringError("rounding policy '" +
                                   stringifyRounding(conversion.rounding) +
                                   "' takes no random bits");
  if (!destination.hasZero)
    return llvm::createStringError(
        "stochastic rounding to " + destination.name +
        ": the encoding has no zero below its smallest value");
  if (count < 1 || count > 32)
    return llvm::createStringError(llvm::Twine(count) +
                                   " random bits for an element; between 1 "
                                   "and 32 can be used");
  Conversion rest = conversion;
  rest.rounding = Rounding::NearestEven;
  return checkConversion(destination, rest);
}

llvm::Expected<std::vector<uint32_t>>
lowp::encodeStochastically(const Format &destination,
                           const Conversion &conversion,
                           llvm::ArrayRef<float> values, uint64_t seed,
                           uint64_t offset, unsigned count) {
  if (llvm::Error error =
          checkStochasticConversion(destination, conversion, count))
    return error;
  std::vector<uint32_t> codes;
  codes.reserve(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    codes.push_back(
        encode(destination, conversion, values[i],
               {count, randomWord(seed, offset + i) >> (32 - count)}));
  return codes;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

namespace {
/// One row an instruction and destination (numerics.md 2.7).
struct RandomOperand {
  llvm::StringLiteral instruction;
  /// Names of formats with a space between.
  llvm::StringLiteral destinations;
  /// Random bits of an element.
  unsigned count;
  /// Elements, and the lowest bit of element 0 and of element 1.
  unsigned elements;
  unsigned shifts[2];
  /// Whether only results in the normal range are confirmed.
  bool normalOnly;
  /// Why the instruction is not modelled; empty if it is.
  llvm::StringLiteral refusal;
};
} // namespace

static constexpr llvm::StringLiteral sharedBits =
    "which bits serve which operand is not confirmed";
static constexpr llvm::StringLiteral scaledSource =
    "how the scale and the random bits combine is not confirmed";

static const RandomOperand randomOperands[] = {
    {"cvt.rs.f16x2.f32", "f16", 13, 2, {0, 16}, false, ""},
    {"cvt.rs.bf16x2.f32", "bf16", 16, 2, {0, 16}, false, ""},
    {"cvt.rs.satfinite.e4m3x4.f32", "f8E4M3FN", 0, 4, {}, false, sharedBits},
    {"cvt.rs.satfinite.e5m2x4.f32", "f8E5M2", 0, 4, {}, false, sharedBits},
    {"cvt.rs.satfinite.e2m3x4.f32", "f6E2M3FN", 0, 4, {}, false, sharedBits},
    {"cvt.rs.satfinite.e3m2x4.f32", "f6E3M2FN", 0, 4, {}, false, sharedBits},
    {"cvt.rs.satfinite.e2m1x4.f32", "f4E2M1FN", 0, 4, {}, false, sharedBits},
    {"v_cvt_sr_fp8_f32", "f8E4M3FN f8E4M3FNUZ", 20, 1, {12}, true, ""},
    {"v_cvt_sr_bf8_f32", "f8E5M2 f8E5M2FNUZ", 21, 1, {11}, true, ""},
    {"v_cvt_scalef32_sr_fp8_f32", "f8E4M3FN", 0, 1, {}, false, scaledSource},
    {"v_cvt_scalef32_sr_bf8_f32", "f8E5M2", 0, 1, {}, false, scaledSource},
};

llvm::Expected<uint32_t> lowp::encodeAsInstruction(llvm::StringRef instruction,
                                                   const Format &destination,
                                                   const Conversion &conversion,
                                                   float value,
                                                   unsigned element,
                                                   uint32_t word) {
  std::string known;
  for (const RandomOperand &row : randomOperands) {
    if (row.instruction != instruction) {
      if (row.refusal.empty())
        known += (known.empty() ? "" : ", ") + row.instruction.str();
      continue;
    }
    auto fail = [&](const llvm::Twine &reason) {
      return llvm::createStringError("'" + instruction + "': " + reason);
    };
    if (!row.refusal.empty())
      return fail(row.refusal);
    llvm::SmallVector<llvm::StringRef> formats;
    row.destinations.split(formats, ' ');
    if (!llvm::is_contained(formats, destination.name))
      return fail("it converts to " + row.destinations + ", not to " +
                  destination.name);
    if (element >= row.elements)
      return fail("it has no element " + llvm::Twine(element));
    if (llvm::Error error =
            checkStochasticConversion(destination, conversion, row.count))
      return error;
    if (row.normalOnly && value != 0 &&
        std::fabs(value) < destination.minNormal())
      return fail("results below the normal range are not confirmed");
    uint32_t mask = ~uint32_t(0) >> (32 - row.count);
    return encode(destination, conversion, value,
                  {row.count, word >> row.shifts[element] & mask});
  }
  return llvm::createStringError("no instruction with random bits is called '" +
                                 instruction + "'; there are " + known);
}
