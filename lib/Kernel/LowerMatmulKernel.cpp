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
/// The block tile of a contraction: what its loop over K works with.
class BlockTile {
public:
  BlockTile(KernelBuilder &builder, const MatmulAnatomy &matmul,
            ScheduleAttr schedule);

  /// Fills the ring ahead, runs the loop, and gives the sum.
  Value createMainLoop();

  Value getRow() { return row; }
  Value getColumn() { return column; }

private:
  TileDataType getTile(FragmentOperand operand, int64_t columns);
  void createFill(Value ring, Value block);
  Value createBlock(Value slot, Value block, Value accumulator);

  KernelBuilder &builder;
  ScheduleAttr schedule;
  const MatrixInstruction &instruction;
  TileFragmentAttr fragment;
  Value row, column, blocks;
  Value codesA, codesB, scalesA, scalesB;
};
} // namespace

BlockTile::BlockTile(KernelBuilder &builder, const MatmulAnatomy &matmul,
                     ScheduleAttr schedule)
    : builder(builder), schedule(schedule),
      instruction(*lookupMatrixInstruction(schedule.getInstruction())),
      fragment(TileFragmentAttr::get(builder.getContext(),
                                     FragmentOperand::Accumulator,
                                     instruction.name, schedule.getWarps())) {
  Value m = builder.getExtent(0), n = builder.getExtent(1),
        k = builder.getExtent(2);
  ArrayRef<int64_t> tile = schedule.getTile();

  // Blocks in row-major order of their tiles.
  Value number = gpu::BlockIdOp::create(builder, builder.getIndexType(),
                                        gpu::Dimension::x);
  Value columns = builder.ceilDiv(n, tile[1]);
  row = arith::MulIOp::create(builder,
                              arith::DivUIOp::create(builder, number, columns),
                              builder.constant(tile[0]));
  column = arith::MulIOp::create(
      builder, arith::RemUIOp::create(builder, number, columns),
      builder.constant(tile[1]));
  blocks = builder.ceilDiv(k, tile[2]);

  auto view = [&](const MatmulOperand &operand, bool scales, Value rows) {
    return builder.createView(AbiRole::Operand, operand.value.getArgNumber(),
                              scales, scales ? operand.scales : operand.codes,
                              rows, k);
  };
  codesA = view(matmul.a, false, m);
  scalesA = view(matmul.a, true, m);
  codesB = view(matmul.b, false, n);
  scalesB = view(matmul.b, true, n);
}

TileDataType BlockTile::getTile(FragmentOperand operand, int64_t columns) {
  bool isLeft =
      operand == FragmentOperand::A || operand == FragmentOperand::ScaleA;
  return TileDataType::get(
      builder.getContext(), {schedule.getTile()[isLeft ? 0 : 1], columns},
      builder.getI8Type(), TileSpace::Registers, fragment.withOperand(operand));
}

/// Fills the slot of K-block `block` and publishes it. Beyond K this copies
/// nothing and leaves zeros.
void BlockTile::createFill(Value ring, Value block) {
  Value slot = TileAcquireOp::create(builder, ring, block);
  Value k = arith::MulIOp::create(builder, block,
                                  builder.constant(schedule.getTile()[2]));
  TileFillOp::create(builder, slot, 0, codesA, row, k);
  TileFillOp::create(builder, slot, 1, codesB, column, k);
  TilePublishOp::create(builder, slot);
}

/// Adds the products of one K-block.
Value BlockTile::createBlock(Value slot, Value block, Value accumulator) {
  auto slotType = cast<TileSlotType>(slot.getType());
  Value tileA = TilePartOp::create(builder, slotType.getTiles()[0], slot, 0);
  Value tileB = TilePartOp::create(builder, slotType.getTiles()[1], slot, 1);

  // Scales that do not exist are one (7F): the codes there are zero, and zero
  // times a NaN would not be.
  int64_t depth = schedule.getTile()[2];
  int64_t groups = depth / instruction.scaleGroup;
  Value group = arith::MulIOp::create(builder, block, builder.constant(groups));
  IntegerAttr one = builder.getI8IntegerAttr(0x7F);
  Value scaleA =
      TileLoadOp::create(builder, getTile(FragmentOperand::ScaleA, groups),
                         scalesA, row, group, one);
  Value scaleB =
      TileLoadOp::create(builder, getTile(FragmentOperand::ScaleB, groups),
                         scalesB, column, group, one);
  for (int64_t k = 0; k < depth; k += instruction.k) {
    Value a = TileFragmentOp::create(
        builder, getTile(FragmentOperand::A, instruction.k), tileA, k);
    Value b = TileFragmentOp::create(
        builder, getTile(FragmentOperand::B, instruction.k), tileB, k);
    accumulator =
        TileMmaOp::create(builder, accumulator.getType(), accumulator, a, b,
                          scaleA, scaleB, k / instruction.scaleGroup);
  }
  return accumulator;
}

Value BlockTile::createMainLoop() {
  int64_t ahead = schedule.getStages() - 1;
  Value ring = TileRingOp::create(builder, getRingType(schedule));
  for (int64_t block = 0; block < ahead; ++block)
    createFill(ring, builder.constant(block));
  Value zero = TileZeroOp::create(
      builder, TileAccumulatorType::get(builder.getContext(),
                                        schedule.getTile().take_front(2),
                                        builder.getF32Type(), fragment));
  auto loop = scf::ForOp::create(builder, builder.constant(0), blocks,
                                 builder.constant(1), zero);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value block = loop.getInductionVar();
  Value slot = TileWaitOp::create(builder, ring, block, ahead - 1);
  createFill(ring,
             arith::AddIOp::create(builder, block, builder.constant(ahead)));
  Value sum = createBlock(slot, block, loop.getRegionIterArg(0));
  TileReleaseOp::create(builder, slot);
  scf::YieldOp::create(builder, sum);
  return loop.getResult(0);
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

  builder.createRole(warps[0] * warps[1]);
  BlockTile block(builder, matmul, schedule);
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
                        block.getColumn(), IntegerAttr());
  }
  MLIRContext *context = kernel.getContext();
  builder.finish({GridFactorAttr::get(context, m.getText(), tile[0]),
                  GridFactorAttr::get(context, n.getText(), tile[1])},
                 warps[0] * warps[1] * target.warpSize,
                 getRingType(schedule).getByteSize());
  return success();
}
