//===- Enums.h - Words of conversions and recipes ---------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain enumerations, generated from Enums.td, with their keywords. They are
// shared by the numerics library and by the dialect's attributes.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FORMAT_ENUMS_H
#define LOWP_FORMAT_ENUMS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>
#include <string>

#include "lowp/Format/Enums.h.inc"

#endif // LOWP_FORMAT_ENUMS_H
