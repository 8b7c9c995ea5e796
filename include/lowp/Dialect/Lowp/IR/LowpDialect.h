//===- LowpDialect.h - The lowp dialect -------------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPDIALECT_H
#define LOWP_DIALECT_LOWP_IR_LOWPDIALECT_H

#include "mlir/IR/Dialect.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h.inc"

#endif // LOWP_DIALECT_LOWP_IR_LOWPDIALECT_H
