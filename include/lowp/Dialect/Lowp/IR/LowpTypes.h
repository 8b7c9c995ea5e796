//===- LowpTypes.h - Types of lowp ------------------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPTYPES_H
#define LOWP_DIALECT_LOWP_IR_LOWPTYPES_H

#include "lowp/Dialect/Lowp/IR/LowpAttributes.h"
#include "lowp/Dialect/Lowp/IR/StorageComponent.h"
#include "mlir/IR/BuiltinTypes.h"

namespace lowp {
struct Format;
/// The number format of a type, or null if the type is none.
const Format *getFormat(mlir::Type type);

/// Whether values of `type` can be codes of a scaled value.
bool isEncoding(mlir::Type type);

/// Whether values of `type` can be scales.
bool isScaleType(mlir::Type type);
} // namespace lowp

#include "lowp/Dialect/Lowp/IR/LowpTypeInterfaces.h.inc"

namespace lowp {
/// `64x128xi8` in the types of the tile level.
mlir::ParseResult parseTileShape(mlir::AsmParser &parser,
                                 llvm::SmallVectorImpl<int64_t> &shape,
                                 mlir::Type &elementType);
void printTileShape(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> shape,
                    mlir::Type elementType);
} // namespace lowp

#define GET_TYPEDEF_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpTypes.h.inc"

#endif // LOWP_DIALECT_LOWP_IR_LOWPTYPES_H
