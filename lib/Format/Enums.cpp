//===- Enums.cpp - Keywords of conversions and recipes --------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Format/Enums.h"

#include "lowp/Format/Enums.cpp.inc"
