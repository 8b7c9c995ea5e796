//===- LowerMatmulKernel.cpp - The skeleton of a contraction --------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Epilogue.h"
#include "KernelBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace lowp;

namespace {
/// The operands of matrix instructions at one step along K.
struct Step {
  Value a, b;
};

/// The tiles of a block of a contraction: what its loops over K work with.
///
/// Blocks go through tiles in the schedule's order, as many apart as there are
/// blocks, so that any number of them does the work.
///
/// The steady loop goes through the whole ring at a time, so that every slot is
/// known, and takes K-blocks that are full: it copies and reads without looking
/// at K, and rows beyond M or N are the last one again, whose sums nobody
/// stores. Fragments are read one step ahead, scales a K-block ahead. The last
/// K-blocks, and all where scales are not words, are left to a plain loop.
class BlockTile {
public:
  BlockTile(KernelBuilder &builder, const MatmulAnatomy &matmul,
            ScheduleAttr schedule);

  /// Makes the loop over the tiles of a block; the insertion point is inside.
  scf::ForOp createTileLoop();

  /// Fills the ring ahead, runs the loops, and gives the sum.
  Value createMainLoop();

  /// The ring, if a tile of results can be staged in its memory by so many
  /// threads.
  Value getRingFor(Value tile, int64_t threads);

  Value getRow() { return row; }
  Value getColumn() { return column; }

private:
  int64_t getAhead() { return schedule.getStages() - 1; }
  int64_t getSteps() { return schedule.getTile()[2] / instruction.k; }
  int64_t getGroupsPerStep() { return instruction.k / instruction.scaleGroup; }
  TileDataType getTile(FragmentOperand operand, int64_t columns);
  TileAccumulatorType getSumType();
  Value createSteadyBlocks();
  void createFill(Value slot, Value block, bool full);
  void createFillAhead(bool full);
  Step createStep(Value slot, Value step);
  Step createScales(Value first, int64_t groups);
  Step createBlockScales(Value block);
  Value createMma(Value sum, Step codes, Step scales, int64_t group);
  Value createSteadyLoop(Value steady);
  Value createPlainLoop(Value first, Value sum);

  KernelBuilder &builder;
  ScheduleAttr schedule;
  const MatrixInstruction &instruction;
  TileFragmentAttr fragment;
  Value rows, columns, row, column, k, blocks;
  Value codesA, codesB, scalesA, scalesB;
  Value ring;
};
} // namespace

BlockTile::BlockTile(KernelBuilder &builder, const MatmulAnatomy &matmul,
                     ScheduleAttr schedule)
    : builder(builder), schedule(schedule),
      instruction(*lookupMatrixInstruction(schedule.getInstruction())),
      fragment(TileFragmentAttr::get(builder.getContext(),
                                     FragmentOperand::Accumulator,
                                     instruction.name, schedule.getWarps())) {
  rows = builder.getExtent(0), columns = builder.getExtent(1);
  k = builder.getExtent(2);
  blocks = builder.ceilDiv(k, schedule.getTile()[2]);

  auto view = [&](const MatmulOperand &operand, bool scales, Value rows) {
    return builder.createView(AbiRole::Operand, operand.value.getArgNumber(),
                              scales, scales ? operand.scales : operand.codes,
                              rows, k);
  };
  codesA = view(matmul.a, false, rows);
  scalesA = view(matmul.a, true, rows);
  codesB = view(matmul.b, false, columns);
  scalesB = view(matmul.b, true, columns);
  ring = TileRingOp::create(builder, getRingType(schedule));
}

