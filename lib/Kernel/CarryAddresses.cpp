//===- CarryAddresses.cpp - Pointers that move on with a loop -------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

namespace lowp {
#define GEN_PASS_DEF_CARRYADDRESSES
#include "lowp/Kernel/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

namespace {
/// What addresses of one loop may share: where they are, in bytes, when the
/// induction variable is 0, but for a constant, and how far they move with it.
struct Course {
  Value base;
  SmallVector<Value> offsets;
  int64_t factor = 0;

  bool operator==(const Course &other) const {
    return base == other.base && offsets == other.offsets &&
           factor == other.factor;
  }
};

/// An address as its course and a constant. Offsets are of type index or i64.
struct Address {
  Course course;
  int64_t constant = 0;
};
} // namespace

/// Adds `scale * value` to the offset of `address`. False if that is no sum of
/// values from outside the loop and of multiples of its variable.
static bool addOffset(scf::ForOp loop, Value value, int64_t scale,
                      Address &address) {
  // Arithmetic of fewer bits wraps earlier than addresses do.
  if (!value.getType().isIndex() && !value.getType().isInteger(64))
    return false;
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    address.constant += scale * constant.getSExtValue();
    return true;
  }
  if (value == loop.getInductionVar()) {
    address.course.factor += scale;
    return true;
  }
  if (scale == 1 && loop.isDefinedOutsideOfLoop(value)) {
    address.course.offsets.push_back(value);
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (isa_and_present<arith::AddIOp>(op))
    return addOffset(loop, op->getOperand(0), scale, address) &&
           addOffset(loop, op->getOperand(1), scale, address);
  if (isa_and_present<arith::MulIOp>(op) &&
      matchPattern(op->getOperand(1), m_ConstantInt(&constant)))
    return addOffset(loop, op->getOperand(0), scale * constant.getSExtValue(),
                     address);
  if (isa_and_present<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return addOffset(loop, op->getOperand(0), scale, address);
  return false;
}

/// The address that a pointer in the loop has, if it can be told.
static std::optional<Address> getAddress(scf::ForOp loop, Value pointer) {
  if (loop.isDefinedOutsideOfLoop(pointer)) {
    Address address;
    address.course.base = pointer;
    return address;
  }
  auto gep = pointer.getDefiningOp<LLVM::GEPOp>();
  if (!gep || !gep.getElemType().isInteger(8) || gep.getIndices().size() != 1)
    return std::nullopt;
  std::optional<Address> address = getAddress(loop, gep.getBase());
  if (!address)
    return std::nullopt;
  if (auto constant = dyn_cast<IntegerAttr>(gep.getIndices()[0])) {
    address->constant += constant.getInt();
    return address;
  }
  Value index = cast<Value>(gep.getIndices()[0]);
  if (!addOffset(loop, index, 1, *address))
    return std::nullopt;
  return address;
}

/// `pointer` moved by a number of bytes.
static Value move(OpBuilder &builder, Location loc, Value pointer,
                  LLVM::GEPArg bytes) {
  return LLVM::GEPOp::create(builder, loc, pointer.getType(),
                             builder.getI8Type(), pointer, bytes);
}

static Value toI64(OpBuilder &builder, Location loc, Value value) {
  if (value.getType().isInteger(64))
    return value;
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
}

/// The address of a course in the first trip, made before the loop.
static Value createStart(OpBuilder &builder, scf::ForOp loop,
                         const Course &course) {
  Location loc = loop.getLoc();
  Value pointer = course.base;
  for (Value offset : course.offsets)
    pointer = move(builder, loc, pointer, toI64(builder, loc, offset));
  Value first = toI64(builder, loc, loop.getLowerBound());
  Value factor = arith::ConstantIntOp::create(builder, loc, course.factor, 64);
  return move(builder, loc, pointer,
              arith::MulIOp::create(builder, loc, first, factor).getResult());
}

namespace {
struct CarryAddresses : public lowp::impl::CarryAddressesBase<CarryAddresses> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      carry(loop);
  }

  /// Carries what the body itself computes: loops in it have been seen to.
  void carry(scf::ForOp loop) {
    std::optional<APInt> step = loop.getConstantStep();
    if (!step)
      return;
    SmallVector<Course> courses;
    SmallVector<std::tuple<LLVM::GEPOp, unsigned, int64_t>> users;
    for (auto gep : loop.getBody()->getOps<LLVM::GEPOp>()) {
      // Those that only others build on are folded into them.
      if (llvm::all_of(gep->getUsers(), llvm::IsaPred<LLVM::GEPOp>))
        continue;
      std::optional<Address> address = getAddress(loop, gep);
      if (!address || address->course.factor == 0)
        continue;
      auto place = llvm::find(courses, address->course);
      users.emplace_back(gep, place - courses.begin(), address->constant);
      if (place == courses.end())
        courses.push_back(address->course);
    }
    if (courses.empty())
      return;

    IRRewriter rewriter(loop);
    SmallVector<Value> starts;
    for (const Course &course : courses)
      starts.push_back(createStart(rewriter, loop, course));
    auto createNext = [&](OpBuilder &builder, Location loc,
                          ArrayRef<BlockArgument> pointers) {
      SmallVector<Value> next;
      for (auto [course, pointer] : llvm::zip_equal(courses, pointers)) {
        Value bytes = arith::ConstantIntOp::create(
            builder, loc, course.factor * step->getSExtValue(), 64);
        next.push_back(move(builder, loc, pointer, bytes));
      }
      return next;
    };
    // The body is moved, not cloned: its operations stay the same.
    auto carrying = cast<scf::ForOp>(
        *loop.replaceWithAdditionalYields(
                 rewriter, starts,
                 /*replaceInitOperandUsesInLoop=*/false, createNext)
             ->getOperation());
    auto pointers = carrying.getRegionIterArgs().take_back(courses.size());
    for (auto [gep, course, constant] : users) {
      rewriter.setInsertionPoint(gep);
      Value bytes =
          arith::ConstantIntOp::create(rewriter, gep.getLoc(), constant, 64);
      rewriter.replaceOp(gep,
                         move(rewriter, gep.getLoc(), pointers[course], bytes));
    }
    numCarried += courses.size();
  }
};
} // namespace
