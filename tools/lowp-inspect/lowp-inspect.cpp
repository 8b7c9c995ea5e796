//===- lowp-inspect.cpp - Shows what is in files and tables ---------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Contracts/Rules.h"
#include "lowp/Format/Codes.h"
#include "lowp/Format/Format.h"
#include "lowp/Inspect/KernelStats.h"
#include "lowp/Numerics/ConversionPresets.h"
#include "lowp/Target/Target.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

static cl::OptionCategory category("Options of lowp-inspect");

static cl::opt<std::string>
    kernelStats("kernel-stats",
                cl::desc("Registers, occupancy and main loop of the kernels in "
                         "a cubin, or in what nvdisasm printed of one"),
                cl::value_desc("FILE"), cl::cat(category));
static cl::opt<std::string>
    manifestPath("manifest",
                 cl::desc("Manifest of lowp-compile, which says how much "
                          "dynamic shared memory a launch asks for"),
                 cl::value_desc("FILE"), cl::cat(category));
static cl::opt<bool> asJson("json", cl::desc("Write JSON instead of a table"),
                            cl::cat(category));
static cl::opt<bool> encodings("encodings",
                               cl::desc("List the number formats, and stop"),
                               cl::cat(category));
static cl::opt<std::string>
    encoding("encoding",
             cl::desc("List the codes of a number format, and stop"),
             cl::value_desc("NAME"), cl::cat(category));
static cl::opt<bool>
    conversions("conversions",
                cl::desc("List the conversions of specifications and "
                         "libraries, and stop"),
                cl::cat(category));
static cl::opt<bool>
    targets("targets",
            cl::desc("List processors and matrix instructions, and stop"),
            cl::cat(category));
static cl::opt<bool> rules("rules", cl::desc("List the rules, and stop"),
                           cl::cat(category));

/// Bytes of dynamic shared memory by kernel, as the manifest says.
static Expected<StringMap<uint64_t>> readDynamicShared(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
  if (!buffer)
    return createStringError(path + ": " + buffer.getError().message());
  Expected<json::Value> value = json::parse((*buffer)->getBuffer());
  if (!value)
    return createStringError(path + ": " + toString(value.takeError()));
  StringMap<uint64_t> bytes;
  const json::Object *manifest = value->getAsObject();
  const json::Array *kernels =
      manifest ? manifest->getArray("kernels") : nullptr;
  if (!kernels)
    return createStringError(path + " is no manifest: it has no kernels");
  for (const json::Value &kernel : *kernels)
    if (const json::Object *object = kernel.getAsObject())
      if (const json::Object *launch = object->getObject("launch"))
        if (std::optional<StringRef> name = object->getString("name"))
          bytes[*name] = launch->getInteger("shared_bytes").value_or(0);
  return bytes;
}

static Error printStats() {
  Expected<lowp::SassListing> listing = lowp::loadSass(kernelStats);
  if (!listing)
    return listing.takeError();
  const lowp::TargetInfo *target = lowp::lookupTarget(listing->chip);
  if (!target)
    return createStringError(kernelStats + " is for '" + listing->chip +
                             "', of which lowp knows no limits");
  StringMap<uint64_t> shared;
  if (!manifestPath.empty()) {
    Expected<StringMap<uint64_t>> read = readDynamicShared(manifestPath);
    if (!read)
      return read.takeError();
    shared = std::move(*read);
  }
  std::vector<lowp::KernelStats> kernels;
  for (const lowp::SassKernel &kernel : listing->kernels) {
    auto bytes = shared.find(kernel.name);
    kernels.push_back(lowp::computeKernelStats(
        kernel, *target,
        bytes == shared.end() ? std::nullopt : std::optional(bytes->second)));
  }
  if (asJson)
    outs() << formatv("{0:2}\n", lowp::toJson(listing->chip, kernels));
  else
    lowp::printKernelStats(outs(), listing->chip, kernels);
  return Error::success();
}

/// Names are those of MLIR's types in any case; "f8", "f6" and "f4" in front of
/// the exponent may be left out.
static Error printEncoding() {
  std::string known;
  for (const lowp::Format &row : lowp::getFormats()) {
    StringRef name = row.name;
    bool hasWidth = name.size() > 2 && name[2] == 'E';
    if (name.equals_insensitive(encoding) ||
        (hasWidth && name.drop_front(2).equals_insensitive(encoding)))
      return lowp::printCodes(outs(), row);
    known += (known.empty() ? "" : ", ") + name.str();
  }
  return createStringError("no encoding is called '" + encoding +
                           "'; there are " + known);
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "Shows what is in files and tables\n");
  if (encodings)
    lowp::printFormatsPage(outs());
  else if (encoding.getNumOccurrences()) {
    if (Error error = printEncoding()) {
      errs() << "lowp-inspect: " << toString(std::move(error)) << "\n";
      return 1;
    }
  } else if (conversions)
    lowp::printConversionPresets(outs());
  else if (targets)
    lowp::printTargets(outs());
  else if (rules)
    lowp::printRulesPage(outs());
  else if (!kernelStats.empty()) {
    if (Error error = printStats()) {
      errs() << "lowp-inspect: " << toString(std::move(error)) << "\n";
      return 1;
    }
  } else {
    errs() << "lowp-inspect: nothing is asked for: --kernel-stats=FILE, "
              "--encodings, --encoding=NAME, --conversions, --targets or "
              "--rules\n";
    return 1;
  }
  return 0;
}