scf::ForOp BlockTile::createTileLoop() {
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
  auto loop = scf::ForOp::create(builder, first, tiles, step);
  builder.setInsertionPointToStart(loop.getBody());

  // Some rows of tiles together, column by column; the last ones may be fewer.
  Value number = loop.getInductionVar(), group = i32(schedule.getRaster());
  Value inGroup = arith::MulIOp::create(builder, across, group);
  Value above = arith::MulIOp::create(
      builder, arith::DivUIOp::create(builder, number, inGroup), group);
  Value place = arith::RemUIOp::create(builder, number, inGroup);
  Value height = arith::MinUIOp::create(
      builder, arith::SubIOp::create(builder, down, above), group);
  auto toElements = [&](Value index, int64_t extent) -> Value {
    index =
        arith::IndexCastUIOp::create(builder, builder.getIndexType(), index);
    return arith::MulIOp::create(builder, index, builder.constant(extent));
  };
  row = toElements(
      arith::AddIOp::create(builder, above,
                            arith::RemUIOp::create(builder, place, height)),
      tile[0]);
  column = toElements(arith::DivUIOp::create(builder, place, height), tile[1]);
  return loop;
}

TileDataType BlockTile::getTile(FragmentOperand operand, int64_t columns) {
  bool isLeft =
      operand == FragmentOperand::A || operand == FragmentOperand::ScaleA;
  return TileDataType::get(
      builder.getContext(), {schedule.getTile()[isLeft ? 0 : 1], columns},
      builder.getI8Type(), TileSpace::Registers, fragment.withOperand(operand));
}

TileAccumulatorType BlockTile::getSumType() {
  return TileAccumulatorType::get(builder.getContext(),
                                  schedule.getTile().take_front(2),
                                  builder.getF32Type(), fragment);
}

/// How many K-blocks the steady loop takes: whole rounds of the ring, as long
/// as the K-block that it fills is full.
Value BlockTile::createSteadyBlocks() {
  int64_t groups = schedule.getTile()[2] / instruction.scaleGroup;
  Value areWords = arith::AndIOp::create(
      builder, TileIsAlignedOp::create(builder, scalesA, groups),
      TileIsAlignedOp::create(builder, scalesB, groups));
  Value full = arith::DivUIOp::create(builder, k,
                                      builder.constant(schedule.getTile()[2]));
  Value filled =
      arith::SubIOp::create(builder, full, builder.constant(getAhead()));
  filled = arith::MaxSIOp::create(builder, filled, builder.constant(0));
  Value stages = builder.constant(schedule.getStages());
  Value rounds = arith::DivUIOp::create(builder, filled, stages);
  Value steady = arith::MulIOp::create(builder, rounds, stages);
  return arith::SelectOp::create(builder, areWords, steady,
                                 builder.constant(0));
}

