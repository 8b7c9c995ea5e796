//===- LowpTileTypes.cpp - Types of the tile level ------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace lowp;

/// Where a tile of a slot begins: what eight lines of 128 bytes exchange stays
/// among them, and what has no swizzle loses little.
static constexpr int64_t kTileAlignment = 1024;

ParseResult lowp::parseTileShape(AsmParser &parser,
                                 SmallVectorImpl<int64_t> &shape,
                                 Type &elementType) {
  return failure(parser.parseDimensionList(shape, /*allowDynamic=*/true,
                                           /*withTrailingX=*/true) ||
                 parser.parseType(elementType));
}

void lowp::printTileShape(AsmPrinter &printer, ArrayRef<int64_t> shape,
                          Type elementType) {
  for (int64_t extent : shape) {
    if (ShapedType::isDynamic(extent))
      printer << '?';
    else
      printer << extent;
    printer << 'x';
  }
  printer << elementType;
}

/// What holds for tiles in every space.
static LogicalResult verifyTile(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<int64_t> shape, Type elementType) {
  if (shape.size() != 2 || llvm::any_of(shape, [](int64_t extent) {
        return ShapedType::isDynamic(extent) || extent == 0;
      }))
    return emitError() << "a tile has two static extents above 0";
  if (!elementType.isIntOrFloat() || elementType.getIntOrFloatBitWidth() % 8)
    return emitError() << "elements of a tile are integers or floats of whole "
                          "bytes, got "
                       << elementType;
  return success();
}

//===----------------------------------------------------------------------===//
// Placements
//===----------------------------------------------------------------------===//

LogicalResult
TileFragmentAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                         FragmentOperand, StringRef, ArrayRef<int64_t> warps,
                         unsigned) {
  if (warps.size() != 2 ||
      llvm::any_of(warps, [](int64_t count) { return count < 1; }))
    return emitError() << "warps of a fragment are two positive numbers, along "
                          "M and N";
  return success();
}

LogicalResult
TileBlockedAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        ArrayRef<int64_t> threads, int64_t width,
                        int64_t copies) {
  if (threads.size() != 2 || width < 1 || copies < 1 ||
      llvm::any_of(threads, [](int64_t count) { return count < 1; }))
    return emitError() << "threads of a blocked tile are two positive numbers, "
                          "`width` and `copies` positive ones";
  if (threads[1] % copies != 0)
    return emitError() << "`copies` (" << copies
                       << ") divides the threads of a row (" << threads[1]
                       << ")";
  return success();
}

LogicalResult
TileSwizzleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        int64_t bytes) {
  if (bytes != 32 && bytes != 64 && bytes != 128)
    return emitError() << "a swizzle has 32, 64 or 128 bytes, got " << bytes;
  return success();
}

//===----------------------------------------------------------------------===//
// Views, tiles, accumulators
//===----------------------------------------------------------------------===//

LogicalResult TileViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<int64_t> shape, Type elementType,
                                   int64_t alignment) {
  if (alignment < 1 || !llvm::isPowerOf2_64(alignment))
    return emitError() << "an alignment is a power of two of bytes, got "
                       << alignment;
  if (shape.empty() || shape.size() > 2)
    return emitError() << "a view has one or two extents, got " << shape.size();
  if (!elementType.isIntOrFloat() || elementType.getIntOrFloatBitWidth() % 8)
    return emitError() << "elements of a view are integers or floats of whole "
                          "bytes, got "
                       << elementType;
  return success();
}

int64_t TileDataType::getByteSize() const {
  return getShape()[0] * getShape()[1] *
         (getElementType().getIntOrFloatBitWidth() / 8);
}

/// Whether `placement` fits a register tile.
static LogicalResult
verifyRegisters(function_ref<InFlightDiagnostic()> emitError,
                ArrayRef<int64_t> shape, Attribute placement) {
  if (isa_and_nonnull<TileFragmentAttr>(placement))
    return success();
  auto blocked = dyn_cast_or_null<TileBlockedAttr>(placement);
  if (!blocked)
    return emitError() << "a tile in registers is placed by a fragment "
                          "(`#lowp.tile.fragment`) or in blocks "
                          "(`#lowp.tile.blocked`)";
  SmallVector<int64_t> held = blocked.getTileShape();
  if (shape != ArrayRef(held))
    return emitError() << "the threads of " << blocked << " hold a tile of "
                       << held[0] << "x" << held[1] << ", not of " << shape[0]
                       << "x" << shape[1];
  return success();
}

LogicalResult TileDataType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<int64_t> shape, Type elementType,
                                   TileSpace space, Attribute placement) {
  if (failed(verifyTile(emitError, shape, elementType)))
    return failure();
  switch (space) {
  case TileSpace::Registers:
    return verifyRegisters(emitError, shape, placement);
  case TileSpace::Shared:
    if (placement && !isa<TileSwizzleAttr>(placement))
      return emitError() << "a tile in shared memory is row-major, or has a "
                            "swizzle (`#lowp.tile.swizzle`)";
    return success();
  case TileSpace::TensorMemory:
    return success();
  }
  llvm_unreachable("all spaces are above");
}

LogicalResult
TileAccumulatorType::verify(function_ref<InFlightDiagnostic()> emitError,
                            ArrayRef<int64_t> shape, Type elementType,
                            Attribute placement) {
  if (failed(verifyTile(emitError, shape, elementType)))
    return failure();
  auto fragment = dyn_cast_or_null<TileFragmentAttr>(placement);
  if (placement &&
      (!fragment || fragment.getOperand() != FragmentOperand::Accumulator))
    return emitError() << "an accumulator is placed as the fragment "
                          "`accumulator` of an instruction";
  return success();
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

static LogicalResult verifySlot(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<TileDataType> tiles) {
  if (tiles.empty() || llvm::any_of(tiles, [](TileDataType tile) {
        return tile.getSpace() != TileSpace::Shared;
      }))
    return emitError() << "a slot has one or more tiles in shared memory";
  return success();
}

LogicalResult TileSlotType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<TileDataType> tiles) {
  return verifySlot(emitError, tiles);
}

LogicalResult TileRingType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t stages,
                                   ArrayRef<TileDataType> tiles) {
  if (stages < 1)
    return emitError() << "a ring has at least one stage";
  return verifySlot(emitError, tiles);
}

TileSlotType TileRingType::getSlotType() const {
  return TileSlotType::get(getContext(), getTiles());
}

int64_t TileSlotType::getTileOffset(unsigned tile) const {
  int64_t offset = 0;
  for (TileDataType before : getTiles().take_front(tile))
    offset += llvm::alignTo(before.getByteSize(), kTileAlignment);
  return offset;
}
