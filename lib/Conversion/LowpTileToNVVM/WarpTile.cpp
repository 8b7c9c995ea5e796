//===- WarpTile.cpp - What a lane holds of a tile -------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace lowp;

FailureOr<WarpTile> WarpTile::get(TileFragmentAttr fragment,
                                  ArrayRef<int64_t> shape) {
  WarpTile tile;
  tile.fragment = fragment;
  tile.instruction = lookupMatrixInstruction(fragment.getInstruction());
  if (!tile.instruction)
    return failure();
  ArrayRef<int64_t> warps = fragment.getWarps();
  FragmentOperand operand = fragment.getOperand();
  bool overM = operand == FragmentOperand::A ||
               operand == FragmentOperand::ScaleA ||
               operand == FragmentOperand::Accumulator;
  int64_t unitRows = overM ? tile.instruction->m : tile.instruction->n;
  if (shape[0] % (warps[overM ? 0 : 1] * unitRows) != 0)
    return failure();
  tile.height = shape[0] / warps[overM ? 0 : 1];
  tile.width = shape[1];
  tile.rows = tile.height / unitRows;

  switch (operand) {
  case FragmentOperand::A:
  case FragmentOperand::B:
    if (shape[1] % tile.instruction->k != 0)
      return failure();
    tile.columns = shape[1] / tile.instruction->k;
    tile.words = operand == FragmentOperand::A ? tile.instruction->wordsA
                                               : tile.instruction->wordsB;
    return tile;
  case FragmentOperand::Accumulator:
    if (shape[1] % (warps[1] * tile.instruction->n) != 0)
      return failure();
    tile.width = shape[1] / warps[1];
    tile.columns = tile.width / tile.instruction->n;
    tile.words = tile.instruction->wordsAccumulator;
    return tile;
  case FragmentOperand::ScaleA:
  case FragmentOperand::ScaleB:
    if (shape[1] > 4)
      return failure();
    tile.rows = llvm::divideCeil(tile.rows, getTilesPerScaleWord(tile));
    return tile;
  }
  llvm_unreachable("all operands are above");
}

FailureOr<SmallVector<Type>> lowp::getRegisters(TileDataType tile) {
  if (auto blocked = dyn_cast_or_null<TileBlockedAttr>(tile.getPlacement()))
    return SmallVector<Type>(blocked.getWidth(), tile.getElementType());
  FailureOr<WarpTile> warp = WarpTile::get(tile.getFragment(), tile.getShape());
  if (failed(warp))
    return failure();
  bool isAccumulator =
      tile.getFragment().getOperand() == FragmentOperand::Accumulator;
  if (!isAccumulator && !tile.getElementType().isInteger(8))
    return failure();
  Type word = IntegerType::get(tile.getContext(), 32);
  return SmallVector<Type>(warp->getNumRegisters(),
                           isAccumulator ? tile.getElementType() : word);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value lowp::createI32(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, value, 32);
}

Value lowp::createIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value lowp::toIndex(OpBuilder &builder, Location loc, Value value) {
  return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                      value);
}

Value lowp::createAdd(OpBuilder &builder, Location loc, Value value,
                      int64_t constant) {
  if (constant == 0)
    return value;
  Value other = value.getType().isIndex() ? createIndex(builder, loc, constant)
                                          : createI32(builder, loc, constant);
  return arith::AddIOp::create(builder, loc, value, other);
}

//===----------------------------------------------------------------------===//
// Threads, warps and lanes
//===----------------------------------------------------------------------===//

Value lowp::createThread(OpBuilder &builder, Location loc) {
  Value thread = gpu::ThreadIdOp::create(builder, loc, builder.getIndexType(),
                                         gpu::Dimension::x);
  return arith::IndexCastUIOp::create(builder, loc, builder.getI32Type(),
                                      thread);
}

Value lowp::createLane(OpBuilder &builder, Location loc) {
  return arith::RemUIOp::create(builder, loc, createThread(builder, loc),
                                createI32(builder, loc, kWarpSize));
}

/// The warp's place along M (0) or N (1): warps are numbered N fastest.
static Value createWarpPlace(OpBuilder &builder, Location loc,
                             TileFragmentAttr fragment, unsigned along) {
  Value warp = arith::DivUIOp::create(builder, loc, createThread(builder, loc),
                                      createI32(builder, loc, kWarpSize));
  Value across = createI32(builder, loc, fragment.getWarps()[1]);
  if (along == 0)
    return arith::DivUIOp::create(builder, loc, warp, across);
  return arith::RemUIOp::create(builder, loc, warp, across);
}

Value lowp::createWarpRow(OpBuilder &builder, Location loc,
                          const WarpTile &tile) {
  FragmentOperand operand = tile.fragment.getOperand();
  unsigned along =
      operand == FragmentOperand::B || operand == FragmentOperand::ScaleB;
  return arith::MulIOp::create(
      builder, loc, createWarpPlace(builder, loc, tile.fragment, along),
      createI32(builder, loc, tile.height));
}

