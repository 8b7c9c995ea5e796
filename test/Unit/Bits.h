//===- Bits.h - Values and bit patterns in tests ----------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short words for what nearly every number test writes.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_UNIT_BITS_H
#define LOWP_TEST_UNIT_BITS_H

#include "lowp/Format/Format.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdint>
#include <string>

namespace lowp::test {

/// The format of that name, which must exist.
inline const Format &format(llvm::StringRef name) {
  const Format *found = lookupFormat(name);
  if (!found)
    llvm::report_fatal_error("no such format");
  return *found;
}

/// The f32 of a pattern, and back.
inline float f32(uint32_t pattern) { return llvm::bit_cast<float>(pattern); }
inline uint32_t pattern(float value) { return llvm::bit_cast<uint32_t>(value); }

/// The next f32 of larger magnitude.
inline float nextUp(float value) { return f32(pattern(value) + 1); }

/// The value; a test failure and a default value if there is an error.
template <typename T>
T take(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  ADD_FAILURE() << llvm::toString(value.takeError());
  return T();
}

/// The text of an error, empty for success.
inline std::string message(llvm::Error error) {
  return llvm::toString(std::move(error));
}
template <typename T>
std::string message(llvm::Expected<T> value) {
  return llvm::toString(value.takeError());
}

} // namespace lowp::test

#endif // LOWP_TEST_UNIT_BITS_H
