//===- LowpAttributes.cpp - Attributes of lowp ----------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttributes.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Format/Format.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include <limits>

using namespace mlir;
using namespace lowp;

/// Above what any machine addresses, and far from overflow in products of two
/// with small factors.
static constexpr int64_t kMaxCount = int64_t(1) << 48;

/// Parses what a schedule may leave out, in any order: `, raster = 8`,
/// `, copies = bulk`, `, instruction = "..."`.
static ParseResult parseScheduleChoices(AsmParser &parser, unsigned &raster,
                                        CopyMethod &copies,
                                        StringAttr &instruction) {
  raster = 1, copies = CopyMethod::Threads;
  SmallVector<StringRef> seen;
  while (succeeded(parser.parseOptionalComma())) {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    if (llvm::is_contained(seen, name))
      return parser.emitError(loc) << "'" << name << "' is given twice";
    seen.push_back(name);
    if (name != "raster" && name != "copies" && name != "instruction")
      return parser.emitError(loc)
             << "a schedule has no field '" << name
             << "'; those that may be left out are raster, copies and "
                "instruction";
    if (parser.parseEqual())
      return failure();
    if (name == "raster") {
      if (parser.parseInteger(raster))
        return failure();
    } else if (name == "copies") {
      FailureOr<CopyMethod> method = FieldParser<CopyMethod>::parse(parser);
      if (failed(method))
        return failure();
      copies = *method;
    } else if (parser.parseAttribute(instruction)) {
      return failure();
    }
  }
  return success();
}

static void printScheduleChoices(AsmPrinter &printer, unsigned raster,
                                 CopyMethod copies, StringAttr instruction) {
  if (raster != 1)
    printer << ", raster = " << raster;
  if (copies != CopyMethod::Threads)
    printer << ", copies = " << copies;
  if (instruction)
    printer << ", instruction = " << instruction;
}

#define GET_ATTRDEF_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpAttributes.cpp.inc"

void LowpDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "lowp/Dialect/Lowp/IR/LowpAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// ScaleAttr
//===----------------------------------------------------------------------===//

/// Notes that the field `name` is given, once.
static ParseResult parseOnce(AsmParser &parser, SMLoc loc, StringRef name,
                             SmallVectorImpl<StringRef> &seen) {
  if (llvm::is_contained(seen, name))
    return parser.emitError(loc, "the field `") << name << "` is given twice";
  seen.push_back(name);
  return success();
}

/// Parses `name = keyword` pairs after a comma up to the closing `>`.
static ParseResult
parseKeywordFields(AsmParser &parser,
                   function_ref<ParseResult(StringRef name)> parseField) {
  SmallVector<StringRef> seen;
  while (succeeded(parser.parseOptionalComma())) {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name) || parseOnce(parser, loc, name, seen) ||
        parser.parseEqual() || parseField(name))
      return failure();
  }
  return parser.parseGreater();
}

template <typename Enum>
static ParseResult parseWord(AsmParser &parser, Enum &word) {
  FailureOr<Enum> parsed = FieldParser<Enum>::parse(parser);
  if (failed(parsed))
    return failure();
  word = *parsed;
  return success();
}

/// Parses `1x32`, `1x*`, or the words for the usual groups at rank 2.
static ParseResult parseGroup(AsmParser &parser,
                              SmallVectorImpl<int64_t> &group) {
  constexpr int64_t whole = ScaleAttr::kWhole;
  if (succeeded(parser.parseOptionalKeyword("row"))) {
    group.assign({1, whole});
    return success();
  }
  if (succeeded(parser.parseOptionalKeyword("column"))) {
    group.assign({whole, 1});
    return success();
  }
  if (succeeded(parser.parseOptionalKeyword("tensor"))) {
    group.assign({whole, whole});
    return success();
  }
  bool expectExtent = true;
  while (expectExtent) {
    SMLoc loc = parser.getCurrentLocation();
    int64_t extent = whole;
    if (failed(parser.parseOptionalStar())) {
      // `0x32` is lexed as a hexadecimal number, which no extent is.
      bool leadingZero = *loc.getPointer() == '0';
      if (parser.parseInteger(extent))
        return failure();
      if (leadingZero || extent <= 0)
        return parser.emitError(loc, "extents of a group are positive, or `*`");
    }
    group.push_back(extent);
    expectExtent = false;
    // What joins extents is lexed with the digits after it: `x`, `x32`, `x4x`.
    StringRef word;
    loc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeyword(&word)))
      break;
    SmallVector<StringRef> parts;
    word.split(parts, 'x');
    if (!parts.front().empty())
      return parser.emitError(loc, "expected `x` or the end of the group");
    expectExtent = parts.back().empty();
    if (expectExtent)
      parts.pop_back();
    for (StringRef part : ArrayRef(parts).drop_front()) {
      if (part.getAsInteger(10, extent) || extent <= 0)
        return parser.emitError(loc, "expected an extent of a group, got `")
               << part << "`";
      group.push_back(extent);
    }
  }
  return success();
}

