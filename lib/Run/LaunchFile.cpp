//===- LaunchFile.cpp - A launch of one kernel, from a file ---------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchFile.h"
#include "SimulatedKernels.h"
#include "lowp/Run/Npy.h"
#include "lowp/Simulator/CompiledKernels.h"
#include "lowp/Target/Target.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstring>

using namespace mlir;
using namespace lowp;
using llvm::createStringError;

namespace {
/// An array of the launch, and where it goes when the kernel has ended.
struct LaunchArray {
  NpyArray form;
  char *data;
  std::string store;
};

/// Reads the description and holds what it describes.
class LaunchReader {
public:
  LaunchReader(StringRef file, const llvm::json::Object &description,
               const TargetInfo &target)
      : folder(llvm::sys::path::parent_path(file)), description(description),
        target(target) {}

  llvm::Error read();
  llvm::Error store();

  std::string kernel;
  sim::LaunchShape shape;
  std::vector<uint64_t> words;
  sim::GlobalMemory global;

private:
  llvm::Error readExtents(StringRef key, sim::Dim3 &extents);
  llvm::Error addArgument(const llvm::json::Object &argument);
  llvm::Error addArray(StringRef name, const llvm::json::Object &argument);
  llvm::Error addTensorMap(StringRef name, const llvm::json::Object &argument);
  std::string getPath(StringRef path) const;

  StringRef folder;
  const llvm::json::Object &description;
  const TargetInfo &target;
  std::vector<LaunchArray> arrays;
};
} // namespace

/// Whether files and the simulator have elements of this type.
static bool isDtype(StringRef dtype) {
  unsigned size;
  if (dtype.empty() || dtype.drop_front().getAsInteger(10, size))
    return false;
  switch (dtype.front()) {
  case 'b':
    return size == 1;
  case 'i':
  case 'u':
    return size <= 8 && llvm::isPowerOf2_32(size);
  case 'f':
    return size >= 2 && size <= 8 && llvm::isPowerOf2_32(size);
  default:
    return false;
  }
}

std::string LaunchReader::getPath(StringRef path) const {
  SmallString<128> whole(folder);
  if (llvm::sys::path::is_absolute(path))
    whole.clear();
  llvm::sys::path::append(whole, path);
  return whole.str().str();
}

llvm::Error LaunchReader::readExtents(StringRef key, sim::Dim3 &extents) {
  const llvm::json::Array *list = description.getArray(key);
  if (!list || list->empty() || list->size() > 3)
    return createStringError("a launch needs \"" + key +
                             "\" of one to three extents");
  uint32_t *places[] = {&extents.x, &extents.y, &extents.z};
  for (auto [value, place] : llvm::zip(*list, places)) {
    std::optional<int64_t> extent = value.getAsInteger();
    if (!extent || *extent < 0 || *extent > INT32_MAX)
      return createStringError("\"" + key + "\" has an extent that is none");
    *place = *extent;
  }
  return llvm::Error::success();
}

llvm::Error LaunchReader::addArray(StringRef name,
                                   const llvm::json::Object &argument) {
  LaunchArray array;
  if (auto load = argument.getString("load")) {
    llvm::Expected<NpyArray> contents = readNpy(getPath(*load));
    if (!contents)
      return contents.takeError();
    array.form = std::move(*contents);
  } else {
    auto dtype = argument.getString("dtype");
    const llvm::json::Array *extents = argument.getArray("shape");
    if (!dtype || !extents)
      return createStringError("array " + name +
                               " needs \"load\", or \"dtype\" and \"shape\"");
    if (!isDtype(*dtype))
      return createStringError("array " + name + " has the dtype \"" + *dtype +
                               "\"; there are b1, i1 to i8, u1 to u8 and f2 "
                               "to f8");
    array.form.dtype = dtype->str();
    for (const llvm::json::Value &value : *extents) {
      std::optional<int64_t> extent = value.getAsInteger();
      if (!extent || *extent < 0)
        return createStringError("array " + name +
                                 " has an extent that is none");
      array.form.shape.push_back(*extent);
    }
  }
  unsigned elementSize = array.form.getElementSize();
  std::optional<int64_t> size = getByteCount(array.form.shape, elementSize);
  if (!size)
    return createStringError("array " + name + " is too large");
  int64_t alignment = argument.getInteger("alignment").value_or(16);
  if (alignment <= 0 || !llvm::isPowerOf2_64(alignment))
    return createStringError("array " + name +
                             " has an alignment that is no power of two");
  array.data = global.add(name.str(), *size, alignment);
  if (!array.data)
    return createStringError("there is no memory for array " + name);
  if (argument.getString("load"))
    std::memcpy(array.data, array.form.bytes.data(), *size);
  if (auto store = argument.getString("store"))
    array.store = getPath(*store);
  words.push_back(reinterpret_cast<uint64_t>(array.data));
  arrays.push_back(std::move(array));
  return llvm::Error::success();
}

