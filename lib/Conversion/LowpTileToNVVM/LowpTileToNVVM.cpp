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

namespace lowp {
#define GEN_PASS_DEF_CONVERTLOWPTILETONVVM
#include "lowp/Conversion/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

void lowp::populateTileToNVVMPatterns(
    const TypeConverter &converter,
    const DenseMap<Operation *, int64_t> &ringOffsets,
    RewritePatternSet &patterns) {
  populateViewPatterns(converter, patterns);
  populateRingPatterns(converter, ringOffsets, patterns);
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

/// Puts the rings of each kernel one after another into the dynamic shared
/// memory, which is declared if any kernel has one.
static DenseMap<Operation *, int64_t> placeRings(gpu::GPUModuleOp module) {
  DenseMap<Operation *, int64_t> offsets;
  for (auto func : module.getOps<gpu::GPUFuncOp>()) {
    int64_t offset = 0;
    func.walk([&](TileRingOp ring) {
      offsets[ring] = offset;
      offset += ring.getRing().getType().getByteSize();
    });
  }
  if (offsets.empty())
    return offsets;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), 0);
  LLVM::GlobalOp::create(
      builder, module.getLoc(), bytes, /*isConstant=*/false,
      LLVM::Linkage::External, kSharedMemoryName, Attribute(),
      /*alignment=*/1024, static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
  return offsets;
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
    DenseMap<Operation *, int64_t> ringOffsets = placeRings(module);

    ConversionTarget target(getContext());
    RewritePatternSet patterns(&getContext());
    populateTileToNVVMPatterns(converter, ringOffsets, patterns);
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
