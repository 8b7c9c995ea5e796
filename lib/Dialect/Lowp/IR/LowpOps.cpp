//===- LowpOps.cpp - Operations of the value form -------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace lowp;

//===----------------------------------------------------------------------===//
// Shared checks and syntax
//===----------------------------------------------------------------------===//

/// The extents of a tensor or scaled value.
static ArrayRef<int64_t> getShapeOf(Type type) {
  if (auto scaled = dyn_cast<ScaledType>(type))
    return scaled.getShape();
  return cast<RankedTensorType>(type).getShape();
}

static LogicalResult verifySameShape(Operation *op, Type left, Type right) {
  if (succeeded(verifyCompatibleShape(getShapeOf(left), getShapeOf(right))))
    return success();
  return op->emitOpError() << "the extents of " << left << " and " << right
                           << " differ";
}

/// Checks that a quantizer or conversion writes the encoding of `result`.
static LogicalResult verifyDestination(Operation *op, ConversionAttr conversion,
                                       ScaledType result) {
  if (!conversion || conversion.getDestination() == result.getEncoding())
    return success();
  return op->emitOpError() << "converts to " << conversion.getDestination()
                           << ", but the result holds codes of "
                           << result.getEncoding();
}

static LogicalResult verifyLevel(Operation *op, int64_t level,
                                 ScaledType type) {
  if (level >= 0 && level < static_cast<int64_t>(type.getLevels().size()))
    return success();
  return op->emitOpError() << "level " << level << " is not one of the "
                           << type.getLevels().size() << " levels of " << type;
}

/// Checks one raw array against the array that stores a part of `type`.
static LogicalResult verifyRawArray(Operation *op, RankedTensorType raw,
                                    const StorageComponent &component,
                                    ScaledType type) {
  SmallVector<int64_t> extents = component.getExtents(type.getShape());
  auto refuse = [&](StringRef what) -> LogicalResult {
    InFlightDiagnostic diagnostic = op->emitOpError();
    diagnostic << raw << " has the wrong " << what << " for " << component.name
               << "; those of " << type << " are stored as "
               << RankedTensorType::get(extents, component.elementType);
    if (component.encoding != component.elementType &&
        component.encoding.isIntOrFloat() &&
        component.encoding.getIntOrFloatBitWidth() ==
            component.elementType.getIntOrFloatBitWidth())
      diagnostic << " or "
                 << RankedTensorType::get(extents, component.encoding);
    return diagnostic;
  };
  if (failed(verifyCompatibleShape(raw.getShape(), extents)))
    return refuse("extents");
  Type element = raw.getElementType();
  if (element == component.elementType)
    return success();
  bool fits = component.level < 0 ? isEncoding(element) : isScaleType(element);
  if (fits && element.isIntOrFloat() &&
      element.getIntOrFloatBitWidth() ==
          component.elementType.getIntOrFloatBitWidth())
    return success();
  return refuse("elements");
}

static ParseResult parseRounding(OpAsmParser &parser, RoundingAttr &attribute) {
  FailureOr<Rounding> word = FieldParser<Rounding>::parse(parser);
  if (failed(word))
    return failure();
  attribute = RoundingAttr::get(parser.getContext(), *word);
  return success();
}

static void printRounding(OpAsmPrinter &printer, Operation *,
                          RoundingAttr attribute) {
  printer << attribute.getValue();
}

ParseResult lowp::parseScaleApplication(OpAsmParser &parser,
                                        ScaleApplicationAttr &attribute) {
  FailureOr<ScaleApplication> word =
      FieldParser<ScaleApplication>::parse(parser);
  if (failed(word))
    return failure();
  attribute = ScaleApplicationAttr::get(parser.getContext(), *word);
  return success();
}

void lowp::printScaleApplication(OpAsmPrinter &printer, Operation *,
                                 ScaleApplicationAttr attribute) {
  printer << attribute.getValue();
}

//===----------------------------------------------------------------------===//
// Quantize, dequantize
//===----------------------------------------------------------------------===//

LogicalResult QuantizeOp::verify() {
  ScaledType type = getResult().getType();
  if (failed(verifySameShape(*this, getSource().getType(), type)))
    return failure();
  return verifyDestination(*this, getQuantizer().getConversion(), type);
}

LogicalResult DequantizeOp::verify() {
  return verifySameShape(*this, getSource().getType(), getResult().getType());
}

//===----------------------------------------------------------------------===//
// Raw arrays
//===----------------------------------------------------------------------===//