/// An array whose address is in a tensor map, which is the argument. Extents
/// are outermost first, like those of the array.
llvm::Error LaunchReader::addTensorMap(StringRef name,
                                       const llvm::json::Object &argument) {
  if (llvm::Error error = addArray(name, argument))
    return error;
  words.pop_back();
  const LaunchArray &array = arrays.back();
  const llvm::json::Array *box = argument.getArray("box");
  size_t rank = array.form.shape.size();
  if (!box || box->size() != rank || rank < 1 ||
      rank > sim::TensorMap::kMaxRank)
    return createStringError("tensor map " + name +
                             " needs a \"box\" of as many extents as its "
                             "array has, 1 to 5");
  sim::TensorMap map;
  map.base = array.data;
  map.elementBytes = array.form.getElementSize();
  map.rank = rank;
  uint64_t stride = map.elementBytes;
  for (size_t dim = 0; dim < rank; ++dim) {
    std::optional<int64_t> extent = (*box)[rank - 1 - dim].getAsInteger();
    if (!extent || *extent < 0 || *extent > INT32_MAX)
      return createStringError("the box of tensor map " + name +
                               " has an extent that is none");
    map.box[dim] = *extent;
    map.extents[dim] = array.form.shape[rank - 1 - dim];
    map.strides[dim] = stride;
    stride *= map.extents[dim];
  }
  // Rows may be shorter than the distance from one to the next.
  if (const llvm::json::Value *row = argument.get("row")) {
    std::optional<int64_t> elements = row->getAsInteger();
    if (!elements || *elements < 1 || uint64_t(*elements) > map.extents[0])
      return createStringError("the row of tensor map " + name +
                               " has 1 element or more, and no more than its "
                               "array has in one");
    map.extents[0] = *elements;
  }
  if (argument.get("swizzle") && !argument.getString("swizzle"))
    return createStringError("the swizzle of tensor map " + name +
                             " is none, 32B, 64B or 128B, a string");
  auto bytes = llvm::StringSwitch<std::optional<unsigned>>(
                   argument.getString("swizzle").value_or("none"))
                   .Case("none", 0)
                   .Case("32B", 32)
                   .Case("64B", 64)
                   .Case("128B", 128)
                   .Default(std::nullopt);
  if (!bytes)
    return createStringError("the swizzle of tensor map " + name +
                             " is none, 32B, 64B or 128B");
  map.swizzle = *sim::TensorMap::getSwizzle(*bytes);
  if (std::optional<std::string> complaint = map.complain())
    return createStringError("tensor map " + name + ": " + *complaint);
  words.push_back(reinterpret_cast<uint64_t>(global.addTensorMap(map)));
  return llvm::Error::success();
}

llvm::Error LaunchReader::addArgument(const llvm::json::Object &argument) {
  if (auto name = argument.getString("array"))
    return addArray(*name, argument);
  if (auto name = argument.getString("tensor_map"))
    return addTensorMap(*name, argument);
  constexpr std::pair<llvm::StringLiteral, unsigned> integers[] = {
      {"i8", 8}, {"i16", 16}, {"i32", 32}, {"i64", 64}};
  for (auto [type, width] : integers)
    if (auto value = argument.getInteger(type)) {
      if (!llvm::isIntN(width, *value) &&
          (*value < 0 || !llvm::isUIntN(width, *value)))
        return createStringError(Twine(*value) + " is no " + type);
      words.push_back(*value);
      return llvm::Error::success();
    }
  if (auto value = argument.getNumber("f32")) {
    auto number = static_cast<float>(*value);
    uint32_t bits;
    std::memcpy(&bits, &number, sizeof(bits));
    words.push_back(bits);
    return llvm::Error::success();
  }
  return createStringError("an argument is an \"array\", a \"tensor_map\", an "
                           "\"i8\" to \"i64\", an \"f32\", or null");
}

