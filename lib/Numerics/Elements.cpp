//===- Elements.cpp - Elements and their groups ---------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "lowp/Numerics/ScaledTensor.h"
#include "llvm/ADT/SmallVector.h"

using namespace lowp;

llvm::Error lowp::checkValues(llvm::ArrayRef<int64_t> shape,
                              llvm::ArrayRef<float> values) {
  llvm::Expected<int64_t> count = countElements(shape);
  if (!count)
    return count.takeError();
  if (static_cast<int64_t>(values.size()) != *count)
    return llvm::createStringError(llvm::Twine(values.size()) +
                                   " values for a shape of " +
                                   llvm::Twine(*count) + " elements");
  return llvm::Error::success();
}

void lowp::advance(llvm::MutableArrayRef<int64_t> index,
                   llvm::ArrayRef<int64_t> shape) {
  for (size_t i = index.size(); i-- > 0;) {
    if (++index[i] < shape[i])
      return;
    index[i] = 0;
  }
}

void lowp::forEachElement(llvm::ArrayRef<int64_t> shape, const GroupMap &groups,
                          size_t count,
                          llvm::function_ref<void(size_t, int64_t)> visit) {
  llvm::SmallVector<int64_t, 4> index(shape.size(), 0);
  for (size_t element = 0; element < count; ++element) {
    visit(element, groups.getGroup(index));
    advance(index, shape);
  }
}