std::string lowp::getGroupText(ArrayRef<int64_t> group) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      group, os,
      [&](int64_t extent) {
        if (extent == ScaleAttr::kWhole)
          os << '*';
        else
          os << extent;
      },
      "x");
  return text;
}

Attribute ScaleAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  SmallVector<int64_t> group;
  Direction direction = Direction::Reconstruct;
  ScaleLayout layout = ScaleLayout::Unassigned;
  if (parser.parseLess() || parser.parseType(type) ||
      parser.parseKeyword("per") || parseGroup(parser, group))
    return {};
  auto parseField = [&](StringRef name) -> ParseResult {
    if (name == "direction")
      return parseWord(parser, direction);
    if (name == "layout")
      return parseWord(parser, layout);
    return parser.emitError(parser.getCurrentLocation(), "unknown field `")
           << name << "`: a scale has `direction` and `layout`";
  };
  if (parseKeywordFields(parser, parseField))
    return {};
  return parser.getChecked<ScaleAttr>(loc, parser.getContext(), type, group,
                                      direction, layout);
}

void ScaleAttr::print(AsmPrinter &printer) const {
  printer << '<' << getType() << " per " << getGroupText();
  if (getDirection() != Direction::Reconstruct)
    printer << ", direction = " << getDirection();
  if (getLayout() != ScaleLayout::Unassigned)
    printer << ", layout = " << getLayout();
  printer << '>';
}

LogicalResult ScaleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                Type type, ArrayRef<int64_t> group, Direction,
                                ScaleLayout) {
  if (!isScaleType(type))
    return emitError() << type
                       << " is no type of scales: expected f8E8M0FNU, "
                          "!lowp.ue4m3, a narrow float, bf16, f16 or f32";
  if (group.empty())
    return emitError() << "a group has at least one extent";
  for (int64_t extent : group)
    if (extent != kWhole && (extent <= 0 || extent > kMaxCount))
      return emitError() << "extents of a group are positive and at most 2^48, "
                            "or `*`";
  return success();
}

//===----------------------------------------------------------------------===//
// LayoutAttr
//===----------------------------------------------------------------------===//

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> order;
  int64_t pitch = 1;
  Packing packing = Packing::Container;
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalKeyword("row_major"))) {
    order.assign({0, 1});
  } else if (succeeded(parser.parseOptionalKeyword("column_major"))) {
    order.assign({1, 0});
  } else if (parser.parseKeyword("order",
                                 ": a layout is `row_major`, `column_major` or "
                                 "`order = [...]`") ||
             parser.parseEqual() ||
             parser.parseCommaSeparatedList(
                 AsmParser::Delimiter::Square, [&]() -> ParseResult {
                   return parser.parseInteger(order.emplace_back());
                 })) {
    return {};
  }
  auto parseField = [&](StringRef name) -> ParseResult {
    if (name == "pitch")
      return parser.parseInteger(pitch);
    if (name == "packing")
      return parseWord(parser, packing);
    return parser.emitError(parser.getCurrentLocation(), "unknown field `")
           << name << "`: a layout has `pitch` and `packing`";
  };
  if (parseKeywordFields(parser, parseField))
    return {};
  return parser.getChecked<LayoutAttr>(loc, parser.getContext(), order, pitch,
                                       packing);
}

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (getOrder() == ArrayRef<int64_t>{0, 1}) {
    printer << "row_major";
  } else if (getOrder() == ArrayRef<int64_t>{1, 0}) {
    printer << "column_major";
  } else {
    printer << "order = [";
    llvm::interleaveComma(getOrder(), printer);
    printer << ']';
  }
  if (getPitch() != 1)
    printer << ", pitch = " << getPitch();
  if (getPacking() != Packing::Container)
    printer << ", packing = " << getPacking();
  printer << '>';
}

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> order, int64_t pitch,
                                 Packing) {
  SmallVector<int64_t> sorted(order);
  llvm::sort(sorted);
  for (auto [index, dim] : llvm::enumerate(sorted))
    if (dim != static_cast<int64_t>(index))
      return emitError() << "the order of a layout is a permutation of the "
                            "dimensions, got ["
                         << order << "]";
  if (pitch < 1 || pitch > kMaxCount)
    return emitError() << "the pitch of a layout is a positive number of bytes "
                          "and at most 2^48";
  return success();
}

