//===- LowerQuantizeKernel.cpp - The skeleton of a quantization -----------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

using namespace mlir;
using namespace lowp;

LogicalResult lowp::lowerQuantizeKernel(KernelOp kernel,
                                        const QuantizeAnatomy &quantize,
                                        gpu::GPUModuleOp module,
                                        const TargetInfo &target) {
  ScheduleAttr schedule = *kernel.getSchedule();
  ArrayRef<int64_t> tile = schedule.getTile(), warps = schedule.getWarps();
  QuantizeOp op = quantize.op;
  ScaleAttr level = quantize.type.getLevels().front();
  ArrayRef<int64_t> shape = quantize.type.getShape();
  unsigned operand = quantize.source.getArgNumber();
  KernelExtent m{"M", shape[0], operand, 0}, k{"K", shape[1], operand, 1};
  KernelBuilder builder(kernel, module, {m, k});
  if (failed(builder.create()))
    return failure();

  // Threads of a row, the elements that each has, and the threads of a group.
  int64_t threads = warps[0] * warps[1] * target.warpSize;
  int64_t lanes = threads / tile[0];
  int64_t width = tile[1] / lanes;
  int64_t copies = level.getGroup()[1] / width;
  MLIRContext *context = kernel.getContext();
  auto placement = TileBlockedAttr::get(context, {tile[0], lanes}, width, 1);
  auto getTile = [&](Type elementType) {
    return TileDataType::get(context, tile, elementType, TileSpace::Registers,
                             placement);
  };
  auto scalesTile = TileDataType::get(
      context, {tile[0], tile[1] / level.getGroup()[1]}, builder.getI8Type(),
      TileSpace::Registers,
      TileBlockedAttr::get(context, {tile[0], lanes}, 1, copies));

  builder.createRole("all", warps[0] * warps[1]);
  Value rows = builder.getExtent(0), columns = builder.getExtent(1);
  Value source = builder.createView(
      AbiRole::Operand, quantize.source.getArgNumber(), 0, {rows, columns});
  Value codes =
      builder.createView(AbiRole::Result, 0, 0, quantize.codes, rows, columns);
  Value scales =
      builder.createView(AbiRole::Result, 0, 1, quantize.scales, rows, columns);

  Value number = gpu::BlockIdOp::create(builder, builder.getIndexType(),
                                        gpu::Dimension::x);
  Value across = builder.ceilDiv(columns, tile[1]);
  Value row = arith::MulIOp::create(
      builder, arith::DivUIOp::create(builder, number, across),
      builder.constant(tile[0]));
  Value block = arith::RemUIOp::create(builder, number, across);
  Value column =
      arith::MulIOp::create(builder, block, builder.constant(tile[1]));
  Value group = arith::MulIOp::create(
      builder, block, builder.constant(scalesTile.getShape()[1]));

  Value wide =
      TileLoadOp::create(builder, getTile(builder.getF32Type()), source, row,
                         column, builder.getF32FloatAttr(0.0));
  auto narrow =
      TileQuantizeOp::create(builder, getTile(builder.getI8Type()), scalesTile,
                             wide, level, op.getQuantizer());
  TileStoreOp::create(builder, narrow.getCodes(), codes, row, column,
                      builder.getI8IntegerAttr(quantize.codes.padding),
                      /*ring=*/Value());
  TileStoreOp::create(builder, narrow.getScales(), scales, row, group,
                      IntegerAttr(), /*ring=*/Value());
  // The tiles cover the pitch as well, which divides their width.
  builder.finish({GridFactorAttr::get(context, m.getText(), tile[0]),
                  GridFactorAttr::get(context, k.getText(), tile[1])},
                 threads, /*shared=*/0);
  return success();
}
