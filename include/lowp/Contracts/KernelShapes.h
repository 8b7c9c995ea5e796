//===- KernelShapes.h - Extents of operands and results ---------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONTRACTS_KERNELSHAPES_H
#define LOWP_CONTRACTS_KERNELSHAPES_H

#include "lowp/Dialect/Lowp/IR/LowpOps.h"

namespace lowp {

/// An extent that the type of an operand or result leaves open.
struct OpenExtent {
  /// "M", "N", "K", or "operand0_d1" where the body gives it no such part.
  std::string name;
  /// The number that another type in the kernel fixes, or kDynamic.
  int64_t value = mlir::ShapedType::kDynamic;
  /// The dimension of the operand that shows it; none where only results have
  /// it.
  std::optional<std::pair<unsigned, unsigned>> place;
};

/// One dimension of an operand or result: the number in its type, or an open
/// extent.
struct ShapeDim {
  int64_t value;
  /// Its index among the open extents where `value` is dynamic.
  unsigned extent = 0;

  bool isOpen() const { return mlir::ShapedType::isDynamic(value); }
};

/// The shapes of a kernel's operands and results. Dimensions that the body
/// needs to be equal share an open extent: those of a contraction are M (left
/// operand and result), N (right operand and result), K (both operands) and B
/// (all three), with numbers where there are several; those of a quantization
/// of rank 2 are M and K. A declared kernel says of no two that they are equal.
struct KernelShapes {
  explicit KernelShapes(KernelOp kernel);

  /// In the order in which operands and then results have them.
  llvm::SmallVector<OpenExtent> extents;
  llvm::SmallVector<llvm::SmallVector<ShapeDim>> operands, results;
};

} // namespace lowp

#endif // LOWP_CONTRACTS_KERNELSHAPES_H
