//===- RingUse.cpp - Which slot of a ring a use has -----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RingUse.h"
#include "WarpTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace lowp;

namespace {
/// stages * round + constant.
struct Parts {
  Value round;
  int64_t constant;
};
} // namespace

static std::optional<Parts> split(Value index, int64_t stages) {
  llvm::APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return Parts{Value(), constant.getSExtValue()};
  if (auto product = index.getDefiningOp<arith::MulIOp>())
    if (matchPattern(product.getRhs(), m_ConstantInt(&constant)) &&
        constant == stages)
      return Parts{product.getLhs(), 0};
  if (auto sum = index.getDefiningOp<arith::AddIOp>())
    if (matchPattern(sum.getRhs(), m_ConstantInt(&constant)))
      if (std::optional<Parts> parts = split(sum.getLhs(), stages)) {
        parts->constant += constant.getSExtValue();
        return parts;
      }
  return std::nullopt;
}

RingUse RingUse::get(OpBuilder &builder, Location loc, TileRingType ring,
                     Value index) {
  int64_t stages = ring.getStages();
  auto toI32 = [&](Value value) -> Value {
    return arith::IndexCastUIOp::create(builder, loc, builder.getI32Type(),
                                        value);
  };
  std::optional<Parts> parts = split(index, stages);
  if (parts && parts->constant >= 0) {
    int64_t rounds = parts->constant / stages;
    return {createI32(builder, loc, parts->constant % stages),
            parts->round ? createAdd(builder, loc, toI32(parts->round), rounds)
                         : createI32(builder, loc, rounds)};
  }
  Value number = toI32(index), divisor = createI32(builder, loc, stages);
  return {arith::RemUIOp::create(builder, loc, number, divisor),
          arith::DivUIOp::create(builder, loc, number, divisor)};
}

/// Bytes of one mbarrier object (PTX ISA, mbarrier).
static constexpr int64_t kBarrierBytes = 8;

int64_t lowp::getBarrierBytes(TileRingType ring) {
  return 2 * kBarrierBytes * ring.getStages();
}

SmallVector<Value> lowp::createSlot(OpBuilder &builder, Location loc,
                                    TileRingType ring, Value memory,
                                    const RingUse &use) {
  auto scale = [&](int64_t bytes) -> Value {
    return arith::MulIOp::create(builder, loc, use.slot,
                                 createI32(builder, loc, bytes));
  };
  return {
      memory, scale(ring.getSlotType().getByteSize()),
      createAdd(builder, loc, scale(2 * kBarrierBytes), ring.getByteSize())};
}