LogicalResult AssembleOp::verify() {
  ScaledType type = getResult().getType();
  size_t given = getScales().size(), levels = type.getLevels().size();
  if (given != levels)
    return emitOpError() << "has " << given << " array"
                         << (given == 1 ? "" : "s") << " of scales, " << type
                         << " has " << levels << " level"
                         << (levels == 1 ? "" : "s");
  // A type without a storage form yet can be promised, but not checked here.
  FailureOr<SmallVector<StorageComponent>> components =
      type.getStorageComponents(nullptr);
  if (failed(components))
    return success();
  for (auto [operand, component] : llvm::zip(getOperands(), *components))
    if (failed(verifyRawArray(*this, cast<RankedTensorType>(operand.getType()),
                              component, type)))
      return failure();
  return success();
}

LogicalResult CodesOp::verify() {
  ScaledType type = getSource().getType();
  FailureOr<SmallVector<StorageComponent>> components =
      type.getStorageComponents(nullptr);
  if (failed(components))
    return success();
  return verifyRawArray(*this, getResult().getType(), components->front(),
                        type);
}

LogicalResult ScalesOp::verify() {
  ScaledType type = getSource().getType();
  if (failed(verifyLevel(*this, getLevel(), type)))
    return failure();
  FailureOr<SmallVector<StorageComponent>> components =
      type.getStorageComponents(nullptr);
  if (failed(components))
    return success();
  return verifyRawArray(*this, getResult().getType(),
                        (*components)[getLevel() + 1], type);
}

//===----------------------------------------------------------------------===//
// Between values
//===----------------------------------------------------------------------===//

/// The levels of `type` without what a layout says.
static SmallVector<ScaleAttr> getLevelsWithoutLayout(ScaledType type) {
  return llvm::map_to_vector(type.getLevels(), [](ScaleAttr level) {
    return ScaleAttr::get(level.getType(), level.getGroup(),
                          level.getDirection());
  });
}

LogicalResult InvertScaleOp::verify() {
  ScaledType source = getSource().getType(), result = getResult().getType();
  if (failed(verifySameShape(*this, source, result)) ||
      failed(verifyLevel(*this, getLevel(), source)))
    return failure();
  if (source.getEncoding() != result.getEncoding() ||
      source.getLayout() != result.getLayout() ||
      source.getLevels().size() != result.getLevels().size())
    return emitOpError("changes nothing but the direction of one level");
  for (size_t index = 0; index < source.getLevels().size(); ++index) {
    ScaleAttr from = source.getLevels()[index], to = result.getLevels()[index];
    if (index != getLevel()) {
      if (from != to)
        return emitOpError() << "changes level " << index << ", but level "
                             << getLevel() << " is named";
      continue;
    }
    if (from.getDirection() == to.getDirection())
      return emitOpError() << "leaves the direction of level " << index
                           << " at " << stringifyDirection(from.getDirection());
    if (from.getType() != to.getType() || from.getGroup() != to.getGroup() ||
        from.getLayout() != to.getLayout())
      return emitOpError("changes nothing but the direction of one level");
  }
  return success();
}

LogicalResult RecodeOp::verify() {
  ScaledType source = getSource().getType(), result = getResult().getType();
  if (failed(verifySameShape(*this, source, result)) ||
      failed(verifyDestination(*this, getConversion(), result)))
    return failure();
  if (getLevelsWithoutLayout(source) != getLevelsWithoutLayout(result))
    return emitOpError("keeps the levels of scales");
  return success();
}

LogicalResult RegroupOp::verify() {
  ScaledType source = getSource().getType(), result = getResult().getType();
  if (failed(verifySameShape(*this, source, result)))
    return failure();
  return verifyDestination(*this, getQuantizer().getConversion(), result);
}

