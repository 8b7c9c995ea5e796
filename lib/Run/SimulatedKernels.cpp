//===- SimulatedKernels.cpp - Kernels in the simulator --------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimulatedKernels.h"
#include "lowp/Dialect/Lowp/IR/LowpAttributes.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Kernel/Anatomy.h"
#include "lowp/Pipelines/Pipelines.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace lowp;

//===----------------------------------------------------------------------===//
// What a launch needs to know of a kernel
//===----------------------------------------------------------------------===//

namespace {
/// An array in memory: one of a scaled value, or a plain tensor.
struct ArrayForm {
  unsigned elementSize = 0;
  unsigned rank = 0;
  std::optional<StorageComponent> component;

  int64_t getPitch() const { return component ? component->pitch : 1; }
  /// What the layout promises of its address.
  size_t getAlignment() const {
    return getPitch() * elementSize % 16 == 0 ? 16 : elementSize;
  }
  /// Distances between elements, in elements, at the pitch of the layout.
  SmallVector<int64_t> getStrides(ArrayRef<int64_t> extents) const;
};

/// The arrays of one operand or result, codes first.
struct ValueForm {
  SmallVector<int64_t> shape;
  SmallVector<ArrayForm> arrays;
};

/// An extent of a kernel, taken from an operand.
struct ExtentSource {
  StringRef name;
  unsigned operand, dim;
};
} // namespace

namespace lowp {
struct SimulatedKernel {
  std::string name;
  sim::CompiledKernels *compiled = nullptr;
  sim::Accumulation accumulation;
  AbiAttr abi;
  SmallVector<ExtentSource> extents;
  /// The extents that a result has, by name.
  SmallVector<StringRef> resultShape;
  SmallVector<ValueForm> operands, results;
  Location location;

  explicit SimulatedKernel(Location location) : location(location) {}
};
} // namespace lowp

SmallVector<int64_t> ArrayForm::getStrides(ArrayRef<int64_t> extents) const {
  SmallVector<int64_t> strides(extents.size(), 1);
  for (size_t dim = extents.size(); dim-- > 1;) {
    int64_t extent = extents[dim];
    if (dim + 1 == extents.size())
      extent = llvm::alignTo(extent, getPitch());
    strides[dim - 1] = strides[dim] * std::max<int64_t>(extent, 1);
  }
  return strides;
}

static ArrayForm getArrayForm(Type elementType, unsigned rank) {
  ArrayForm form;
  form.elementSize = llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8);
  form.rank = rank;
  return form;
}

static FailureOr<ValueForm> getValueForm(Type type, KernelOp kernel) {
  ValueForm form;
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    form.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    form.arrays.push_back(
        getArrayForm(tensor.getElementType(), tensor.getRank()));
    return form;
  }
  auto scaled = dyn_cast<ScaledType>(type);
  if (!scaled)
    return kernel.emitOpError()
           << "has an operand or result of type " << type
           << ", which is no array that the simulator can hold";
  FailureOr<SmallVector<StorageComponent>> components =
      scaled.getStorageComponents([&] { return kernel.emitOpError(); });
  if (failed(components))
    return failure();
  form.shape.assign(scaled.getShape().begin(), scaled.getShape().end());
  for (StorageComponent &component : *components) {
    ArrayForm array =
        getArrayForm(component.elementType, component.dims.size());
    array.component = std::move(component);
    form.arrays.push_back(std::move(array));
  }
  return form;
}

