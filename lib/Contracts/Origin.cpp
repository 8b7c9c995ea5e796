//===- Origin.cpp - Where a raw array comes from --------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Origin.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace lowp;

/// The element type of `value` if it promises anything: bytes do not.
static Type getPromise(Value value) {
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  return element.isInteger() ? Type() : element;
}

/// The operand that `op` only renames, moves or takes a part of, and how it
/// moves it.
static Value getMoved(Operation *op, SmallVectorImpl<int64_t> &permutation) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<tensor::CastOp, tensor::BitcastOp, arith::BitcastOp>(
          [](Operation *cast) { return cast->getOperand(0); })
      .Case([](tensor::ExtractSliceOp slice) {
        bool keepsGroups =
            slice.hasUnitStride() &&
            slice.getSourceType().getRank() == slice.getType().getRank();
        return keepsGroups ? slice.getSource() : Value();
      })
      .Case([&](linalg::TransposeOp transpose) {
        // Dimension i of the result is dimension perm[i] of the input.
        SmallVector<int64_t> composed;
        for (int64_t dim : permutation)
          composed.push_back(transpose.getPermutation()[dim]);
        permutation = composed;
        return transpose.getInput();
      })
      .Default([](Operation *) { return Value(); });
}

Origin lowp::findOrigin(Value array) {
  Origin origin;
  origin.value = array;
  int64_t rank = cast<RankedTensorType>(array.getType()).getRank();
  origin.permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  while (true) {
    Type promise = getPromise(origin.value);
    // The promise that is farthest back is the one that was made with the
    // bytes; one on the way only renamed them.
    if (promise) {
      origin.encoding = promise;
      origin.encodingLoc = origin.value.getLoc();
    }
    Operation *op = origin.value.getDefiningOp();
    Value source = op ? getMoved(op, origin.permutation) : Value();
    if (!source || !isa<RankedTensorType>(source.getType()))
      break;
    origin.value = source;
  }
  if (auto codes = origin.value.getDefiningOp<CodesOp>()) {
    origin.codes = codes;
    origin.encoding = codes.getSource().getType().getEncoding();
    origin.encodingLoc = codes.getLoc();
  }
  if (auto scales = origin.value.getDefiningOp<ScalesOp>()) {
    origin.scales = scales;
    ScaleAttr level =
        scales.getSource().getType().getLevels()[scales.getLevel()];
    origin.encoding = level.getType();
    origin.encodingLoc = scales.getLoc();
  }
  return origin;
}
