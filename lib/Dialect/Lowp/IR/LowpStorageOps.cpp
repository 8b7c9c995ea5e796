//===- LowpStorageOps.cpp - Operations of the storage form ----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpStorageOps.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Format/Format.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace lowp;

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

/// Checks operands against the arrays that store a value of `type` with the
/// logical extents `shape`.
static LogicalResult verifyArrays(Operation *op, StringRef what,
                                  ValueRange operands, ScaledType type,
                                  ArrayRef<int64_t> shape) {
  for (int64_t extent : type.getShape())
    if (!ShapedType::isDynamic(extent))
      return op->emitOpError()
             << "leaves extents to its operands: write " << what << " as "
             << type.withShape(
                    SmallVector<int64_t>(type.getRank(), ShapedType::kDynamic));
  FailureOr<SmallVector<StorageComponent>> components =
      type.getStorageComponents([&]() { return op->emitOpError(); });
  if (failed(components))
    return failure();
  if (operands.size() != components->size())
    return op->emitOpError()
           << "has " << operands.size() << " arrays for " << what << ", "
           << type << " is stored in " << components->size();
  for (auto [operand, component] : llvm::zip(operands, *components)) {
    auto shaped = cast<ShapedType>(operand.getType());
    SmallVector<int64_t> extents = component.getExtents(shape);
    if (shaped.getElementType() != component.elementType ||
        failed(verifyCompatibleShape(shaped.getShape(), extents)))
      return op->emitOpError()
             << component.name << " of " << what << " are "
             << RankedTensorType::get(extents, component.elementType)
             << " in storage, got " << operand.getType();
  }
  return success();
}

/// Checks that results are the tensors among the inits.
static LogicalResult verifyResults(Operation *op, ValueRange inits) {
  bool onTensors = isa<RankedTensorType>(inits.front().getType());
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()) != onTensors)
      return op->emitOpError("is on tensors or on memrefs, not on both");
  size_t expected = onTensors ? inits.size() : 0;
  if (op->getNumResults() != expected)
    return op->emitOpError() << "has " << op->getNumResults()
                             << " results, expected " << expected;
  return success();
}

/// The logical extents that the codes of `type` show.
static SmallVector<int64_t> getLogicalShape(Value codes, ScaledType type) {
  SmallVector<int64_t> shape(type.getRank(), ShapedType::kDynamic);
  FailureOr<SmallVector<StorageComponent>> components =
      type.getStorageComponents(nullptr);
  auto shaped = cast<ShapedType>(codes.getType());
  if (failed(components) ||
      shaped.getRank() != static_cast<int64_t>(components->front().dims.size()))
    return shape;
  for (auto [index, storage] : llvm::enumerate(components->front().dims))
    if (storage.dim >= 0 && storage.step == 1)
      shape[storage.dim] = shaped.getDimSize(index);
  return shape;
}

static bool isWide(Type type) {
  return isa<Float64Type, Float32Type, BFloat16Type, Float16Type>(type);
}

//===----------------------------------------------------------------------===//
// Shared tiling
//===----------------------------------------------------------------------===//

static SmallVector<StorageComponent> getComponents(ScaledType type) {
  FailureOr<SmallVector<StorageComponent>> components =
      type.getStorageComponents(nullptr);
  assert(succeeded(components) && "the verifier admits stored types only");
  return *components;
}

/// The extent of dimension `dim` of a tensor or memref.
static OpFoldResult getExtent(OpBuilder &builder, Location loc, Value value,
                              int64_t dim) {
  if (isa<MemRefType>(value.getType()))
    return memref::getMixedSize(builder, loc, value, dim);
  return tensor::getMixedSize(builder, loc, value, dim);
}

/// The extent of logical dimension `dim` of a value that `codes` stores.
static OpFoldResult getLogicalExtent(OpBuilder &builder, Location loc,
                                     Value codes, ScaledType type,
                                     int64_t dim) {
  std::optional<unsigned> storage =
      getComponents(type).front().findUnitDim(dim);
  assert(storage && "codes store every dimension in single steps");
  return getExtent(builder, loc, codes, *storage);
}