/// Which extents the ABI's names mean, from what the kernel is made of.
static LogicalResult findExtents(KernelOp op, SimulatedKernel &kernel) {
  FailureOr<Operation *> anchor = findAnchor(op);
  if (failed(anchor))
    return failure();
  if (auto matmul = dyn_cast<MatmulOp>(*anchor)) {
    FailureOr<MatmulAnatomy> anatomy = analyzeMatmul(matmul);
    if (failed(anatomy))
      return failure();
    auto source = [](StringRef name, const MatmulOperand &operand,
                     unsigned dim) {
      return ExtentSource{name, operand.value.getArgNumber(), dim};
    };
    kernel.extents = {source("M", anatomy->a, anatomy->a.rowDim),
                      source("N", anatomy->b, anatomy->b.rowDim),
                      source("K", anatomy->a, anatomy->a.kDim)};
    kernel.resultShape = {"M", "N"};
    return success();
  }
  FailureOr<QuantizeAnatomy> anatomy =
      analyzeQuantize(cast<QuantizeOp>(*anchor));
  if (failed(anatomy))
    return failure();
  unsigned operand = anatomy->source.getArgNumber();
  kernel.extents = {{"M", operand, 0}, {"K", operand, 1}};
  kernel.resultShape = {"M", "K"};
  return success();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

SimulatedKernels::SimulatedKernels() = default;
SimulatedKernels::~SimulatedKernels() = default;

static std::string getStandInName(StringRef kernel) {
  return ("lowp_simulated_" + kernel).str();
}

/// Makes the body of a kernel a call of a function without a body.
static void standIn(KernelOp op) {
  OpBuilder builder(op);
  std::string name = getStandInName(op.getName());
  auto function = func::FuncOp::create(
      builder, op.getLoc(), name, cast<FunctionType>(op.getFunctionType()));
  function.setPrivate();
  Block &body = op.getBody().front();
  body.clear();
  builder.setInsertionPointToEnd(&body);
  auto call =
      func::CallOp::create(builder, op.getLoc(), function, body.getArguments());
  lowp::ReturnOp::create(builder, op.getLoc(), call.getResults());
}

template <typename Build>
static LogicalResult runStage(ModuleOp module, Build build) {
  PassManager manager(module.getContext());
  build(manager);
  return manager.run(module);
}

LogicalResult SimulatedKernels::compile(ModuleOp module, StringRef target,
                                        sim::Accumulation accumulation) {
  // A program of kernels alone has loaded none of what stands in for them.
  module.getContext()->loadDialect<func::FuncDialect, LLVM::LLVMDialect>();
  OwningOpRef<ModuleOp> device = module.clone();
  if (failed(runStage(*device, [&](OpPassManager &manager) {
        buildScheduleStage(manager, target);
      })))
    return failure();
  for (auto op : device->getOps<KernelOp>()) {
    if (op.isExternal())
      continue;
    auto kernel = std::make_unique<SimulatedKernel>(op.getLoc());
    kernel->name = op.getName().str();
    kernel->accumulation = accumulation;
    auto addForms = [&](TypeRange types, SmallVectorImpl<ValueForm> &forms) {
      for (Type type : types) {
        FailureOr<ValueForm> form = getValueForm(type, op);
        if (failed(form))
          return failure();
        forms.push_back(std::move(*form));
      }
      return success();
    };
    if (failed(addForms(op.getArgumentTypes(), kernel->operands)) ||
        failed(addForms(op.getResultTypes(), kernel->results)) ||
        failed(findExtents(op, *kernel)))
      return failure();
    kernels.push_back(std::move(kernel));
  }
  if (kernels.empty())
    return success();
  if (failed(runStage(*device, buildTileStage)) ||
      failed(runStage(*device, buildNVVMStage)))
    return failure();

  auto gpuModule = *device->getOps<gpu::GPUModuleOp>().begin();
  compiled = sim::CompiledKernels::compile(gpuModule);
  if (!compiled)
    return failure();
  for (auto &kernel : kernels) {
    kernel->compiled = compiled.get();
    kernel->abi = gpuModule.lookupSymbol(kernel->name)
                      ->getAttrOfType<AbiAttr>(AbiAttr::kName);
    standIn(module.lookupSymbol<KernelOp>(kernel->name));
  }
  return success();
}

void SimulatedKernels::bind(ModuleOp module) {
  MLIRContext *context = module.getContext();
  auto pointer = LLVM::LLVMPointerType::get(context);
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  Location loc = module.getLoc();
  auto launch = LLVM::LLVMFuncOp::create(
      builder, loc, kLaunchSimulatedKernelName,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                  {pointer, pointer}));
  auto constant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                    builder.getI64IntegerAttr(value));
  };
  for (auto &kernel : kernels) {
    auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(
        "_mlir_ciface_" + getStandInName(kernel->name));
    if (!function)
      continue;
    Block *body = function.addEntryBlock(builder);
    builder.setInsertionPointToStart(body);
    Value slots = LLVM::AllocaOp::create(builder, loc, pointer, pointer,
                                         constant(body->getNumArguments()));
    for (BlockArgument argument : body->getArguments()) {
      Value slot = LLVM::GEPOp::create(
          builder, loc, pointer, pointer, slots,
          ArrayRef<LLVM::GEPArg>{int32_t(argument.getArgNumber())});
      LLVM::StoreOp::create(builder, loc, argument, slot);
    }
    Value handle = LLVM::IntToPtrOp::create(
        builder, loc, pointer,
        constant(reinterpret_cast<int64_t>(kernel.get())));
    LLVM::CallOp::create(builder, loc, launch, ValueRange{handle, slots});
    LLVM::ReturnOp::create(builder, loc, ValueRange());
  }
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

