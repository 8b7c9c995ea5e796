//===- KernelBuilder.cpp - Function and arguments of a lowered kernel -----===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace lowp;

/// Alignment in bytes of an array whose rows are multiples of it.
static constexpr int64_t kAlignment = 16;

/// Size and alignment of a tensor map (CUDA driver API, CUtensorMap).
static constexpr int64_t kTensorMapBytes = 128, kTensorMapAlignment = 64;

KernelBuilder::KernelBuilder(KernelOp kernel, gpu::GPUModuleOp module,
                             ArrayRef<KernelExtent> extents)
    : ImplicitLocOpBuilder(kernel.getLoc(), kernel.getContext()),
      kernel(kernel), module(module), extents(extents) {}

/// Whether `name` is an identifier of PTX (PTX ISA, section 4.4).
static bool isPtxIdentifier(StringRef name) {
  return llvm::isAlpha(name.front()) && llvm::all_of(name, [](char letter) {
           return llvm::isAlnum(letter) || letter == '_' || letter == '$';
         });
}

bool lowp::isDeviceNumber(Type type) {
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type))
    return true;
  return type.isSignlessInteger(8) || type.isSignlessInteger(16) ||
         type.isSignlessInteger(32) || type.isSignlessInteger(64);
}

LogicalResult KernelBuilder::addArrays(AbiRole role, unsigned value,
                                       Type type) {
  std::string prefix =
      (stringifyAbiRole(role) + Twine(value) + Twine("_")).str();
  auto add = [&](Type elementType, StringRef component, bool aligned) {
    arguments.push_back(AbiArgumentAttr::get(getContext(), role,
                                             getStringAttr(prefix + component),
                                             elementType, value, component,
                                             /*box=*/{}));
    isAligned.push_back(aligned);
  };
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (!isDeviceNumber(tensor.getElementType()) || tensor.getEncoding())
      return kernel.emitOpError()
             << "is lowered with dense tensors of f16, bf16, f32, f64, i8, "
                "i16, i32 and i64, "
             << stringifyAbiRole(role) << " #" << value << " is " << type;
    if (tensor.getRank() <= 2) {
      add(tensor.getElementType(), "values", false);
      return success();
    }
  } else if (auto scaled = dyn_cast<ScaledType>(type)) {
    FailureOr<SmallVector<StorageComponent>> components =
        scaled.getStorageComponents([&] { return kernel.emitOpError(); });
    if (failed(components))
      return failure();
    for (const StorageComponent &component : *components)
      add(component.elementType, component.name,
          component.pitch % kAlignment == 0);
    return success();
  }
  return kernel.emitOpError()
         << "is lowered with scaled values and tensors of rank 0 to 2, "
         << stringifyAbiRole(role) << " #" << value << " is " << type;
}

void KernelBuilder::addTensorMap(unsigned operand, StringRef component,
                                 ArrayRef<int64_t> box) {
  std::string name = (stringifyAbiRole(AbiRole::Operand) + Twine(operand) +
                      Twine("_") + component + Twine("_map"))
                         .str();
  // An operand that is used twice may have boxes of two kinds.
  if (llvm::any_of(tensorMaps,
                   [&](AbiArgumentAttr map) { return map.getName() == name; }))
    name += std::to_string(tensorMaps.size());
  tensorMaps.push_back(AbiArgumentAttr::get(getContext(), AbiRole::TensorMap,
                                            getStringAttr(name), getI8Type(),
                                            operand, component, box));
}