static Value slice(OpBuilder &builder, Location loc, Value source,
                   ArrayRef<OpFoldResult> offsets,
                   ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
  if (isa<MemRefType>(source.getType()))
    return memref::SubViewOp::create(builder, loc, source, offsets, sizes,
                                     strides);
  return tensor::ExtractSliceOp::create(builder, loc, source, offsets, sizes,
                                        strides);
}

/// The parts of all arrays of a value that belong to a logical box.
static SmallVector<Value> sliceArrays(OpBuilder &builder, Location loc,
                                      ValueRange arrays, ScaledType type,
                                      ArrayRef<OpFoldResult> offsets,
                                      ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> slices;
  for (auto [array, component] : llvm::zip(arrays, getComponents(type))) {
    SmallVector<OpFoldResult> sliceOffsets, sliceSizes;
    component.getSlice(builder, loc, offsets, sizes, sliceOffsets, sliceSizes);
    slices.push_back(slice(builder, loc, array, sliceOffsets, sliceSizes));
  }
  return slices;
}

/// Whether two extents are known to be the same, also as different values.
static bool areEqualExtents(OpFoldResult left, OpFoldResult right) {
  if (left == right)
    return true;
  FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(left, right);
  return succeeded(equal) && *equal;
}

/// Checks that a tile cuts no group: each extent is a multiple of the steps of
/// all arrays, or the whole extent.
static LogicalResult checkTile(Operation *op, ScaledType type,
                               ArrayRef<OpFoldResult> extents,
                               ArrayRef<OpFoldResult> offsets,
                               ArrayRef<OpFoldResult> sizes) {
  for (const StorageComponent &component : getComponents(type)) {
    for (const StorageDim &storage : component.dims) {
      if (storage.dim < 0 || storage.step == 1)
        continue;
      OpFoldResult size = sizes[storage.dim], offset = offsets[storage.dim];
      if (isZeroInteger(offset) && areEqualExtents(size, extents[storage.dim]))
        continue;
      FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
          presburger::BoundType::UB, size, /*stopCondition=*/nullptr,
          /*closedUB=*/true);
      std::optional<int64_t> from = getConstantIntValue(offset);
      bool startsGroup =
          !from || (storage.step > 0 && *from % storage.step == 0);
      if (storage.step > 0 && startsGroup && succeeded(bound) &&
          *bound % storage.step == 0)
        continue;
      InFlightDiagnostic diagnostic =
          op->emitOpError() << "cannot be tiled along dimension " << storage.dim
                            << " of " << type << ": a tile of ";
      if (succeeded(bound))
        diagnostic << *bound;
      else
        diagnostic << "unknown extent";
      if (storage.step < 0)
        return diagnostic << " cuts the group, which is the whole extent";
      if (!startsGroup)
        return diagnostic << " begins at " << *from
                          << ", which is no multiple of " << storage.step
                          << ", the elements under one step of "
                          << component.name;
      return diagnostic << " is no multiple of " << storage.step
                        << ", the elements under one step of "
                        << component.name;
    }
  }
  return success();
}

template <typename OpTy>
static TilingResult makeTile(OpBuilder &builder, OpTy op,
                             ArrayRef<Value> operands, ValueRange inits) {
  SmallVector<Type> resultTypes;
  if (op->getNumResults() != 0)
    llvm::append_range(resultTypes, inits.getTypes());
  Operation *tiled = mlir::clone(builder, op, resultTypes, operands);
  TilingResult result;
  result.tiledOps.push_back(tiled);
  llvm::append_range(result.tiledValues, tiled->getResults());
  for (Value operand : operands)
    if (Operation *definingOp = operand.getDefiningOp())
      result.generatedSlices.push_back(definingOp);
  return result;
}

