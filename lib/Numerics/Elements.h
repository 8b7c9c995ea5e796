//===- Elements.h - Elements and their groups -------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the quantizers of this library share: the elements of a tensor in
// row-major order, each with the group whose scale it has.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_NUMERICS_ELEMENTS_H
#define LOWP_LIB_NUMERICS_ELEMENTS_H

#include "lowp/Numerics/Group.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace lowp {

/// An error if `shape` is no shape or does not have as many elements as there
/// are values.
llvm::Error checkValues(llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<float> values);

/// Advances a row-major index by one element.
void advance(llvm::MutableArrayRef<int64_t> index,
             llvm::ArrayRef<int64_t> shape);

/// Calls `visit(element, group)` for each of `count` elements in row-major
/// order.
void forEachElement(llvm::ArrayRef<int64_t> shape, const GroupMap &groups,
                    size_t count,
                    llvm::function_ref<void(size_t, int64_t)> visit);

} // namespace lowp

#endif // LOWP_LIB_NUMERICS_ELEMENTS_H
