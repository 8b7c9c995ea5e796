//===- LowerMatmulKernel.cpp - The skeleton of a contraction --------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Epilogue.h"
#include "KernelBuilder.h"
#include "ProductTiles.h"

using namespace mlir;
using namespace lowp;

/// The static value of an extent that several types have, if one has it.
static int64_t merge(int64_t lhs, int64_t rhs) {
  return ShapedType::isDynamic(lhs) ? rhs : lhs;
}

/// Sums a tile and stores what the kernel returns of it.
static LogicalResult createResults(KernelBuilder &builder, KernelOp kernel,
                                   MatmulOp op, ProductTiles &tiles,
                                   int64_t threads) {
  Value sum = tiles.createSum();
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
        createEpilogue(builder, returned, op, wide, tiles.getRow(),
                       tiles.getColumn(), extents);
    if (failed(values))
      return failure();
    Value view = builder.createView(AbiRole::Result, index, 0, extents);
    TileStoreOp::create(builder, *values, view, tiles.getRow(),
                        tiles.getColumn(), IntegerAttr(),
                        tiles.getStage(*values, threads));
  }
  tiles.releaseStage();
  return success();
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
  // Rows of one operand that is used twice are one extent.
  bool isSquare = a == b && matmul.a.rowDim == matmul.b.rowDim;
  KernelExtent n{isSquare ? "M" : "N", merge(matmul.b.getRows(), result[1]), b,
                 matmul.b.rowDim};
  KernelExtent k{"K", merge(matmul.a.getDepth(), matmul.b.getDepth()), a,
                 matmul.a.kDim};
  KernelBuilder builder(kernel, module, {m, n, k});
  // A slot has a tile of A and one of B; their boxes are the tensor maps'.
  bool isBulk = schedule.getCopies() == CopyMethod::Bulk;
  if (isBulk)
    for (auto [operand, rows] : {std::pair(a, tile[0]), std::pair(b, tile[1])})
      builder.addTensorMap(operand, "codes", {rows, tile[2]});
  if (failed(builder.create()))
    return failure();

  int64_t consumers = warps[0] * warps[1];
  int64_t threads = consumers * target.warpSize;
  Value ring;
  if (isBulk)
    ring = TileRingOp::create(builder, getRingType(schedule));
  builder.createRole(isBulk ? "math" : "all", consumers);
  if (!isBulk)
    ring = TileRingOp::create(builder, getRingType(schedule));
  ProductTiles tiles(builder, matmul, schedule, ring);
  tiles.createLoop();
  if (failed(createResults(builder, kernel, op, tiles, threads)))
    return failure();
  tiles.finishLoop();
  if (isBulk) {
    builder.createRole("copies", /*warps=*/1, /*leader=*/true);
    ProductTiles copied(builder, matmul, schedule, ring);
    copied.createLoop();
    copied.createCopies(builder.getTensorMap(0), builder.getTensorMap(1));
    copied.finishLoop();
    threads += target.warpSize;
  }
  MLIRContext *context = kernel.getContext();
  builder.finish({GridFactorAttr::get(context, m.getText(), tile[0]),
                  GridFactorAttr::get(context, n.getText(), tile[1])},
                 threads, getSharedBytes(schedule), /*perMultiprocessor=*/1);
  return success();
}