/// The range from 0 to each extent.
static SmallVector<Range> getRanges(OpBuilder &builder,
                                    ArrayRef<OpFoldResult> extents) {
  return llvm::map_to_vector(extents, [&](OpFoldResult extent) {
    return Range{builder.getIndexAttr(0), extent, builder.getIndexAttr(1)};
  });
}

/// The result types of an operation in destination style are its inits.
static LogicalResult reifyInits(OpBuilder &builder, ValueRange inits,
                                ReifiedRankedShapedTypeDims &shapes) {
  for (Value init : inits)
    if (isa<RankedTensorType>(init.getType()))
      shapes.push_back(tensor::getMixedSizes(builder, init.getLoc(), init));
  return success();
}

/// Memrefs that are read or written.
static void
addEffects(DestinationStyleOpInterface op, bool readsInits,
           SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
               &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    bool written = op.isDpsInit(&operand);
    if (!written || readsInits)
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (written)
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

#define LOWP_STORAGE_EFFECTS(OP, READS_INITS)                                  \
  void OP::getEffects(                                                         \
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>      \
          &effects) {                                                          \
    addEffects(*this, READS_INITS, effects);                                   \
  }                                                                            \
  LogicalResult OP::reifyResultShapes(OpBuilder &builder,                      \
                                      ReifiedRankedShapedTypeDims &shapes) {   \
    return reifyInits(builder, getDpsInits(), shapes);                         \
  }
LOWP_STORAGE_EFFECTS(StorageQuantizeOp, /*readsInits=*/false)
LOWP_STORAGE_EFFECTS(StorageDequantizeOp, /*readsInits=*/false)
LOWP_STORAGE_EFFECTS(StorageRecodeOp, /*readsInits=*/false)
LOWP_STORAGE_EFFECTS(StorageMatmulOp, /*readsInits=*/true)
#undef LOWP_STORAGE_EFFECTS

//===----------------------------------------------------------------------===//
// Quantize
//===----------------------------------------------------------------------===//

LogicalResult StorageQuantizeOp::verify() {
  auto source = cast<ShapedType>(getSource().getType());
  if (!isWide(source.getElementType()))
    return emitOpError() << "reads f64, f32, bf16 or f16, got " << source;
  if (source.getRank() != getScaled().getRank())
    return emitOpError() << source << " does not have the rank of "
                         << getScaledType();
  ConversionAttr conversion = getQuantizer().getConversion();
  if (conversion.getDestination() != getScaled().getEncoding())
    return emitOpError() << "converts to " << conversion.getDestination()
                         << ", but writes codes of "
                         << getScaled().getEncoding();
  if (failed(verifyArrays(*this, "the result", getInits(), getScaled(),
                          source.getShape())))
    return failure();
  return verifyResults(*this, getInits());
}

SmallVector<utils::IteratorType> StorageQuantizeOp::getLoopIteratorTypes() {
  return SmallVector<utils::IteratorType>(getScaled().getRank(),
                                          utils::IteratorType::parallel);
}

SmallVector<Range> StorageQuantizeOp::getIterationDomain(OpBuilder &builder) {
  SmallVector<OpFoldResult> extents;
  for (int64_t dim = 0; dim < getScaled().getRank(); ++dim)
    extents.push_back(getExtent(builder, getLoc(), getSource(), dim));
  return getRanges(builder, extents);
}

static SmallVector<OpFoldResult> getSizes(ArrayRef<Range> domain) {
  return llvm::map_to_vector(domain, [](Range range) { return range.size; });
}

FailureOr<TilingResult>
StorageQuantizeOp::getTiledImplementation(OpBuilder &builder,
                                          ArrayRef<OpFoldResult> offsets,
                                          ArrayRef<OpFoldResult> sizes) {
  if (failed(checkTile(*this, getScaled(),
                       getSizes(getIterationDomain(builder)), offsets, sizes)))
    return failure();
  SmallVector<Value> operands = {
      slice(builder, getLoc(), getSource(), offsets, sizes)};
  SmallVector<Value> inits =
      sliceArrays(builder, getLoc(), getInits(), getScaled(), offsets, sizes);
  llvm::append_range(operands, inits);
  return makeTile(builder, *this, operands, inits);
}

LogicalResult StorageQuantizeOp::getResultTilePosition(
    OpBuilder &builder, unsigned resultNumber, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  getComponents(getScaled())[resultNumber].getSlice(
      builder, getLoc(), offsets, sizes, resultOffsets, resultSizes);
  return success();
}

/// The logical box that belongs to a box of one array: element offsets and
/// sizes times the steps, clipped to the extents.
static void getBoxOfSlice(OpBuilder &builder, Location loc,
                          const StorageComponent &component,
                          ArrayRef<OpFoldResult> extents,
                          ArrayRef<OpFoldResult> sliceOffsets,
                          ArrayRef<OpFoldResult> sliceSizes,
                          SmallVectorImpl<OpFoldResult> &offsets,
                          SmallVectorImpl<OpFoldResult> &sizes) {
  offsets.assign(extents.size(), builder.getIndexAttr(0));
  sizes.assign(extents.begin(), extents.end());
  AffineExpr s0, s1;
  bindSymbols(builder.getContext(), s0, s1);
  for (auto [index, storage] : llvm::enumerate(component.dims)) {
    if (storage.dim < 0 || storage.step < 0)
      continue;
    int64_t dim = storage.dim;
    if (storage.step == 1) {
      offsets[dim] = sliceOffsets[index];
      sizes[dim] = sliceSizes[index];
      continue;
    }
    offsets[dim] = affine::makeComposedFoldedAffineApply(
        builder, loc, s0 * storage.step, sliceOffsets[index]);
    OpFoldResult full = affine::makeComposedFoldedAffineApply(
        builder, loc, s0 * storage.step, sliceSizes[index]);
    OpFoldResult left = affine::makeComposedFoldedAffineApply(
        builder, loc, s0 - s1, {extents[dim], offsets[dim]});
    sizes[dim] = affine::makeComposedFoldedAffineMin(
        builder, loc,
        AffineMap::getMultiDimIdentityMap(2, builder.getContext()),
        {full, left});
  }
}

LogicalResult StorageQuantizeOp::getIterationDomainTileFromResultTile(
    OpBuilder &builder, unsigned resultNumber, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVectorImpl<OpFoldResult> &domainOffsets,
    SmallVectorImpl<OpFoldResult> &domainSizes) {
  getBoxOfSlice(builder, getLoc(), getComponents(getScaled())[resultNumber],
                getSizes(getIterationDomain(builder)), offsets, sizes,
                domainOffsets, domainSizes);
  return success();
}

/// Tiles `op` so that one result has the wanted tile.
template <typename OpTy>
static FailureOr<TilingResult>
tileForResult(OpTy op, OpBuilder &builder, unsigned resultNumber,
              ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> domainOffsets, domainSizes;
  if (failed(op.getIterationDomainTileFromResultTile(
          builder, resultNumber, offsets, sizes, domainOffsets, domainSizes)))
    return failure();
  FailureOr<TilingResult> tiled =
      op.getTiledImplementation(builder, domainOffsets, domainSizes);
  if (failed(tiled))
    return failure();
  tiled->tiledValues = {tiled->tiledValues[resultNumber]};
  return tiled;
}

FailureOr<TilingResult> StorageQuantizeOp::generateResultTileValue(
    OpBuilder &builder, unsigned resultNumber, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes) {
  return tileForResult(*this, builder, resultNumber, offsets, sizes);
}

//===----------------------------------------------------------------------===//
// Dequantize
//===----------------------------------------------------------------------===//

LogicalResult StorageDequantizeOp::verify() {
  auto init = cast<ShapedType>(getInit().getType());
  if (!isWide(init.getElementType()))
    return emitOpError() << "writes f64, f32, bf16 or f16, got " << init;
  if (init.getRank() != getScaled().getRank())
    return emitOpError() << init << " does not have the rank of "
                         << getScaledType();
  if (failed(verifyArrays(*this, "the source", getSource(), getScaled(),
                          init.getShape())))
    return failure();
  return verifyResults(*this, getInit());
}

SmallVector<utils::IteratorType> StorageDequantizeOp::getLoopIteratorTypes() {
  return SmallVector<utils::IteratorType>(getScaled().getRank(),
                                          utils::IteratorType::parallel);
}

SmallVector<Range> StorageDequantizeOp::getIterationDomain(OpBuilder &builder) {
  // Not from the init, which is another value in each iteration of a loop.
  SmallVector<OpFoldResult> extents;
  for (int64_t dim = 0; dim < getScaled().getRank(); ++dim)
    extents.push_back(getLogicalExtent(builder, getLoc(), getSource().front(),
                                       getScaled(), dim));
  return getRanges(builder, extents);
}

FailureOr<TilingResult>
StorageDequantizeOp::getTiledImplementation(OpBuilder &builder,
                                            ArrayRef<OpFoldResult> offsets,
                                            ArrayRef<OpFoldResult> sizes) {
  if (failed(checkTile(*this, getScaled(),
                       getSizes(getIterationDomain(builder)), offsets, sizes)))
    return failure();
  SmallVector<Value> operands =
      sliceArrays(builder, getLoc(), getSource(), getScaled(), offsets, sizes);
  Value init = slice(builder, getLoc(), getInit(), offsets, sizes);
  operands.push_back(init);
  return makeTile(builder, *this, operands, init);
}

LogicalResult StorageDequantizeOp::getResultTilePosition(
    OpBuilder &, unsigned, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  resultOffsets.assign(offsets.begin(), offsets.end());
  resultSizes.assign(sizes.begin(), sizes.end());
  return success();
}

LogicalResult StorageDequantizeOp::getIterationDomainTileFromResultTile(
    OpBuilder &, unsigned, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVectorImpl<OpFoldResult> &domainOffsets,
    SmallVectorImpl<OpFoldResult> &domainSizes) {
  domainOffsets.assign(offsets.begin(), offsets.end());
  domainSizes.assign(sizes.begin(), sizes.end());
  return success();
}

FailureOr<TilingResult> StorageDequantizeOp::generateResultTileValue(
    OpBuilder &builder, unsigned resultNumber, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes) {
  return tileForResult(*this, builder, resultNumber, offsets, sizes);
}

//===----------------------------------------------------------------------===//
// Recode
//===----------------------------------------------------------------------===//

LogicalResult StorageRecodeOp::verify() {
  for (Type encoding : {getEncoding(), getConversion().getDestination()})
    if (!isEncoding(encoding) || getFormat(encoding)->width != 8)
      return emitOpError() << "has no storage form for codes of " << encoding
                           << "; codes of 8 bits have one";
  auto source = cast<ShapedType>(getSource().getType());
  auto init = cast<ShapedType>(getInit().getType());
  for (ShapedType codes : {source, init})
    if (!codes.getElementType().isInteger(8))
      return emitOpError() << "codes are stored as i8, got " << codes;
  if (failed(verifyCompatibleShape(source, init)))
    return emitOpError() << "the extents of " << source << " and " << init
                         << " differ";
  return verifyResults(*this, getInit());
}

SmallVector<utils::IteratorType> StorageRecodeOp::getLoopIteratorTypes() {
  return SmallVector<utils::IteratorType>(
      cast<ShapedType>(getSource().getType()).getRank(),
      utils::IteratorType::parallel);
}

SmallVector<Range> StorageRecodeOp::getIterationDomain(OpBuilder &builder) {
  int64_t rank = cast<ShapedType>(getSource().getType()).getRank();
  SmallVector<OpFoldResult> extents;
  for (int64_t dim = 0; dim < rank; ++dim)
    extents.push_back(getExtent(builder, getLoc(), getSource(), dim));
  return getRanges(builder, extents);
}

FailureOr<TilingResult>
StorageRecodeOp::getTiledImplementation(OpBuilder &builder,
                                        ArrayRef<OpFoldResult> offsets,
                                        ArrayRef<OpFoldResult> sizes) {
  Value source = slice(builder, getLoc(), getSource(), offsets, sizes);
  Value init = slice(builder, getLoc(), getInit(), offsets, sizes);
  return makeTile(builder, *this, {source, init}, init);
}

LogicalResult StorageRecodeOp::getResultTilePosition(
    OpBuilder &, unsigned, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  resultOffsets.assign(offsets.begin(), offsets.end());
  resultSizes.assign(sizes.begin(), sizes.end());
  return success();
}

LogicalResult StorageRecodeOp::getIterationDomainTileFromResultTile(
    OpBuilder &, unsigned, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVectorImpl<OpFoldResult> &domainOffsets,
    SmallVectorImpl<OpFoldResult> &domainSizes) {
  domainOffsets.assign(offsets.begin(), offsets.end());
  domainSizes.assign(sizes.begin(), sizes.end());
  return success();
}

FailureOr<TilingResult> StorageRecodeOp::generateResultTileValue(
    OpBuilder &builder, unsigned resultNumber, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes) {
  return tileForResult(*this, builder, resultNumber, offsets, sizes);
}

//===----------------------------------------------------------------------===//
// Matmul
//===----------------------------------------------------------------------===//

SmallVector<AffineMap> StorageMatmulOp::getMaps() {
  if (std::optional<ArrayAttr> maps = getIndexingMaps())
    return llvm::to_vector(maps->getAsValueRange<AffineMapAttr>());
  return getDefaultMatmulMaps(getContext());
}

LogicalResult StorageMatmulOp::verify() {
  auto init = cast<ShapedType>(getInit().getType());
  if (!isWide(init.getElementType()))
    return emitOpError() << "writes f64, f32, bf16 or f16, got " << init;
  if (getLhs().empty() || getRhs().empty())
    return emitOpError("has an operand without arrays");
  SmallVector<int64_t> lhsShape =
      getLogicalShape(getLhs().front(), getLhsScaled());
  SmallVector<int64_t> rhsShape =
      getLogicalShape(getRhs().front(), getRhsScaled());
  if (failed(verifyArrays(*this, "lhs", getLhs(), getLhsScaled(), lhsShape)) ||
      failed(verifyArrays(*this, "rhs", getRhs(), getRhsScaled(), rhsShape)))
    return failure();
  SmallVector<AffineMap> maps = getMaps();
  if (maps.size() != 3)
    return emitOpError("has one indexing map each for lhs, rhs and result");
  SmallVector<int64_t> extents(maps[0].getNumDims(), ShapedType::kDynamic);
  ArrayRef<int64_t> shapes[] = {lhsShape, rhsShape, init.getShape()};
  for (auto [map, shape] : llvm::zip(maps, shapes)) {
    if (map.getNumDims() != extents.size() || !map.isProjectedPermutation() ||
        map.getNumResults() != shape.size())
      return emitOpError() << "indexing map " << AffineMapAttr::get(map)
                           << " does not fit an operand of rank "
                           << shape.size();
    for (auto [expr, extent] : llvm::zip(map.getResults(), shape)) {
      int64_t &known = extents[cast<AffineDimExpr>(expr).getPosition()];
      if (ShapedType::isDynamic(extent))
        continue;
      if (!ShapedType::isDynamic(known) && known != extent)
        return emitOpError()
               << "dimension d" << cast<AffineDimExpr>(expr).getPosition()
               << " has extents " << known << " and " << extent;
      known = extent;
    }
  }
  if (failed(verifyContractedDims(*this, maps)))
    return failure();
  return verifyResults(*this, getInit());
}

SmallVector<utils::IteratorType> StorageMatmulOp::getLoopIteratorTypes() {
  AffineMap result = getMaps()[2];
  SmallVector<utils::IteratorType> iterators;
  for (unsigned dim = 0; dim < result.getNumDims(); ++dim)
    iterators.push_back(result.isFunctionOfDim(dim)
                            ? utils::IteratorType::parallel
                            : utils::IteratorType::reduction);
  return iterators;
}

SmallVector<Range> StorageMatmulOp::getIterationDomain(OpBuilder &builder) {
  SmallVector<AffineMap> maps = getMaps();
  SmallVector<OpFoldResult> extents(maps[0].getNumDims());
  auto set = [&](AffineMap map, function_ref<OpFoldResult(int64_t)> extentOf) {
    for (auto [index, expr] : llvm::enumerate(map.getResults())) {
      OpFoldResult &extent = extents[cast<AffineDimExpr>(expr).getPosition()];
      if (!extent || !getConstantIntValue(extent))
        extent = extentOf(index);
    }
  };
  set(maps[2], [&](int64_t dim) {
    return getExtent(builder, getLoc(), getInit(), dim);
  });
  set(maps[0], [&](int64_t dim) {
    return getLogicalExtent(builder, getLoc(), getLhs().front(), getLhsScaled(),
                            dim);
  });
  set(maps[1], [&](int64_t dim) {
    return getLogicalExtent(builder, getLoc(), getRhs().front(), getRhsScaled(),
                            dim);
  });
  return getRanges(builder, extents);
}

/// The entries of `values` that a map's results name.
static SmallVector<OpFoldResult> project(AffineMap map,
                                         ArrayRef<OpFoldResult> values) {
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
    return values[cast<AffineDimExpr>(expr).getPosition()];
  });
}

