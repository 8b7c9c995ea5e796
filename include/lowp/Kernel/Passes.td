//===- Passes.td - Passes that schedule and lower kernels -*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_PASSES_TD
#define LOWP_KERNEL_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // LOWP_KERNEL_PASSES_TD