/// Fills a slot with K-block `block`, if there is one, and publishes it. Where
/// the block is not full, zeros follow.
void BlockTile::createFill(Value slot, Value block, bool full) {
  auto fill = [&] {
    Value k = arith::MulIOp::create(builder, block,
                                    builder.constant(schedule.getTile()[2]));
    TileFillOp::create(builder, slot, 0, codesA, row, k, full);
    TileFillOp::create(builder, slot, 1, codesB, column, k, full);
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
void BlockTile::createFillAhead(bool full) {
  SmallVector<Value> slots;
  for (int64_t block = 0; block < getAhead(); ++block)
    slots.push_back(
        TileAcquireOp::create(builder, ring, builder.constant(block)));
  for (auto [block, slot] : llvm::enumerate(slots))
    createFill(slot, builder.constant(block), full);
}

/// Reads the codes of one step along K.
Step BlockTile::createStep(Value slot, Value step) {
  auto slotType = cast<TileSlotType>(slot.getType());
  Value column =
      arith::MulIOp::create(builder, step, builder.constant(instruction.k));
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
Step BlockTile::createScales(Value first, int64_t groups) {
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
Step BlockTile::createBlockScales(Value block) {
  int64_t groups = schedule.getTile()[2] / instruction.scaleGroup;
  return createScales(
      arith::MulIOp::create(builder, block, builder.constant(groups)), groups);
}

/// Adds the products of one step along K, whose scales begin with group
/// `group` of those that were read.
Value BlockTile::createMma(Value sum, Step codes, Step scales, int64_t group) {
  return TileMmaOp::create(builder, sum.getType(), sum, codes.a, codes.b,
                           scales.a, scales.b, group);
}

/// The loop over `steady` K-blocks, of which there are some.
Value BlockTile::createSteadyLoop(Value steady) {
  createFillAhead(/*full=*/true);
  Value first = builder.constant(0);
  Value zero = TileZeroOp::create(builder, getSumType());
  Value slot = TileWaitOp::create(builder, ring, first, getAhead() - 1);
  Step codes = createStep(slot, first), scales = createBlockScales(first);

  Value empty =
      TileAcquireOp::create(builder, ring, builder.constant(getAhead()));
  auto loop = scf::ForOp::create(
      builder, first, steady, builder.constant(schedule.getStages()),
      ValueRange{zero, slot, empty, codes.a, codes.b, scales.a, scales.b});
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  ValueRange state = loop.getRegionIterArgs();
  Value sum = state[0];
  slot = state[1], empty = state[2];
  codes = {state[3], state[4]}, scales = {state[5], state[6]};
  auto getBlock = [&](int64_t ahead) -> Value {
    return arith::AddIOp::create(builder, loop.getInductionVar(),
                                 builder.constant(ahead));
  };
  for (int64_t stage = 0; stage < schedule.getStages(); ++stage) {
    createFill(empty, getBlock(stage + getAhead()), /*full=*/true);
    Value next = getBlock(stage + 1);
    Step nextScales = createBlockScales(next);
    for (int64_t step = 0; step < getSteps(); ++step) {
      bool isLast = step + 1 == getSteps();
      if (isLast) {
        TileReleaseOp::create(builder, slot);
        slot = TileWaitOp::create(builder, ring, next, getAhead() - 1);
        empty = TileAcquireOp::create(builder, ring,
                                      getBlock(stage + schedule.getStages()));
      }
      Step nextCodes =
          createStep(slot, builder.constant(isLast ? 0 : step + 1));
      sum = createMma(sum, codes, scales, step * getGroupsPerStep());
      codes = nextCodes;
    }
    scales = nextScales;
  }
  scf::YieldOp::create(builder, ValueRange{sum, slot, empty, codes.a, codes.b,
                                           scales.a, scales.b});
  return loop.getResult(0);
}

/// The loop over the K-blocks from `first` on, which the ring has ahead. It
/// goes through the steps that exist, and reads scales a step ahead, one by
/// one.
Value BlockTile::createPlainLoop(Value first, Value sum) {
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
    step = arith::AddIOp::create(builder, begin, step);
    step = arith::MinUIOp::create(builder, step, last);
    Value group = arith::MulIOp::create(builder, step,
                                        builder.constant(getGroupsPerStep()));
    return createScales(group, getGroupsPerStep());
  };
  Value zero = builder.constant(0);
  Step scales = loadScales(zero);
  Value slot = TileWaitOp::create(builder, ring, block, getAhead() - 1);
  Value ahead =
      arith::AddIOp::create(builder, block, builder.constant(getAhead()));
  createFill(TileAcquireOp::create(builder, ring, ahead), ahead,
             /*full=*/false);

  sum = blockLoop.getRegionIterArg(0);
  auto stepLoop = scf::ForOp::create(builder, zero, count, one,
                                     ValueRange{sum, scales.a, scales.b});
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(stepLoop.getBody());
    Value step = stepLoop.getInductionVar();
    ValueRange state = stepLoop.getRegionIterArgs();
    Step next = loadScales(arith::AddIOp::create(builder, step, one));
    sum = createMma(state[0], createStep(slot, step), {state[1], state[2]}, 0);
    scf::YieldOp::create(builder, ValueRange{sum, next.a, next.b});
  }
  TileReleaseOp::create(builder, slot);
  scf::YieldOp::create(builder, stepLoop.getResult(0));
  return blockLoop.getResult(0);
}

Value BlockTile::createMainLoop() {
  Value steady = createSteadyBlocks();
  Value isSteady = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne,
                                         steady, builder.constant(0));
  auto branch = scf::IfOp::create(builder, TypeRange{getSumType()}, isSteady,
                                  /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(builder, createSteadyLoop(steady));
    builder.setInsertionPointToStart(branch.elseBlock());
    createFillAhead(/*full=*/false);
    scf::YieldOp::create(builder,
                         TileZeroOp::create(builder, getSumType()).getResult());
  }
  return createPlainLoop(steady, branch.getResult(0));
}

Value BlockTile::getRingFor(Value tile, int64_t threads) {
  // Rows of whole lines of 128 bytes, in runs of 16 that threads share evenly.
  auto type = cast<TileDataType>(tile.getType());
  int64_t bytes = type.getByteSize(), rowBytes = bytes / type.getShape()[0];
  int64_t elementBytes = rowBytes / type.getShape()[1];
  if ((elementBytes != 2 && elementBytes != 4) || rowBytes % 128 != 0 ||
      bytes / 16 % threads != 0 || bytes > getRingType(schedule).getByteSize())
    return Value();
  return ring;
}

/// The static value of an extent that several types have, if one has it.
static int64_t merge(int64_t lhs, int64_t rhs) {
  return ShapedType::isDynamic(lhs) ? rhs : lhs;
}

LogicalResult lowp::lowerMatmulKernel(KernelOp kernel,
                                      const MatmulAnatomy &matmul,
                                      gpu::GPUModuleOp module,
                                      const TargetInfo &target) {
  ScheduleAttr schedule = *kernel.getSchedule();
  ArrayRef<int64_t> tile = schedule.getTile(), warps = schedule.getWarps();
  MatmulOp op = matmul.op;
  ArrayRef<int64_t> result = op.getResult().getType().getShape();
  unsigned a = matmul.a.value.getArgNumber(), b = matmul.b.value.getArgNumber();
  KernelExtent m{"M", merge(matmul.a.getRows(), result[0]), a, matmul.a.rowDim};
  KernelExtent n{"N", merge(matmul.b.getRows(), result[1]), b, matmul.b.rowDim};
  KernelExtent k{"K", merge(matmul.a.getDepth(), matmul.b.getDepth()), a,
                 matmul.a.kDim};
  KernelBuilder builder(kernel, module, {m, n, k});
  if (failed(builder.create()))
    return failure();

  int64_t threads = warps[0] * warps[1] * target.warpSize;
  builder.createRole(warps[0] * warps[1]);
  BlockTile block(builder, matmul, schedule);
  scf::ForOp tiles = block.createTileLoop();
  Value sum = block.createMainLoop();
  auto sumType = cast<TileAccumulatorType>(sum.getType());
  Value wide = TileReadOp::create(
      builder,
      TileDataType::get(builder.getContext(), sumType.getShape(),
                        sumType.getElementType(), TileSpace::Registers,
                        sumType.getPlacement()),
      sum);
  SmallVector<Value> extents = {builder.getExtent(0), builder.getExtent(1)};
  Operation *terminator = kernel.getBody().front().getTerminator();
  for (auto [index, returned] : llvm::enumerate(terminator->getOperands())) {
    FailureOr<Value> values =
        createEpilogue(builder, returned, op, wide, block.getRow(),
                       block.getColumn(), extents);
    if (failed(values))
      return failure();
    Value view = builder.createView(AbiRole::Result, index, 0, extents);
    TileStoreOp::create(builder, *values, view, block.getRow(),
                        block.getColumn(), IntegerAttr(),
                        block.getRingFor(*values, threads));
  }
  builder.setInsertionPointAfter(tiles);
  MLIRContext *context = kernel.getContext();
  builder.finish({GridFactorAttr::get(context, m.getText(), tile[0]),
                  GridFactorAttr::get(context, n.getText(), tile[1])},
                 threads, getRingType(schedule).getByteSize(),
                 /*perMultiprocessor=*/1);
  return success();
}
