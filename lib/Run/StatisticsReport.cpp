//===- StatisticsReport.cpp - What kernels have done, as text -------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatisticsReport.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace lowp;
using sim::Traffic;

/// The place in a source from which an operation comes.
static std::string getText(Location location) {
  auto place = location->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "?";
  return llvm::formatv("{0}:{1}:{2}",
                       llvm::sys::path::filename(place.getFilename()),
                       place.getLine(), place.getColumn());
}

static StringRef getDirection(Traffic traffic) {
  bool reads = traffic == Traffic::GlobalRead || traffic == Traffic::SharedRead;
  return reads ? "read" : "write";
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static void printOperation(llvm::raw_ostream &os,
                           const KernelStatistics &kernel, sim::Site site,
                           Traffic traffic) {
  const sim::CompiledKernels::SiteInfo &info = kernel.compiled->getSite(site);
  os << "  " << getDirection(traffic) << "  " << info.operation << " at "
     << getText(info.location) << "\n";
}

static void printTables(llvm::raw_ostream &os, const KernelStatistics &kernel) {
  const sim::Statistics &counts = kernel.statistics;
  os << "@" << kernel.kernel << ": " << counts.launches << " launches, "
     << counts.blocks << " blocks of " << counts.threads << " threads\n";
  os << "  " << counts.barriers << " barriers of blocks, "
     << counts.warpBarriers << " of warps, " << counts.transactionBarriers
     << " phases of mbarriers\n";
  if (!counts.matrixInstructions.empty())
    os << "\n       count  matrix instruction\n";
  for (auto [form, count] : counts.matrixInstructions)
    os << llvm::format("%12llu", static_cast<unsigned long long>(count))
       << "  mma." << sim::getMmaName(form) << "\n";
  auto number = [&](uint64_t value) {
    os << llvm::format("%12llu", static_cast<unsigned long long>(value));
  };
  if (!counts.global.empty())
    os << "\n    accesses       bytes     sectors    used  global memory\n";
  for (auto &[key, traffic] : counts.global) {
    number(traffic.accesses);
    number(traffic.bytes);
    number(traffic.sectors);
    os << llvm::format("%8.2f", traffic.getEfficiency());
    printOperation(os, kernel, key.first, key.second);
  }
  if (!counts.shared.empty())
    os << "\n    accesses      phases  worst    mean  shared memory\n";
  for (auto &[key, traffic] : counts.shared) {
    number(traffic.accesses);
    number(traffic.phases);
    os << llvm::format("%7u%8.2f", traffic.worstDegree,
                       traffic.getMeanDegree());
    printOperation(os, kernel, key.first, key.second);
  }
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// What is in the file, in this version.
static constexpr int64_t kVersion = 1;

static void writeOperation(llvm::json::OStream &json,
                           const KernelStatistics &kernel, sim::Site site,
                           Traffic traffic) {
  const sim::CompiledKernels::SiteInfo &info = kernel.compiled->getSite(site);
  json.attribute("operation", info.operation);
  json.attribute("location", getText(info.location));
  json.attribute("direction", getDirection(traffic));
}

static void writeKernel(llvm::json::OStream &json,
                        const KernelStatistics &kernel) {
  const sim::Statistics &counts = kernel.statistics;
  json.attribute("kernel", kernel.kernel);
  json.attribute("launches", counts.launches);
  json.attribute("blocks", counts.blocks);
  json.attribute("threads", counts.threads);
  json.attribute("barriers", counts.barriers);
  json.attribute("warp_barriers", counts.warpBarriers);
  json.attribute("mbarrier_phases", counts.transactionBarriers);
  json.attributeArray("matrix_instructions", [&] {
    for (auto [form, count] : counts.matrixInstructions)
      json.object([&, form = form, count = count] {
        json.attribute("kind", sim::getMmaName(form));
        json.attribute("count", count);
      });
  });
  json.attributeArray("global", [&] {
    for (auto &entry : counts.global)
      json.object([&] {
        auto [site, direction] = entry.first;
        const sim::GlobalTraffic &traffic = entry.second;
        writeOperation(json, kernel, site, direction);
        json.attribute("accesses", traffic.accesses);
        json.attribute("bytes", traffic.bytes);
        json.attribute("sectors", traffic.sectors);
      });
  });
  json.attributeArray("shared", [&] {
    for (auto &entry : counts.shared)
      json.object([&] {
        auto [site, direction] = entry.first;
        const sim::SharedTraffic &traffic = entry.second;
        writeOperation(json, kernel, site, direction);
        json.attribute("accesses", traffic.accesses);
        json.attribute("phases", traffic.phases);
        json.attribute("worst_degree", int64_t(traffic.worstDegree));
        json.attribute("mean_degree", traffic.getMeanDegree());
      });
  });
}

llvm::Error lowp::reportStatistics(ArrayRef<KernelStatistics> kernels,
                                   const RunOptions &options) {
  if (options.printStatistics)
    llvm::interleave(
        kernels,
        [](const KernelStatistics &kernel) {
          printTables(llvm::outs(), kernel);
        },
        [] { llvm::outs() << "\n"; });
  if (options.statisticsFile.empty())
    return llvm::Error::success();
  std::error_code code;
  llvm::raw_fd_ostream os(options.statisticsFile, code,
                          llvm::sys::fs::OF_TextWithCRLF);
  if (code)
    return llvm::createStringError(options.statisticsFile + ": " +
                                   code.message());
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("version", kVersion);
    json.attributeArray("kernels", [&] {
      for (const KernelStatistics &kernel : kernels)
        json.object([&] { writeKernel(json, kernel); });
    });
  });
  os << "\n";
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

static constexpr std::chrono::milliseconds kProgressInterval(200);

LaunchProgress::LaunchProgress(std::string kernel, uint64_t blocks,
                               bool isShown)
    : kernel(std::move(kernel)), blocks(blocks), isShown(isShown),
      next(std::chrono::steady_clock::now() + kProgressInterval) {}

LaunchProgress::~LaunchProgress() {
  if (hasLine)
    llvm::errs() << "\n";
}

void LaunchProgress::update(uint64_t done) {
  auto now = std::chrono::steady_clock::now();
  // The last line says that all is done, where there are others.
  if (!isShown || (now < next && !(hasLine && done == blocks)))
    return;
  next = now + kProgressInterval;
  hasLine = true;
  llvm::errs() << "\r@" << kernel << ": " << done << " of " << blocks
               << " blocks";
}
