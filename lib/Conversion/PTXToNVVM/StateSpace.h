//===- StateSpace.h - State spaces of PTX as address spaces --- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_PTXTONVVM_STATESPACE_H
#define LOWP_LIB_CONVERSION_PTXTONVVM_STATESPACE_H

#include "lowp/Simulator/Abi.h"
#include "llvm/ADT/StringSwitch.h"

namespace lowp::ptx {

/// The address space of a part of an opcode, or nothing if it names none.
/// Without such a part addresses are generic.
inline std::optional<unsigned> getStateSpace(llvm::StringRef part) {
  return llvm::StringSwitch<std::optional<unsigned>>(part)
      .Case("global", unsigned(sim::Space::Global))
      .Cases({"shared", "shared::cta"}, unsigned(sim::Space::Shared))
      .Default(std::nullopt);
}

} // namespace lowp::ptx

#endif // LOWP_LIB_CONVERSION_PTXTONVVM_STATESPACE_H
