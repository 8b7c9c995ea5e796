//===- KernelsToFunc.cpp - Turns kernels into functions -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"

namespace lowp {
#define GEN_PASS_DEF_KERNELSTOFUNC
#include "lowp/Dialect/Lowp/Transforms/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

/// Whether two types make the same promises, extents apart.
static bool makeSamePromises(Type left, Type right) {
  auto leftScaled = dyn_cast<ScaledType>(left);
  auto rightScaled = dyn_cast<ScaledType>(right);
  if (leftScaled && rightScaled)
    return leftScaled.withShape(rightScaled.getShape()) == rightScaled;
  return left == right ||
         (isa<RankedTensorType>(left) && isa<RankedTensorType>(right));
}

/// `value` with extents that are known here and not there, or there and not
/// here. The launch's verifier has checked that they fit.
static Value castExtents(OpBuilder &builder, Location loc, Value value,
                         Type type) {
  if (value.getType() == type)
    return value;
  if (isa<RankedTensorType>(type))
    return tensor::CastOp::create(builder, loc, type, value);
  auto scaled = cast<ScaledType>(value.getType());
  FailureOr<SmallVector<RankedTensorType>> arrays =
      scaled.getStorageTypes([&]() { return emitError(loc); });
  if (failed(arrays))
    return {};
  Value codes = CodesOp::create(builder, loc, arrays->front(), value);
  SmallVector<Value> scales;
  for (auto [level, array] : llvm::enumerate(ArrayRef(*arrays).drop_front()))
    scales.push_back(ScalesOp::create(builder, loc, array, value, level));
  return AssembleOp::create(builder, loc, type, codes, scales);
}

/// A call takes exactly what the function does, a launch only the same kind and
/// extents: where the promises differ, bytes would be read as what they are
/// not.
static LogicalResult verifyLaunch(LaunchOp launch, KernelOp kernel) {
  if (kernel.isExternal()) {
    InFlightDiagnostic diagnostic =
        launch.emitOpError() << "cannot run on the CPU: @" << kernel.getName()
                             << " is external and has no body";
    diagnostic.attachNote(kernel.getLoc()) << "the kernel is declared here";
    return diagnostic;
  }
  auto verifyTypes = [&](StringRef what, TypeRange given,
                         TypeRange wanted) -> LogicalResult {
    for (auto [index, types] : llvm::enumerate(llvm::zip(given, wanted))) {
      auto [here, there] = types;
      if (makeSamePromises(here, there))
        continue;
      InFlightDiagnostic diagnostic =
          launch.emitOpError()
          << "cannot become a call: " << what << " #" << index << " is " << here
          << ", but @" << kernel.getName() << " has " << there;
      diagnostic.attachNote(kernel.getLoc()) << "the kernel is here";
      return diagnostic;
    }
    return success();
  };
  if (failed(verifyTypes("operand", launch.getOperandTypes(),
                         kernel.getArgumentTypes())))
    return failure();
  return verifyTypes("result", launch.getResultTypes(),
                     kernel.getResultTypes());
}

static LogicalResult replaceLaunch(LaunchOp launch, KernelOp kernel) {
  OpBuilder builder(launch);
  Location loc = launch.getLoc();
  SmallVector<Value> operands;
  for (auto [operand, type] :
       llvm::zip(launch.getOperands(), kernel.getArgumentTypes()))
    operands.push_back(castExtents(builder, loc, operand, type));
  if (llvm::is_contained(operands, Value()))
    return failure();
  auto call = func::CallOp::create(builder, loc, launch.getKernelAttr(),
                                   kernel.getResultTypes(), operands);
  SmallVector<Value> results;
  for (auto [result, type] :
       llvm::zip(call.getResults(), launch.getResultTypes()))
    results.push_back(castExtents(builder, loc, result, type));
  if (llvm::is_contained(results, Value()))
    return failure();
  launch.replaceAllUsesWith(results);
  launch.erase();
  return success();
}

static void replaceKernel(KernelOp kernel) {
  OpBuilder builder(kernel);
  auto function = func::FuncOp::create(
      builder, kernel.getLoc(), kernel.getName(), kernel.getFunctionType());
  function.setSymVisibilityAttr(kernel.getSymVisibilityAttr());
  function.setArgAttrsAttr(kernel.getArgAttrsAttr());
  function.setResAttrsAttr(kernel.getResAttrsAttr());
  function.getBody().takeBody(kernel.getBody());
  for (Block &block : function.getBody()) {
    auto terminator = dyn_cast<lowp::ReturnOp>(block.getTerminator());
    if (!terminator)
      continue;
    builder.setInsertionPoint(terminator);
    func::ReturnOp::create(builder, terminator.getLoc(),
                           terminator.getOperands());
    terminator.erase();
  }
  kernel.erase();
}

namespace {
struct KernelsToFunc : lowp::impl::KernelsToFuncBase<KernelsToFunc> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    SmallVector<LaunchOp> launches;
    getOperation().walk([&](LaunchOp launch) { launches.push_back(launch); });
    for (LaunchOp launch : launches) {
      auto kernel = symbols.lookupNearestSymbolFrom<KernelOp>(
          launch, launch.getKernelAttr());
      if (failed(verifyLaunch(launch, kernel)) ||
          failed(replaceLaunch(launch, kernel)))
        return signalPassFailure();
    }
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    for (KernelOp kernel : kernels) {
      if (kernel.isExternal()) {
        kernel.erase();
        continue;
      }
      replaceKernel(kernel);
      ++numKernels;
    }
  }
};
} // namespace
