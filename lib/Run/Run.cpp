//===- Run.cpp - Runs a program on files of arrays ------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Run/Run.h"
#include "EntryCalls.h"
#include "EntryPort.h"
#include "HostProgram.h"
#include "KernelImport.h"
#include "LaunchFile.h"
#include "SimulatedKernels.h"
#include "lowp/Contracts/Passes.h"
#include "lowp/InitAllDialects.h"
#include "lowp/Pipelines/Pipelines.h"
#include "lowp/Run/Npy.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"
#include <cstring>

using namespace mlir;
using namespace lowp;
using llvm::createStringError;

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

static std::string printShape(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '(';
  llvm::interleave(
      shape, os,
      [&](int64_t extent) {
        if (ShapedType::isDynamic(extent))
          os << '?';
        else
          os << extent;
      },
      ", ");
  os << (shape.size() == 1 ? ",)" : ")");
  return text;
}

/// The arrays of all types of a list.
static llvm::Expected<std::vector<EntryPort>> getAllPorts(TypeRange types,
                                                          StringRef what) {
  std::vector<EntryPort> ports;
  for (auto [index, type] : llvm::enumerate(types)) {
    llvm::Expected<std::vector<EntryPort>> own =
        getEntryPorts(type, what + " #" + Twine(index));
    if (!own)
      return own.takeError();
    llvm::append_range(ports, *own);
  }
  return ports;
}

static llvm::Error checkCount(StringRef flag, size_t given,
                              ArrayRef<EntryPort> ports) {
  if (given == ports.size())
    return llvm::Error::success();
  std::string names;
  llvm::raw_string_ostream os(names);
  llvm::interleaveComma(ports, os,
                        [&](const EntryPort &port) { os << port.name; });
  return createStringError("there are " + Twine(given) + " --" + flag +
                           " files, the entry needs " + Twine(ports.size()) +
                           (ports.empty() ? "" : ": " + names));
}

/// Checks an array in a file against what it is for. `logical` are the extents
/// of the codes that scales belong to.
static llvm::Error checkArray(const NpyArray &array, StringRef path,
                              const EntryPort &port,
                              ArrayRef<int64_t> logical) {
  SmallVector<StringRef> dtypes = getDtypes(port.elementType);
  if (!llvm::is_contained(dtypes, array.dtype)) {
    std::string type;
    llvm::raw_string_ostream(type) << port.elementType;
    return createStringError(Twine(path) + " has the dtype " + array.dtype +
                             ", but " + port.name + " of " + type +
                             " is stored as " + dtypes.front());
  }
  if (failed(verifyCompatibleShape(array.shape, port.fileShape)))
    return createStringError(Twine(path) + " has the shape " +
                             printShape(array.shape) + ", but " + port.name +
                             " has " + printShape(port.fileShape) +
                             (port.component && port.component->level >= 0
                                  ? " beside codes of " + printShape(logical)
                                  : std::string()));
  return llvm::Error::success();
}

/// Brings an array from its file's order to that of the program. `logical` are
/// the extents of the scaled value that it is a part of.
static llvm::Expected<HostBuffer> makeArgument(const NpyArray &array,
                                               const EntryPort &port,
                                               ArrayRef<int64_t> logical,
                                               std::vector<Bytes> &memory) {
  HostBuffer buffer;
  buffer.isScalar = port.isScalar;
  buffer.elementSize = array.getElementSize();
  buffer.extents = port.component ? port.component->getExtents(logical)
                                  : SmallVector<int64_t>(array.shape);
  // Pitch and order as the layout of the type promises them.
  buffer.strides = port.component ? port.component->getStrides(buffer.extents)
                                  : computeStrides(buffer.extents);
  std::optional<int64_t> size = buffer.elementSize;
  if (!buffer.extents.empty())
    size = getByteCount({buffer.extents.front(), buffer.strides.front()},
                        buffer.elementSize);
  if (!size)
    return createStringError(port.name + " has more elements than can be "
                                         "counted");
  llvm::Expected<Bytes> bytes = Bytes::allocate(*size, port.name);
  if (!bytes)
    return bytes.takeError();
  buffer.data = bytes->data();
  memory.push_back(std::move(*bytes));
  // Bytes between rows are zero; places for scales of groups that are not there
  // hold the scale of one.
  if (port.component && port.component->hasPadding())
    std::memset(buffer.data, static_cast<int>(port.component->padding), *size);
  const char *next = array.bytes.data();
  forEachEntry(port, array.shape, buffer.strides, [&](int64_t offset) {
    std::memcpy(buffer.data + offset * buffer.elementSize, next,
                buffer.elementSize);
    next += buffer.elementSize;
  });
  return buffer;
}