LogicalResult KernelBuilder::create() {
  if (!isPtxIdentifier(kernel.getName()))
    return kernel.emitOpError()
           << "is lowered under a name of letters, digits, '_' and '$', which "
              "begins with a letter";
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes()))
    if (failed(addArrays(AbiRole::Operand, index, type)))
      return failure();
  for (auto [index, type] : llvm::enumerate(kernel.getResultTypes()))
    if (failed(addArrays(AbiRole::Result, index, type)))
      return failure();

  SmallVector<Type> types(
      arguments.size(),
      LLVM::LLVMPointerType::get(
          getContext(), static_cast<unsigned>(NVVM::NVVMMemorySpace::Global)));
  for (const KernelExtent &extent : extents)
    if (ShapedType::isDynamic(extent.value)) {
      arguments.push_back(AbiArgumentAttr::get(
          getContext(), AbiRole::Extent, getStringAttr(extent.name),
          getI64Type(), extent.operand, ("d" + Twine(extent.dim)).str(),
          /*box=*/{}));
      types.push_back(getI64Type());
    }

  // Tensor maps come last, each in the memory of the arguments itself.
  unsigned firstMap = types.size();
  arguments.append(tensorMaps);
  types.append(tensorMaps.size(), LLVM::LLVMPointerType::get(getContext()));

  setInsertionPointToEnd(module.getBody());
  func = gpu::GPUFuncOp::create(*this, kernel.getName(),
                                getFunctionType(types, {}));
  func->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), getUnitAttr());
  for (auto [index, aligned] : llvm::enumerate(isAligned)) {
    func.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                    getUnitAttr());
    if (arguments[index].getRole() == AbiRole::Operand)
      func.setArgAttr(index, LLVM::LLVMDialect::getReadonlyAttrName(),
                      getUnitAttr());
    if (aligned)
      func.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(),
                      getI64IntegerAttr(kAlignment));
  }

  auto mapType = LLVM::LLVMArrayType::get(getI8Type(), kTensorMapBytes);
  for (unsigned index = firstMap; index < types.size(); ++index) {
    func.setArgAttr(index, LLVM::LLVMDialect::getByValAttrName(),
                    TypeAttr::get(mapType));
    func.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(),
                    getI64IntegerAttr(kTensorMapAlignment));
  }

  setInsertionPointToStart(&func.getBody().front());
  unsigned argument = isAligned.size();
  for (const KernelExtent &extent : extents)
    extentValues.push_back(
        ShapedType::isDynamic(extent.value)
            ? arith::IndexCastOp::create(*this, getIndexType(),
                                         func.getArgument(argument++))
            : constant(extent.value));
  return success();
}

Value KernelBuilder::ceilDiv(Value value, int64_t divisor) {
  if (divisor == 1)
    return value;
  Value sum = arith::AddIOp::create(*this, value, constant(divisor - 1));
  return arith::DivUIOp::create(*this, sum, constant(divisor));
}

Value KernelBuilder::createView(AbiRole role, unsigned value,
                                unsigned component, ValueRange viewExtents,
                                int64_t pitchMultiple) {
  // The arrays of a value follow one another.
  const AbiArgumentAttr *first =
      llvm::find_if(arguments, [&](AbiArgumentAttr argument) {
        return argument.getRole() == role &&
               argument.getValue() == static_cast<int64_t>(value);
      });
  unsigned index = first - arguments.begin() + component;
  Type elementType = arguments[index].getType();
  Value pitch;
  if (viewExtents.size() == 2) {
    int64_t bytes = elementType.getIntOrFloatBitWidth() / 8;
    pitch =
        arith::MulIOp::create(*this, ceilDiv(viewExtents.back(), pitchMultiple),
                              constant(pitchMultiple * bytes));
  }
  SmallVector<int64_t> shape(viewExtents.size(), ShapedType::kDynamic);
  return TileViewOp::create(
      *this,
      TileViewType::get(getContext(), shape, elementType,
                        isAligned[index] ? kAlignment : 1),
      func.getArgument(index), viewExtents, pitch);
}

Value KernelBuilder::createView(AbiRole role, unsigned value,
                                unsigned component,
                                const StorageComponent &storage, Value rows,
                                Value columns) {
  Value width = ceilDiv(columns, storage.dims.back().step);
  return createView(role, value, component, {rows, width}, storage.pitch);
}

Value KernelBuilder::getTensorMap(unsigned map) {
  return func.getArgument(func.getNumArguments() - tensorMaps.size() + map);
}

void KernelBuilder::createRole(StringRef name, int64_t warps, bool leader) {
  finishRole();
  auto role = TileRoleOp::create(*this, name, warps, leader);
  createBlock(&role.getBody());
}

void KernelBuilder::finishRole() {
  auto role = dyn_cast<TileRoleOp>(getInsertionBlock()->getParentOp());
  if (!role)
    return;
  TileYieldOp::create(*this, ValueRange());
  setInsertionPointAfter(role);
}

void KernelBuilder::finish(ArrayRef<GridFactorAttr> grid, int64_t threads,
                           int64_t shared, int64_t perMultiprocessor) {
  finishRole();
  gpu::ReturnOp::create(*this);
  func.setKnownBlockSizeAttr(
      getDenseI32ArrayAttr({static_cast<int32_t>(threads), 1, 1}));
  func->setAttr(AbiAttr::kName,
                AbiAttr::get(getContext(), arguments, grid, threads, shared,
                             perMultiprocessor));
}
