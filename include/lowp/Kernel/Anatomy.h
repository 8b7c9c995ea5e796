//===- Anatomy.h - What the body of a kernel is made of ---------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_ANATOMY_H
#define LOWP_KERNEL_ANATOMY_H

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Target/Target.h"

namespace lowp {

/// The one operation of a kernel's body that decides its skeleton: a
/// contraction or a quantization. Reports a body that has none or several.
mlir::FailureOr<mlir::Operation *> findAnchor(KernelOp kernel);

/// The processor that the module of `op` names. Reports a module without one
/// and a name that lowp does not compile for.
mlir::FailureOr<const TargetInfo *> findTarget(mlir::Operation *op);

/// An operand of a contraction as skeletons see it: rows of M or N, each of
/// consecutive codes along K, and a scale for each group of a row.
struct MatmulOperand {
  mlir::BlockArgument value;
  ScaledType type;
  StorageComponent codes, scales;
  /// The dimension of the value that is M or N, and the one that is K.
  unsigned rowDim, kDim;

  int64_t getRows() const { return type.getShape()[rowDim]; }
  int64_t getDepth() const { return type.getShape()[kDim]; }
};

/// A contraction D[m, n] = sum over k of A[m, k] * B[n, k].
struct MatmulAnatomy {
  MatmulOp op;
  MatmulOperand a, b;
  MatrixQuery query;
};

/// Reports a contraction that the skeleton does not fit.
mlir::FailureOr<MatmulAnatomy> analyzeMatmul(MatmulOp op);

/// A quantization of a plain f32 array into rows of codes.
struct QuantizeAnatomy {
  QuantizeOp op;
  mlir::BlockArgument source;
  ScaledType type;
  StorageComponent codes, scales;
};

/// Reports a quantization that the skeleton does not fit.
mlir::FailureOr<QuantizeAnatomy> analyzeQuantize(QuantizeOp op);

} // namespace lowp

#endif // LOWP_KERNEL_ANATOMY_H