/// Reads all arguments. The arrays of a scaled value follow each other, the
/// codes first, which tell the extents of the others.
static llvm::Expected<std::vector<HostBuffer>>
readArguments(ArrayRef<std::string> paths, MutableArrayRef<EntryPort> ports,
              std::vector<Bytes> &memory) {
  std::vector<HostBuffer> buffers;
  SmallVector<int64_t> logical;
  for (auto [path, port] : llvm::zip_equal(paths, ports)) {
    llvm::Expected<NpyArray> array = readNpy(path);
    if (!array)
      return array.takeError();
    if (port.component && port.component->level >= 0)
      for (auto [dim, group] : llvm::enumerate(port.group))
        port.fileShape[dim] = group == ScaleAttr::kWhole
                                  ? 1
                                  : llvm::divideCeil(logical[dim], group);
    if (llvm::Error error = checkArray(*array, path, port, logical))
      return error;
    if (port.component && port.component->level < 0)
      logical = array->shape;
    llvm::Expected<HostBuffer> buffer =
        makeArgument(*array, port, logical, memory);
    if (!buffer)
      return buffer.takeError();
    buffers.push_back(std::move(*buffer));
  }
  return buffers;
}

static HostBuffer getResultForm(const EntryPort &port) {
  HostBuffer buffer;
  buffer.isScalar = port.isScalar;
  StringRef dtype = getDtypes(port.elementType).front();
  dtype.drop_front().getAsInteger(10, buffer.elementSize);
  size_t rank =
      port.component ? port.component->dims.size() : port.fileShape.size();
  buffer.extents.assign(rank, 0);
  buffer.strides.assign(rank, 0);
  return buffer;
}

