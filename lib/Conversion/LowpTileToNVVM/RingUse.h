//===- RingUse.h - Which slot of a ring a use has ---------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTILETONVVM_RINGUSE_H
#define LOWP_LIB_CONVERSION_LOWPTILETONVVM_RINGUSE_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/Builders.h"

namespace lowp {

/// Use `index` of a ring: slot index % stages, in round index / stages; i32.
/// Where the index is a multiple of the stages and a constant, the slot is a
/// constant and nothing is divided.
struct RingUse {
  mlir::Value slot, round;

  static RingUse get(mlir::OpBuilder &builder, mlir::Location loc,
                     TileRingType ring, mlir::Value index);
};

/// Bytes of the barriers of a ring, which lie behind its slots: for each slot
/// one that says it is full, and one that says it is empty.
int64_t getBarrierBytes(TileRingType ring);

/// The values that a slot is: where its ring is, the slot's offset there, and
/// that of its barriers.
llvm::SmallVector<mlir::Value> createSlot(mlir::OpBuilder &builder,
                                          mlir::Location loc, TileRingType ring,
                                          mlir::Value memory,
                                          const RingUse &use);

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPTILETONVVM_RINGUSE_H
