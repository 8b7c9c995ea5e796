//===- TypeConversion.cpp - Values that a lane holds of a tile ------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpTile.h"
#include "lowp/Conversion/LowpTileToNVVM.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace lowp;

static Type getPointer(MLIRContext *context, NVVM::NVVMMemorySpace space) {
  return LLVM::LLVMPointerType::get(context, static_cast<unsigned>(space));
}

void lowp::populateTileToNVVMConversions(TypeConverter &converter) {
  converter.addConversion([](Type type) { return type; });

  // A view: pointer, extents and, at rank 2, the pitch in bytes.
  converter.addConversion([](TileViewType view, SmallVectorImpl<Type> &types) {
    types.push_back(
        getPointer(view.getContext(), NVVM::NVVMMemorySpace::Global));
    types.append(view.getRank() == 2 ? 3 : 1,
                 IndexType::get(view.getContext()));
    return success();
  });

  // Rings: where they begin. Slots and shared tiles: where their ring begins,
  // and their offset in it, which stays apart so that it can be immediate; for
  // slots also the offset of their barriers.
  converter.addConversion([](TileRingType ring) {
    return getPointer(ring.getContext(), NVVM::NVVMMemorySpace::Shared);
  });
  converter.addConversion([](TileSlotType slot, SmallVectorImpl<Type> &types) {
    types.push_back(
        getPointer(slot.getContext(), NVVM::NVVMMemorySpace::Shared));
    types.append(2, IntegerType::get(slot.getContext(), 32));
    return success();
  });
  converter.addConversion(
      [](TileDataType tile,
         SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
        if (tile.getSpace() == TileSpace::Shared) {
          types.push_back(
              getPointer(tile.getContext(), NVVM::NVVMMemorySpace::Shared));
          types.push_back(IntegerType::get(tile.getContext(), 32));
          return success();
        }
        if (tile.getSpace() != TileSpace::Registers)
          return failure();
        FailureOr<SmallVector<Type>> registers = getRegisters(tile);
        if (failed(registers))
          return failure();
        types.append(*registers);
        return success();
      });

  // mma.sync accumulates in registers.
  converter.addConversion(
      [](TileAccumulatorType accumulator,
         SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
        auto fragment =
            dyn_cast_or_null<TileFragmentAttr>(accumulator.getPlacement());
        if (!fragment)
          return failure();
        FailureOr<WarpTile> warp =
            WarpTile::get(fragment, accumulator.getShape());
        if (failed(warp))
          return failure();
        types.append(warp->getNumRegisters(), accumulator.getElementType());
        return success();
      });
}
