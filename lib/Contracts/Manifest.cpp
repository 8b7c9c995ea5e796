//===- Manifest.cpp - The contract of kernels as JSON ---------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Contracts/Manifest.h"
#include "lowp/Contracts/KernelShapes.h"
#include "lowp/Target/Target.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace lowp;
namespace json = llvm::json;

static std::string toText(Type type) { return llvm::formatv("{0}", type); }

static json::Object describeExtent(const OpenExtent &extent) {
  json::Object object{{"name", extent.name}};
  if (!ShapedType::isDynamic(extent.value))
    object["value"] = extent.value;
  return object;
}

/// Numbers, and the names of open extents.
static json::Array describeShape(ArrayRef<ShapeDim> shape,
                                 ArrayRef<OpenExtent> extents) {
  json::Array array;
  for (const ShapeDim &dim : shape) {
    if (dim.isOpen())
      array.push_back(extents[dim.extent].name);
    else
      array.push_back(dim.value);
  }
  return array;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static json::Object describeLevel(ScaleAttr level) {
  json::Array group;
  for (int64_t extent : level.getGroup()) {
    if (extent == ScaleAttr::kWhole)
      group.push_back("*");
    else
      group.push_back(extent);
  }
  return json::Object{
      {"type", toText(level.getType())},
      {"group", std::move(group)},
      {"direction", stringifyDirection(level.getDirection())},
      {"layout", stringifyScaleLayout(level.getLayout())},
  };
}

/// The extent of one dimension of an array as a formula of the logical extents
/// d0, d1, ...
static std::string describeDim(const StorageDim &storage) {
  if (storage.dim < 0)
    return std::to_string(storage.constant);
  if (storage.step < 0)
    return "1";
  if (storage.step == 1)
    return llvm::formatv("d{0}", storage.dim);
  return llvm::formatv("ceildiv(d{0}, {1})", storage.dim, storage.step);
}

static json::Object describeComponent(const StorageComponent &component) {
  SmallVector<std::string> factors;
  json::Array extents;
  for (const StorageDim &storage : component.dims) {
    factors.push_back(describeDim(storage));
    extents.push_back(factors.back());
  }
  json::Object object{
      {"name", component.name},
      {"encoding", toText(component.encoding)},
      {"element", toText(component.elementType)},
      {"element_bytes", component.getElementSize()},
      {"extents", std::move(extents)},
      {"alignment", component.getAlignment()},
      {"padding", static_cast<int64_t>(component.padding)},
  };
  // Only where there are several rows do they have a distance.
  if (factors.size() > 1) {
    if (component.pitch != 1)
      factors.back() =
          llvm::formatv("alignto({0}, {1})", factors.back(), component.pitch);
    object["pitch"] = factors.back();
  }
  if (component.getElementSize() != 1 || factors.empty())
    factors.push_back(std::to_string(component.getElementSize()));
  object["bytes"] = llvm::join(factors, " * ");
  return object;
}

/// Bytes of codes, scales and padding, for static extents. The overhead is what
/// the scales add to the codes.
static json::Object describeBytes(ScaledType type,
                                  ArrayRef<StorageComponent> components) {
  int64_t codes = 0, scales = 0, padding = 0;
  for (const StorageComponent &component : components) {
    int64_t elementBytes = component.getElementSize();
    int64_t used = elementBytes;
    for (const StorageDim &storage : component.dims)
      if (storage.dim >= 0 && storage.step > 0)
        used *= llvm::divideCeil(type.getShape()[storage.dim], storage.step);
    // An array of tiles holds padding inside them: count the groups instead.
    if (component.level >= 0) {
      used = elementBytes;
      ArrayRef<int64_t> group = type.getLevels()[component.level].getGroup();
      for (auto [extent, step] : llvm::zip(type.getShape(), group))
        used *= step == ScaleAttr::kWhole ? 1 : llvm::divideCeil(extent, step);
    }
    (component.level < 0 ? codes : scales) += used;
    padding += component.getByteSize(type.getShape()) - used;
  }
  json::Object bytes{{"codes", codes},
                     {"scales", scales},
                     {"padding", padding},
                     {"payload", codes + scales},
                     {"total", codes + scales + padding}};
  if (codes != 0)
    bytes["scale_overhead_percent"] = 100.0 * scales / codes;
  return bytes;
}

static json::Object describeScaled(ScaledType type, json::Array shape) {
  json::Array levels;
  for (ScaleAttr level : type.getLevels())
    levels.push_back(describeLevel(level));
  json::Object object{
      {"kind", "scaled"},
      {"type", toText(type)},
      {"shape", std::move(shape)},
      {"encoding", toText(type.getEncoding())},
      {"levels", std::move(levels)},
  };
  if (LayoutAttr layout = type.getLayout()) {
    json::Array order;
    for (int64_t dim : layout.getOrder())
      order.push_back(dim);
    object["layout"] =
        json::Object{{"order", std::move(order)},
                     {"pitch_multiple", layout.getPitch()},
                     {"packing", stringifyPacking(layout.getPacking())}};
  }
  FailureOr<SmallVector<StorageComponent>> components =
      type.getStorageComponents(nullptr);
  if (failed(components))
    return object;
  json::Array arrays;
  for (const StorageComponent &component : *components)
    arrays.push_back(describeComponent(component));
  object["components"] = std::move(arrays);
  if (!llvm::is_contained(type.getShape(), ShapedType::kDynamic))
    object["bytes"] = describeBytes(type, *components);
  return object;
}

static json::Object describeTensor(RankedTensorType type, json::Array shape) {
  json::Object object{{"kind", "tensor"},
                      {"type", toText(type)},
                      {"shape", std::move(shape)},
                      {"element", toText(type.getElementType())}};
  if (type.getElementType().isIntOrFloat())
    object["components"] =
        json::Array{describeComponent(getTensorComponent(type))};
  return object;
}

/// An operand or result of a kernel.
static json::Object describeValue(Type type, json::Array shape) {
  if (auto scaled = dyn_cast<ScaledType>(type))
    return describeScaled(scaled, std::move(shape));
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return describeTensor(tensor, std::move(shape));
  return json::Object{{"kind", "scalar"}, {"type", toText(type)}};
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static json::Object describeConversion(ConversionAttr conversion) {
  return json::Object{
      {"destination", toText(conversion.getDestination())},
      {"rounding", stringifyRounding(conversion.getRounding())},
      {"overflow", stringifyOverflow(conversion.getOverflow())},
      {"infinity", stringifyInfinityPolicy(conversion.getInfinity())},
      {"nan", stringifyNaNPolicy(conversion.getNan())},
      {"zero_sign", stringifyZeroSign(conversion.getZeroSign())},
  };
}

static json::Object describeQuantizer(QuantizerAttr quantizer) {
  json::Object object{
      {"recipe", stringifyRecipe(quantizer.getRecipe())},
      {"conversion", describeConversion(quantizer.getConversion())},
      {"arithmetic", stringifyScaleArithmetic(quantizer.getArithmetic())},
      {"scale_rounding", stringifyRounding(quantizer.getScaleRounding())},
      {"zero_group", stringifyZeroGroup(quantizer.getZeroGroup())},
      {"nonfinite_group",
       stringifyNonfiniteGroup(quantizer.getNonfiniteGroup())},
      {"subnormals", stringifySubnormals(quantizer.getSubnormals())},
      {"timing", stringifyTiming(quantizer.getTiming())},
  };
  if (quantizer.getAmaxType())
    object["amax_type"] = toText(quantizer.getAmaxType());
  if (quantizer.getAmaxFloor())
    object["amax_floor"] = quantizer.getAmaxFloor().getValueAsDouble();
  return object;
}

/// Whether any level of an operand varies along a dimension that is summed.
static bool variesAlongK(MatmulOp op) {
  for (unsigned operand = 0; operand < 2; ++operand)
    for (ScaleAttr level :
         cast<ScaledType>(op->getOperand(operand).getType()).getLevels())
      for (unsigned dim : op.getReductionDims(operand))
        if (level.variesAlong(dim))
          return true;
  return false;
}

static json::Object describeAccumulation(MatmulOp op) {
  AccumulateAttr accumulate = op.getAccumulate();
  json::Array maps;
  for (AffineMap map : op.getMaps())
    maps.push_back(llvm::formatv("{0}", AffineMapAttr::get(map)).str());
  return json::Object{
      {"product", stringifyProductPrecision(accumulate.getProduct())},
      {"accumulator", toText(accumulate.getAccumulator())},
      {"guaranteed_bits", accumulate.getGuaranteedBits()},
      {"order", stringifyAccumulationOrder(accumulate.getOrder())},
      {"promotion", accumulate.getPromotion()},
      {"output", toText(op.getResult().getType().getElementType())},
      {"scale_application", stringifyScaleApplication(op.getApplication())},
      {"scales_vary_along_k", variesAlongK(op)},
      {"indexing_maps", std::move(maps)},
  };
}

/// What the instruction that `schedule` names promises of its additions.
static std::optional<json::Object> describeInstruction(ScheduleAttr schedule) {
  if (!schedule || !schedule.getInstruction())
    return std::nullopt;
  const MatrixInstruction *row =
      lookupMatrixInstruction(schedule.getInstruction().getValue());
  if (!row)
    return std::nullopt;
  return json::Object{
      {"name", row->name},
      {"m", row->m},
      {"n", row->n},
      {"k", row->k},
      {"accumulator", row->accumulator},
      {"aligned_fraction_bits", row->alignedBits},
      {"result_fraction_bits", row->resultBits},
      {"products_per_step", row->productsPerStep},
      {"source", row->source},
  };
}

/// The elementwise operations after the anchor, by name, in order.
static json::Array describeEpilogue(KernelOp kernel, Operation *anchor) {
  json::Array names;
  bool after = false;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == anchor)
      after = true;
    else if (after && op->getNumRegions() == 0 && op->getNumResults() != 0 &&
             !op->hasTrait<OpTrait::ConstantLike>() &&
             isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())) &&
             !isa<ShapedType>(op->getResult(0).getType()))
      names.push_back(op->getName().getStringRef());
  });
  return names;
}

