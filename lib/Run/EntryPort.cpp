//===- EntryPort.cpp - A value that crosses the border of a program -------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPort.h"
#include "lowp/Format/Format.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace lowp;

SmallVector<StringRef> lowp::getDtypes(Type type) {
  if (isa<IndexType>(type))
    return {"i8", "u8"};
  if (!type.isIntOrFloat())
    return {};
  bool isFloat = isa<FloatType>(type);
  switch (type.getIntOrFloatBitWidth()) {
  case 1:
    return {"b1"};
  case 8:
    // Codes and E8M0 scales are bytes.
    return isFloat ? SmallVector<StringRef>{"u1"}
                   : SmallVector<StringRef>{"u1", "i1"};
  case 16:
    if (type.isBF16())
      return {"u2"};
    return isFloat ? SmallVector<StringRef>{"f2"}
                   : SmallVector<StringRef>{"i2", "u2"};
  case 32:
    return isFloat ? SmallVector<StringRef>{"f4"}
                   : SmallVector<StringRef>{"i4", "u4"};
  case 64:
    return isFloat ? SmallVector<StringRef>{"f8"}
                   : SmallVector<StringRef>{"i8", "u8"};
  default:
    return {};
  }
}

static llvm::Error refuse(const Twine &name, Type type, StringRef reason) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type;
  return llvm::createStringError(name + " has the type " + text + ": " +
                                 reason);
}

llvm::Expected<std::vector<EntryPort>> lowp::getEntryPorts(Type type,
                                                           Twine name) {
  std::vector<EntryPort> ports;
  if (auto scaled = dyn_cast<ScaledType>(type)) {
    FailureOr<SmallVector<StorageComponent>> components =
        scaled.getStorageComponents(nullptr);
    if (failed(components))
      return refuse(name, type, "it has no storage form yet");
    for (StorageComponent &component : *components) {
      EntryPort port;
      port.name = (name + " (" + component.name + ")").str();
      port.elementType = component.elementType;
      for (auto [dim, extent] : llvm::enumerate(scaled.getShape())) {
        int64_t group =
            component.level < 0
                ? 1
                : scaled.getLevels()[component.level].getGroup()[dim];
        port.group.push_back(group);
        if (group == ScaleAttr::kWhole)
          port.fileShape.push_back(1);
        else if (ShapedType::isDynamic(extent))
          port.fileShape.push_back(extent);
        else
          port.fileShape.push_back(llvm::divideCeil(extent, group));
      }
      port.component = std::move(component);
      ports.push_back(std::move(port));
    }
    return ports;
  }
  EntryPort port;
  port.name = name.str();
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    port.fileShape.assign(tensor.getShape().begin(), tensor.getShape().end());
    port.elementType = tensor.getElementType();
  } else {
    port.elementType = type;
    port.isScalar = true;
  }
  if (getDtypes(port.elementType).empty())
    return refuse(name, type,
                  "files hold tensors and scalars of 8 to 64 bit numbers, i1 "
                  "and index, and scaled values");
  ports.push_back(std::move(port));
  return ports;
}

/// Calls `visit` with each index of a box, in C order.
static void forEachIndex(ArrayRef<int64_t> shape,
                         function_ref<void(ArrayRef<int64_t>)> visit) {
  if (llvm::is_contained(shape, 0))
    return;
  SmallVector<int64_t> index(shape.size(), 0);
  while (true) {
    visit(index);
    size_t dim = shape.size();
    while (dim-- > 0) {
      if (++index[dim] < shape[dim])
        break;
      index[dim] = 0;
    }
    if (dim == size_t(-1))
      return;
  }
}

/// The offset between entries along each dimension of the file, where it is the
/// same everywhere: the array is indexed by single dimensions.
static std::optional<SmallVector<int64_t>>
getEntryStrides(const EntryPort &port, ArrayRef<int64_t> shape,
                ArrayRef<int64_t> strides) {
  if (!port.component)
    return SmallVector<int64_t>(strides);
  if (port.component->hasPadding())
    return std::nullopt;
  SmallVector<int64_t> entryStrides(shape.size(), 0);
  for (auto [index, storage] : llvm::enumerate(port.component->dims))
    entryStrides[storage.dim] = strides[index];
  return entryStrides;
}

void lowp::forEachEntry(const EntryPort &port, ArrayRef<int64_t> shape,
                        ArrayRef<int64_t> strides,
                        function_ref<void(int64_t)> visit) {
  auto offsetAt = [](ArrayRef<int64_t> index, ArrayRef<int64_t> strides) {
    int64_t offset = 0;
    for (auto [position, stride] : llvm::zip_equal(index, strides))
      offset += position * stride;
    return offset;
  };
  if (std::optional<SmallVector<int64_t>> entryStrides =
          getEntryStrides(port, shape, strides)) {
    forEachIndex(shape, [&](ArrayRef<int64_t> index) {
      visit(offsetAt(index, *entryStrides));
    });
    return;
  }
  SmallVector<int64_t> element(shape.size());
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    for (auto [dim, group] : llvm::enumerate(port.group))
      element[dim] = group == ScaleAttr::kWhole ? 0 : index[dim] * group;
    visit(offsetAt(port.component->position.compose(element), strides));
  });
}
