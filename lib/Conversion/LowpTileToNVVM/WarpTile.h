//===- WarpTile.h - What a lane holds of a tile -----------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTILETONVVM_WARPTILE_H
#define LOWP_LIB_CONVERSION_LOWPTILETONVVM_WARPTILE_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Target/Fragments.h"
#include "lowp/Target/Target.h"
#include "mlir/IR/Builders.h"

namespace lowp {

/// The lanes of a warp; every target of NVVM has so many.
constexpr int64_t kWarpSize = 32;

/// The part of a fragment tile that a warp has, cut into the instruction's
/// tiles: a grid of `rows` over M or N and `columns` over N or K. The registers
/// of a lane are ordered by row, then column, then word of the instruction.
///
/// Scales have one byte a group. One register has those of 32 rows, of several
/// tiles: thread selectors of the instruction choose which of them it reads. Of
/// the fragment's `tiles` there may be fewer.
struct WarpTile {
  const MatrixInstruction *instruction;
  TileFragmentAttr fragment;
  int64_t rows = 1, columns = 1;
  /// Registers of a lane for one tile of the instruction.
  int64_t words = 1;
  /// Rows and columns of elements that the warp has.
  int64_t height, width;

  int64_t getNumRegisters() const { return rows * columns * words; }

  /// The tile of a fragment, or failure if the instruction is unknown or does
  /// not cut it evenly.
  static mlir::FailureOr<WarpTile> get(TileFragmentAttr fragment,
                                       llvm::ArrayRef<int64_t> shape);
};

/// The registers of a lane for a register tile; none if it cannot be held.
mlir::FailureOr<llvm::SmallVector<mlir::Type>> getRegisters(TileDataType tile);

/// Where the elements of a lane are in a tile: base values that depend on the
/// thread, and a constant for each element.
struct ElementPlaces {
  mlir::Value row, column;
  llvm::SmallVector<std::pair<int64_t, int64_t>> offsets;
};
ElementPlaces getElementPlaces(mlir::OpBuilder &builder, mlir::Location loc,
                               TileDataType tile);

/// The thread's number in its block, and its lane, as i32.
mlir::Value createThread(mlir::OpBuilder &builder, mlir::Location loc);
mlir::Value createLane(mlir::OpBuilder &builder, mlir::Location loc);

/// The first row of the warp's part of a fragment tile, as i32; for an
/// accumulator also the first column.
mlir::Value createWarpRow(mlir::OpBuilder &builder, mlir::Location loc,
                          const WarpTile &tile);
mlir::Value createWarpColumn(mlir::OpBuilder &builder, mlir::Location loc,
                             const WarpTile &tile);

/// f(lane) as i32, for f with f(0) = 0 that is a sum over the bits of the lane.
/// All maps of Fragments.h from lanes to rows and columns are; so they need no
/// second formula in IR.
mlir::Value createLaneMap(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value lane,
                          llvm::function_ref<unsigned(unsigned)> f);

/// The row whose scale word a lane holds, of those of a register, so that the
/// instruction finds the rows of its tile t with thread selector t.
unsigned getRowOfScaleWord(FragmentOperand operand, unsigned tiles,
                           unsigned lane);
/// How many tiles of the instruction share a scale word.
unsigned getTilesPerScaleWord(const WarpTile &tile);

/// Constants and arithmetic on i32 and index.
mlir::Value createI32(mlir::OpBuilder &builder, mlir::Location loc,
                      int64_t value);
mlir::Value createIndex(mlir::OpBuilder &builder, mlir::Location loc,
                        int64_t value);
mlir::Value toIndex(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value value);
mlir::Value createAdd(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value value, int64_t constant);

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPTILETONVVM_WARPTILE_H
