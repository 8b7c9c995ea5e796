//===- RawArrayRules.cpp - Raw arrays against what they become ------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Origin.h"
#include "ScaleOwner.h"
#include "lowp/Contracts/Diagnostics.h"
#include "lowp/Format/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace lowp;

/// A value for people: "1", "-0", "NaN".
static std::string describeValue(const Format &format, uint32_t code) {
  if (format.isNaN(code))
    return "NaN";
  return describeNumber(decode(format, code));
}

/// The codes of 1 in `given`, and of -0 or the largest value, read both ways.
static std::string describeReading(Type given, Type wanted) {
  const Format &from = *getFormat(given), &to = *getFormat(wanted);
  std::string text;
  llvm::raw_string_ostream os(text);
  auto add = [&](uint32_t code) {
    std::string here = describeValue(from, code);
    std::string there = describeValue(to, code);
    if (here == there)
      return;
    if (!text.empty())
      os << "; ";
    os << llvm::formatv("byte 0x{0:X-2} is {1} in {2} and {3} in {4}", code,
                        here, given, there, wanted);
  };
  add(from.unitCode());
  if (from.hasNegativeZero())
    add(from.signMask());
  if (text.empty() && (from.hasInfinity() || to.hasInfinity()))
    add(from.hasInfinity() ? from.infinityCode() : to.infinityCode());
  if (text.empty())
    add(from.maxFiniteCode());
  if (text.empty())
    os << given << " and " << wanted << " give the same bytes other values";
  return text;
}

static StringRef getEncodingRule(Type given, Type wanted) {
  auto isFnuz = [](Type type) {
    return isa<Float8E4M3FNUZType, Float8E5M2FNUZType, Float8E4M3B11FNUZType>(
        type);
  };
  if (isFnuz(given) != isFnuz(wanted))
    return "enc-fn-fnuz-mix";
  if (isa<Float8E4M3Type>(given) || isa<Float8E4M3Type>(wanted))
    return "enc-ieee-e4m3";
  return "enc-code-reinterpreted";
}

unsigned lowp::reportEncodingMix(Operation *op, Type given, Location givenLoc,
                                 Type wanted, Location wantedLoc) {
  Violation(op, getEncodingRule(given, wanted),
            llvm::formatv("reads codes of {0} as {1}", given, wanted))
      .promised(givenLoc, llvm::formatv("the codes are {0} here", given))
      .promised(wantedLoc, llvm::formatv("they are read as {0} here", wanted))
      .because(describeReading(given, wanted));
  return 1;
}

unsigned lowp::reportReciprocalSwap(Operation *op, unsigned level,
                                    Direction given, Location givenLoc,
                                    Direction wanted, Location wantedLoc) {
  Violation(op, "own-reciprocal-swap",
            llvm::formatv("reads scales of direction `{0}` as `{1}` on level "
                          "{2}",
                          given, wanted, level))
      .promised(givenLoc, llvm::formatv("the scales are `{0}` here", given))
      .promised(wantedLoc, llvm::formatv("they are read as `{0}` here", wanted))
      .because("each value is wrong by the square of its scale: a code of 1 "
               "under the scale 2^-8 is read as 256 instead of 0.00390625, "
               "65536 times too large")
      .mend(llvm::formatv("lowp.invert_scale on level {0} changes the "
                          "direction, with its rounding; or write the "
                          "direction that the scales have",
                          level));
  return 1;
}

//===----------------------------------------------------------------------===//
// Groups that follow their elements
//===----------------------------------------------------------------------===//

namespace {
/// How the dimensions of an assembled value map to those of the value whose
/// arrays it is assembled from.
struct Correspondence {
  ScaledType source;
  /// Dimension d of the result holds dimension `dims[d]` of the source.
  SmallVector<int64_t> dims;
};
} // namespace

/// Follows dimensions of an array stored in the order of `source` to the
/// dimensions of `result`, whose array it becomes after `permutation`.
static std::optional<Correspondence>
getCorrespondence(ScaledType source, ArrayRef<int64_t> permutation,
                  ScaledType result) {
  SmallVector<int64_t> from = source.getOrder(), to = result.getOrder();
  if (from.size() != to.size() || permutation.size() != to.size())
    return std::nullopt;
  Correspondence match{source, SmallVector<int64_t>(to.size())};
  for (auto [index, dim] : llvm::enumerate(permutation))
    match.dims[to[index]] = from[dim];
  return match;
}

