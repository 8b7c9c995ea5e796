//===- Epilogue.h - Elementwise IR after a contraction ----------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_EPILOGUE_H
#define LOWP_LIB_KERNEL_EPILOGUE_H

#include "KernelBuilder.h"

namespace lowp {

/// The tile of `result`, a tensor that the kernel computes elementwise from the
/// result of its contraction, of which `accumulator` is the tile. The tile
/// begins at (row, column) of the result's `extents`. Reports what is not
/// elementwise.
mlir::FailureOr<mlir::Value> createEpilogue(KernelBuilder &builder,
                                            mlir::Value result, MatmulOp matmul,
                                            mlir::Value accumulator,
                                            mlir::Value row, mlir::Value column,
                                            mlir::ValueRange extents);

} // namespace lowp

#endif // LOWP_LIB_KERNEL_EPILOGUE_H
