//===- SanitizerOptions.cpp - What the sanitizers cannot know here --------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The distribution's LLVM and MLIR are built without sanitizers. Their
// allocators poison memory where they are inlined into our code and do not
// unpoison it where they are not, so marks that containers and allocators make
// mean nothing in a process that holds both.
//
// Undefined behaviour stops the program, as errors of memory do: otherwise a
// test that only looks at what it expects would pass.
//
//===----------------------------------------------------------------------===//

extern "C" const char *__asan_default_options();
extern "C" const char *__ubsan_default_options();

extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0:detect_container_overflow=0";
}

extern "C" const char *__ubsan_default_options() {
  return "halt_on_error=1:print_stacktrace=1";
}
