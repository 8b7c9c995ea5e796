//===- ScaledArrays.cpp - Loops over the arrays of a scaled value ---------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaledArrays.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace lowp;

ScaledArrays::ScaledArrays(ScaledType type, ValueRange arrays)
    : type(type), components(*type.getStorageComponents(nullptr)),
      arrays(arrays) {}

const Format &ScaledArrays::getFormatOf(int level) const {
  return *getFormat(components[level + 1].encoding);
}

static SmallVector<Value> getPosition(ScalarBuilder &builder, AffineMap map,
                                      ValueRange element) {
  SmallVector<OpFoldResult> operands(element.begin(), element.end());
  SmallVector<Value> indices;
  for (unsigned index = 0; index < map.getNumResults(); ++index)
    indices.push_back(getValueOrCreateConstantIndexOp(
        builder, builder.getLoc(),
        affine::makeComposedFoldedAffineApply(
            builder, builder.getLoc(), map.getSubMap({index}), operands)));
  return indices;
}

Value ScaledArrays::loadStored(ScalarBuilder &builder, int level,
                               ValueRange element) const {
  const StorageComponent &component = components[level + 1];
  return memref::LoadOp::create(
      builder, arrays[level + 1],
      getPosition(builder, component.position, element));
}

DecodedCode ScaledArrays::decode(ScalarBuilder &builder, int level,
                                 Value stored) const {
  if (isa<FloatType>(stored.getType()))
    stored = builder.bitcast(
        builder.getIntegerType(stored.getType().getIntOrFloatBitWidth()),
        stored);
  return decodeCode(builder, getFormatOf(level), stored);
}

DecodedCode ScaledArrays::load(ScalarBuilder &builder, int level,
                               ValueRange element) const {
  return decode(builder, level, loadStored(builder, level, element));
}

void ScaledArrays::store(ScalarBuilder &builder, int level, ValueRange element,
                         Value bits) const {
  const StorageComponent &component = components[level + 1];
  Type type = component.elementType;
  Value value = builder.resize(bits, type.getIntOrFloatBitWidth());
  memref::StoreOp::create(builder, builder.bitcast(type, value),
                          arrays[level + 1],
                          getPosition(builder, component.position, element));
}

/// What the extent of an array along `storage` must be.
static std::string describeExtent(const StorageDim &storage) {
  if (storage.dim < 0)
    return std::to_string(storage.constant);
  if (storage.step < 0)
    return "1";
  std::string dim = "dimension " + std::to_string(storage.dim);
  if (storage.step == 1)
    return "the extent of " + dim;
  return "one for each " + std::to_string(storage.step) + " elements along " +
         dim;
}

void ScaledArrays::assertExtents(ScalarBuilder &builder,
                                 ArrayRef<OpFoldResult> extents,
                                 StringRef what) const {
  for (auto [component, array] : llvm::zip(components, arrays)) {
    SmallVector<OpFoldResult> wanted =
        component.getExtents(builder, builder.getLoc(), extents);
    for (auto [index, pair] :
         llvm::enumerate(llvm::zip(getMemRefExtents(builder, array), wanted)))
      assertSameExtent(builder, std::get<0>(pair), std::get<1>(pair),
                       "extent " + Twine(index) + " of the " + component.name +
                           " of " + what + " is not " +
                           describeExtent(component.dims[index]));
  }
}

SmallVector<OpFoldResult> lowp::getMemRefExtents(ScalarBuilder &builder,
                                                 Value memref) {
  return memref::getMixedSizes(builder, builder.getLoc(), memref);
}

void lowp::assertSameExtent(ScalarBuilder &builder, OpFoldResult left,
                            OpFoldResult right, const Twine &message) {
  // The verifier has compared those that are known.
  if (left == right ||
      (getConstantIntValue(left) && getConstantIntValue(right)))
    return;
  Location loc = builder.getLoc();
  Value same =
      builder.compare(arith::CmpIPredicate::eq,
                      getValueOrCreateConstantIndexOp(builder, loc, left),
                      getValueOrCreateConstantIndexOp(builder, loc, right));
  // As upstream words what it verifies at run time.
  std::string text = message.str();
  llvm::raw_string_ostream(text) << "\nLocation: " << loc;
  cf::AssertOp::create(builder, same, text);
}

SmallVector<Value> lowp::buildLoops(
    ScalarBuilder &builder, ValueRange lower, ValueRange upper, ValueRange init,
    function_ref<SmallVector<Value>(ScalarBuilder &, ValueRange, ValueRange)>
        body) {
  SmallVector<Value> steps(lower.size(), builder.index(1));
  scf::LoopNest loops = scf::buildLoopNest(
      builder, builder.getLoc(), lower, upper, steps, init,
      [&](OpBuilder &nested, Location loc, ValueRange indices,
          ValueRange carried) -> scf::ValueVector {
        ScalarBuilder inner(loc, nested);
        SmallVector<Value> next = body(inner, indices, carried);
        return scf::ValueVector(next.begin(), next.end());
      });
  return SmallVector<Value>(loops.results);
}

void lowp::buildLoops(ScalarBuilder &builder, ArrayRef<OpFoldResult> extents,
                      function_ref<void(ScalarBuilder &, ValueRange)> body) {
  SmallVector<Value> lower(extents.size(), builder.index(0));
  SmallVector<Value> upper =
      getValueOrCreateConstantIndexOp(builder, builder.getLoc(), extents);
  buildLoops(builder, lower, upper, {},
             [&](ScalarBuilder &inner, ValueRange indices, ValueRange) {
               body(inner, indices);
               return SmallVector<Value>();
             });
}
