//===- LaunchRules.cpp - Values against the kernels that read them --------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "lowp/Contracts/Diagnostics.h"
#include "lowp/Format/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace lowp;

ScaleLayout lowp::getEffectiveLayout(ScaleAttr level) {
  return level.getLayout() == ScaleLayout::Unassigned ? ScaleLayout::Linear
                                                      : level.getLayout();
}

unsigned lowp::reportScaleSwizzle(Operation *op, unsigned level,
                                  ScaleAttr given, Location givenLoc,
                                  ScaleAttr wanted, Location wantedLoc) {
  ScaleLayout from = getEffectiveLayout(given);
  ScaleLayout to = getEffectiveLayout(wanted);
  Violation violation(op, "gemm-scale-swizzle",
                      llvm::formatv("reads scales written in the layout {0} in "
                                    "the layout {1} on level {2}",
                                    from, to, level));
  violation
      .promised(givenLoc, llvm::formatv("the scales lie in the layout {0} "
                                        "here{1}",
                                        from,
                                        given.getLayout() == from
                                            ? ""
                                            : ", since none is assigned"))
      .promised(wantedLoc,
                llvm::formatv("they are read in the layout {0} here", to))
      .mend(
          llvm::formatv("lowp.relayout moves the scales to the layout {0}; or "
                        "have their producer write it",
                        to));
  if (llvm::is_contained({from, to}, ScaleLayout::Tile128x4))
    violation.because("with 4 scales a row, the scale of row 1 and group 0 is "
                      "at byte 16 in tile_128x4 and at byte 4 in linear order, "
                      "where tile_128x4 has row 32");
  else
    violation.because(llvm::formatv(
        "{0} and {1} put the scale of one group at different addresses", from,
        to));
  return 1;
}

namespace {
/// One value that crosses a launch: what is given, what is read, and where both
/// are promised.
struct Crossing {
  LaunchOp op;
  std::string what;
  ScaledType given, wanted;
  Location givenLoc, wantedLoc;
};
} // namespace

/// The extent along `dim`, which either side may know.
static int64_t getExtent(const Crossing &crossing, unsigned dim) {
  int64_t extent = crossing.given.getShape()[dim];
  return ShapedType::isDynamic(extent) ? crossing.wanted.getShape()[dim]
                                       : extent;
}

/// Whether the same elements share a scale: groups that hold a whole extent are
/// the same, however they are written.
static bool haveSameGroups(const Crossing &crossing, ScaleAttr given,
                           ScaleAttr wanted) {
  for (auto [dim, from, to] :
       llvm::enumerate(given.getGroup(), wanted.getGroup())) {
    int64_t extent = getExtent(crossing, dim);
    auto isWhole = [&](int64_t group) {
      return group == ScaleAttr::kWhole ||
             (!ShapedType::isDynamic(extent) && group >= extent);
    };
    if (from != to && !(isWhole(from) && isWhole(to)))
      return false;
  }
  return true;
}