llvm::Error LaunchReader::read() {
  auto name = description.getString("kernel");
  if (!name)
    return createStringError("a launch needs the name of a \"kernel\"");
  kernel = name->str();
  if (llvm::Error error = readExtents("grid", shape.grid))
    return error;
  if (llvm::Error error = readExtents("block", shape.block))
    return error;
  if (shape.block.count() < 1 || shape.block.count() > 1024)
    return createStringError("a block has 1 to 1024 threads");
  int64_t shared = description.getInteger("shared").value_or(0);
  if (shared < 0 || shared > target.sharedBytesPerBlock)
    return createStringError("a block of " + target.chip + " has 0 to " +
                             Twine(target.sharedBytesPerBlock) +
                             " bytes of shared memory, not " + Twine(shared));
  shape.sharedBytes = shared;
  const llvm::json::Array *arguments = description.getArray("arguments");
  if (!arguments)
    return createStringError("a launch needs a list of \"arguments\"");
  for (const llvm::json::Value &value : *arguments) {
    if (value.getAsNull()) {
      words.push_back(0);
      continue;
    }
    const llvm::json::Object *argument = value.getAsObject();
    if (!argument)
      return createStringError("an argument is not an object");
    if (llvm::Error error = addArgument(*argument))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error LaunchReader::store() {
  for (LaunchArray &array : arrays) {
    if (array.store.empty())
      continue;
    std::optional<int64_t> size =
        getByteCount(array.form.shape, array.form.getElementSize());
    llvm::Expected<Bytes> bytes = Bytes::allocate(*size, array.store);
    if (!bytes)
      return bytes.takeError();
    array.form.bytes = std::move(*bytes);
    std::memcpy(array.form.bytes.data(), array.data, *size);
    if (llvm::Error error = writeNpy(array.store, array.form))
      return error;
  }
  return llvm::Error::success();
}

/// Kernels that say how many threads a block has rely on it.
static llvm::Error checkBlock(FunctionOpInterface function,
                              const sim::Dim3 &block) {
  auto required = function->getAttrOfType<DenseI32ArrayAttr>(
      NVVM::NVVMDialect::getReqntidAttrName());
  if (!required)
    return llvm::Error::success();
  SmallVector<int32_t> extents(required.asArrayRef());
  extents.resize(3, 1);
  if (extents ==
      ArrayRef<int32_t>{int32_t(block.x), int32_t(block.y), int32_t(block.z)})
    return llvm::Error::success();
  auto getText = [](auto x, auto y, auto z) {
    return (Twine(x) + " x " + Twine(y) + " x " + Twine(z)).str();
  };
  return createStringError(
      "@" + function.getName() + " is made for blocks of " +
      getText(extents[0], extents[1], extents[2]) +
      " threads, the launch has " + getText(block.x, block.y, block.z));
}

llvm::Error lowp::runLaunchFile(ModuleOp module, const RunOptions &options) {
  auto buffer = llvm::MemoryBuffer::getFile(options.launch);
  if (!buffer)
    return createStringError(options.launch + ": " +
                             buffer.getError().message());
  llvm::Expected<llvm::json::Value> value =
      llvm::json::parse((*buffer)->getBuffer());
  if (!value)
    return createStringError(options.launch + ": " +
                             llvm::toString(value.takeError()));
  const llvm::json::Object *description = value->getAsObject();
  if (!description)
    return createStringError(options.launch + " is not a JSON object");
  if (std::optional<std::string> refusal =
          refuseTarget(options.simulatedTarget))
    return createStringError(*refusal);
  LaunchReader launch(options.launch, *description,
                      *lookupTarget(options.simulatedTarget));
  if (llvm::Error error = launch.read())
    return error;

  auto modules = module.getOps<gpu::GPUModuleOp>();
  if (modules.empty())
    return createStringError(options.file + " has no gpu.module");
  gpu::GPUModuleOp kernels = *modules.begin();
  auto function = dyn_cast_or_null<FunctionOpInterface>(
      kernels.lookupSymbol(launch.kernel));
  if (!function) {
    std::string names;
    for (auto candidate : kernels.getOps<FunctionOpInterface>())
      if (!candidate.isExternal())
        names += (names.empty() ? "; there are @" : ", @") +
                 candidate.getName().str();
    return createStringError("there is no kernel @" + launch.kernel + names);
  }
  if (llvm::Error error = checkBlock(function, launch.shape.block))
    return error;
  if (function.getNumArguments() != launch.words.size())
    return createStringError(
        "@" + launch.kernel + " takes " + Twine(function.getNumArguments()) +
        " arguments, the launch has " + Twine(launch.words.size()));
  std::unique_ptr<sim::CompiledKernels> compiled =
      sim::CompiledKernels::compile(kernels);
  if (!compiled)
    return createStringError(options.file + " cannot be simulated");
  sim::LaunchOptions launchOptions;
  launchOptions.accumulation = getAccumulation(options.accumulate);
  KernelStatistics statistics{launch.kernel, compiled.get(), {}};
  if (options.countsStatistics())
    launchOptions.statistics = &statistics.statistics;
  {
    LaunchProgress progress(launch.kernel, launch.shape.grid.count(),
                            options.showProgress);
    launchOptions.progress = [&](uint64_t done) { progress.update(done); };
    if (failed(compiled->launch(launch.kernel, launch.shape, launch.words,
                                launch.global, launchOptions)))
      return createStringError("the kernel @" + launch.kernel + " was stopped");
  }
  if (llvm::Error error = launch.store())
    return error;
  return reportStatistics(statistics, options);
}