FailureOr<TilingResult>
StorageMatmulOp::getTiledImplementation(OpBuilder &builder,
                                        ArrayRef<OpFoldResult> offsets,
                                        ArrayRef<OpFoldResult> sizes) {
  SmallVector<AffineMap> maps = getMaps();
  SmallVector<OpFoldResult> extents = getSizes(getIterationDomain(builder));
  SmallVector<Value> operands;
  auto addOperand = [&](AffineMap map, ValueRange arrays,
                        ScaledType type) -> LogicalResult {
    SmallVector<OpFoldResult> from = project(map, offsets);
    SmallVector<OpFoldResult> extent = project(map, sizes);
    if (failed(checkTile(*this, type, project(map, extents), from, extent)))
      return failure();
    llvm::append_range(
        operands, sliceArrays(builder, getLoc(), arrays, type, from, extent));
    return success();
  };
  if (failed(addOperand(maps[0], getLhs(), getLhsScaled())) ||
      failed(addOperand(maps[1], getRhs(), getRhsScaled())))
    return failure();
  Value init = slice(builder, getLoc(), getInit(), project(maps[2], offsets),
                     project(maps[2], sizes));
  operands.push_back(init);
  return makeTile(builder, *this, operands, init);
}

LogicalResult StorageMatmulOp::getResultTilePosition(
    OpBuilder &, unsigned, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  resultOffsets = project(getMaps()[2], offsets);
  resultSizes = project(getMaps()[2], sizes);
  return success();
}

LogicalResult StorageMatmulOp::getIterationDomainTileFromResultTile(
    OpBuilder &builder, unsigned, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVectorImpl<OpFoldResult> &domainOffsets,
    SmallVectorImpl<OpFoldResult> &domainSizes) {
  SmallVector<Range> domain = getIterationDomain(builder);
  domainOffsets.assign(domain.size(), builder.getIndexAttr(0));
  domainSizes = getSizes(domain);
  for (auto [index, expr] : llvm::enumerate(getMaps()[2].getResults())) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    domainOffsets[dim] = offsets[index];
    domainSizes[dim] = sizes[index];
  }
  return success();
}

FailureOr<TilingResult> StorageMatmulOp::generateResultTileValue(
    OpBuilder &builder, unsigned resultNumber, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes) {
  return tileForResult(*this, builder, resultNumber, offsets, sizes);
}

#define GET_OP_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpStorageOps.cpp.inc"
