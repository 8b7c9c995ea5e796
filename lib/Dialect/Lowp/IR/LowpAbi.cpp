//===- LowpAbi.cpp - How a lowered kernel is called -----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttributes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace lowp;

unsigned AbiArgumentAttr::getDim() const {
  assert(getRole() == AbiRole::Extent && "only extents are dimensions");
  unsigned dim = 0;
  getComponent().drop_front().getAsInteger(10, dim);
  return dim;
}

std::string AbiAttr::getGridText() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (getPerMultiprocessor() != 0)
    os << "min(";
  llvm::interleave(
      getGrid(), os,
      [&](GridFactorAttr factor) {
        os << "ceildiv(" << factor.getExtent() << ", " << factor.getTile()
           << ')';
      },
      " * ");
  if (getPerMultiprocessor() != 0) {
    os << ", multiprocessors";
    if (getPerMultiprocessor() != 1)
      os << " * " << getPerMultiprocessor();
    os << ')';
  }
  return text;
}
