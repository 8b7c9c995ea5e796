//===- Npy.h - Reads and writes .npy files ----------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_RUN_NPY_H
#define LOWP_RUN_NPY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>

namespace lowp {

/// Bytes on the heap that start as zero.
class Bytes {
public:
  /// Fails, with a message that names `what`, if there is no room for so many
  /// bytes.
  static llvm::Expected<Bytes> allocate(uint64_t size, llvm::Twine what);

  char *data() { return memory.get(); }
  const char *data() const { return memory.get(); }
  uint64_t size() const { return count; }

private:
  struct Free {
    void operator()(char *pointer) const;
  };
  std::unique_ptr<char, Free> memory;
  uint64_t count = 0;
};

/// A dense array in C order, as numpy stores it.
struct NpyArray {
  /// Kind and size as numpy writes them, without the byte order: "f4", "u1".
  std::string dtype;
  llvm::SmallVector<int64_t> shape;
  Bytes bytes;

  unsigned getElementSize() const;
  int64_t getNumElements() const;
};

/// The product of extents and an element size, or failure if it has no place
/// in 63 bits.
std::optional<int64_t> getByteCount(llvm::ArrayRef<int64_t> shape,
                                    int64_t elementSize);

/// Reads a file of version 1 to 3. Arrays in Fortran order are brought to C
/// order; elements must be little-endian.
llvm::Expected<NpyArray> readNpy(llvm::StringRef path);

/// Writes a file of version 1.
llvm::Error writeNpy(llvm::StringRef path, const NpyArray &array);

} // namespace lowp

#endif // LOWP_RUN_NPY_H