ScaledType lowp::transposeType(ScaledType source,
                               ArrayRef<int64_t> permutation) {
  auto permute = [&](ArrayRef<int64_t> extents) {
    return llvm::map_to_vector(permutation,
                               [&](int64_t dim) { return extents[dim]; });
  };
  SmallVector<ScaleAttr> levels =
      llvm::map_to_vector(source.getLevels(), [&](ScaleAttr level) {
        return ScaleAttr::get(level.getType(), permute(level.getGroup()),
                              level.getDirection(), level.getLayout());
      });
  SmallVector<int64_t> order = source.getOrder();
  SmallVector<int64_t> position(permutation.size());
  for (auto [index, dim] : llvm::enumerate(permutation))
    position[dim] = index;
  for (int64_t &dim : order)
    dim = position[dim];
  LayoutAttr layout = source.getLayout()
                          ? LayoutAttr::get(source.getContext(), order,
                                            source.getLayout().getPitch(),
                                            source.getLayout().getPacking())
                          : LayoutAttr();
  return ScaledType::get(permute(source.getShape()), source.getEncoding(),
                         levels, layout);
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location> location,
                                            TransposeOp::Adaptor adaptor,
                                            SmallVectorImpl<Type> &results) {
  auto source = dyn_cast<ScaledType>(adaptor.getSource().getType());
  if (!source)
    return failure();
  ArrayRef<int64_t> permutation = adaptor.getPermutation();
  SmallVector<int64_t> sorted(permutation);
  llvm::sort(sorted);
  if (sorted != llvm::to_vector(llvm::seq<int64_t>(0, source.getRank())))
    return emitOptionalError(location, "'lowp.transpose' op [", permutation,
                             "] is no permutation of the ", source.getRank(),
                             " dimensions of ", source);
  results.push_back(transposeType(source, permutation));
  return success();
}

LogicalResult RelayoutOp::verify() {
  ScaledType source = getSource().getType(), result = getResult().getType();
  if (failed(verifySameShape(*this, source, result)))
    return failure();
  if (source.getEncoding() != result.getEncoding() ||
      getLevelsWithoutLayout(source) != getLevelsWithoutLayout(result))
    return emitOpError("changes only where bytes lie, not codes or scales");
  return success();
}

LogicalResult DimOp::verify() {
  if (getIndex() < static_cast<uint64_t>(getSource().getType().getRank()))
    return success();
  return emitOpError() << "dimension " << getIndex() << " is not one of the "
                       << getSource().getType().getRank() << " of "
                       << getSource().getType();
}

//===----------------------------------------------------------------------===//
// Matmul
//===----------------------------------------------------------------------===//

SmallVector<AffineMap> lowp::getDefaultMatmulMaps(MLIRContext *context) {
  AffineExpr m, n, k;
  bindDims(context, m, n, k);
  return {AffineMap::get(3, 0, {m, k}, context),
          AffineMap::get(3, 0, {k, n}, context),
          AffineMap::get(3, 0, {m, n}, context)};
}

LogicalResult lowp::verifyContractedDims(Operation *op,
                                         ArrayRef<AffineMap> maps) {
  for (unsigned dim = 0; dim < maps[0].getNumDims(); ++dim) {
    auto uses = llvm::count_if(
        maps, [&](AffineMap map) { return map.isFunctionOfDim(dim); });
    if (uses < 2)
      return op->emitOpError()
             << "dimension d" << dim << " is in " << (uses == 0 ? "no" : "one")
             << " map" << (uses == 0 ? "" : " only")
             << "; a contraction sums over dimensions that both operands have";
  }
  return success();
}

SmallVector<AffineMap> MatmulOp::getMaps() {
  if (std::optional<ArrayAttr> maps = getIndexingMaps())
    return llvm::to_vector(maps->getAsValueRange<AffineMapAttr>());
  return getDefaultMatmulMaps(getContext());
}

SmallVector<unsigned> MatmulOp::getReductionDims(unsigned operand) {
  SmallVector<AffineMap> maps = getMaps();
  SmallVector<unsigned> dims;
  for (auto [index, expr] : llvm::enumerate(maps[operand].getResults()))
    if (!maps[2].isFunctionOfDim(cast<AffineDimExpr>(expr).getPosition()))
      dims.push_back(index);
  return dims;
}

