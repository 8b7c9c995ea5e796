//===- Targets.td - All tables of targets ------------------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "lowp/Target/Instructions.td"
include "lowp/Target/NVIDIA.td"