/// Writes all results, in the order of their files.
static llvm::Error writeResults(ArrayRef<std::string> paths,
                                ArrayRef<EntryPort> ports,
                                ArrayRef<HostBuffer> buffers) {
  SmallVector<int64_t> logical;
  for (auto [path, port, buffer] : llvm::zip_equal(paths, ports, buffers)) {
    if (llvm::any_of(buffer.extents, [](int64_t extent) { return extent < 0; }))
      return createStringError(
          port.name + " has a negative extent: " + printShape(buffer.extents));
    NpyArray array;
    array.dtype = getDtypes(port.elementType).front().str();
    if (!port.component) {
      array.shape = buffer.extents;
    } else {
      if (port.component->level < 0) {
        logical.assign(buffer.extents.size(), 0);
        for (auto [index, storage] : llvm::enumerate(port.component->dims))
          logical[storage.dim] = buffer.extents[index];
      }
      for (auto [extent, group] : llvm::zip_equal(logical, port.group))
        array.shape.push_back(
            group == ScaleAttr::kWhole ? 1 : llvm::divideCeil(extent, group));
    }
    std::optional<int64_t> size = getByteCount(array.shape, buffer.elementSize);
    if (!size)
      return createStringError(port.name + " is too large");
    llvm::Expected<Bytes> bytes = Bytes::allocate(*size, port.name);
    if (!bytes)
      return bytes.takeError();
    array.bytes = std::move(*bytes);
    char *next = array.bytes.data();
    const char *data = buffer.data;
    unsigned elementSize = buffer.elementSize;
    forEachEntry(port, array.shape, buffer.strides, [&](int64_t offset) {
      std::memcpy(next, data + offset * elementSize, elementSize);
      next += elementSize;
    });
    if (llvm::Error error = writeNpy(path, array))
      return error;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static llvm::Expected<FunctionOpInterface> findEntry(ModuleOp module,
                                                     StringRef name) {
  Operation *symbol = module.lookupSymbol(name);
  auto function = dyn_cast_or_null<FunctionOpInterface>(symbol);
  if (!function) {
    std::string names;
    llvm::raw_string_ostream os(names);
    for (auto candidate : module.getOps<FunctionOpInterface>())
      if (!candidate.isExternal())
        os << (names.empty() ? "" : ", ") << '@' << candidate.getName();
    return createStringError("there is no function or kernel @" + name +
                             (names.empty() ? "" : "; there are " + names));
  }
  if (function.isExternal())
    return createStringError("@" + name +
                             " is external and has no body to run");
  return function;
}

static LogicalResult verifyContracts(ModuleOp module) {
  PassManager manager(module.getContext());
  manager.addPass(createVerifyContracts());
  return manager.run(module);
}

/// Refuses what the pipeline left as it was.
static LogicalResult verifyLowered(ModuleOp module) {
  WalkResult walk = module.walk([](Operation *op) {
    if (isa<ModuleOp>(op) ||
        isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
      return WalkResult::advance();
    for (TypeRange types :
         {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
      for (Type type : types)
        if (auto narrow = dyn_cast<FloatType>(getElementTypeOrSelf(type));
            narrow && narrow.getWidth() <= 8) {
          emitError(op->getLoc())
              << "arithmetic on " << narrow
              << " is not lowered: it leaves open what its codes become; "
                 "lowp.quantize and lowp.dequantize convert them";
          return WalkResult::interrupt();
        }
    emitError(op->getLoc()) << "'" << op->getName() << "' is not lowered";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

/// Leaves what the entry needs.
static LogicalResult keepEntry(ModuleOp module, FunctionOpInterface entry) {
  for (auto symbol : module.getOps<SymbolOpInterface>())
    symbol.setVisibility(symbol == entry ? SymbolTable::Visibility::Public
                                         : SymbolTable::Visibility::Private);
  PassManager manager(module.getContext());
  manager.addPass(createSymbolDCEPass());
  return manager.run(module);
}

static LogicalResult lowerProgram(ModuleOp module, FunctionOpInterface entry,
                                  const RunOptions &options,
                                  SimulatedKernels &kernels) {
  if (failed(keepEntry(module, entry)) || failed(verifyCalls(module)))
    return failure();
  if (!options.simulatedTarget.empty() &&
      failed(kernels.compile(module, options)))
    return failure();
  PassManager manager(module.getContext());
  LowerToCPUOptions pipeline;
  pipeline.accumulate = options.accumulate;
  buildLowerToCPUPipeline(manager, pipeline);
  if (failed(manager.run(module)) || failed(verifyLowered(module)))
    return failure();
  kernels.bind(module);
  return success();
}

static llvm::Error runModule(ModuleOp module, const RunOptions &options) {
  // The whole program keeps its contracts, or nothing of it runs.
  if (failed(verifyContracts(module)))
    return createStringError(options.file + " breaks a rule, so it is not run");
  llvm::Expected<FunctionOpInterface> entry = findEntry(module, options.entry);
  if (!entry)
    return entry.takeError();
  llvm::Expected<std::vector<EntryPort>> argumentPorts =
      getAllPorts(entry->getArgumentTypes(), "argument");
  if (!argumentPorts)
    return argumentPorts.takeError();
  llvm::Expected<std::vector<EntryPort>> resultPorts =
      getAllPorts(entry->getResultTypes(), "result");
  if (!resultPorts)
    return resultPorts.takeError();
  if (llvm::Error error =
          checkCount("arg", options.arguments.size(), *argumentPorts))
    return error;
  if (llvm::Error error =
          checkCount("out", options.results.size(), *resultPorts))
    return error;

  std::vector<Bytes> memory;
  llvm::Expected<std::vector<HostBuffer>> arguments =
      readArguments(options.arguments, *argumentPorts, memory);
  if (!arguments)
    return arguments.takeError();

  SimulatedKernels kernels;
  if (failed(lowerProgram(module, *entry, options, kernels)))
    return createStringError(options.file + " cannot be lowered" +
                             (options.simulatedTarget.empty()
                                  ? " to the CPU"
                                  : " for the simulator"));
  llvm::Expected<HostProgram> program = HostProgram::compile(module);
  if (!program)
    return program.takeError();
  std::vector<HostBuffer> results;
  for (const EntryPort &port : *resultPorts)
    results.push_back(getResultForm(port));
  if (llvm::Error error = program->call(options.entry, *arguments, results))
    return error;
  if (llvm::Error error = writeResults(options.results, *resultPorts, results))
    return error;
  return reportStatistics(kernels.takeStatistics(), options);
}

LogicalResult lowp::runProgram(const RunOptions &options) {
  auto fail = [](const Twine &message) {
    llvm::errs() << "lowp-run: error: " << message << "\n";
    return failure();
  };
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file =
      openInputFile(options.file, &message);
  if (!file)
    return fail(message);

  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  // Lowered operations are not what the user wrote.
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  llvm::MemoryBufferRef contents = *file;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module;
  if (!options.launch.empty() && isLLVMFile(options.file)) {
    llvm::Expected<OwningOpRef<ModuleOp>> imported =
        importKernels(contents, &context);
    if (!imported)
      return fail(llvm::toString(imported.takeError()));
    module = std::move(*imported);
  } else {
    module = parseSourceFile<ModuleOp>(sources, &context);
  }
  if (!module)
    return failure();
  if (llvm::Error error = options.launch.empty()
                              ? runModule(*module, options)
                              : runLaunchFile(*module, options))
    return fail(llvm::toString(std::move(error)));
  return success();
}
