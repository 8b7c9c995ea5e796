//===- LowpTileToNVVM.cpp - From the tile level to NVVM -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LowpTileToNVVM.h"
#include "Patterns.h"
#include "RingUse.h"
#include "Roles.h"
#include "lowp/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"

namespace lowp {
#define GEN_PASS_DEF_CONVERTLOWPTILETONVVM
#include "lowp/Conversion/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

void lowp::populateTileToNVVMPatterns(const TypeConverter &converter,
                                      const RingPlaces &places,
                                      RewritePatternSet &patterns) {
  populateViewPatterns(converter, patterns);
  populateStagedStorePatterns(converter, patterns);
  populateRingPatterns(converter, places, patterns);
  populateTransactionRingPatterns(converter, places, patterns);
  populateMmaPatterns(converter, patterns);
  populateRegisterPatterns(converter, patterns);
  populateQuantizePatterns(converter, patterns);
}

/// Reports values that a lane cannot hold, and roles that share work among
/// threads which do not begin at 0.
static LogicalResult check(gpu::GPUModuleOp module,
                           const TypeConverter &converter) {
  WalkResult result = module.walk([&](Operation *op) {
    auto role = dyn_cast<TileRoleOp>(op);
    if (role && !role.getLeader() && op != *getRoles(op).begin()) {
      op->emitOpError("is a second role of several threads: all but the first "
                      "have a leader");
      return WalkResult::interrupt();
    }
    for (Type type : op->getResultTypes()) {
      SmallVector<Type> types;
      if (succeeded(converter.convertType(type, types)))
        continue;
      op->emitOpError() << "has a result that mma.sync cannot hold in "
                           "registers or shared memory: "
                        << type;
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Puts the rings of each kernel one after another into the dynamic shared
/// memory, which is declared if any kernel has one.
static RingPlaces placeRings(gpu::GPUModuleOp module) {
  RingPlaces places;
  for (auto func : module.getOps<gpu::GPUFuncOp>()) {
    int64_t offset = 0;
    func.walk([&](TileRingOp ring) {
      places.offsets[ring] = offset;
      TileRingType type = ring.getRing().getType();
      offset += type.getByteSize();
      if (hasSeveralRoles(ring))
        offset += getBarrierBytes(type);
    });
    func.walk([&](TilePublishOp publish) {
      for (Operation *user : publish.getSlot().getUsers())
        if (auto fill = dyn_cast<TileFillOp>(user))
          if (fill.getMap())
            places.bulkBytes[publish] += fill.getSlot()
                                             .getType()
                                             .getTiles()[fill.getTile()]
                                             .getByteSize();
    });
  }
  if (places.offsets.empty())
    return places;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), 0);
  LLVM::GlobalOp::create(
      builder, module.getLoc(), bytes, /*isConstant=*/false,
      LLVM::Linkage::External, kSharedMemoryName, Attribute(),
      /*alignment=*/1024, static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
  return places;
}

namespace {
struct ConvertLowpTileToNVVM
    : public lowp::impl::ConvertLowpTileToNVVMBase<ConvertLowpTileToNVVM> {
  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    TypeConverter converter;
    populateTileToNVVMConversions(converter);
    if (failed(check(module, converter)))
      return signalPassFailure();
    RingPlaces places = placeRings(module);

    ConversionTarget target(getContext());
    RewritePatternSet patterns(&getContext());
    populateTileToNVVMPatterns(converter, places, patterns);
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    // Roles are known until all in them has been lowered.
    target.markUnknownOpDynamicallyLegal([](Operation *op) {
      return isa<TileRoleOp>(op) ||
             !op->getName().getStringRef().starts_with("lowp.tile.") ||
             isa<TileYieldOp>(op);
    });
    ConversionConfig config;
    config.allowPatternRollback = false;
    if (failed(applyPartialConversion(module, target, std::move(patterns),
                                      config)))
      return signalPassFailure();
    for (auto func : module.getOps<gpu::GPUFuncOp>())
      lowerRoles(func);
  }
};
} // namespace