static unsigned checkLevel(const Crossing &crossing, unsigned index) {
  ScaleAttr given = crossing.given.getLevels()[index];
  ScaleAttr wanted = crossing.wanted.getLevels()[index];
  unsigned broken = 0;
  if (given.getType() != wanted.getType()) {
    const Format &from = *getFormat(given.getType());
    const Format &to = *getFormat(wanted.getType());
    Violation violation(
        crossing.op, "abi-scale-dtype-alias",
        llvm::formatv("{0} has scales of {1} on level {2}, read as {3}",
                      crossing.what, given.getType(), index, wanted.getType()));
    violation
        .promised(crossing.givenLoc,
                  llvm::formatv("the scales are {0} here", given.getType()))
        .promised(crossing.wantedLoc,
                  llvm::formatv("they are read as {0} here", wanted.getType()));
    if (from.width == to.width)
      violation.because(llvm::formatv(
          "byte 0x{0:X-2} is {1} as {2} and {3} as {4}", from.unitCode(),
          describeNumber(decode(from, from.unitCode())), given.getType(),
          describeNumber(decode(to, from.unitCode())), wanted.getType()));
    else
      violation.because(
          llvm::formatv("a scale has {0} bytes in one and {1} in the other",
                        from.containerBits / 8, to.containerBits / 8));
    ++broken;
  }
  if (given.getDirection() != wanted.getDirection())
    broken += reportReciprocalSwap(crossing.op, index, given.getDirection(),
                                   crossing.givenLoc, wanted.getDirection(),
                                   crossing.wantedLoc);
  if (!haveSameGroups(crossing, given, wanted)) {
    Violation violation(
        crossing.op, "abi-group-size",
        llvm::formatv("{0} has groups of {1} on level {2}, read as {3}",
                      crossing.what, given.getGroupText(), index,
                      wanted.getGroupText()));
    violation
        .promised(crossing.givenLoc, llvm::formatv("the groups are {0} here",
                                                   given.getGroupText()))
        .promised(crossing.wantedLoc, llvm::formatv("they are read as {0} here",
                                                    wanted.getGroupText()));
    for (auto [from, to] : llvm::zip(given.getGroup(), wanted.getGroup())) {
      if (from == to || from < 1 || to < 1)
        continue;
      violation.because(llvm::formatv(
          "4096 elements have {0} scales in groups of {1} and {2} in groups of "
          "{3}: the scale of element {4} is number {5} in one and {6} in the "
          "other",
          llvm::divideCeil(4096, from), from, llvm::divideCeil(4096, to), to,
          std::min(from, to), std::min(from, to) / from,
          std::min(from, to) / to));
      break;
    }
    ++broken;
  }
  if (getEffectiveLayout(given) != getEffectiveLayout(wanted))
    broken += reportScaleSwizzle(crossing.op, index, given, crossing.givenLoc,
                                 wanted, crossing.wantedLoc);
  return broken;
}

static std::string describeLayout(LayoutAttr layout) {
  if (!layout)
    return "row_major, since none is assigned";
  return llvm::formatv("{0}", Attribute(layout));
}

/// Layouts with what is not assigned as it is stored: row-major and dense.
static LayoutAttr getEffectiveLayout(ScaledType type) {
  if (type.getLayout())
    return type.getLayout();
  return LayoutAttr::get(type.getContext(),
                         llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())),
                         1, Packing::Container);
}

/// Whether every code has the same place: pitches differ where rows of the
/// fastest dimension do.
static bool haveSameCodes(const Crossing &crossing) {
  LayoutAttr given = getEffectiveLayout(crossing.given);
  LayoutAttr wanted = getEffectiveLayout(crossing.wanted);
  if (given == wanted)
    return true;
  if (given.getOrder() != wanted.getOrder() ||
      given.getPacking() != wanted.getPacking() ||
      getFormat(crossing.wanted.getEncoding())->width != 8)
    return false;
  int64_t extent = getExtent(crossing, given.getOrder().back());
  return !ShapedType::isDynamic(extent) &&
         llvm::alignTo(extent, given.getPitch()) ==
             llvm::alignTo(extent, wanted.getPitch());
}

static unsigned checkCrossing(const Crossing &crossing) {
  unsigned broken = 0;
  ScaledType given = crossing.given, wanted = crossing.wanted;
  if (given.getEncoding() != wanted.getEncoding())
    broken +=
        reportEncodingMix(crossing.op, given.getEncoding(), crossing.givenLoc,
                          wanted.getEncoding(), crossing.wantedLoc);
  if (given.getRank() != wanted.getRank())
    return broken;
  if (!haveSameCodes(crossing)) {
    Violation(crossing.op, "abi-code-layout",
              llvm::formatv("{0} has its codes in another layout than is read",
                            crossing.what))
        .promised(crossing.givenLoc,
                  llvm::formatv("the codes lie in {0} here",
                                describeLayout(given.getLayout())))
        .promised(crossing.wantedLoc,
                  llvm::formatv("they are read in {0} here",
                                describeLayout(wanted.getLayout())));
    ++broken;
  }
  size_t levels = given.getLevels().size();
  if (levels != wanted.getLevels().size()) {
    Violation(crossing.op, "own-missing-tensor-scale",
              llvm::formatv("{0} has {1} levels of scales, {2} are read",
                            crossing.what, levels, wanted.getLevels().size()))
        .promised(crossing.givenLoc, llvm::formatv("the value is {0}", given))
        .promised(crossing.wantedLoc,
                  llvm::formatv("it is read as {0} here", wanted));
    return broken + 1;
  }
  for (unsigned index = 0; index < levels; ++index)
    broken += checkLevel(crossing, index);
  return broken;
}

