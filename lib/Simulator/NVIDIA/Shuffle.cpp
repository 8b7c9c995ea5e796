//===- Shuffle.cpp - Exchange between the lanes of a warp -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shuffle.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

using namespace lowp::sim;

ShuffleSource lowp::sim::getShuffleSource(ShuffleKind kind, unsigned lane,
                                          uint32_t offset, uint32_t clamp) {
  int own = lane, by = offset & 0x1F, bound = clamp & 0x1F;
  int segment = clamp >> 8 & 0x1F;
  int maxLane = (own & segment) | (bound & ~segment);
  int minLane = own & segment;
  int source = own;
  bool isValid = false;
  switch (kind) {
  case ShuffleKind::Up:
    source = own - by;
    isValid = source >= maxLane;
    break;
  case ShuffleKind::Down:
    source = own + by;
    isValid = source <= maxLane;
    break;
  case ShuffleKind::Butterfly:
    source = own ^ by;
    isValid = source <= maxLane;
    break;
  case ShuffleKind::Index:
    source = minLane | (by & ~segment);
    isValid = source <= maxLane;
    break;
  }
  return {isValid ? unsigned(source) : lane, isValid};
}

uint32_t lowp::sim::reduce(ReductionKind kind, uint32_t left, uint32_t right) {
  switch (kind) {
  case ReductionKind::Add:
    return left + right;
  case ReductionKind::And:
    return left & right;
  case ReductionKind::Or:
    return left | right;
  case ReductionKind::Xor:
    return left ^ right;
  case ReductionKind::SignedMax:
    return std::max(int32_t(left), int32_t(right));
  case ReductionKind::SignedMin:
    return std::min(int32_t(left), int32_t(right));
  case ReductionKind::UnsignedMax:
    return std::max(left, right);
  case ReductionKind::UnsignedMin:
    return std::min(left, right);
  }
  llvm_unreachable("unknown reduction");
}
