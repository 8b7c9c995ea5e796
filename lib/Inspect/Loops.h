//===- Loops.h - Loops of a kernel's machine code ---------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_INSPECT_LOOPS_H
#define LOWP_LIB_INSPECT_LOOPS_H

#include "lowp/Inspect/Sass.h"
#include "llvm/ADT/SmallVector.h"

namespace lowp {

/// The instructions of a natural loop, as numbers, in order. Those that lie
/// outside the range from its head to its jump back are left out: code out of
/// line, such as that which tries an mbarrier again.
using SassLoop = llvm::SmallVector<unsigned>;

/// All natural loops. A jump back to where a path from the kernel's begin does
/// not have to pass is no loop.
llvm::SmallVector<SassLoop> findLoops(llvm::ArrayRef<SassInstruction> code);

} // namespace lowp

#endif // LOWP_LIB_INSPECT_LOOPS_H
