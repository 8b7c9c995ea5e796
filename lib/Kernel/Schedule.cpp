//===- Schedule.cpp - How kernels are cut into blocks, warps and stages ---===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Schedule.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <limits>

using namespace mlir;
using namespace lowp;

/// Extent of a box of a tensor map (CUDA driver API, cuTensorMapEncodeTiled).
static constexpr int64_t kMaxBoxRows = 256;

/// Columns and depth of a block's tile, and the rows of tiles that are gone
/// through together.
static constexpr int64_t kColumns = 128, kDepth = 128, kRaster = 8;
static constexpr int64_t kMaxStages = 5;

namespace {
/// The warps that have a tile of so many rows: 64 x 64 each, or what there is.
struct RowsOfTile {
  int64_t rows;
  std::array<int64_t, 2> warps;
};
} // namespace
static constexpr RowsOfTile kRowsOfTiles[] = {
    {16, {1, 4}}, {32, {1, 4}}, {64, {1, 4}}, {128, {2, 2}}};

/// The threads of a block, or more than any block has where there are too many
/// warps to count.
static int64_t countThreads(ArrayRef<int64_t> warps, const TargetInfo &target) {
  int64_t threads = target.warpSize;
  for (int64_t count : warps)
    if (llvm::MulOverflow(threads, count, threads))
      return std::numeric_limits<int64_t>::max();
  return threads;
}

//===----------------------------------------------------------------------===//
// Contraction
//===----------------------------------------------------------------------===//

FailureOr<ScheduleAttr> lowp::chooseSchedule(const MatmulAnatomy &matmul,
                                             const TargetInfo &target) {
  const MatrixInstruction *instruction =
      selectMatrixInstruction(target, matmul.query);
  if (!instruction) {
    matmul.op->emitOpError() << *refuseMatmul(target, matmul.query);
    return failure();
  }
  MLIRContext *context = matmul.op->getContext();
  auto make = [&](ArrayRef<int64_t> tile, ArrayRef<int64_t> warps,
                  int64_t stages) {
    return ScheduleAttr::get(context, tile, warps, stages, kRaster,
                             CopyMethod::Threads,
                             StringAttr::get(context, instruction->name));
  };
  // The tile has no more rows than M needs, as far as types say how many there
  // are: rows beyond M are products for nothing.
  int64_t m = matmul.a.getRows();
  const RowsOfTile *rows = std::begin(kRowsOfTiles);
  while (rows + 1 != std::end(kRowsOfTiles) &&
         (ShapedType::isDynamic(m) || m > rows->rows))
    ++rows;
  SmallVector<int64_t> tile = {rows->rows, kColumns, kDepth};
  // As many slots as fit, up to a number from which on the loop only grows.
  int64_t slot =
      getRingType(make(tile, rows->warps, 1)).getSlotType().getByteSize();
  int64_t stages = std::min(kMaxStages, target.sharedBytesPerBlock / slot);
  return make(tile, rows->warps, stages);
}

TileRingType lowp::getRingType(ScheduleAttr schedule) {
  MLIRContext *context = schedule.getContext();
  ArrayRef<int64_t> tile = schedule.getTile();
  Attribute swizzle =
      TileSwizzleAttr::get(context, std::min<int64_t>(tile[2], 128));
  auto getTile = [&](int64_t rows) {
    return TileDataType::get(context, {rows, tile[2]},
                             IntegerType::get(context, 8), TileSpace::Shared,
                             swizzle);
  };
  return TileRingType::get(context, schedule.getStages(),
                           {getTile(tile[0]), getTile(tile[1])});
}

int64_t lowp::getSharedBytes(ScheduleAttr schedule) {
  // A slot has two barriers of 8 bytes (PTX ISA, mbarrier).
  int64_t barriers = schedule.getCopies() == CopyMethod::Bulk
                         ? 16 * int64_t(schedule.getStages())
                         : 0;
  return getRingType(schedule).getByteSize() + barriers;
}

