//===- TransactionEntryPoints.h - mbarrier and bulk copies ---- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_TRANSACTIONENTRYPOINTS_H
#define LOWP_LIB_SIMULATOR_TRANSACTIONENTRYPOINTS_H

#include "lowp/Simulator/Launch.h"

namespace lowp::sim {

/// Functions that execute operations on mbarrier objects and bulk copies.
void addTransactionEntryPoints(std::vector<EntryPoint> &entries);

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_TRANSACTIONENTRYPOINTS_H