/// Checks the extents of a launch's first two scaled operands, M x K and K x N
/// or, where only that fits, N x K, against the multiples that the kernel's
/// contract demands.
static unsigned checkGranularity(LaunchOp op, KernelOp kernel) {
  ContractAttr contract = kernel.getContractAttr();
  if (!contract || contract.getGranularity().empty())
    return 0;
  SmallVector<std::pair<Value, ScaledType>> operands;
  for (Value operand : op.getOperands())
    if (auto type = dyn_cast<ScaledType>(operand.getType()))
      if (type.getRank() == 2)
        operands.emplace_back(operand, type);
  if (operands.size() < 2)
    return 0;
  struct Extent {
    StringRef name;
    unsigned operand, dim;
    int64_t multiple;
  };
  ArrayRef<int64_t> multiples = contract.getGranularity();
  int64_t k = operands[0].second.getShape()[1];
  ArrayRef<int64_t> right = operands[1].second.getShape();
  unsigned n = right[1] == k && right[0] != k ? 0 : 1;
  Extent extents[] = {{"M", 0, 0, multiples[0]},
                      {"N", 1, n, multiples[1]},
                      {"K", 0, 1, multiples[2]}};
  unsigned broken = 0;
  for (const Extent &extent : extents) {
    auto [value, type] = operands[extent.operand];
    int64_t size = type.getShape()[extent.dim];
    if (ShapedType::isDynamic(size) || size % extent.multiple == 0)
      continue;
    int64_t padded = llvm::alignTo(size, extent.multiple);
    Violation(op, "gemm-pad-k-granularity",
              llvm::formatv("has {0} = {1}, @{2} demands a multiple of {3}",
                            extent.name, size, kernel.getName(),
                            extent.multiple))
        .promised(value.getLoc(), llvm::formatv("the operand is {0}", type))
        .promised(kernel.getLoc(),
                  llvm::formatv("the contract is {0}", Attribute(contract)))
        .because(llvm::formatv(
            "the kernel steps to {0} = {1}: {2} rows or columns of codes, and "
            "the scales over them, are whatever lies behind the operand; one "
            "scale byte FF there makes results NaN",
            extent.name, padded, padded - size))
        .mend(llvm::formatv(
            "pad {0} to {1}: codes with 00, scales with one (E8M0 byte 7F)",
            extent.name, padded));
    ++broken;
  }
  return broken;
}

unsigned lowp::checkLaunch(LaunchOp op, KernelOp kernel) {
  unsigned broken = 0;
  auto cross = [&](StringRef what, unsigned index, Type given, Location loc,
                   Type wanted, Location wantedLoc) {
    auto from = dyn_cast<ScaledType>(given), to = dyn_cast<ScaledType>(wanted);
    if (from && to && from != to)
      broken += checkCrossing({op, llvm::formatv("{0} #{1}", what, index), from,
                               to, loc, wantedLoc});
  };
  for (auto [index, operand] : llvm::enumerate(op.getOperands()))
    cross("operand", index, operand.getType(), operand.getLoc(),
          kernel.getArgumentTypes()[index], kernel.getLoc());
  // A result is given by the kernel and read by the launch.
  for (auto [index, result] : llvm::enumerate(op.getResults()))
    cross("result", index, kernel.getResultTypes()[index], kernel.getLoc(),
          result.getType(), op.getLoc());
  return broken + checkGranularity(op, kernel);
}
