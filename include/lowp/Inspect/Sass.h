//===- Sass.h - Machine code as nvdisasm lists it ---------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INSPECT_SASS_H
#define LOWP_INSPECT_SASS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lowp {

/// `@P0 LDG.E R4, desc[UR4][R2.64]`: guard "P0", opcode "LDG.E", and the rest.
struct SassInstruction {
  uint64_t address;
  std::string guard, opcode, operands;
  /// Where a branch goes, if it names a label.
  std::optional<uint64_t> target;

  /// The opcode up to its first dot.
  llvm::StringRef getName() const {
    return llvm::StringRef(opcode).split('.').first;
  }
  /// Whether it does nothing: NOP, and what ptxas writes where an instruction
  /// is wanted and none is needed.
  bool isFiller() const;
  /// Multiply-accumulates that one warp has of a matrix instruction; 0 for
  /// other instructions and for shapes that are not known.
  uint64_t getMultiplyAccumulates() const;
  bool isMatrix() const;
};

/// A kernel's code and what the file says of it.
struct SassKernel {
  std::string name;
  unsigned registers = 0;
  /// Threads of the largest block; 0 if the kernel does not say.
  unsigned threads = 0;
  /// Static shared memory, without what the system reserves.
  uint64_t sharedBytes = 0;
  std::vector<SassInstruction> instructions;
};

struct SassListing {
  /// "sm_120a".
  std::string chip;
  std::vector<SassKernel> kernels;
};

/// Reads what `nvdisasm FILE` prints of a cubin.
llvm::Expected<SassListing> parseSass(llvm::StringRef text);

/// The listing of a cubin, made by nvdisasm, or of a listing in a file.
llvm::Expected<SassListing> loadSass(llvm::StringRef path);

} // namespace lowp

#endif // LOWP_INSPECT_SASS_H