LogicalResult lowp::checkSchedule(const MatmulAnatomy &matmul,
                                  ScheduleAttr schedule,
                                  const TargetInfo &target) {
  auto refuse = [&]() {
    return matmul.op->emitOpError() << "cannot follow " << schedule << ": ";
  };
  if (!schedule.getInstruction())
    return refuse() << "it names no instruction";
  StringRef name = schedule.getInstruction().getValue();
  const MatrixInstruction *instruction = lookupMatrixInstruction(name);
  if (!instruction || !instruction->isLowered)
    return refuse() << "no instruction " << name << " is lowered";
  if (!llvm::is_contained(findMatrixInstructions(target, matmul.query),
                          instruction))
    return refuse() << name << " on '" << target.chip << "' does not do "
                    << describe(matmul.query);

  ArrayRef<int64_t> tile = schedule.getTile(), warps = schedule.getWarps();
  if (tile.size() != 3 || warps.size() != 2)
    return refuse() << "a contraction has a tile over M, N and K, and warps "
                       "over M and N";
  bool isBulk = schedule.getCopies() == CopyMethod::Bulk;
  if (isBulk && !target.hasTensorMemoryAccess())
    return refuse() << "'" << target.chip << "' has no bulk copies of tiles";
  int64_t threads = countThreads(warps, target);
  int64_t all = isBulk && threads <= target.maxThreadsPerBlock
                    ? threads + target.warpSize
                    : threads;
  if (all > target.maxThreadsPerBlock)
    return refuse() << all << " threads are more than the "
                    << target.maxThreadsPerBlock << " of a block";
  for (auto [extent, count, unit] :
       {std::tuple(tile[0], warps[0], int64_t(instruction->m)),
        std::tuple(tile[1], warps[1], 2 * int64_t(instruction->n))})
    if (extent % (count * unit) != 0)
      return refuse() << "a tile of " << extent << " is not cut by " << count
                      << " warps into multiples of " << unit;
  // Rows of the ring are 32, 64 or 128 bytes: what a swizzle covers, and no
  // more groups than a word has scales.
  if (tile[2] != 32 && tile[2] != 64 && tile[2] != 128)
    return refuse() << "the tile along K is 32, 64 or 128, not " << tile[2];
  for (int64_t rows : tile.take_front(2))
    if (isBulk && rows > kMaxBoxRows)
      return refuse() << "a bulk copy has at most " << kMaxBoxRows
                      << " rows, not " << rows;
  for (int64_t rows : tile.take_front(2))
    if (rows > target.sharedBytesPerBlock / tile[2])
      return refuse() << rows << " rows of " << tile[2]
                      << " bytes are more than the "
                      << target.sharedBytesPerBlock << " bytes of a block";
  for (int64_t rows : tile.take_front(2))
    if (!isBulk && rows * tile[2] / 16 % threads != 0)
      return refuse() << threads << " threads do not share " << rows
                      << " rows of " << tile[2]
                      << " bytes evenly, 16 bytes a copy";
  if (schedule.getStages() < 2)
    return refuse() << "a ring that is filled ahead has two or more stages";
  int64_t shared = getSharedBytes(schedule);
  if (shared > target.sharedBytesPerBlock)
    return refuse() << "its ring has " << shared << " bytes, a block has "
                    << target.sharedBytesPerBlock;
  return success();
}

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

ScheduleAttr lowp::chooseSchedule(const QuantizeAnatomy &quantize) {
  return ScheduleAttr::get(quantize.op->getContext(), /*tile=*/{4, 256},
                           /*warps=*/{4, 1}, /*stages=*/1, /*raster=*/1,
                           CopyMethod::Threads, StringAttr());
}

LogicalResult lowp::checkSchedule(const QuantizeAnatomy &quantize,
                                  ScheduleAttr schedule,
                                  const TargetInfo &target) {
  auto refuse = [&]() {
    return quantize.op->emitOpError() << "cannot follow " << schedule << ": ";
  };
  ArrayRef<int64_t> tile = schedule.getTile(), warps = schedule.getWarps();
  if (tile.size() != 2 || warps.size() != 2 || schedule.getInstruction())
    return refuse() << "a quantization has a tile and warps over rows and "
                       "columns, and no instruction";
  int64_t threads = countThreads(warps, target);
  if (threads > target.maxThreadsPerBlock)
    return refuse() << threads << " threads are more than the "
                    << target.maxThreadsPerBlock << " of a block";
  if (warps[0] != tile[0] || tile[1] != warps[1] * target.warpSize * 8)
    return refuse() << "each warp takes 1 row of " << target.warpSize * 8
                    << " elements";
  if (tile[1] % quantize.codes.pitch != 0)
    return refuse() << "its tile of " << tile[1]
                    << " columns is no multiple of the pitch of "
                    << quantize.codes.pitch << " bytes";
  return success();
}