LogicalResult MatmulOp::verify() {
  SmallVector<AffineMap> maps = getMaps();
  if (maps.size() != 3)
    return emitOpError() << "has " << maps.size()
                         << " indexing maps; lhs, rhs and result need one each";
  Type types[] = {getLhs().getType(), getRhs().getType(),
                  getResult().getType()};
  SmallVector<int64_t> extents(maps[0].getNumDims(), ShapedType::kDynamic);
  for (auto [index, map] : llvm::enumerate(maps)) {
    ArrayRef<int64_t> shape = getShapeOf(types[index]);
    if (map.getNumDims() != extents.size() || map.getNumSymbols() != 0 ||
        !map.isProjectedPermutation())
      return emitOpError() << "indexing map #" << index << " ("
                           << AffineMapAttr::get(map)
                           << ") is no projected permutation of the "
                           << extents.size() << " dimensions";
    if (map.getNumResults() != shape.size())
      return emitOpError() << "indexing map #" << index << " ("
                           << AffineMapAttr::get(map)
                           << ") does not have the rank of " << types[index];
    for (auto [expr, extent] : llvm::zip(map.getResults(), shape)) {
      unsigned dim = cast<AffineDimExpr>(expr).getPosition();
      if (ShapedType::isDynamic(extent))
        continue;
      if (ShapedType::isDynamic(extents[dim]))
        extents[dim] = extent;
      else if (extents[dim] != extent)
        return emitOpError()
               << "dimension d" << dim << " has extent " << extents[dim]
               << " and, in " << types[index] << ", extent " << extent;
    }
  }
  return verifyContractedDims(*this, maps);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> arguments,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(arguments, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void KernelOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

LogicalResult KernelOp::verify() {
  auto isOperand = [](Type type) {
    return isa<ScaledType, RankedTensorType, IndexType>(type) ||
           type.isIntOrFloat();
  };
  for (Type type :
       llvm::concat<const Type>(getArgumentTypes(), getResultTypes()))
    if (!isOperand(type))
      return emitOpError() << "takes and gives scaled values, ranked tensors "
                              "and scalars, got "
                           << type;
  if (!isExternal() && getContract())
    return emitOpError("has a body, so its contract is computed and cannot be "
                       "stated as well");
  return success();
}

LogicalResult lowp::ReturnOp::verify() {
  auto kernel = cast<KernelOp>((*this)->getParentOp());
  if (TypeRange(getOperandTypes()) == TypeRange(kernel.getResultTypes()))
    return success();
  return emitOpError() << "gives (" << getOperandTypes() << "), but @"
                       << kernel.getName() << " gives ("
                       << kernel.getResultTypes() << ")";
}

CallInterfaceCallable LaunchOp::getCallableForCallee() {
  return (*this)->getAttrOfType<SymbolRefAttr>(getKernelAttrName());
}

void LaunchOp::setCalleeFromCallable(CallInterfaceCallable callee) {
  (*this)->setAttr(getKernelAttrName(), cast<SymbolRefAttr>(callee));
}

Operation::operand_range LaunchOp::getArgOperands() { return getOperands(); }

MutableOperandRange LaunchOp::getArgOperandsMutable() {
  return getOperandsMutable();
}

/// Whether a value of type `given` can stand where `wanted` is expected, as far
/// as kind and extents go.
static bool haveSameKindAndShape(Type given, Type wanted) {
  if (isa<ScaledType>(given) && isa<ScaledType>(wanted))
    return succeeded(
        verifyCompatibleShape(getShapeOf(given), getShapeOf(wanted)));
  auto givenTensor = dyn_cast<RankedTensorType>(given);
  auto wantedTensor = dyn_cast<RankedTensorType>(wanted);
  if (givenTensor && wantedTensor)
    return givenTensor.getElementType() == wantedTensor.getElementType() &&
           succeeded(verifyCompatibleShape(givenTensor, wantedTensor));
  return given == wanted;
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (auto inside = (*this)->getParentOfType<KernelOp>())
    return emitOpError() << "is in the kernel @" << inside.getName()
                         << ": kernels are launched from functions, not from "
                            "other kernels";
  auto kernel =
      symbols.lookupNearestSymbolFrom<KernelOp>(*this, getKernelAttr());
  if (!kernel)
    return emitOpError() << "there is no lowp.kernel @" << getKernel();
  auto check = [&](StringRef what, TypeRange given,
                   TypeRange wanted) -> LogicalResult {
    if (given.size() != wanted.size())
      return emitOpError() << "has " << given.size() << " " << what << "s, @"
                           << getKernel() << " has " << wanted.size();
    for (auto [index, pair] : llvm::enumerate(llvm::zip(given, wanted))) {
      auto [here, there] = pair;
      if (haveSameKindAndShape(here, there))
        continue;
      InFlightDiagnostic diagnostic =
          emitOpError() << what << " #" << index << " is " << here << ", but @"
                        << getKernel() << " has " << there;
      diagnostic.attachNote(kernel.getLoc()) << "the kernel is here";
      return diagnostic;
    }
    return success();
  };
  if (failed(check("operand", getOperandTypes(), kernel.getArgumentTypes())))
    return failure();
  return check("result", getResultTypes(), kernel.getResultTypes());
}

#define GET_OP_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpOps.cpp.inc"
