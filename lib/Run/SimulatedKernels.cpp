//===- SimulatedKernels.cpp - Kernels in the simulator --------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimulatedKernels.h"
#include "lowp/Contracts/KernelShapes.h"
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
/// The arrays of one operand or result, codes first.
struct ValueForm {
  SmallVector<int64_t> shape;
  SmallVector<StorageComponent> arrays;
};
} // namespace

namespace lowp {
struct SimulatedKernel {
  std::string name;
  sim::CompiledKernels *compiled = nullptr;
  const RunOptions *options = nullptr;
  sim::Statistics statistics;
  AbiAttr abi;
  KernelShapes shapes;
  SmallVector<ValueForm> operands, results;
  Location location;

  explicit SimulatedKernel(KernelOp op) : shapes(op), location(op.getLoc()) {}
};
} // namespace lowp

static FailureOr<ValueForm> getValueForm(Type type, KernelOp kernel) {
  auto refuse = [&] {
    return kernel.emitOpError()
           << "has an operand or result of type " << type
           << ", which is no array that the simulator can hold";
  };
  ValueForm form;
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (!tensor.getElementType().isIntOrFloat())
      return refuse();
    form.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    form.arrays.push_back(getTensorComponent(tensor));
    return form;
  }
  auto scaled = dyn_cast<ScaledType>(type);
  if (!scaled)
    return refuse();
  FailureOr<SmallVector<StorageComponent>> components =
      scaled.getStorageComponents([&] { return kernel.emitOpError(); });
  if (failed(components))
    return failure();
  form.shape.assign(scaled.getShape().begin(), scaled.getShape().end());
  form.arrays = std::move(*components);
  return form;
}

