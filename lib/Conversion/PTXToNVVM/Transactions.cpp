//===- Transactions.cpp - Intrinsics of mbarriers and bulk copies ---------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace lowp;

static constexpr auto kScope = NVVM::MemScopeKind::CTA;

/// `cp.async.bulk.tensor.g2s.cta.tile.<rank>d`: destination, barrier, map,
/// coordinates, a hint for caches and whether there is one.
static LogicalResult expandTile(IRRewriter &rewriter, Location loc,
                                StringRef name, ValueRange arguments) {
  unsigned rank;
  if (!name.consume_front("cp.async.bulk.tensor.g2s.cta.tile.") ||
      !name.consume_back("d") || name.getAsInteger(10, rank) ||
      arguments.size() != rank + 5)
    return failure();
  NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
      rewriter, loc, arguments[0], arguments[2], arguments.slice(3, rank),
      arguments[1], /*im2colOffsets=*/ValueRange(), /*multicastMask=*/Value(),
      /*l2CacheHint=*/Value(), NVVM::TMALoadMode::TILE, /*isCTAOnly=*/true,
      NVVM::CTAGroupKindAttr(), /*predicate=*/Value());
  return success();
}

LogicalResult lowp::ptx::expandTransaction(IRRewriter &rewriter, Location loc,
                                           StringRef name,
                                           ValueRange arguments) {
  if (name == "mbarrier.init.shared" && arguments.size() == 2)
    NVVM::MBarrierInitOp::create(rewriter, loc, arguments[0], arguments[1],
                                 /*predicate=*/Value());
  else if (name == "mbarrier.inval.shared" && arguments.size() == 1)
    NVVM::MBarrierInvalOp::create(rewriter, loc, arguments[0]);
  else if (name == "fence.mbarrier_init.release.cluster")
    NVVM::FenceMbarrierInitOp::create(rewriter, loc);
  else if (name == "fence.proxy.async.shared_cta")
    NVVM::FenceProxyOp::create(
        rewriter, loc, NVVM::ProxyKind::async_shared,
        NVVM::SharedSpaceAttr::get(rewriter.getContext(),
                                   NVVM::SharedSpace::shared_cta));
  else
    return expandTile(rewriter, loc, name, arguments);
  return success();
}

Value lowp::ptx::expandTransactionResult(IRRewriter &rewriter, Location loc,
                                         StringRef name, Type type,
                                         ValueRange arguments) {
  if (name == "mbarrier.arrive.shared" && arguments.size() == 1)
    return NVVM::MBarrierArriveOp::create(rewriter, loc, type, arguments[0],
                                          /*count=*/Value(), kScope,
                                          /*relaxed=*/false)
        .getRes();
  if (name == "mbarrier.arrive.expect.tx.scope.cta.space.cta" &&
      arguments.size() == 2)
    return NVVM::MBarrierArriveExpectTxOp::create(
               rewriter, loc, type, arguments[0], arguments[1], kScope,
               /*relaxed=*/false, /*predicate=*/Value())
        .getRes();
  if (name == "mbarrier.try.wait.parity.scope.cta.space.cta" &&
      arguments.size() == 2)
    return NVVM::MBarrierTryWaitOp::create(rewriter, loc, type, arguments[0],
                                           arguments[1], /*ticks=*/Value(),
                                           kScope, /*relaxed=*/false);
  return Value();
}
