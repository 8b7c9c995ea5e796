//===- lowp-run.cpp - Runs a program on files of arrays -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Run/Run.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

using namespace llvm;
using lowp::AccumulationModel;

/// That of a page is more than any kernel asks for.
static constexpr uint64_t kMaxAlignment = 4096;

namespace {
cl::OptionCategory category("Options of lowp-run");
cl::opt<std::string> file(cl::Positional, cl::desc("FILE"), cl::cat(category));
cl::opt<std::string>
    entry("entry", cl::desc("Function or kernel to run, main if left out"),
          cl::value_desc("name"), cl::init("main"), cl::cat(category));
cl::list<std::string>
    arguments("arg",
              cl::desc("An array of an argument, in order: one file for each "
                       "tensor or scalar, codes and then scales for each "
                       "scaled value"),
              cl::value_desc("file.npy"), cl::cat(category));
cl::list<std::string>
    results("out", cl::desc("Where to write an array of a result, likewise"),
            cl::value_desc("file.npy"), cl::cat(category));
cl::opt<AccumulationModel> model(
    "accumulate", cl::desc("How products along k are added"),
    cl::init(AccumulationModel::F32Sequential), cl::cat(category),
    cl::values(clEnumValN(AccumulationModel::Exact, "exact",
                          "the exact sum, rounded once to f32"),
               clEnumValN(AccumulationModel::F32Sequential, "f32-sequential",
                          "one f32 addition for each k, in ascending order")));
cl::opt<std::string>
    place("on",
          cl::desc("Where kernels run: cpu, this machine's processor, or "
                   "sim:sm_120a and the like, a simulation of a GPU's threads"),
          cl::value_desc("cpu|sim:TARGET"), cl::init("cpu"), cl::cat(category));
cl::opt<std::string> schedule(
    "schedule",
    cl::desc("Schedule of simulated contractions that state none, in place of "
             "the chosen one; the instruction may be left out"),
    cl::value_desc("#lowp.schedule<...>"), cl::cat(category));
cl::opt<unsigned> multiprocessors(
    "multiprocessors",
    cl::desc("How many multiprocessors the simulated GPU has; kernels that go "
             "through their tiles have a block for each"),
    cl::value_desc("count"), cl::init(lowp::RunOptions().multiprocessors),
    cl::cat(category));
cl::opt<std::string> kernel(
    "kernel",
    cl::desc("In place of FILE: kernels in the LLVM and NVVM dialects, or in "
             "LLVM IR for NVPTX (.ll, .llir, .bc), for --launch"),
    cl::value_desc("file"), cl::cat(category));
cl::opt<std::string> launch(
    "launch",
    cl::desc("Simulate one kernel of the file of kernels, with the grid and "
             "arguments that this file gives"),
    cl::value_desc("launch.json"), cl::cat(category));
cl::opt<uint64_t> alignment(
    "alignment",
    cl::desc("Bytes of which addresses of a simulated program's arrays are "
             "multiples, as allocators give them; if left out, no more than "
             "each kernel asks for"),
    cl::value_desc("bytes"), cl::init(1), cl::cat(category));
cl::opt<bool> stats(
    "statistics",
    cl::desc("Count what simulated kernels do (matrix instructions, global "
             "bytes and sectors, bank conflicts, barriers), and print tables"),
    cl::cat(category));
cl::opt<std::string> statsFile("statistics-json",
                               cl::desc("Write these counts to a file"),
                               cl::value_desc("file.json"), cl::cat(category));
cl::opt<bool> progress(
    "progress",
    cl::desc("Show how far simulated launches are (on a terminal: by itself)"),
    cl::cat(category));
} // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Runs a low-precision program on .npy files\n\n"
      "  Files hold dense arrays, without pitch or padding: a tensor as it "
      "is,\n"
      "  a scaled value in logical order, whatever its layout.\n"
      "  8-bit codes and E8M0 scales are u1, bf16 is u2, other floats f2, f4\n"
      "  and f8.\n");
  lowp::RunOptions options;
  auto fail = [](const Twine &message) {
    errs() << "lowp-run: error: " << message << "\n";
    return 1;
  };
  if (file.empty() == kernel.empty())
    return fail(file.empty() ? "there is no FILE to run"
                             : "--kernel takes the place of FILE");
  if (!kernel.empty() && launch.empty())
    return fail("--kernel needs --launch=launch.json");
  options.file = kernel.empty() ? file : kernel;
  options.entry = entry;
  options.arguments = arguments;
  options.results = results;
  options.accumulate = model;
  StringRef target = place;
  if (target.consume_front("sim:") && !target.empty()) {
    options.simulatedTarget = target;
  } else if (target != "cpu") {
    return fail("--on is cpu or sim:TARGET, not " + place.getValue());
  }
  if (multiprocessors == 0)
    return fail("--multiprocessors is 1 or more");
  options.multiprocessors = multiprocessors;
  options.schedule = schedule;
  options.launch = launch;
  options.alignment = alignment;
  options.printStatistics = stats;
  options.statisticsFile = statsFile;
  options.showProgress =
      progress.getNumOccurrences() ? progress : errs().is_displayed();
  if (options.countsStatistics() && options.simulatedTarget.empty())
    return fail("--statistics and --statistics-json need --on=sim:TARGET");
  bool isProgram = options.launch.empty() && !options.simulatedTarget.empty();
  if (!isProgram &&
      (schedule.getNumOccurrences() || multiprocessors.getNumOccurrences()))
    return fail("--schedule and --multiprocessors are for programs with "
                "--on=sim:TARGET");
  if (!options.launch.empty() && options.simulatedTarget.empty())
    return fail("--launch needs --on=sim:TARGET");
  if (alignment.getNumOccurrences()) {
    if (options.simulatedTarget.empty())
      return fail("--alignment needs --on=sim:TARGET");
    if (!options.launch.empty())
      return fail("--alignment is for programs; a launch file has that of each "
                  "array");
    if (!isPowerOf2_64(alignment) || alignment > kMaxAlignment)
      return fail("--alignment is a power of two up to " +
                  Twine(kMaxAlignment) + ", not " + Twine(alignment));
  }
  return failed(lowp::runProgram(options)) ? 1 : 0;
}
