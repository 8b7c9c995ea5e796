//===- ProductTiles.cpp - The tiles of a contraction ----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductTiles.h"

using namespace mlir;
using namespace lowp;

ProductTiles::ProductTiles(KernelBuilder &builder, const MatmulAnatomy &matmul,
                           ScheduleAttr schedule, Value ring)
    : builder(builder), schedule(schedule),
      instruction(*lookupMatrixInstruction(schedule.getInstruction())),
      fragment(TileFragmentAttr::get(builder.getContext(),
                                     FragmentOperand::Accumulator,
                                     instruction.name, schedule.getWarps(),
                                     /*tiles=*/0)),
      rows(builder.getExtent(0)), columns(builder.getExtent(1)),
      k(builder.getExtent(2)),
      blocks(builder.ceilDiv(k, schedule.getTile()[2])), ring(ring) {
  auto view = [&](const MatmulOperand &operand, bool scales, Value rows) {
    return builder.createView(AbiRole::Operand, operand.value.getArgNumber(),
                              scales, scales ? operand.scales : operand.codes,
                              rows, k);
  };
  codesA = view(matmul.a, false, rows);
  scalesA = view(matmul.a, true, rows);
  codesB = view(matmul.b, false, columns);
  scalesB = view(matmul.b, true, columns);
}

//===----------------------------------------------------------------------===//
// Types and numbers
//===----------------------------------------------------------------------===//

TileDataType ProductTiles::getTile(FragmentOperand operand, int64_t columns) {
  bool isLeft =
      operand == FragmentOperand::A || operand == FragmentOperand::ScaleA;
  // Each combination of selectors takes a uniform register, and with those of
  // tiles of A and of B there are more than ptxas keeps; so where there are
  // registers to spare, those of A are not used.
  unsigned tiles = isBulk() && operand == FragmentOperand::ScaleA ? 1 : 0;
  return TileDataType::get(builder.getContext(),
                           {schedule.getTile()[isLeft ? 0 : 1], columns},
                           builder.getI8Type(), TileSpace::Registers,
                           fragment.withOperand(operand, tiles));
}

TileAccumulatorType ProductTiles::getSumType() {
  return TileAccumulatorType::get(builder.getContext(),
                                  schedule.getTile().take_front(2),
                                  builder.getF32Type(), fragment);
}

Value ProductTiles::add(Value lhs, Value rhs) {
  return arith::AddIOp::create(builder, lhs, rhs);
}

Value ProductTiles::add(Value lhs, int64_t rhs) {
  return rhs == 0 ? lhs : add(lhs, builder.constant(rhs));
}

Value ProductTiles::multiply(Value lhs, int64_t rhs) {
  return arith::MulIOp::create(builder, lhs, builder.constant(rhs));
}

Value ProductTiles::getBlock(Value round, int64_t slot) {
  return add(multiply(round, schedule.getStages()), slot);
}

Value ProductTiles::getUse(Value round, int64_t slot) {
  return getBlock(isBulk() ? add(firstRound, round) : round, slot);
}

Value ProductTiles::getUse(Value block) {
  return isBulk() ? add(multiply(firstRound, schedule.getStages()), block)
                  : block;
}