/// Refuses a result whose extents no operand shows.
static LogicalResult checkResultShapes(KernelOp op,
                                       const KernelShapes &shapes) {
  for (auto [index, shape] : llvm::enumerate(shapes.results))
    for (const ShapeDim &dim : shape)
      if (dim.isOpen() && !shapes.extents[dim.extent].place)
        return op.emitOpError()
               << "has the extent " << shapes.extents[dim.extent].name
               << " in result #" << index << " and in no operand";
  return success();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

sim::Accumulation lowp::getAccumulation(AccumulationModel model) {
  return model == AccumulationModel::Exact ? sim::Accumulation::Exact
                                           : sim::Accumulation::F32Sequential;
}

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

LogicalResult SimulatedKernels::compile(ModuleOp module,
                                        const RunOptions &options) {
  // A program of kernels alone has loaded none of what stands in for them.
  module.getContext()->loadDialect<func::FuncDialect, LLVM::LLVMDialect>();
  OwningOpRef<ModuleOp> device = module.clone();
  if (failed(runStage(*device, [&](OpPassManager &manager) {
        buildScheduleStage(manager, options.simulatedTarget, options.schedule);
      })))
    return failure();
  for (auto op : device->getOps<KernelOp>()) {
    if (op.isExternal())
      continue;
    auto kernel = std::make_unique<SimulatedKernel>(op);
    kernel->name = op.getName().str();
    kernel->options = &options;
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
        failed(checkResultShapes(op, kernel->shapes)))
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

std::vector<KernelStatistics> SimulatedKernels::takeStatistics() {
  std::vector<KernelStatistics> all;
  for (auto &kernel : kernels)
    all.push_back(
        {kernel->name, compiled.get(), std::move(kernel->statistics)});
  return all;
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
  char *addArray(const StorageComponent &form, StringRef name,
                 ArrayRef<int64_t> shape);
  int64_t getExtent(AbiArgumentAttr extent) const;
  int64_t getExtent(StringRef name) const;
  uint64_t addTensorMap(AbiArgumentAttr map);
  LogicalResult copyResults();

  SimulatedKernel &kernel;
  void **arguments;
  sim::GlobalMemory global;
  std::vector<uint64_t> words;
  SmallVector<SmallVector<int64_t>> operandShapes;
  struct Result {
    const StorageComponent *form;
    StringRef name;
    char *data;
    int64_t size;
    SmallVector<int64_t> extents;
  };
  std::vector<Result> results;
};
} // namespace

char *Launch::addArray(const StorageComponent &form, StringRef name,
                       ArrayRef<int64_t> shape) {
  uint64_t alignment =
      std::max<uint64_t>(form.getAlignment(), kernel.options->alignment);
  char *data = global.add(name.str(), form.getByteSize(shape), alignment);
  if (!data)
    emitError(kernel.location) << "there is no memory for " << name;
  words.push_back(reinterpret_cast<uint64_t>(data));
  return data;
}

LogicalResult Launch::addOperands() {
  for (const ValueForm &value : kernel.operands) {
    SmallVector<int64_t> shape(value.shape);
    for (const StorageComponent &form : value.arrays) {
      unsigned elementSize = form.getElementSize();
      Descriptor host{static_cast<int64_t *>(*arguments++),
                      static_cast<unsigned>(form.dims.size()), elementSize};
      ArrayRef<int64_t> extents = host.getExtents();
      if (form.level < 0)
        for (auto [index, dim] : llvm::enumerate(form.dims))
          shape[dim.dim] = extents[index];
      StringRef name = kernel.abi.getArguments()[words.size()].getName();
      char *data = addArray(form, name, shape);
      if (!data)
        return failure();
      std::memset(data, static_cast<int>(form.padding),
                  form.getByteSize(shape));
      forEachElement(extents, host.getStrides(), form.getStrides(extents),
                     elementSize, [&](int64_t from, int64_t to) {
                       std::memcpy(data + to, host.getData() + from,
                                   elementSize);
                     });
    }
    operandShapes.push_back(std::move(shape));
  }
  return success();
}

int64_t Launch::getExtent(AbiArgumentAttr extent) const {
  return operandShapes[extent.getValue()][extent.getDim()];
}

int64_t Launch::getExtent(StringRef name) const {
  int64_t number;
  if (!name.getAsInteger(10, number))
    return number;
  return getExtent(
      *llvm::find_if(kernel.abi.getArguments(), [&](AbiArgumentAttr argument) {
        return argument.getRole() == AbiRole::Extent &&
               argument.getName() == name;
      }));
}

/// Makes the tensor map of an operand's array of bytes, of rank 2.
uint64_t Launch::addTensorMap(AbiArgumentAttr argument) {
  ArrayRef<AbiArgumentAttr> all = kernel.abi.getArguments();
  const AbiArgumentAttr *array = llvm::find_if(all, [&](AbiArgumentAttr other) {
    return other.getRole() == AbiRole::Operand &&
           other.getValue() == argument.getValue() &&
           other.getComponent() == argument.getComponent();
  });
  const StorageComponent *form =
      llvm::find_if(kernel.operands[argument.getValue()].arrays,
                    [&](const StorageComponent &form) {
                      return form.name == argument.getComponent();
                    });
  SmallVector<int64_t> extents =
      form->getExtents(operandShapes[argument.getValue()]);
  sim::TensorMap map;
  map.base = reinterpret_cast<const char *>(words[array - all.begin()]);
  map.rank = 2;
  SmallVector<int64_t> strides = form->getStrides(extents);
  for (unsigned dim : {0, 1}) {
    // A tensor map has no extent of 0; of such an array nothing is copied.
    map.extents[dim] = std::max<int64_t>(extents[1 - dim], 1);
    map.strides[dim] = strides[1 - dim];
    map.box[dim] = argument.getBox()[1 - dim];
  }
  map.swizzle = *sim::TensorMap::getSwizzle(map.box[0]);
  return reinterpret_cast<uint64_t>(global.addTensorMap(map));
}

LogicalResult Launch::addResults() {
  for (auto [value, dims] :
       llvm::zip_equal(kernel.results, kernel.shapes.results)) {
    SmallVector<int64_t> shape;
    for (const ShapeDim &dim : dims) {
      shape.push_back(dim.value);
      if (!dim.isOpen())
        continue;
      auto [operand, place] = *kernel.shapes.extents[dim.extent].place;
      shape.back() = operandShapes[operand][place];
    }
    for (const StorageComponent &form : value.arrays) {
      StringRef name = kernel.abi.getArguments()[words.size()].getName();
      char *data = addArray(form, name, shape);
      if (!data)
        return failure();
      results.push_back(
          {&form, name, data, form.getByteSize(shape), form.getExtents(shape)});
    }
  }
  return success();
}

/// Gives the program arrays of its own.
LogicalResult Launch::copyResults() {
  auto *place = static_cast<int64_t *>(arguments[0]);
  for (const Result &result : results) {
    auto *memory =
        static_cast<char *>(std::malloc(std::max<int64_t>(result.size, 1)));
    if (!memory)
      return emitError(kernel.location)
             << "there is no memory for " << result.name;
    std::memcpy(memory, result.data, result.size);
    auto address = reinterpret_cast<int64_t>(memory);
    *place++ = address;
    *place++ = address;
    *place++ = 0;
    place = std::copy(result.extents.begin(), result.extents.end(), place);
    SmallVector<int64_t> strides = result.form->getStrides(result.extents);
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
      words.push_back(getExtent(argument));
    else if (argument.getRole() == AbiRole::TensorMap)
      words.push_back(addTensorMap(argument));
  sim::LaunchShape shape;
  uint64_t blocks = 1;
  for (GridFactorAttr factor : kernel.abi.getGrid())
    blocks *= llvm::divideCeil(uint64_t(getExtent(factor.getExtent())),
                               uint64_t(factor.getTile()));
  if (uint64_t each = kernel.abi.getPerMultiprocessor())
    blocks = std::min(blocks, each * kernel.options->multiprocessors);
  if (blocks > INT32_MAX)
    return emitError(kernel.location)
           << "needs a grid of " << blocks << " blocks";
  shape.grid.x = blocks;
  shape.block.x = kernel.abi.getBlock();
  shape.sharedBytes = kernel.abi.getShared();
  sim::LaunchOptions options;
  options.accumulation = getAccumulation(kernel.options->accumulate);
  if (kernel.options->countsStatistics())
    options.statistics = &kernel.statistics;
  {
    LaunchProgress progress(kernel.name, blocks, kernel.options->showProgress);
    options.progress = [&](uint64_t done) { progress.update(done); };
    if (failed(kernel.compiled->launch(kernel.name, shape, words, global,
                                       options)))
      return failure();
  }
  return copyResults();
}

void lowp::launchSimulatedKernel(SimulatedKernel *kernel, void **arguments) {
  // The program has no way to go on.
  if (failed(Launch(*kernel, arguments).run()))
    std::_Exit(1);
}