/// SHA-256 in hexadecimal.
static std::string hash(StringRef text) {
  std::array<uint8_t, 32> digest =
      llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
  return llvm::toHex(digest, /*LowerCase=*/true);
}

/// A digest of all that a body does: its text, in which values have numbers.
static std::string digestBody(KernelOp kernel) {
  std::string text;
  llvm::raw_string_ostream os(text);
  kernel->print(
      os,
      OpPrintingFlags().useLocalScope().printGenericOpForm().enableDebugInfo(
          false));
  return hash(text);
}

static json::Object describeSchedule(ScheduleAttr schedule) {
  json::Array tile, warps;
  for (int64_t extent : schedule.getTile())
    tile.push_back(extent);
  for (int64_t count : schedule.getWarps())
    warps.push_back(count);
  return json::Object{{"tile", std::move(tile)},
                      {"warps", std::move(warps)},
                      {"stages", schedule.getStages()},
                      {"raster", schedule.getRaster()},
                      {"copies", stringifyCopyMethod(schedule.getCopies())}};
}

static json::Object describeContract(ContractAttr contract) {
  json::Object object{{"alignment", contract.getAlignment()},
                      {"guaranteed_bits", contract.getGuaranteedBits()},
                      {"deterministic", contract.getDeterministic()}};
  if (!contract.getGranularity().empty())
    object["granularity"] = json::Object{{"M", contract.getGranularity()[0]},
                                         {"N", contract.getGranularity()[1]},
                                         {"K", contract.getGranularity()[2]}};
  if (contract.getTarget())
    object["target"] = contract.getTarget().getChip();
  return object;
}

