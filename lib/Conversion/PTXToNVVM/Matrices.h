//===- Matrices.h - Forms of ldmatrix and stmatrix ------------ -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_PTXTONVVM_MATRICES_H
#define LOWP_LIB_CONVERSION_PTXTONVVM_MATRICES_H

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace lowp::ptx {

/// What the words `m8n8.x4.trans.b16` say.
struct MatrixForm {
  int m = 8, n = 8;
  unsigned number = 1;
  mlir::NVVM::MMALayout layout = mlir::NVVM::MMALayout::row;
  mlir::NVVM::LdStMatrixEltType type = mlir::NVVM::LdStMatrixEltType::B16;

  /// Words of a lane.
  unsigned getNumWords() const { return m == 16 ? 2 * number : number; }
};

/// Reads the parts of an opcode, or of the name of an intrinsic, after
/// `sync.aligned`. Parts that name the address space say nothing here. Fails if
/// there is no such form.
mlir::FailureOr<MatrixForm>
getMatrixForm(llvm::ArrayRef<llvm::StringRef> parts);

/// Makes the operation, and gives the words of a lane.
llvm::SmallVector<mlir::Value> createLoadMatrix(mlir::OpBuilder &builder,
                                                mlir::Location loc,
                                                const MatrixForm &form,
                                                mlir::Value address);
void createStoreMatrix(mlir::OpBuilder &builder, mlir::Location loc,
                       const MatrixForm &form, mlir::Value address,
                       mlir::ValueRange words);

/// Makes the operation of a block-scaled product that the name of an intrinsic
/// says, after `mma.block.scale`. Null if there is no such form.
mlir::Value createScaledMma(mlir::OpBuilder &builder, mlir::Location loc,
                            llvm::StringRef name, mlir::ValueRange arguments);

} // namespace lowp::ptx

#endif // LOWP_LIB_CONVERSION_PTXTONVVM_MATRICES_H