Value ProductTiles::getUses() {
  int64_t stages = schedule.getStages();
  return multiply(builder.ceilDiv(add(blocks, 1), stages), stages);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

void ProductTiles::createLoop() {
  // Fewer tiles than 2^31 fit into memory, and their numbers are divided.
  auto toI32 = [&](Value value) -> Value {
    return arith::IndexCastUIOp::create(builder, builder.getI32Type(), value);
  };
  auto i32 = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, value, 32);
  };
  ArrayRef<int64_t> tile = schedule.getTile();
  Value down = toI32(builder.ceilDiv(rows, tile[0]));
  Value across = toI32(builder.ceilDiv(columns, tile[1]));
  Value tiles = arith::MulIOp::create(builder, down, across);
  Value first = toI32(gpu::BlockIdOp::create(builder, builder.getIndexType(),
                                             gpu::Dimension::x));
  Value step = toI32(gpu::GridDimOp::create(builder, builder.getIndexType(),
                                            gpu::Dimension::x));
  SmallVector<Value> rounds;
  if (isBulk())
    rounds.push_back(builder.constant(0));
  loop = scf::ForOp::create(builder, first, tiles, step, rounds);
  builder.setInsertionPointToStart(loop.getBody());
  if (isBulk())
    firstRound = loop.getRegionIterArg(0);

  // Some rows of tiles together, column by column; the last ones may be fewer.
  Value number = loop.getInductionVar();
  Value group =
      arith::MinUIOp::create(builder, i32(schedule.getRaster()), down);
  Value inGroup = arith::MulIOp::create(builder, across, group);
  Value above = arith::MulIOp::create(
      builder, arith::DivUIOp::create(builder, number, inGroup), group);
  Value place = arith::RemUIOp::create(builder, number, inGroup);
  Value height = arith::MinUIOp::create(
      builder, arith::SubIOp::create(builder, down, above), group);
  auto toElements = [&](Value index, int64_t extent) -> Value {
    return multiply(
        arith::IndexCastUIOp::create(builder, builder.getIndexType(), index),
        extent);
  };
  row = toElements(
      arith::AddIOp::create(builder, above,
                            arith::RemUIOp::create(builder, place, height)),
      tile[0]);
  column = toElements(arith::DivUIOp::create(builder, place, height), tile[1]);
}

