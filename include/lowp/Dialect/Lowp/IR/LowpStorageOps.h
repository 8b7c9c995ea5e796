//===- LowpStorageOps.h - Operations of the storage form --------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPSTORAGEOPS_H
#define LOWP_DIALECT_LOWP_IR_LOWPSTORAGEOPS_H

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

#define GET_OP_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpStorageOps.h.inc"

#endif // LOWP_DIALECT_LOWP_IR_LOWPSTORAGEOPS_H
