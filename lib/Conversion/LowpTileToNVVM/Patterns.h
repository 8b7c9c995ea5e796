//===- Patterns.h - Patterns of the tile level, by concern ------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTILETONVVM_PATTERNS_H
#define LOWP_LIB_CONVERSION_LOWPTILETONVVM_PATTERNS_H

#include "lowp/Conversion/LowpTileToNVVM.h"
#include "lowp/Dialect/Lowp/IR/LowpTileOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace lowp {

/// The name of the module's dynamic shared memory.
constexpr llvm::StringLiteral kSharedMemoryName = "lowp_shared";

/// Views, and moves between them and registers.
void populateViewPatterns(const mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
/// Stores of tiles through the memory of a ring.
void populateStagedStorePatterns(const mlir::TypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
/// The ring as groups of asynchronous copies, in a kernel of one role.
void populateRingPatterns(const mlir::TypeConverter &converter,
                          const RingPlaces &places,
                          mlir::RewritePatternSet &patterns);
/// The ring as mbarriers and bulk copies, between roles.
void populateTransactionRingPatterns(const mlir::TypeConverter &converter,
                                     const RingPlaces &places,
                                     mlir::RewritePatternSet &patterns);
/// Makes the barriers of a ring at `memory`, for all threads of the block.
void createRingBarriers(mlir::OpBuilder &builder, TileRingOp op,
                        mlir::Value memory);
/// Fragments, matrix instructions and their accumulators.
void populateMmaPatterns(const mlir::TypeConverter &converter,
                         mlir::RewritePatternSet &patterns);
/// Elementwise work on register tiles.
void populateRegisterPatterns(const mlir::TypeConverter &converter,
                              mlir::RewritePatternSet &patterns);
void populateQuantizePatterns(const mlir::TypeConverter &converter,
                              mlir::RewritePatternSet &patterns);

/// `pointer` moved by a number of bytes (index or i32).
mlir::Value createAddress(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value pointer, mlir::Value bytes);

/// The address of a byte of a shared tile (its ring and its offset there):
/// `column`, of row `row + down`. Row and column, in bytes, are i32. What
/// depends on the thread comes first, so that one such address serves all
/// slots and steps whose offsets are constant.
mlir::Value createSharedAddress(mlir::OpBuilder &builder, mlir::Location loc,
                                TileDataType tile, mlir::ValueRange place,
                                mlir::Value row, int64_t down,
                                mlir::Value column);

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPTILETONVVM_PATTERNS_H
