//===- InitAllDialects.cpp - Registers the dialects of lowp ---------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/InitAllDialects.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

void lowp::registerLowpDialect(mlir::DialectRegistry &registry) {
  registry.insert<LowpDialect>();
  registerBufferizableOpInterfaceExternalModels(registry);
}

void lowp::registerAllDialects(mlir::DialectRegistry &registry) {
  registerLowpDialect(registry);
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
}