static json::Object describeKernel(KernelOp kernel) {
  KernelShapes shapes(kernel);
  json::Array extents, operands, results;
  for (const OpenExtent &extent : shapes.extents)
    extents.push_back(describeExtent(extent));
  for (auto [type, shape] :
       llvm::zip_equal(kernel.getArgumentTypes(), shapes.operands))
    operands.push_back(
        describeValue(type, describeShape(shape, shapes.extents)));
  for (auto [type, shape] :
       llvm::zip_equal(kernel.getResultTypes(), shapes.results))
    results.push_back(
        describeValue(type, describeShape(shape, shapes.extents)));
  json::Object object{{"name", kernel.getName()},
                      {"external", kernel.isExternal()},
                      {"extents", std::move(extents)},
                      {"operands", std::move(operands)},
                      {"results", std::move(results)}};
  if (kernel.getContractAttr())
    object["contract"] = describeContract(kernel.getContractAttr());
  kernel.walk([&](Operation *op) {
    TypeSwitch<Operation *>(op)
        .Case([&](QuantizeOp quantize) {
          object["operation"] = "quantize";
          object["quantizer"] = describeQuantizer(quantize.getQuantizer());
        })
        .Case([&](MatmulOp matmul) {
          object["operation"] = "matmul";
          object["accumulation"] = describeAccumulation(matmul);
          object["epilogue"] = describeEpilogue(kernel, matmul);
        });
  });
  if (!kernel.isExternal())
    object["body"] = digestBody(kernel);
  if (ScheduleAttr schedule = kernel.getScheduleAttr())
    object["schedule"] = describeSchedule(schedule);
  if (std::optional<json::Object> instruction =
          describeInstruction(kernel.getScheduleAttr()))
    object["instruction"] = std::move(*instruction);
  return object;
}

