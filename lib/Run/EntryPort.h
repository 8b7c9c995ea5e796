//===- EntryPort.h - A value that crosses the border ------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program's arguments and results are tensors, scaled values and scalars.
// Each is one or more arrays in files, dense and in logical order, and one or
// more buffers in the program, with the order, pitch and padding of the layout.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RUN_ENTRYPORT_H
#define LOWP_LIB_RUN_ENTRYPORT_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Run/Npy.h"
#include <vector>

namespace lowp {

/// One array of an argument or result.
struct EntryPort {
  /// "argument #2 (scales0)".
  std::string name;
  /// Extents in the file and in the program's type; dynamic where they are
  /// given by the data.
  llvm::SmallVector<int64_t> fileShape;
  /// The type of an element; its bits are those in the file.
  mlir::Type elementType;
  /// The array of a scaled value, and the logical elements between two of its
  /// entries along each dimension.
  std::optional<StorageComponent> component;
  llvm::SmallVector<int64_t> group;
  /// A scalar is passed by value.
  bool isScalar = false;
};

/// The arrays of a type, or an error that says why it cannot be given by files.
llvm::Expected<std::vector<EntryPort>> getEntryPorts(mlir::Type type,
                                                     llvm::Twine name);

/// numpy's dtypes for elements of `type`; the first is the one written. Empty
/// if there is none.
llvm::SmallVector<llvm::StringRef> getDtypes(mlir::Type type);

/// Calls `visit` with the offset, in elements, of each entry of `port` in the
/// program's array, in the C order of the file, whose extents are `shape`.
void forEachEntry(const EntryPort &port, llvm::ArrayRef<int64_t> shape,
                  llvm::ArrayRef<int64_t> strides,
                  llvm::function_ref<void(int64_t)> visit);

} // namespace lowp

#endif // LOWP_LIB_RUN_ENTRYPORT_H
