//===- Roles.cpp - Who does what in a kernel ------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Roles.h"
#include "WarpTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace lowp;

/// Of the named barriers, 0 is the whole block's; the others are the roles'.
static constexpr int64_t kFirstRoleBarrier = 1;

SmallVector<TileRoleOp> lowp::getRoles(Operation *op) {
  SmallVector<TileRoleOp> roles;
  auto func = op->getParentOfType<gpu::GPUFuncOp>();
  if (func)
    llvm::append_range(roles, func.getBody().front().getOps<TileRoleOp>());
  return roles;
}

bool lowp::hasSeveralRoles(Operation *op) { return getRoles(op).size() > 1; }

std::optional<int64_t> lowp::getThreads(Operation *op) {
  if (auto role = op->getParentOfType<TileRoleOp>())
    return role.getLeader() ? 1 : role.getWarps() * kWarpSize;
  auto func = op->getParentOfType<gpu::GPUFuncOp>();
  if (!func || !func.getKnownBlockSize())
    return std::nullopt;
  return (*func.getKnownBlockSize())[0];
}

int64_t lowp::getConsumerWarps(Operation *op) {
  return getRoles(op).front().getWarps();
}

void lowp::createRoleBarrier(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  auto role = op->getParentOfType<TileRoleOp>();
  SmallVector<TileRoleOp> roles = getRoles(op);
  if (!role || roles.size() == 1) {
    gpu::BarrierOp::create(builder, loc);
    return;
  }
  int64_t number = llvm::find(roles, role) - roles.begin();
  NVVM::BarrierOp::create(builder, loc, TypeRange(),
                          createI32(builder, loc, kFirstRoleBarrier + number),
                          createI32(builder, loc, role.getWarps() * kWarpSize),
                          NVVM::BarrierReductionAttr(), Value());
}

/// The number of the warp, from its first lane: so compilers see that it is the
/// same in all of them, and that branches on it do not part a warp.
static Value createUniformWarp(OpBuilder &builder, Location loc) {
  Value warp = arith::DivUIOp::create(builder, loc, createThread(builder, loc),
                                      createI32(builder, loc, kWarpSize));
  return NVVM::ShflOp::create(
      builder, loc, builder.getI32Type(), createI32(builder, loc, -1), warp,
      createI32(builder, loc, 0), createI32(builder, loc, kWarpSize - 1),
      NVVM::ShflKind::idx, UnitAttr());
}

/// Moves what a role does to before `place`.
static void inlineRole(IRRewriter &rewriter, TileRoleOp role,
                       Operation *place) {
  Block &body = role.getBody().front();
  rewriter.eraseOp(body.getTerminator());
  rewriter.inlineBlockBefore(&body, place);
  rewriter.eraseOp(role);
}

void lowp::lowerRoles(gpu::GPUFuncOp func) {
  if (func.isExternal() || getRoles(&func.getBody().front().front()).empty())
    return;
  IRRewriter rewriter(func.getContext());
  SmallVector<TileRoleOp> roles(func.getBody().front().getOps<TileRoleOp>());
  if (roles.size() == 1)
    return inlineRole(rewriter, roles.front(), roles.front());

  rewriter.setInsertionPoint(roles.front());
  Value warp = createUniformWarp(rewriter, func.getLoc());
  int64_t first = 0;
  for (TileRoleOp role : roles) {
    Location loc = role.getLoc();
    rewriter.setInsertionPoint(role);
    auto compare = [&](arith::CmpIPredicate predicate, Value number,
                       int64_t constant) -> Value {
      return arith::CmpIOp::create(rewriter, loc, predicate, number,
                                   createI32(rewriter, loc, constant));
    };
    Value runs;
    if (role.getLeader())
      runs = arith::AndIOp::create(
          rewriter, loc, compare(arith::CmpIPredicate::eq, warp, first),
          compare(arith::CmpIPredicate::eq, createLane(rewriter, loc), 0));
    else
      runs = compare(arith::CmpIPredicate::ult, warp, first + role.getWarps());
    first += role.getWarps();
    auto branch =
        scf::IfOp::create(rewriter, loc, runs, /*withElseRegion=*/false);
    inlineRole(rewriter, role, branch.thenYield());
  }
}
