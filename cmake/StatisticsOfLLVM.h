//===- StatisticsOfLLVM.h - llvm::Statistic as LLVM has it ------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass has members of llvm::Statistic, which counts in an LLVM with
// assertions and is empty in one without. MLIR's library constructs them, as
// what they are there: were they more in a build of lowp that has assertions,
// the rest would stay uninitialized. Included before everything else.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CMAKE_STATISTICSOFLLVM_H
#define LOWP_CMAKE_STATISTICSOFLLVM_H

#pragma push_macro("NDEBUG")
#undef NDEBUG
#if !LOWP_LLVM_HAS_ASSERTIONS
#define NDEBUG
#endif
#include "llvm/ADT/Statistic.h"
#pragma pop_macro("NDEBUG")

#endif // LOWP_CMAKE_STATISTICSOFLLVM_H
