//===- BufferizableOpInterfaceImpl.h - Bufferizes storage ops ---*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
#define LOWP_DIALECT_LOWP_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H

#include "mlir/IR/DialectRegistry.h"

namespace lowp {
/// Lets one-shot bufferization turn storage operations on tensors into storage
/// operations on memrefs.
void registerBufferizableOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);
} // namespace lowp

#endif // LOWP_DIALECT_LOWP_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
