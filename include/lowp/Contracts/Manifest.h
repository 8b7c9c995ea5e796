//===- Manifest.h - The contract of kernels as JSON -------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/Manifest.md describes the schema field by field. What a caller needs to
// launch a kernel and to make its operands stands in it; nothing else is asked
// of the program.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONTRACTS_MANIFEST_H
#define LOWP_CONTRACTS_MANIFEST_H

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"

namespace lowp {

/// The version of the schema. It grows when a field is removed or changes its
/// meaning, not when one is added.
inline constexpr int64_t kManifestVersion = 2;

/// Flattens types, operations and contracts of the kernels of a module. It is
/// made from the value form, before kernels are lowered, and learns how to
/// launch them from the lowered module.
class Manifest {
public:
  /// Reads the kernels of `module`, in their order. An operand that has no
  /// storage form yet is described without its arrays.
  static Manifest fromKernels(mlir::ModuleOp module);

  /// Adds the launch ABI of each function in `lowered` that carries one and is
  /// named like a kernel.
  void addLaunches(mlir::ModuleOp lowered);

  /// The manifest with its fingerprint.
  llvm::json::Value toJson() const;

  /// SHA-256 of the manifest without the fingerprint, in hexadecimal: equal
  /// for equal contracts, whatever the values are called in the program.
  std::string getFingerprint() const;

private:
  llvm::json::Object toObject() const;

  std::string target;
  std::vector<llvm::json::Object> kernels;
};

} // namespace lowp

#endif // LOWP_CONTRACTS_MANIFEST_H
