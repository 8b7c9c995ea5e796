//===- PrecompiledHeader.cpp - Owner of the shared precompiled header -----===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CMake needs a target with a source to build the precompiled header for.
//
//===----------------------------------------------------------------------===//
