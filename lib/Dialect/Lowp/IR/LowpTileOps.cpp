//===- LowpTileOps.cpp - Operations of the tile level ---------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpTileOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace lowp;

/// Whether two tiles differ in nothing but their elements.
static LogicalResult verifyAlike(Operation *op, TileDataType lhs,
                                 TileDataType rhs) {
  if (lhs.getShape() != rhs.getShape() ||
      lhs.getPlacement() != rhs.getPlacement())
    return op->emitOpError() << "has tiles of one shape and placement, got "
                             << lhs << " and " << rhs;
  return success();
}

static LogicalResult verifyElement(Operation *op, TileViewType view,
                                   Type elementType) {
  if (view.getElementType() != elementType)
    return op->emitOpError()
           << "moves elements of one type, the view has "
           << view.getElementType() << ", the tile " << elementType;
  return success();
}

static LogicalResult verifyTileIndex(Operation *op, TileSlotType slot,
                                     uint64_t tile) {
  if (tile >= slot.getTiles().size())
    return op->emitOpError() << "names tile " << tile << " of a slot with "
                             << slot.getTiles().size();
  return success();
}

//===----------------------------------------------------------------------===//
// Arrays in global memory
//===----------------------------------------------------------------------===//

LogicalResult TileViewOp::verify() {
  int64_t rank = getResult().getType().getRank();
  if (static_cast<int64_t>(getExtents().size()) != rank)
    return emitOpError() << "has " << getExtents().size()
                         << " extents for a view of rank " << rank;
  if ((rank == 2) != static_cast<bool>(getPitch()))
    return emitOpError() << "has a pitch at rank 2 and only there";
  return success();
}

LogicalResult TileIsAlignedOp::verify() {
  if (!llvm::isPowerOf2_64(getAlignment()))
    return emitOpError() << "asks for a power of two of bytes, got "
                         << getAlignment();
  return success();
}

LogicalResult TileAssumeAlignedOp::verify() {
  TileViewType view = getView().getType(), result = getResult().getType();
  if (view.getShape() != result.getShape() ||
      view.getElementType() != result.getElementType())
    return emitOpError() << "changes nothing but the alignment, got " << view
                         << " and " << result;
  return success();
}

LogicalResult TileElementOp::verify() {
  int64_t rank = getView().getType().getRank();
  if (static_cast<int64_t>(getIndices().size()) != rank)
    return emitOpError() << "has " << getIndices().size()
                         << " indices for a view of rank " << rank;
  if (getOutside().getType() != getResult().getType())
    return emitOpError() << "gives " << getOutside().getType()
                         << " outside for elements of "
                         << getResult().getType();
  return success();
}

LogicalResult TileLoadOp::verify() {
  Type elementType = getResult().getType().getElementType();
  if (getView().getType().getRank() != 2)
    return emitOpError() << "reads a view of rank 2";
  if (getOutside() && getOutside()->getType() != elementType)
    return emitOpError() << "gives " << getOutside()->getType()
                         << " outside for a tile of " << elementType;
  return verifyElement(*this, getView().getType(), elementType);
}

LogicalResult TileStoreOp::verify() {
  if (getView().getType().getRank() != 2)
    return emitOpError() << "writes a view of rank 2";
  Type elementType = getTile().getType().getElementType();
  if (getPadding() && !elementType.isInteger(8))
    return emitOpError() << "pads rows of bytes (i8), got " << elementType;
  if (getThrough()) {
    auto ring = dyn_cast<TileRingType>(getThrough().getType());
    auto slot = dyn_cast<TileSlotType>(getThrough().getType());
    int64_t bytes = ring ? ring.getByteSize() : slot.getByteSize();
    if (getPadding())
      return emitOpError() << "pads rows from registers, not through a "
                           << (ring ? "ring" : "slot");
    if (getTile().getType().getByteSize() > bytes)
      return emitOpError() << "stages " << getTile().getType().getByteSize()
                           << " bytes through a " << (ring ? "ring" : "slot")
                           << " of " << bytes;
  }
  return verifyElement(*this, getView().getType(), elementType);
}

//===----------------------------------------------------------------------===//
// The ring
//===----------------------------------------------------------------------===//

LogicalResult TileFillOp::verify() {
  if (failed(verifyTileIndex(*this, getSlot().getType(), getTile())))
    return failure();
  if (getView().getType().getRank() != 2)
    return emitOpError() << "reads a view of rank 2";
  if (getView().getType().getAlignment() < 16)
    return emitOpError() << "copies 16 bytes at a time, the view promises an "
                            "alignment of "
                         << getView().getType().getAlignment();
  return verifyElement(
      *this, getView().getType(),
      getSlot().getType().getTiles()[getTile()].getElementType());
}

LogicalResult TilePartOp::verify() {
  if (failed(verifyTileIndex(*this, getSlot().getType(), getTile())))
    return failure();
  TileDataType tile = getSlot().getType().getTiles()[getTile()];
  if (getResult().getType() != tile)
    return emitOpError() << "gives " << getResult().getType()
                         << ", the slot has " << tile;
  return success();
}

//===----------------------------------------------------------------------===//
// Matrix instructions
//===----------------------------------------------------------------------===//