Value lowp::createWarpColumn(OpBuilder &builder, Location loc,
                             const WarpTile &tile) {
  return arith::MulIOp::create(builder, loc,
                               createWarpPlace(builder, loc, tile.fragment, 1),
                               createI32(builder, loc, tile.width));
}

Value lowp::createLaneMap(OpBuilder &builder, Location loc, Value lane,
                          function_ref<unsigned(unsigned)> f) {
#ifndef NDEBUG
  for (unsigned number = 0; number < kWarpSize; ++number) {
    unsigned sum = 0;
    for (unsigned bit = 1; bit < kWarpSize; bit *= 2)
      sum += number & bit ? f(bit) : 0;
    assert(sum == f(number) && "the map is a sum over the bits of the lane");
  }
#endif
  // Neighbouring bits of doubling weight are one field of the lane.
  Value result;
  for (unsigned first = 0; (1u << first) < kWarpSize;) {
    unsigned weight = f(1u << first), count = 1;
    while ((1u << (first + count)) < kWarpSize &&
           f(1u << (first + count)) == weight << count)
      ++count;
    if (weight != 0) {
      Value field = arith::ShRUIOp::create(builder, loc, lane,
                                           createI32(builder, loc, first));
      field = arith::AndIOp::create(builder, loc, field,
                                    createI32(builder, loc, (1 << count) - 1));
      field = arith::MulIOp::create(builder, loc, field,
                                    createI32(builder, loc, weight));
      result =
          result ? arith::AddIOp::create(builder, loc, result, field) : field;
    }
    first += count;
  }
  return result ? result : createI32(builder, loc, 0);
}

unsigned lowp::getRowOfScaleWord(FragmentOperand operand, unsigned tiles,
                                 unsigned lane) {
  // Lanes of selectors that are not used have the rows of those that are.
  bool isA = operand == FragmentOperand::ScaleA;
  for (unsigned selector : {0u, 1u, 2u, 3u}) {
    std::optional<unsigned> row =
        isA ? rowOfScaleA(lane, selector) : columnOfScaleB(lane, selector);
    if (row)
      return (isA ? 16 : 8) * (selector % tiles) + *row;
  }
  llvm_unreachable("every lane is read under one selector");
}

unsigned lowp::getTilesPerScaleWord(const WarpTile &tile) {
  bool isA = tile.fragment.getOperand() == FragmentOperand::ScaleA;
  unsigned most = kWarpSize / (isA ? tile.instruction->m : tile.instruction->n);
  unsigned tiles = tile.fragment.getTiles();
  return tiles == 0 ? most : std::min(tiles, most);
}

ElementPlaces lowp::getElementPlaces(OpBuilder &builder, Location loc,
                                     TileDataType tile) {
  ElementPlaces places;
  if (auto blocked = dyn_cast<TileBlockedAttr>(tile.getPlacement())) {
    Value thread = createThread(builder, loc);
    Value across = createI32(builder, loc, blocked.getThreads()[1]);
    places.row = arith::DivUIOp::create(builder, loc, thread, across);
    Value place = arith::RemUIOp::create(builder, loc, thread, across);
    place = arith::DivUIOp::create(
        builder, loc, place, createI32(builder, loc, blocked.getCopies()));
    places.column = arith::MulIOp::create(
        builder, loc, place, createI32(builder, loc, blocked.getWidth()));
    for (int64_t column = 0; column < blocked.getWidth(); ++column)
      places.offsets.push_back({0, column});
    return places;
  }

  WarpTile warp = *WarpTile::get(tile.getFragment(), tile.getShape());
  WarpFragments fragments(warp.instruction->layout);
  auto elementOf = [&](unsigned lane, unsigned word) {
    return fragments.elementOfAccumulator({lane, word, 0});
  };
  Value lane = createLane(builder, loc);
  places.row = arith::AddIOp::create(
      builder, loc, createWarpRow(builder, loc, warp),
      createLaneMap(builder, loc, lane,
                    [&](unsigned lane) { return elementOf(lane, 0).row; }));
  places.column = arith::AddIOp::create(
      builder, loc, createWarpColumn(builder, loc, warp),
      createLaneMap(builder, loc, lane,
                    [&](unsigned lane) { return elementOf(lane, 0).column; }));
  for (int64_t row = 0; row < warp.rows; ++row)
    for (int64_t column = 0; column < warp.columns; ++column)
      for (int64_t word = 0; word < warp.words; ++word)
        places.offsets.push_back(
            {row * warp.instruction->m + elementOf(0, word).row,
             column * warp.instruction->n + elementOf(0, word).column});
  return places;
}