//===----------------------------------------------------------------------===//
// Manifest
//===----------------------------------------------------------------------===//

Manifest Manifest::fromKernels(ModuleOp module) {
  Manifest manifest;
  if (auto target = module->getAttrOfType<TargetAttr>("lowp.target"))
    manifest.target = target.getChip();
  for (KernelOp kernel : module.getOps<KernelOp>())
    manifest.kernels.push_back(describeKernel(kernel));
  return manifest;
}

/// The fields of a tensor map that types do not say.
static json::Object describeTensorMap(AbiArgumentAttr argument) {
  json::Array box(argument.getBox());
  return json::Object{
      {"data_type", "uint8"},
      {"box", std::move(box)},
      {"element_strides", json::Array{1, 1}},
      {"interleave", "none"},
      {"swizzle", std::to_string(argument.getBox().back()) + "B"},
      {"l2_promotion", "128B"},
      {"fill", "zeros"},
  };
}

static json::Object describeLaunch(StringRef symbol, AbiAttr abi) {
  json::Array arguments, factors;
  for (AbiArgumentAttr argument : abi.getArguments()) {
    json::Object object{{"name", argument.getName()},
                        {"role", stringifyAbiRole(argument.getRole())},
                        {"type", toText(argument.getType())}};
    if (argument.getRole() == AbiRole::TensorMap) {
      object["tensor_map"] = describeTensorMap(argument);
    } else if (argument.getRole() != AbiRole::Extent) {
      bool isWritten = argument.getRole() == AbiRole::Result;
      object["access"] = isWritten ? "write" : "read";
      object["noalias"] = isWritten;
    }
    if (argument.getValue() >= 0) {
      object["value"] = argument.getValue();
      object["component"] = argument.getComponent();
    }
    arguments.push_back(std::move(object));
  }
  for (GridFactorAttr factor : abi.getGrid())
    factors.push_back(json::Object{{"extent", factor.getExtent()},
                                   {"tile", factor.getTile()}});
  json::Object grid{{"formula", abi.getGridText()},
                    {"factors", std::move(factors)}};
  if (abi.getPerMultiprocessor() != 0)
    grid["per_multiprocessor"] = abi.getPerMultiprocessor();
  return json::Object{
      {"symbol", symbol},
      {"arguments", std::move(arguments)},
      {"grid", std::move(grid)},
      {"block", json::Array{abi.getBlock(), 1, 1}},
      {"shared_bytes", abi.getShared()},
      {"cluster", json::Array{1, 1, 1}},
      {"workspace_bytes", 0},
  };
}

void Manifest::addLaunches(ModuleOp lowered) {
  lowered.walk([&](FunctionOpInterface function) {
    auto abi = function->getAttrOfType<AbiAttr>(AbiAttr::kName);
    if (!abi)
      return;
    for (json::Object &kernel : kernels)
      if (kernel.getString("name") == function.getName())
        kernel["launch"] = describeLaunch(function.getName(), abi);
  });
}

json::Object Manifest::toObject() const {
  json::Array array;
  for (const json::Object &kernel : kernels)
    array.push_back(json::Object(kernel));
  json::Object object{{"schema", "lowp-manifest"},
                      {"version", kManifestVersion},
                      {"kernels", std::move(array)}};
  if (const TargetInfo *chip = lookupTarget(target))
    object["target"] = json::Object{{"chip", chip->chip},
                                    {"triple", chip->triple},
                                    {"features", chip->getFeatures()}};
  return object;
}

std::string Manifest::getFingerprint() const {
  // Keys are printed in their order, so equal contracts give equal text.
  return hash(llvm::formatv("{0}", json::Value(toObject())).str());
}

json::Value Manifest::toJson() const {
  json::Object object = toObject();
  object["fingerprint"] = getFingerprint();
  return object;
}