namespace {
/// A memref descriptor: two pointers and an offset, then extents and strides.
struct Descriptor {
  int64_t *words;
  unsigned rank, elementSize;

  static size_t getNumWords(unsigned rank) { return 3 + 2 * rank; }
  char *getData() const {
    return reinterpret_cast<char *>(words[1]) + words[2] * elementSize;
  }
  ArrayRef<int64_t> getExtents() const { return {words + 3, rank}; }
  ArrayRef<int64_t> getStrides() const { return {words + 3 + rank, rank}; }
};
} // namespace

/// Calls `visit` with the offset of each element in two arrays of the same
/// extents, in bytes.
static void forEachElement(ArrayRef<int64_t> extents, ArrayRef<int64_t> left,
                           ArrayRef<int64_t> right, unsigned elementSize,
                           llvm::function_ref<void(int64_t, int64_t)> visit,
                           int64_t leftOffset = 0, int64_t rightOffset = 0) {
  if (extents.empty())
    return visit(leftOffset * elementSize, rightOffset * elementSize);
  for (int64_t index = 0; index < extents.front(); ++index)
    forEachElement(extents.drop_front(), left.drop_front(), right.drop_front(),
                   elementSize, visit, leftOffset + index * left.front(),
                   rightOffset + index * right.front());
}

static size_t getByteSize(const ArrayForm &form, ArrayRef<int64_t> extents) {
  if (llvm::is_contained(extents, 0))
    return 0;
  size_t elements =
      extents.empty() ? 1 : extents.front() * form.getStrides(extents).front();
  if (extents.size() == 1)
    elements = extents.front();
  return elements * form.elementSize;
}

/// The code that is between rows and in places of no element.
static int getPadding(const ArrayForm &form) {
  return form.component ? static_cast<int>(form.component->padding) : 0;
}

namespace {
/// One launch: the arrays of the program and those of the simulator.
class Launch {
public:
  Launch(SimulatedKernel &kernel, void **arguments)
      : kernel(kernel), arguments(arguments) {}
  LogicalResult run();

private:
  LogicalResult addOperands();
  LogicalResult addResults();
  char *addArray(const ArrayForm &form, StringRef name,
                 ArrayRef<int64_t> extents);
  int64_t getExtent(StringRef name) const;
  LogicalResult copyResults();

  SimulatedKernel &kernel;
  void **arguments;
  sim::GlobalMemory global;
  std::vector<uint64_t> words;
  SmallVector<SmallVector<int64_t>> operandShapes;
  struct Result {
    const ArrayForm *form;
    StringRef name;
    char *data;
    SmallVector<int64_t> extents;
  };
  std::vector<Result> results;
};
} // namespace

char *Launch::addArray(const ArrayForm &form, StringRef name,
                       ArrayRef<int64_t> extents) {
  char *data =
      global.add(name.str(), getByteSize(form, extents), form.getAlignment());
  if (!data)
    emitError(kernel.location) << "there is no memory for " << name;
  words.push_back(reinterpret_cast<uint64_t>(data));
  return data;
}

