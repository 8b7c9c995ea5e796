//===- KernelsToNVVM.cpp - From gpu functions to the LLVM dialect ---------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/Passes.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/DialectConversion.h"

namespace lowp {
#define GEN_PASS_DEF_CONVERTKERNELSTONVVM
#include "lowp/Conversion/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

namespace {
struct ConvertKernelsToNVVM
    : public lowp::impl::ConvertKernelsToNVVMBase<ConvertKernelsToNVVM> {
  void runOnOperation() override {
    SmallVector<ByValue> byValue = findArgumentsByValue();
    LLVMTypeConverter converter(&getContext());
    configureGpuToNVVMTypeConverter(converter);
    RewritePatternSet patterns(&getContext());
    populateGpuToNVVMConversionPatterns(converter, patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    // Before the calls of libdevice that the patterns of gpu make.
    populateMathToLLVMConversionPatterns(converter, patterns,
                                         /*approximateLog1p=*/true,
                                         /*benefit=*/2);

    ConversionTarget target(getContext());
    target.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
    target.addIllegalDialect<arith::ArithDialect, cf::ControlFlowDialect,
                             gpu::GPUDialect, math::MathDialect>();
    target.addLegalOp<gpu::GPUModuleOp>();
    // NVPTX has none of these, or rough ones: frem rounds its quotient.
    target.addIllegalOp<LLVM::CosOp, LLVM::Exp2Op, LLVM::ExpOp, LLVM::FRemOp,
                        LLVM::Log10Op, LLVM::Log2Op, LLVM::LogOp, LLVM::PowIOp,
                        LLVM::PowOp, LLVM::SinOp>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      return signalPassFailure();
    for (auto &[name, index, type] : byValue) {
      auto kernel = getOperation().lookupSymbol<LLVM::LLVMFuncOp>(name);
      kernel.setArgAttr(index, LLVM::LLVMDialect::getByValAttrName(), type);
      kernel.setArgAttr(index, NVVM::NVVMDialect::getGridConstantAttrName(),
                        UnitAttr::get(&getContext()));
    }
  }

  struct ByValue {
    StringAttr kernel;
    unsigned index;
    Attribute type;
  };

  /// The arguments of kernels that are passed by value, which the patterns
  /// forget. A kernel reads them where the launch put them.
  SmallVector<ByValue> findArgumentsByValue() {
    SmallVector<ByValue> found;
    for (auto kernel : getOperation().getOps<gpu::GPUFuncOp>())
      for (unsigned index = 0; index < kernel.getNumArguments(); ++index)
        if (Attribute type =
                kernel.getArgAttr(index, LLVM::LLVMDialect::getByValAttrName()))
          found.push_back({kernel.getNameAttr(), index, type});
    return found;
  }
};
} // namespace