void ProductTiles::finishLoop() {
  if (isBulk()) {
    Value rounds = builder.ceilDiv(add(blocks, 1), schedule.getStages());
    scf::YieldOp::create(builder, add(firstRound, rounds));
  }
  builder.setInsertionPointAfter(loop);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Fills a slot with K-block `block`, if there is one, and publishes it. Where
/// the block is not full, zeros follow.
void ProductTiles::createFill(Value slot, Value block, bool full) {
  auto fill = [&] {
    Value k = multiply(block, schedule.getTile()[2]);
    TileFillOp::create(builder, slot, 0, codesA, row, k, full, Value());
    TileFillOp::create(builder, slot, 1, codesB, column, k, full, Value());
  };
  if (full) {
    fill();
  } else {
    Value exists = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                                         block, blocks);
    auto branch = scf::IfOp::create(builder, exists, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    fill();
  }
  TilePublishOp::create(builder, slot);
}

/// Fills the ring with the first K-blocks, but for one slot.
void ProductTiles::createFillAhead(bool full) {
  SmallVector<Value> slots;
  for (int64_t block = 0; block < getAhead(); ++block)
    slots.push_back(
        TileAcquireOp::create(builder, ring, builder.constant(block)));
  for (auto [block, slot] : llvm::enumerate(slots))
    createFill(slot, builder.constant(block), full);
}

void ProductTiles::createCopies(Value mapA, Value mapB) {
  auto createUses = [&](Value first, Value end,
                        llvm::function_ref<void(Value, Value)> fill) {
    auto uses = scf::ForOp::create(builder, first, end, builder.constant(1));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(uses.getBody());
    Value block = uses.getInductionVar();
    Value slot = TileAcquireOp::create(builder, ring, getUse(block));
    fill(slot, block);
    TilePublishOp::create(builder, slot);
  };
  createUses(builder.constant(0), blocks, [&](Value slot, Value block) {
    Value k = multiply(block, schedule.getTile()[2]);
    TileFillOp::create(builder, slot, 0, codesA, row, k, /*full=*/false, mapA);
    TileFillOp::create(builder, slot, 1, codesB, column, k, /*full=*/false,
                       mapB);
  });
  createUses(blocks, getUses(), [](Value, Value) {});
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

/// Reads the codes of one step along K.
ProductTiles::Step ProductTiles::createStep(Value slot, Value step) {
  auto slotType = cast<TileSlotType>(slot.getType());
  Value column = multiply(step, instruction.k);
  auto read = [&](unsigned part, FragmentOperand operand) -> Value {
    Value tile =
        TilePartOp::create(builder, slotType.getTiles()[part], slot, part);
    return TileFragmentOp::create(builder, getTile(operand, instruction.k),
                                  tile, column);
  };
  return {read(0, FragmentOperand::A), read(1, FragmentOperand::B)};
}

/// Reads the scales of `groups` groups from `first` on, all of which exist.
/// Where there are several, rows begin at multiples of their number.
ProductTiles::Step ProductTiles::createScales(Value first, int64_t groups) {
  auto read = [&](Value view, FragmentOperand operand, Value from) -> Value {
    if (groups != 1)
      view = TileAssumeAlignedOp::create(
          builder, cast<TileViewType>(view.getType()).withAlignment(groups),
          view);
    return TileLoadOp::create(builder, getTile(operand, groups), view, from,
                              first, IntegerAttr());
  };
  return {read(scalesA, FragmentOperand::ScaleA, row),
          read(scalesB, FragmentOperand::ScaleB, column)};
}

/// Reads the scales of a full K-block.
ProductTiles::Step ProductTiles::createBlockScales(Value block) {
  int64_t groups = schedule.getTile()[2] / instruction.scaleGroup;
  return createScales(multiply(block, groups), groups);
}

/// Adds the products of one step along K, whose scales begin with group
/// `group` of those that were read.
Value ProductTiles::createMma(Value sum, Step codes, Step scales,
                              int64_t group) {
  return TileMmaOp::create(builder, sum.getType(), sum, codes.a, codes.b,
                           scales.a, scales.b, group);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// How many rounds of the ring the steady loop takes. The K-block that it
/// fills, and the next one, of which it reads, are full.
Value ProductTiles::createSteadyRounds() {
  int64_t groups = schedule.getTile()[2] / instruction.scaleGroup;
  Value areWords = arith::AndIOp::create(
      builder, TileIsAlignedOp::create(builder, scalesA, groups),
      TileIsAlignedOp::create(builder, scalesB, groups));
  Value full = arith::DivUIOp::create(builder, k,
                                      builder.constant(schedule.getTile()[2]));
  Value zero = builder.constant(0);
  Value taken = arith::SubIOp::create(
      builder, full, builder.constant(isBulk() ? 1 : getAhead()));
  taken = arith::MaxSIOp::create(builder, taken, zero);
  Value rounds = arith::DivUIOp::create(builder, taken,
                                        builder.constant(schedule.getStages()));
  return arith::SelectOp::create(builder, areWords, rounds, zero);
}

/// The loop over `rounds` rounds, of which there are some.
Value ProductTiles::createSteadyLoop(Value rounds) {
  if (!isBulk())
    createFillAhead(/*full=*/true);
  Value first = builder.constant(0);
  Value zero = TileZeroOp::create(builder, getSumType());
  Value slot =
      TileWaitOp::create(builder, ring, getUse(first, 0), getAhead() - 1);
  Step codes = createStep(slot, first), scales = createBlockScales(first);
  SmallVector<Value> state = {zero, codes.a, codes.b, scales.a, scales.b, slot};
  if (!isBulk())
    state.push_back(
        TileAcquireOp::create(builder, ring, builder.constant(getAhead())));

  auto steady =
      scf::ForOp::create(builder, first, rounds, builder.constant(1), state);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(steady.getBody());
  state.assign(steady.getRegionIterArgs().begin(),
               steady.getRegionIterArgs().end());
  Value round = steady.getInductionVar(), sum = state[0];
  codes = {state[1], state[2]}, scales = {state[3], state[4]}, slot = state[5];
  Value empty = isBulk() ? Value() : state[6];
  for (int64_t stage = 0; stage < schedule.getStages(); ++stage) {
    if (!isBulk())
      createFill(empty, getBlock(round, stage + getAhead()), /*full=*/true);
    Step nextScales = createBlockScales(getBlock(round, stage + 1));
    for (int64_t step = 0; step < getSteps(); ++step) {
      bool isLast = step + 1 == getSteps();
      if (isLast) {
        TileReleaseOp::create(builder, slot);
        slot = TileWaitOp::create(builder, ring, getUse(round, stage + 1),
                                  getAhead() - 1);
        if (!isBulk())
          empty = TileAcquireOp::create(
              builder, ring, getUse(round, stage + schedule.getStages()));
      }
      Step nextCodes =
          createStep(slot, builder.constant(isLast ? 0 : step + 1));
      sum = createMma(sum, codes, scales, step * getGroupsPerStep());
      codes = nextCodes;
    }
    scales = nextScales;
  }
  state = {sum, codes.a, codes.b, scales.a, scales.b, slot};
  if (!isBulk())
    state.push_back(empty);
  scf::YieldOp::create(builder, state);
  return steady.getResult(0);
}

/// The loop over the K-blocks from `first` on, which the ring has ahead. It
/// goes through the steps that exist, and reads scales a step ahead, one by
/// one.
Value ProductTiles::createPlainLoop(Value first, Value sum) {
  Value one = builder.constant(1), stepsPerBlock = builder.constant(getSteps());
  Value steps = builder.ceilDiv(k, instruction.k);
  auto blockLoop = scf::ForOp::create(builder, first, blocks, one, sum);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(blockLoop.getBody());
  Value block = blockLoop.getInductionVar();
  Value begin = arith::MulIOp::create(builder, block, stepsPerBlock);
  Value left = arith::SubIOp::create(builder, steps, begin);
  Value count = arith::MinUIOp::create(builder, left, stepsPerBlock);
  auto loadScales = [&](Value step) {
    Value last = arith::SubIOp::create(builder, steps, one);
    step = arith::MinUIOp::create(builder, add(begin, step), last);
    return createScales(multiply(step, getGroupsPerStep()), getGroupsPerStep());
  };
  Value zero = builder.constant(0);
  Step scales = loadScales(zero);
  Value slot = TileWaitOp::create(builder, ring, getUse(block), getAhead() - 1);
  if (!isBulk()) {
    Value ahead = add(block, getAhead());
    createFill(TileAcquireOp::create(builder, ring, ahead), ahead,
               /*full=*/false);
  }

  auto stepLoop = scf::ForOp::create(
      builder, zero, count, one,
      ValueRange{blockLoop.getRegionIterArg(0), scales.a, scales.b});
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(stepLoop.getBody());
    Value step = stepLoop.getInductionVar();
    ValueRange state = stepLoop.getRegionIterArgs();
    Step next = loadScales(add(step, one));
    sum = createMma(state[0], createStep(slot, step), {state[1], state[2]}, 0);
    scf::YieldOp::create(builder, ValueRange{sum, next.a, next.b});
  }
  TileReleaseOp::create(builder, slot);
  scf::YieldOp::create(builder, stepLoop.getResult(0));
  return blockLoop.getResult(0);
}

Value ProductTiles::createSum() {
  Value rounds = createSteadyRounds();
  Value isSteady = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne,
                                         rounds, builder.constant(0));
  auto branch = scf::IfOp::create(builder, TypeRange{getSumType()}, isSteady,
                                  /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(builder, createSteadyLoop(rounds));
    builder.setInsertionPointToStart(branch.elseBlock());
    if (!isBulk())
      createFillAhead(/*full=*/false);
    scf::YieldOp::create(builder,
                         TileZeroOp::create(builder, getSumType()).getResult());
  }
  Value sum = createPlainLoop(getBlock(rounds, 0), branch.getResult(0));
  if (!isBulk())
    return sum;

  // The uses that nothing was filled into, of which the last one is a stage.
  Value last = arith::SubIOp::create(builder, getUses(), builder.constant(1));
  auto unused = scf::ForOp::create(builder, blocks, last, builder.constant(1));
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(unused.getBody());
    TileReleaseOp::create(
        builder,
        TileWaitOp::create(builder, ring, getUse(unused.getInductionVar()), 0));
  }
  stage = TileWaitOp::create(builder, ring, getUse(last), 0);
  return sum;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Value ProductTiles::getStage(Value tile, int64_t threads) {
  // Rows of whole lines of 128 bytes, in runs of 16 that threads share evenly.
  auto type = cast<TileDataType>(tile.getType());
  int64_t bytes = type.getByteSize(), rowBytes = bytes / type.getShape()[0];
  int64_t elementBytes = rowBytes / type.getShape()[1];
  TileRingType ringType = getRingType(schedule);
  int64_t memory =
      isBulk() ? ringType.getSlotType().getByteSize() : ringType.getByteSize();
  if ((elementBytes != 2 && elementBytes != 4) || rowBytes % 128 != 0 ||
      bytes / 16 % threads != 0 || bytes > memory)
    return Value();
  return isBulk() ? stage : ring;
}

void ProductTiles::releaseStage() {
  if (isBulk())
    TileReleaseOp::create(builder, stage);
}