LogicalResult TileFragmentOp::verify() {
  TileDataType source = getSource().getType(), result = getResult().getType();
  if (source.getElementType() != result.getElementType() ||
      source.getShape()[0] != result.getShape()[0])
    return emitOpError() << "reads all rows of the tile, from " << source
                         << " to " << result;
  int64_t columns = source.getShape()[1], width = result.getShape()[1];
  std::optional<int64_t> column = getConstantIntValue(getColumn());
  if (width > columns || (column && *column > columns - width))
    return emitOpError() << "reads columns " << column.value_or(0) << " to "
                         << column.value_or(0) + width - 1 << " of a tile with "
                         << columns;
  if (column && (*column < 0 || *column % width != 0))
    return emitOpError() << "begins at column " << *column
                         << ", which is no multiple of " << width;
  TileFragmentAttr fragment = result.getFragment();
  if (!fragment || (fragment.getOperand() != FragmentOperand::A &&
                    fragment.getOperand() != FragmentOperand::B))
    return emitOpError() << "gives a fragment `a` or `b`, got " << result;
  return success();
}

/// Whether a register tile is the given operand of the accumulator's
/// instruction.
static LogicalResult verifyOperand(TileMmaOp op, TileDataType tile,
                                   FragmentOperand operand) {
  if (tile.getSpace() != TileSpace::Registers)
    return success();
  auto accumulator = dyn_cast_or_null<TileFragmentAttr>(
      op.getAccumulator().getType().getPlacement());
  TileFragmentAttr fragment = tile.getFragment();
  if (!accumulator || !fragment ||
      fragment != accumulator.withOperand(operand, fragment.getTiles()))
    return op.emitOpError()
           << "has an accumulator of " << op.getAccumulator().getType()
           << ", so that its operand `" << stringifyFragmentOperand(operand)
           << "` cannot be " << tile;
  return success();
}

LogicalResult TileMmaOp::verify() {
  ArrayRef<int64_t> accumulator = getAccumulator().getType().getShape();
  TileDataType a = getA().getType(), b = getB().getType();
  if (a.getShape()[0] != accumulator[0] || b.getShape()[0] != accumulator[1] ||
      a.getShape()[1] != b.getShape()[1])
    return emitOpError() << "multiplies m x k by n x k into m x n, got " << a
                         << ", " << b << " and " << getAccumulator().getType();
  if (failed(verifyOperand(*this, a, FragmentOperand::A)) ||
      failed(verifyOperand(*this, b, FragmentOperand::B)))
    return failure();
  if (static_cast<bool>(getScaleA()) != static_cast<bool>(getScaleB()))
    return emitOpError() << "has scales for both operands or for none";
  if (!getScaleA())
    return success();
  auto scaleA = cast<TileDataType>(getScaleA().getType());
  auto scaleB = cast<TileDataType>(getScaleB().getType());
  if (scaleA.getShape()[0] != accumulator[0] ||
      scaleB.getShape()[0] != accumulator[1] ||
      scaleA.getShape()[1] != scaleB.getShape()[1])
    return emitOpError() << "has scales for the rows of its operands, got "
                         << scaleA << " and " << scaleB;
  if (static_cast<int64_t>(getGroup()) >= scaleA.getShape()[1])
    return emitOpError() << "begins at group " << getGroup() << " of "
                         << scaleA.getShape()[1];
  if (failed(verifyOperand(*this, scaleA, FragmentOperand::ScaleA)) ||
      failed(verifyOperand(*this, scaleB, FragmentOperand::ScaleB)))
    return failure();
  return success();
}

LogicalResult TileReadOp::verify() {
  TileAccumulatorType accumulator = getAccumulator().getType();
  TileDataType result = getResult().getType();
  if (accumulator.getShape() != result.getShape() ||
      accumulator.getElementType() != result.getElementType() ||
      (accumulator.getPlacement() &&
       accumulator.getPlacement() != result.getPlacement()))
    return emitOpError() << "gives the accumulator's elements where they are, "
                            "from "
                         << accumulator << " to " << result;
  return success();
}

//===----------------------------------------------------------------------===//
// On register tiles
//===----------------------------------------------------------------------===//

LogicalResult TileMapOp::verifyRegions() {
  SmallVector<Type> expected;
  for (Value input : getInputs()) {
    auto tile = cast<TileDataType>(input.getType());
    if (failed(verifyAlike(*this, tile, getResult().getType())))
      return failure();
    expected.push_back(tile.getElementType());
  }
  expected.append(2, IndexType::get(getContext()));
  if (getBody().front().getArgumentTypes() != TypeRange(expected))
    return emitOpError() << "has a region of the inputs' elements, the row and "
                            "the column (index)";
  auto yield = dyn_cast<TileYieldOp>(getBody().front().getTerminator());
  Type elementType = getResult().getType().getElementType();
  if (!yield || yield.getValues().getTypes() != TypeRange(elementType))
    return emitOpError() << "has a region that yields one " << elementType;
  return success();
}

LogicalResult TileQuantizeOp::verify() {
  TileDataType source = getSource().getType();
  if (failed(verifyAlike(*this, source, getCodes().getType())))
    return failure();
  ArrayRef<int64_t> group = getScale().getGroup();
  ArrayRef<int64_t> scales = getScales().getType().getShape();
  if (group.size() != 2 || group[0] * scales[0] != source.getShape()[0] ||
      group[1] * scales[1] != source.getShape()[1])
    return emitOpError() << "has a tile of " << scales[0] << "x" << scales[1]
                         << " scales per " << getScale().getGroupText()
                         << " for " << source;
  return success();
}

#define GET_OP_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpTileOps.cpp.inc"
