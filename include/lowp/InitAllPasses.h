//===- InitAllPasses.h - Registers the passes of lowp -----------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INITALLPASSES_H
#define LOWP_INITALLPASSES_H

namespace lowp {
/// Registers the passes and pipelines of lowp alone, for a host that registers
/// the upstream passes.
void registerLowpPasses();

/// Registers the passes and pipelines of lowp and the upstream passes that its
/// pipelines consist of.
void registerAllPasses();
} // namespace lowp

#endif // LOWP_INITALLPASSES_H