//===----------------------------------------------------------------------===//
// Policies
//===----------------------------------------------------------------------===//

LogicalResult ConversionAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, Type destination, Rounding,
    Overflow, InfinityPolicy infinity, NaNPolicy nan, ZeroSign zeroSign) {
  const Format *format = getFormat(destination);
  if (!format)
    return emitError() << destination << " is no encoding";
  if (infinity == InfinityPolicy::Infinity && !format->hasInfinity())
    return emitError() << destination
                       << " has no infinity: `infinity = inf` has no code";
  if (infinity == InfinityPolicy::NaN && !format->hasNaN())
    return emitError() << destination
                       << " has no NaN: `infinity = nan` has no code";
  if ((nan == NaNPolicy::NaN || nan == NaNPolicy::SignedNaN) &&
      !format->hasNaN())
    return emitError() << destination
                       << " has no NaN: `nan = " << stringifyNaNPolicy(nan)
                       << "` has no code";
  if (nan == NaNPolicy::SignedNaN && !format->hasNegativeZero())
    return emitError() << "the NaN of " << destination
                       << " has no sign: `nan = signed_nan` has no code";
  if (zeroSign == ZeroSign::Keep && !format->hasNegativeZero())
    return emitError() << destination
                       << " has no -0: `zero_sign = keep` has no code";
  return success();
}

LogicalResult QuantizerAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, Recipe recipe, ConversionAttr,
    ScaleArithmetic, Type amaxType, FloatAttr amaxFloor, Rounding scaleRounding,
    ZeroGroup, NonfiniteGroup, Subnormals, Timing) {
  // Every recipe but amax_over_max gives a power of two, with nothing to round.
  if (scaleRounding != Rounding::Unstated && recipe != Recipe::Unstated &&
      recipe != Recipe::AmaxOverMax)
    return emitError() << "the recipe " << stringifyRecipe(recipe)
                       << " fixes a scale to its last bit: `scale_rounding` "
                          "goes with amax_over_max only";
  if (amaxType && !isa<FloatType>(amaxType))
    return emitError() << "an amax is a float, got " << amaxType;
  if (amaxFloor &&
      (!amaxFloor.getValue().isFinite() || amaxFloor.getValue().isNegative()))
    return emitError() << "`amax_floor` is a finite number from 0 up, got "
                       << amaxFloor;
  return success();
}

LogicalResult ConversionAttr::verifyStated(
    function_ref<InFlightDiagnostic()> emitError) const {
  auto unstated = [&](StringRef field) {
    return emitError() << "leaves `" << field << "` of the conversion to "
                       << getDestination() << " unstated, and it changes bytes";
  };
  if (getRounding() == Rounding::Unstated)
    return unstated("rounding");
  if (getOverflow() == Overflow::Unstated)
    return unstated("overflow");
  if (getInfinity() == InfinityPolicy::Unstated)
    return unstated("infinity");
  if (getNan() == NaNPolicy::Unstated)
    return unstated("nan");
  if (getZeroSign() == ZeroSign::Unstated &&
      getFormat(getDestination())->hasNegativeZero())
    return unstated("zero_sign");
  return success();
}

/// Whether `type` may lack the scale that `recipe` chooses.
static bool roundsScale(Recipe recipe, Type type) {
  return recipe == Recipe::AmaxOverMax && !type.isF32();
}

LogicalResult
QuantizerAttr::verifyStated(function_ref<InFlightDiagnostic()> emitError,
                            Type scaleType) const {
  auto unstated = [&](StringRef field) {
    return emitError() << "leaves `" << field
                       << "` of the quantizer unstated, and it changes bytes";
  };
  if (getRecipe() == Recipe::Unstated)
    return unstated("recipe");
  if (failed(getConversion().verifyStated(emitError)))
    return failure();
  // Over a power of two, dividing and multiplying are both exact.
  if (getArithmetic() == ScaleArithmetic::Unstated &&
      getFormat(scaleType)->fractionBits != 0)
    return unstated("arithmetic");
  if (getScaleRounding() == Rounding::Unstated &&
      roundsScale(getRecipe(), scaleType))
    return unstated("scale_rounding");
  if (getZeroGroup() == ZeroGroup::Unstated)
    return unstated("zero_group");
  if (getNonfiniteGroup() == NonfiniteGroup::Unstated)
    return unstated("nonfinite_group");
  if (getSubnormals() == Subnormals::Unstated)
    return unstated("subnormals");
  return success();
}

