//===- ProductTiles.h - The tiles of a contraction --------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_PRODUCTTILES_H
#define LOWP_LIB_KERNEL_PRODUCTTILES_H

#include "KernelBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace lowp {

/// The tiles of a block of a contraction, for one role: the loop over them, and
/// in it those over K.
///
/// Blocks go through tiles in the schedule's order, as many apart as there are
/// blocks, so that any number of them does the work.
///
/// The steady loop goes through the whole ring in a trip, so that every slot is
/// known, and takes K-blocks that are full: it copies and reads without looking
/// at K, and rows beyond M or N have sums that nobody stores. Fragments are
/// read one step ahead, scales a K-block ahead. The last K-blocks, and all
/// where scales are not words, are left to a plain loop.
///
/// With bulk copies a role of its own fills the ring, while this one computes.
/// Each tile takes whole rounds of the ring, of which the last use carries the
/// result: nothing is filled into it, and the tile is staged there.
class ProductTiles {
public:
  ProductTiles(KernelBuilder &builder, const MatmulAnatomy &matmul,
               ScheduleAttr schedule, mlir::Value ring);

  /// Opens the loop over the tiles; the insertion point is inside.
  void createLoop();
  /// Ends it; the insertion point is behind it.
  void finishLoop();

  /// The sum of a tile. The threads that add also copy, unless copies are bulk.
  mlir::Value createSum();

  /// Where a tile of results can be staged so that so many threads write long
  /// runs: the ring, or a slot of it. Null if it cannot.
  mlir::Value getStage(mlir::Value tile, int64_t threads);
  /// What is left to do after the results have been stored.
  void releaseStage();

  /// Fills the ring for a tile, by bulk copies through the tensor maps of the
  /// codes of A and B.
  void createCopies(mlir::Value mapA, mlir::Value mapB);

  mlir::Value getRow() { return row; }
  mlir::Value getColumn() { return column; }

private:
  /// The operands of matrix instructions at one step along K.
  struct Step {
    mlir::Value a, b;
  };

  bool isBulk() { return schedule.getCopies() == CopyMethod::Bulk; }
  int64_t getAhead() { return schedule.getStages() - 1; }
  int64_t getSteps() { return schedule.getTile()[2] / instruction.k; }
  int64_t getGroupsPerStep() { return instruction.k / instruction.scaleGroup; }
  TileDataType getTile(FragmentOperand operand, int64_t columns);
  TileAccumulatorType getSumType();

  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value add(mlir::Value lhs, int64_t rhs);
  mlir::Value multiply(mlir::Value lhs, int64_t rhs);
  /// The K-block that a slot has in a round of the tile, and the ring's use.
  mlir::Value getBlock(mlir::Value round, int64_t slot);
  mlir::Value getUse(mlir::Value round, int64_t slot);
  /// The ring's use of a K-block.
  mlir::Value getUse(mlir::Value block);
  /// How many uses of the ring a tile has.
  mlir::Value getUses();

  mlir::Value createSteadyRounds();
  void createFill(mlir::Value slot, mlir::Value block, bool full);
  void createFillAhead(bool full);
  Step createStep(mlir::Value slot, mlir::Value step);
  Step createScales(mlir::Value first, int64_t groups);
  Step createBlockScales(mlir::Value block);
  mlir::Value createMma(mlir::Value sum, Step codes, Step scales,
                        int64_t group);
  mlir::Value createSteadyLoop(mlir::Value rounds);
  mlir::Value createPlainLoop(mlir::Value first, mlir::Value sum);

  KernelBuilder &builder;
  ScheduleAttr schedule;
  const MatrixInstruction &instruction;
  TileFragmentAttr fragment;
  mlir::Value rows, columns, k, blocks;
  mlir::Value codesA, codesB, scalesA, scalesB;
  mlir::Value ring;
  mlir::scf::ForOp loop;
  /// Of the tile: its place, and the round of the ring that it begins with.
  mlir::Value row, column, firstRound;
  /// The slot that carries the result.
  mlir::Value stage;
};

} // namespace lowp

#endif // LOWP_LIB_KERNEL_PRODUCTTILES_H
