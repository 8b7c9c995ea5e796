//===- LowpTileToNVVM.cpp - From the tile level to NVVM -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LowpTileToNVVM.h"
#include "Patterns.h"
#include "lowp/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/IR/Matchers.h"

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
  populateMmaPatterns(converter, patterns);
  populateRegisterPatterns(converter, patterns);
  populateQuantizePatterns(converter, patterns);
}

/// Reports values that a lane cannot hold, and kernels of several roles.
static LogicalResult check(gpu::GPUModuleOp module,
                           const TypeConverter &converter) {
  WalkResult result = module.walk([&](Operation *op) {
    if (isa<TileRoleOp>(op) && isa_and_present<TileRoleOp>(op->getPrevNode())) {
      op->emitOpError("is a second role: kernels of one role are lowered");
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

/// `value` modulo `divisor`, if it is the same each time: in a loop that goes
/// through a whole ring at a time it is.
static std::optional<int64_t> getRemainder(Value value, int64_t divisor) {
  IntegerAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant.getValue().urem(divisor);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument != loop.getInductionVar() ||
        getRemainder(loop.getStep(), divisor) != 0)
      return std::nullopt;
    return getRemainder(loop.getLowerBound(), divisor);
  }
  auto sum = value.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return std::nullopt;
  std::optional<int64_t> lhs = getRemainder(sum.getLhs(), divisor);
  std::optional<int64_t> rhs = getRemainder(sum.getRhs(), divisor);
  if (!lhs || !rhs)
    return std::nullopt;
  return (*lhs + *rhs) % divisor;
}

/// Puts the rings of each kernel one after another into the dynamic shared
/// memory, which is declared if any kernel has one.
static RingPlaces placeRings(gpu::GPUModuleOp module) {
  RingPlaces places;
  for (auto func : module.getOps<gpu::GPUFuncOp>()) {
    int64_t offset = 0;
    func.walk([&](TileRingOp ring) {
      places.offsets[ring] = offset;
      offset += ring.getRing().getType().getByteSize();
    });
    func.walk([&](Operation *op) {
      auto place = [&](TileRingType ring, Value index) {
        if (auto slot = getRemainder(index, ring.getStages()))
          places.slots[op] = *slot;
      };
      if (auto acquire = dyn_cast<TileAcquireOp>(op))
        place(acquire.getRing().getType(), acquire.getIndex());
      if (auto wait = dyn_cast<TileWaitOp>(op))
        place(wait.getRing().getType(), wait.getIndex());
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
    target.markUnknownOpDynamicallyLegal([](Operation *op) {
      return !op->getName().getStringRef().starts_with("lowp.tile.");
    });
    ConversionConfig config;
    config.allowPatternRollback = false;
    if (failed(applyPartialConversion(module, target, std::move(patterns),
                                      config)))
      signalPassFailure();
  }
};
} // namespace
