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

namespace {
enum class Place { CPU };

cl::OptionCategory category("Options of lowp-run");
cl::opt<std::string> file(cl::Positional, cl::desc("FILE"), cl::Required,
                          cl::cat(category));
cl::opt<std::string> entry("entry", cl::desc("Function or kernel to run"),
                           cl::value_desc("name"), cl::init("main"),
                           cl::cat(category));
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
cl::opt<Place> place("on", cl::desc("Where to run"), cl::init(Place::CPU),
                     cl::cat(category),
                     cl::values(clEnumValN(Place::CPU, "cpu",
                                           "this machine's processor")));
} // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Runs a low-precision program on .npy files\n\n"
      "  Files hold dense arrays in logical order, without pitch or padding.\n"
      "  8-bit codes and E8M0 scales are u1, bf16 is u2, other floats f2, f4\n"
      "  and f8.\n");
  lowp::RunOptions options;
  options.file = file;
  options.entry = entry;
  options.arguments = arguments;
  options.results = results;
  options.accumulate = model;
  return failed(lowp::runProgram(options)) ? 1 : 0;
}
