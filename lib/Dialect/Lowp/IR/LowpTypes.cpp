//===- LowpTypes.cpp - Types of lowp --------------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Format/Format.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace lowp;

#include "lowp/Dialect/Lowp/IR/LowpTypeInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpTypes.cpp.inc"

/// Above what any machine addresses; sums and products with small factors do
/// not overflow.
static constexpr int64_t kMaxCount = int64_t(1) << 48;

void LowpDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "lowp/Dialect/Lowp/IR/LowpTypes.cpp.inc"
      >();
}

const Format *lowp::getFormat(Type type) {
  // A type of lowp has the name of its row after `lowp.`.
  StringRef mnemonic = type.getAbstractType().getName();
  if (mnemonic.consume_front("lowp."))
    return lookupFormat(mnemonic);
  if (!type.isIntOrFloat())
    return nullptr;
  std::string name;
  llvm::raw_string_ostream os(name);
  os << type;
  return lookupFormat(name);
}

bool lowp::isEncoding(Type type) {
  const Format *format = getFormat(type);
  // What has no sign is a scale.
  return format && format->isSigned && !type.isF64();
}

bool lowp::isScaleType(Type type) {
  const Format *format = getFormat(type);
  return format && !format->isInteger() && !isa<Float64Type>(type);
}

//===----------------------------------------------------------------------===//
// ScaledType
//===----------------------------------------------------------------------===//

Type ScaledType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type encoding;
  SmallVector<ScaleAttr> levels;
  LayoutAttr layout;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/true,
                                /*withTrailingX=*/true) ||
      parser.parseType(encoding))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc attributeLoc = parser.getCurrentLocation();
    Attribute attribute;
    if (parser.parseAttribute(attribute))
      return {};
    if (layout) {
      parser.emitError(attributeLoc, "the layout is the last part of a type");
      return {};
    }
    if (auto level = dyn_cast<ScaleAttr>(attribute)) {
      levels.push_back(level);
    } else if (!(layout = dyn_cast<LayoutAttr>(attribute))) {
      parser.emitError(attributeLoc,
                       "expected a level (`#lowp.scale`) or a layout "
                       "(`#lowp.layout`), got ")
          << attribute;
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<ScaledType>(loc, parser.getContext(), shape,
                                       encoding, levels, layout);
}

void ScaledType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t extent : getShape()) {
    if (ShapedType::isDynamic(extent))
      printer << '?';
    else
      printer << extent;
    printer << 'x';
  }
  printer << getEncoding();
  for (ScaleAttr level : getLevels()) {
    printer << ", ";
    printer.printAttribute(level);
  }
  if (getLayout()) {
    printer << ", ";
    printer.printAttribute(getLayout());
  }
  printer << '>';
}

LogicalResult ScaledType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> shape, Type encoding,
                                 ArrayRef<ScaleAttr> levels,
                                 LayoutAttr layout) {
  if (!isEncoding(encoding))
    return emitError() << encoding
                       << " is no encoding of codes: expected a builtin float "
                          "of up to 32 bits other than f8E8M0FNU, i8, i4 or "
                          "!lowp.mxint8";
  if (shape.empty())
    return emitError() << "a scaled value has at least one dimension";
  if (levels.empty())
    return emitError() << "a scaled value has at least one level of scales";
  for (ScaleAttr level : levels)
    if (level.getGroup().size() != shape.size())
      return emitError() << "the group " << level.getGroupText() << " has rank "
                         << level.getGroup().size() << ", the value rank "
                         << shape.size();
  for (size_t index = 1; index < levels.size(); ++index) {
    ScaleAttr inner = levels[index - 1], outer = levels[index];
    for (auto [small, large] : llvm::zip(inner.getGroup(), outer.getGroup())) {
      bool nests = large == ScaleAttr::kWhole ||
                   (small != ScaleAttr::kWhole && large % small == 0);
      if (!nests)
        return emitError() << "the group " << outer.getGroupText()
                           << " of level " << index
                           << " is no multiple of the group "
                           << inner.getGroupText() << " inside it";
    }
  }
  if (layout && layout.getOrder().size() != shape.size())
    return emitError() << "the layout orders " << layout.getOrder().size()
                       << " dimensions, the value has " << shape.size();
  // What is dynamic counts as one.
  int64_t fastest = layout ? layout.getOrder().back() : shape.size() - 1;
  int64_t count = 1;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    int64_t size = ShapedType::isDynamic(extent) || extent == 0 ? 1 : extent;
    if (layout && static_cast<int64_t>(dim) == fastest && size <= kMaxCount)
      size = llvm::alignTo(size, layout.getPitch());
    if (llvm::MulOverflow(count, size, count) || count > kMaxCount)
      return emitError() << "a scaled value has at most 2^48 elements, padding "
                            "of rows included";
  }
  return success();
}

