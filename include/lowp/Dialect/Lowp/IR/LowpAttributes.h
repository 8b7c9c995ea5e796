//===- LowpAttributes.h - Attributes of lowp --------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPATTRIBUTES_H
#define LOWP_DIALECT_LOWP_IR_LOWPATTRIBUTES_H

#include "lowp/Format/Enums.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectImplementation.h"

namespace lowp {
/// A group as it is written, `1x32`; -1 is `*`.
std::string getGroupText(llvm::ArrayRef<int64_t> group);
} // namespace lowp

#define GET_ATTRDEF_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpAttributes.h.inc"

#endif // LOWP_DIALECT_LOWP_IR_LOWPATTRIBUTES_H