/// Checks a number of bits, which a negative number in the text wraps around
/// to.
static LogicalResult
verifyGuaranteedBits(function_ref<InFlightDiagnostic()> emitError,
                     unsigned guaranteedBits) {
  if (guaranteedBits > 64)
    return emitError() << "`guaranteed_bits` is 0 to 64";
  return success();
}

LogicalResult
AccumulateAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                       ProductPrecision, Type accumulator,
                       unsigned guaranteedBits, AccumulationOrder order,
                       unsigned promotion) {
  if (!isa<Float64Type, Float32Type, Float16Type, BFloat16Type>(accumulator) &&
      !accumulator.isInteger(32))
    return emitError() << accumulator
                       << " is no accumulator: expected f64, f32, f16, bf16 "
                          "or i32";
  if (failed(verifyGuaranteedBits(emitError, guaranteedBits)))
    return failure();
  // A count that is parsed from a negative number.
  if (promotion > std::numeric_limits<int32_t>::max())
    return emitError() << "`promotion` is 1 to 2^31 - 1 products";
  if ((order == AccumulationOrder::Promoted) != (promotion > 0))
    return emitError() << "`promotion` counts the products of a partial sum: "
                          "it is given with `order = promoted` and only then";
  return success();
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<int64_t> tile,
                                   ArrayRef<int64_t> warps, unsigned stages,
                                   unsigned raster, CopyMethod, StringAttr) {
  auto positive = [](int64_t extent) { return extent > 0; };
  if (tile.empty() || !llvm::all_of(tile, positive))
    return emitError() << "a schedule's tile has positive extents";
  if (warps.empty() || !llvm::all_of(warps, positive))
    return emitError() << "a schedule's warps are positive";
  if (stages == 0 || stages > std::numeric_limits<int32_t>::max())
    return emitError() << "a schedule has at least one stage";
  if (raster == 0 || raster > std::numeric_limits<int32_t>::max())
    return emitError() << "a schedule's raster has at least one row of tiles";
  return success();
}

//===----------------------------------------------------------------------===//
// ContractAttr
//===----------------------------------------------------------------------===//

Attribute ContractAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  unsigned alignment = 1, guaranteedBits = 0;
  SmallVector<int64_t> granularity;
  bool deterministic = false;
  TargetAttr target;
  SmallVector<StringRef> seen;
  auto parseField = [&]() -> ParseResult {
    StringRef name;
    SMLoc nameLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name) || parseOnce(parser, nameLoc, name, seen) ||
        parser.parseEqual())
      return failure();
    if (name == "alignment")
      return parser.parseInteger(alignment);
    if (name == "granularity")
      return parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square, [&]() -> ParseResult {
            return parser.parseInteger(granularity.emplace_back());
          });
    if (name == "guaranteed_bits")
      return parser.parseInteger(guaranteedBits);
    if (name == "deterministic") {
      FailureOr<bool> parsed = FieldParser<bool>::parse(parser);
      if (failed(parsed))
        return failure();
      deterministic = *parsed;
      return success();
    }
    if (name == "target")
      return parser.parseAttribute(target);
    return parser.emitError(nameLoc, "unknown field `")
           << name
           << "`: a contract has `alignment`, `granularity`, "
              "`guaranteed_bits`, `deterministic` and `target`";
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseField))
    return {};
  return parser.getChecked<ContractAttr>(loc, parser.getContext(), alignment,
                                         granularity, guaranteedBits,
                                         deterministic, target);
}

void ContractAttr::print(AsmPrinter &printer) const {
  printer << "<alignment = " << getAlignment();
  if (!getGranularity().empty()) {
    printer << ", granularity = [";
    llvm::interleaveComma(getGranularity(), printer);
    printer << ']';
  }
  if (getGuaranteedBits() != 0)
    printer << ", guaranteed_bits = " << getGuaranteedBits();
  if (getDeterministic())
    printer << ", deterministic = true";
  if (getTarget()) {
    printer << ", target = ";
    printer.printAttribute(getTarget());
  }
  printer << '>';
}

LogicalResult ContractAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   unsigned alignment,
                                   ArrayRef<int64_t> granularity,
                                   unsigned guaranteedBits, bool, TargetAttr) {
  if (alignment == 0 || (alignment & (alignment - 1)) != 0)
    return emitError() << "an alignment is a power of two of bytes, got "
                       << alignment;
  if (!granularity.empty() && (granularity.size() != 3 ||
                               llvm::any_of(granularity, [](int64_t multiple) {
                                 return multiple < 1 || multiple > kMaxCount;
                               })))
    return emitError() << "`granularity` has three positive multiples, of M, N "
                          "and K, of at most 2^48";
  return verifyGuaranteedBits(emitError, guaranteedBits);
}
