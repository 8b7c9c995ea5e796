//===- LowpPlugin.cpp - The dialect and passes as a plugin ----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tools that load plugins:
//
//   mlir-opt --load-dialect-plugin=LowpPlugin.so
//   --load-pass-plugin=LowpPlugin.so
//
// Only what lowp owns is registered; the host has registered upstream's.
//
//===----------------------------------------------------------------------===//

#include "lowp/InitAllDialects.h"
#include "lowp/InitAllPasses.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "lowp", LOWP_VERSION,
          [](mlir::DialectRegistry *registry) {
            lowp::registerLowpDialect(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "lowp", LOWP_VERSION,
          [] { lowp::registerLowpPasses(); }};
}