/// Checks that the groups of level `level` of the result are those of the
/// source, element for element.
static unsigned checkGroups(AssembleOp op, unsigned level, ScaleAttr given,
                            const Correspondence &match, Location givenLoc) {
  ScaleAttr wanted = op.getResult().getType().getLevels()[level];
  SmallVector<int64_t> carried = llvm::map_to_vector(
      match.dims, [&](int64_t dim) { return given.getGroup()[dim]; });
  if (ArrayRef<int64_t>(carried) == wanted.getGroup())
    return 0;
  bool transposed =
      !llvm::equal(match.dims, llvm::seq<int64_t>(0, match.dims.size()));
  std::string is = getGroupText(carried);
  Violation violation(op,
                      transposed ? "own-regroup-transpose" : "abi-group-size",
                      llvm::formatv("reads groups of {0} as {1} on level {2}",
                                    is, wanted.getGroupText(), level));
  violation
      .promised(
          givenLoc,
          llvm::formatv("the elements were scaled in groups of {0} here{1}",
                        given.getGroupText(),
                        transposed ? ", and are transposed since" : ""))
      .promised(op.getLoc(),
                llvm::formatv("they are read in groups of {0} here",
                              wanted.getGroupText()));
  if (transposed) {
    violation.because(
        llvm::formatv("after the transpose a scale belongs to {0} elements; "
                      "read as {1} it meets elements of other groups, which "
                      "are off by the ratio of the two scales",
                      is, wanted.getGroupText()));
    violation.mend(llvm::formatv(
        "lowp.transpose carries the groups, to {0}; for groups of "
        "{1} quantize the wide data again, or lowp.regroup",
        is, wanted.getGroupText()));
  }
  return 1;
}

/// Reports scales that were moved otherwise than their codes.
static unsigned checkMovedTogether(AssembleOp op, unsigned level, Origin codes,
                                   Origin scales) {
  if (codes.codes.getSource() != scales.scales.getSource() ||
      codes.isTransposed() == scales.isTransposed())
    return 0;
  StringRef moved = codes.isTransposed() ? "codes" : "scales";
  StringRef left = codes.isTransposed() ? "scales" : "codes";
  Violation(op, "own-regroup-transpose",
            llvm::formatv("puts together {0} that were transposed and {1} of "
                          "level {2} that were not",
                          moved, left, level))
      .promised(codes.codes.getLoc(), "the codes are taken from a value here")
      .promised(scales.scales.getLoc(),
                "the scales are taken from the same value here")
      .because("element (0, 32) keeps its code and gets the scale of element "
               "(32, 0): it is off by the ratio of the two scales");
  return 1;
}

/// Reports scales that were chosen for other codes.
static unsigned checkOwners(AssembleOp op, unsigned level, const Origin &codes,
                            const Origin &scales) {
  Operation *codesOwner = findOwner(codes), *scalesOwner = findOwner(scales);
  if (!codesOwner || !scalesOwner || chooseSameScales(codesOwner, scalesOwner))
    return 0;
  Violation(op, "own-scale-orphan",
            llvm::formatv("reads codes of one value under scales of level {0} "
                          "of another",
                          level))
      .promised(codesOwner->getLoc(),
                "the codes were chosen here, under scales of their own")
      .promised(scalesOwner->getLoc(),
                "the scales were chosen here, for other codes");
  return 1;
}

//===----------------------------------------------------------------------===//
// Assemble
//===----------------------------------------------------------------------===//

static unsigned checkScaleArray(AssembleOp op, unsigned level, Origin codes) {
  ScaledType result = op.getResult().getType();
  ScaleAttr wanted = result.getLevels()[level];
  Origin origin = findOrigin(op.getScales()[level]);
  unsigned broken = 0;
  if (origin.encoding && origin.encoding != wanted.getType()) {
    Violation(op, "abi-scale-dtype-alias",
              llvm::formatv("reads scales of {0} as {1} on level {2}",
                            origin.encoding, wanted.getType(), level))
        .promised(*origin.encodingLoc,
                  llvm::formatv("the scales are {0} here", origin.encoding))
        .promised(op.getLoc(),
                  llvm::formatv("they are read as {0} here", wanted.getType()))
        .because(isScaleType(origin.encoding)
                     ? describeReading(origin.encoding, wanted.getType())
                     : lookupRule("abi-scale-dtype-alias")->why.str());
    ++broken;
  }
  if (!origin.scales)
    return broken;
  ScaledType source = origin.scales.getSource().getType();
  ScaleAttr given = source.getLevels()[origin.scales.getLevel()];
  if (given.getDirection() != wanted.getDirection())
    broken += reportReciprocalSwap(op, level, given.getDirection(),
                                   origin.scales.getLoc(),
                                   wanted.getDirection(), op.getLoc());
  if (getEffectiveLayout(given) != getEffectiveLayout(wanted)) {
    reportScaleSwizzle(op, level, given, origin.scales.getLoc(), wanted,
                       op.getLoc());
    ++broken;
  }
  if (!codes.codes)
    return broken;
  if (unsigned orphan = checkOwners(op, level, codes, origin))
    return broken + orphan;
  if (unsigned apart = checkMovedTogether(op, level, codes, origin))
    return broken + apart;
  if (std::optional<Correspondence> match = getCorrespondence(
          codes.codes.getSource().getType(), codes.permutation, result))
    broken += checkGroups(op, level, given, *match, origin.scales.getLoc());
  return broken;
}

unsigned lowp::checkRawArrays(AssembleOp op) {
  ScaledType result = op.getResult().getType();
  Origin codes = findOrigin(op.getCodes());
  unsigned broken = 0;
  if (codes.encoding && codes.encoding != result.getEncoding() &&
      getFormat(codes.encoding))
    broken += reportEncodingMix(op, codes.encoding, *codes.encodingLoc,
                                result.getEncoding(), op.getLoc());
  for (unsigned level = 0; level < op.getScales().size(); ++level)
    broken += checkScaleArray(op, level, codes);
  return broken;
}
