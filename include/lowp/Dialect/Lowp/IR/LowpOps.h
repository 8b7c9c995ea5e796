//===- LowpOps.h - Operations of the value form -----------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPOPS_H
#define LOWP_DIALECT_LOWP_IR_LOWPOPS_H

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace lowp {
/// `in_contraction` or `epilogue` after `scales` in contractions.
mlir::ParseResult parseScaleApplication(mlir::OpAsmParser &parser,
                                        ScaleApplicationAttr &attribute);
void printScaleApplication(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           ScaleApplicationAttr attribute);
} // namespace lowp

#define GET_OP_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpOps.h.inc"

namespace lowp {
/// The maps of lhs, rhs and result of Y = X W over (m, n, k).
llvm::SmallVector<mlir::AffineMap>
getDefaultMatmulMaps(mlir::MLIRContext *context);

/// Checks that each dimension of a contraction is in two maps at least.
llvm::LogicalResult verifyContractedDims(mlir::Operation *op,
                                         llvm::ArrayRef<mlir::AffineMap> maps);

/// The type of `source` with dimension i taken from `permutation[i]`.
ScaledType transposeType(ScaledType source,
                         llvm::ArrayRef<int64_t> permutation);
} // namespace lowp

#endif // LOWP_DIALECT_LOWP_IR_LOWPOPS_H
