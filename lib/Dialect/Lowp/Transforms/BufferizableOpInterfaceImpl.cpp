//===- BufferizableOpInterfaceImpl.cpp - Bufferizes storage ops -----------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/Transforms/BufferizableOpInterfaceImpl.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpStorageOps.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace lowp;

namespace {
/// All storage operations are in destination style. Only a contraction reads
/// what its init holds; the others write every element of theirs.
template <typename OpTy>
struct StorageOpModel
    : DstBufferizableOpInterfaceExternalModel<StorageOpModel<OpTy>, OpTy> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return std::is_same_v<OpTy, StorageMatmulOp> ||
           !cast<DestinationStyleOpInterface>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto dstOp = cast<DestinationStyleOpInterface>(op);
    if (dstOp.hasPureBufferSemantics())
      return success();
    SmallVector<Value> buffers, inits;
    for (OpOperand &operand : op->getOpOperands()) {
      FailureOr<Value> buffer =
          getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
      if (dstOp.isDpsInit(&operand))
        inits.push_back(*buffer);
    }
    rewriter.setInsertionPoint(op);
    mlir::clone(rewriter, op, /*newResultTypes=*/TypeRange(), buffers);
    replaceOpWithBufferizedValues(rewriter, op, inits);
    return success();
  }
};
} // namespace

void lowp::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LowpDialect *) {
    StorageQuantizeOp::attachInterface<StorageOpModel<StorageQuantizeOp>>(
        *context);
    StorageDequantizeOp::attachInterface<StorageOpModel<StorageDequantizeOp>>(
        *context);
    StorageRecodeOp::attachInterface<StorageOpModel<StorageRecodeOp>>(*context);
    StorageMatmulOp::attachInterface<StorageOpModel<StorageMatmulOp>>(*context);
  });
}
