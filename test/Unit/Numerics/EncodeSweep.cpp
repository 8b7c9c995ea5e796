//===- EncodeSweep.cpp - All f32 sources under all named conversions ------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encodes all 2^32 patterns to every format of up to 8 bits under every named
// conversion that it has, and compares with Thresholds.h.
//
//===----------------------------------------------------------------------===//

#include "Thresholds.h"
#include "lowp/Numerics/ConversionPresets.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <mutex>
#include <tuple>

using namespace lowp;
using namespace lowp::test;

static llvm::cl::list<std::string>
    only(llvm::cl::Positional,
         llvm::cl::desc("formats to sweep; all of up to 8 bits without"),
         llvm::cl::value_desc("format"));
static llvm::cl::opt<unsigned> jobs("jobs",
                                    llvm::cl::desc("threads; 0 for one a core"),
                                    llvm::cl::init(0));
static llvm::cl::opt<unsigned>
    stride("stride", llvm::cl::desc("take every n-th source only"),
           llvm::cl::init(1));

namespace {
/// A destination and a conversion, with the names that mean it.
struct Sweep {
  const Format *format;
  Conversion conversion;
  std::string names;
};
} // namespace

static auto fields(const Conversion &conversion) {
  return std::tie(conversion.rounding, conversion.overflow, conversion.infinity,
                  conversion.nan, conversion.zeroSign);
}

/// The rounding to nearest that every format has, the directed roundings of
/// E8M0, and what has a name; each conversion once.
static std::vector<Sweep> findSweeps() {
  std::vector<Sweep> sweeps;
  auto add = [&](const Format &format, const Conversion &conversion,
                 llvm::StringRef name) {
    for (Sweep &sweep : sweeps)
      if (sweep.format == &format &&
          fields(sweep.conversion) == fields(conversion)) {
        sweep.names += (" " + name).str();
        return;
      }
    sweeps.push_back({&format, conversion, name.str()});
  };
  for (const Format &format : getFormats()) {
    if (format.width > 8 || format.isInteger())
      continue;
    if (!only.empty() && !llvm::is_contained(only, format.name.str()))
      continue;
    add(format, Conversion::saturating(format), "saturating");
    if (format.hasNaN())
      add(format, Conversion::propagating(format), "propagating");
    if (!format.hasZero)
      for (Rounding rounding : {Rounding::TowardZero, Rounding::Up})
        for (Conversion conversion : {Conversion::saturating(format),
                                      Conversion::propagating(format)}) {
          conversion.rounding = rounding;
          add(format, conversion, stringifyRounding(rounding));
        }
    llvm::StringRef last;
    for (const ConversionPreset &preset : getConversionPresets()) {
      if (preset.name == last)
        continue;
      last = preset.name;
      auto conversion = lookupConversionPreset(preset.name, format);
      if (conversion)
        add(format, *conversion, preset.name);
      else
        llvm::consumeError(conversion.takeError());
    }
  }
  return sweeps;
}

/// Compares all sources; the number that differ, of which the first is shown.
static uint64_t run(const Sweep &sweep, llvm::ThreadPoolInterface &pool,
                    llvm::StringRef label) {
  const Expectation expected(*sweep.format);
  constexpr unsigned chunks = 256;
  constexpr uint64_t chunkSize = (uint64_t(1) << 32) / chunks;
  std::atomic<uint64_t> differences = 0;
  std::mutex printing;
  unsigned done = 0;
  for (unsigned chunk = 0; chunk < chunks; ++chunk)
    pool.async([&, chunk] {
      for (uint64_t offset = 0; offset < chunkSize; offset += stride) {
        auto source = static_cast<uint32_t>(chunk * chunkSize + offset);
        uint32_t want = expected(sweep.conversion, source);
        uint32_t got =
            encode(*sweep.format, sweep.conversion,
                   static_cast<double>(llvm::bit_cast<float>(source)));
        if (got == want || differences++ != 0)
          continue;
        std::lock_guard<std::mutex> lock(printing);
        llvm::errs() << "\n"
                     << label << ": "
                     << llvm::format("%08X is %02X, not %02X\n", source, got,
                                     want);
      }
      std::lock_guard<std::mutex> lock(printing);
      ++done;
      llvm::errs() << "\r" << label << " " << 100 * done / chunks << " %";
    });
  pool.wait();
  llvm::errs() << "\n";
  return differences;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::ParseCommandLineOptions(
      argc, argv, "Encodes all f32 under all named conversions\n");
  for (const std::string &name : only) {
    const Format *format = lookupFormat(name);
    if (!format || format->width > 8 || format->isInteger()) {
      llvm::errs() << "EncodeSweep: '" << name
                   << "' is no float format of up to 8 bits\n";
      return 1;
    }
  }
  if (stride == 0) {
    llvm::errs() << "EncodeSweep: a stride of 0 takes no source\n";
    return 1;
  }
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency(jobs));
  std::vector<Sweep> sweeps = findSweeps();
  uint64_t differences = 0;
  for (size_t i = 0; i < sweeps.size(); ++i) {
    std::string label =
        (llvm::Twine(i + 1) + "/" + llvm::Twine(sweeps.size()) + " " +
         sweeps[i].format->name + " (" + sweeps[i].names + ")")
            .str();
    differences += run(sweeps[i], pool, label);
  }
  llvm::outs() << sweeps.size() << " conversions, " << differences
               << " differences\n";
  return differences != 0;
}