SmallVector<int64_t> ScaledType::getOrder() const {
  if (getLayout())
    return SmallVector<int64_t>(getLayout().getOrder());
  return llvm::to_vector(llvm::seq<int64_t>(0, getRank()));
}

/// The index of the scale, along `dim`, of a logical element.
static AffineExpr getGroupIndex(ScaleAttr level, int64_t dim) {
  MLIRContext *context = level.getContext();
  if (!level.variesAlong(dim))
    return getAffineConstantExpr(0, context);
  return getAffineDimExpr(dim, context).floorDiv(level.getGroup()[dim]);
}

/// The map to the array of scales in the layout tile_128x4: tiles of 128 rows
/// and 4 columns, each of 32 lines that hold the scales of rows r, r + 32,
/// r + 64 and r + 96 (isa-contracts.md section 8).
static AffineMap getTile128x4Position(AffineExpr row, AffineExpr column,
                                      unsigned rank) {
  AffineExpr inTile =
      (row % 32) * 16 + (row % 128).floorDiv(32) * 4 + column % 4;
  return AffineMap::get(rank, 0,
                        {row.floorDiv(128), column.floorDiv(4), inTile},
                        row.getContext());
}

/// The array of one level of scales.
static FailureOr<StorageComponent>
getScaleComponent(ScaledType type, unsigned index,
                  function_ref<InFlightDiagnostic()> emitError) {
  ScaleAttr level = type.getLevels()[index];
  const Format *format = getFormat(level.getType());
  StorageComponent component;
  component.name = ("scales" + Twine(index)).str();
  component.level = index;
  component.encoding = level.getType();
  component.elementType = format->width <= 8
                              ? IntegerType::get(type.getContext(), 8)
                              : level.getType();
  component.padding = format->unitCode();
  SmallVector<int64_t> order = type.getOrder();
  switch (level.getLayout()) {
  case ScaleLayout::Unassigned:
  case ScaleLayout::Linear: {
    SmallVector<AffineExpr> indices;
    for (int64_t dim : order) {
      component.dims.push_back({dim, level.getGroup()[dim], 1});
      indices.push_back(getGroupIndex(level, dim));
    }
    component.position =
        AffineMap::get(order.size(), 0, indices, type.getContext());
    return component;
  }
  case ScaleLayout::Tile128x4: {
    if (order.size() != 2 ||
        llvm::is_contained(level.getGroup(), ScaleAttr::kWhole)) {
      if (emitError)
        emitError() << "the scale layout tile_128x4 stores groups of fixed "
                       "extents of values of rank 2, got "
                    << type;
      return failure();
    }
    int64_t rows = order[0], columns = order[1];
    component.dims.push_back({rows, 128 * level.getGroup()[rows], 1});
    component.dims.push_back({columns, 4 * level.getGroup()[columns], 1});
    component.dims.push_back({-1, 1, 512});
    component.position =
        getTile128x4Position(getGroupIndex(level, rows),
                             getGroupIndex(level, columns), order.size());
    return component;
  }
  default:
    if (emitError)
      emitError() << "the scale layout "
                  << stringifyScaleLayout(level.getLayout())
                  << " has no storage form yet; linear and tile_128x4 have one";
    return failure();
  }
}

FailureOr<SmallVector<StorageComponent>> ScaledType::getStorageComponents(
    function_ref<InFlightDiagnostic()> emitError) const {
  const Format *format = getFormat(getEncoding());
  if (format->width != 8) {
    if (emitError)
      emitError()
          << "codes of " << getEncoding() << " (" << format->width
          << " bits) have no storage form yet; codes of 8 bits have one";
    return failure();
  }
  SmallVector<StorageComponent> components(1);
  StorageComponent &codes = components.front();
  codes.name = "codes";
  codes.encoding = getEncoding();
  codes.elementType = IntegerType::get(getContext(), 8);
  codes.pitch = getLayout() ? getLayout().getPitch() : 1;
  SmallVector<AffineExpr> indices;
  for (int64_t dim : getOrder()) {
    codes.dims.push_back({dim, 1, 1});
    indices.push_back(getAffineDimExpr(dim, getContext()));
  }
  codes.position = AffineMap::get(getRank(), 0, indices, getContext());
  for (unsigned index = 0; index < getLevels().size(); ++index) {
    FailureOr<StorageComponent> scales =
        getScaleComponent(*this, index, emitError);
    if (failed(scales))
      return failure();
    components.push_back(*scales);
  }
  return components;
}

FailureOr<SmallVector<RankedTensorType>> ScaledType::getStorageTypes(
    function_ref<InFlightDiagnostic()> emitError) const {
  FailureOr<SmallVector<StorageComponent>> components =
      getStorageComponents(emitError);
  if (failed(components))
    return failure();
  SmallVector<RankedTensorType> types;
  for (const StorageComponent &component : *components)
    types.push_back(RankedTensorType::get(component.getExtents(getShape()),
                                          component.elementType));
  return types;
}