LogicalResult Launch::addOperands() {
  for (const ValueForm &value : kernel.operands) {
    SmallVector<int64_t> shape(value.shape);
    for (const ArrayForm &form : value.arrays) {
      Descriptor host{static_cast<int64_t *>(*arguments++), form.rank,
                      form.elementSize};
      ArrayRef<int64_t> extents = host.getExtents();
      if (!form.component)
        shape.assign(extents.begin(), extents.end());
      else if (form.component->level < 0)
        for (auto [index, dim] : llvm::enumerate(form.component->dims))
          shape[dim.dim] = extents[index];
      StringRef name = kernel.abi.getArguments()[words.size()].getName();
      char *data = addArray(form, name, extents);
      if (!data)
        return failure();
      std::memset(data, getPadding(form), getByteSize(form, extents));
      forEachElement(extents, host.getStrides(), form.getStrides(extents),
                     form.elementSize, [&](int64_t from, int64_t to) {
                       std::memcpy(data + to, host.getData() + from,
                                   form.elementSize);
                     });
    }
    operandShapes.push_back(std::move(shape));
  }
  return success();
}

int64_t Launch::getExtent(StringRef name) const {
  int64_t number;
  if (!name.getAsInteger(10, number))
    return number;
  const ExtentSource *source = llvm::find_if(
      kernel.extents, [&](const ExtentSource &s) { return s.name == name; });
  return operandShapes[source->operand][source->dim];
}

LogicalResult Launch::addResults() {
  SmallVector<int64_t> shape;
  for (StringRef name : kernel.resultShape)
    shape.push_back(getExtent(name));
  for (const ValueForm &value : kernel.results)
    for (const ArrayForm &form : value.arrays) {
      SmallVector<int64_t> extents =
          form.component ? form.component->getExtents(shape) : shape;
      StringRef name = kernel.abi.getArguments()[words.size()].getName();
      char *data = addArray(form, name, extents);
      if (!data)
        return failure();
      results.push_back({&form, name, data, extents});
    }
  return success();
}

/// Gives the program arrays of its own.
LogicalResult Launch::copyResults() {
  auto *place = static_cast<int64_t *>(arguments[0]);
  for (const Result &result : results) {
    const ArrayForm &form = *result.form;
    size_t size = getByteSize(form, result.extents);
    auto *memory = static_cast<char *>(std::malloc(std::max<size_t>(size, 1)));
    if (!memory)
      return emitError(kernel.location)
             << "there is no memory for " << result.name;
    std::memcpy(memory, result.data, size);
    auto address = reinterpret_cast<int64_t>(memory);
    *place++ = address;
    *place++ = address;
    *place++ = 0;
    place = std::copy(result.extents.begin(), result.extents.end(), place);
    SmallVector<int64_t> strides = form.getStrides(result.extents);
    place = std::copy(strides.begin(), strides.end(), place);
  }
  return success();
}

LogicalResult Launch::run() {
  // The place of the results comes first.
  void **all = arguments++;
  if (failed(addOperands()) || failed(addResults()))
    return failure();
  arguments = all;
  for (AbiArgumentAttr argument : kernel.abi.getArguments())
    if (argument.getRole() == AbiRole::Extent)
      words.push_back(getExtent(argument.getName()));
  sim::LaunchShape shape;
  uint64_t blocks = 1;
  for (GridFactorAttr factor : kernel.abi.getGrid())
    blocks *= llvm::divideCeil(uint64_t(getExtent(factor.getExtent())),
                               uint64_t(factor.getTile()));
  if (blocks > INT32_MAX)
    return emitError(kernel.location)
           << "needs a grid of " << blocks << " blocks";
  shape.grid.x = blocks;
  shape.block.x = kernel.abi.getBlock();
  shape.sharedBytes = kernel.abi.getShared();
  if (failed(kernel.compiled->launch(kernel.name, shape, words, global,
                                     kernel.accumulation)))
    return failure();
  return copyResults();
}

void lowp::launchSimulatedKernel(SimulatedKernel *kernel, void **arguments) {
  // The program has no way to go on.
  if (failed(Launch(*kernel, arguments).run()))
    std::_Exit(1);
}
