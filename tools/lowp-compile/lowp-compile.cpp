//===- lowp-compile.cpp - Compiles kernels for a GPU ----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Compile/Compile.h"
#include "lowp/InitAllDialects.h"
#include "lowp/Target/Target.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace llvm;
using lowp::Emit;

static cl::OptionCategory category("Options of lowp-compile");

static cl::opt<std::string> input(cl::Positional, cl::desc("FILE"),
                                  cl::init("-"), cl::cat(category));
static cl::opt<std::string>
    output("o", cl::desc("File to write; standard output if left out"),
           cl::value_desc("FILE"), cl::init("-"), cl::cat(category));
static cl::opt<std::string>
    target("target", cl::desc("Processor to compile for; see --list-targets"),
           cl::value_desc("NAME"), cl::cat(category));
static cl::opt<std::string> schedule(
    "schedule",
    cl::desc("Schedule of contractions that state none, in place of the chosen "
             "one; the instruction may be left out"),
    cl::value_desc("#lowp.schedule<...>"), cl::cat(category));
static cl::opt<Emit>
    emit("emit", cl::desc("What to write, ptx if left out"),
         cl::init(Emit::PTX), cl::cat(category),
         cl::values(clEnumValN(Emit::MLIR, "mlir",
                               "the checked program with its schedules"),
                    clEnumValN(Emit::Tile, "tile", "kernels at the tile level"),
                    clEnumValN(Emit::NVVM, "nvvm",
                               "kernels in the LLVM and NVVM dialects"),
                    clEnumValN(Emit::LLVM, "llvm", "optimized LLVM IR"),
                    clEnumValN(Emit::PTX, "ptx", "PTX"),
                    clEnumValN(Emit::Cubin, "cubin",
                               "machine code, assembled by ptxas")));
static cl::opt<std::string>
    manifestPath("manifest",
                 cl::desc("File for the kernels' contracts and launches, JSON"),
                 cl::value_desc("FILE"), cl::cat(category));
static cl::opt<bool>
    listTargets("list-targets",
                cl::desc("List processors and matrix instructions, and stop"),
                cl::cat(category));

/// Writes a result, or says why it cannot.
static bool write(StringRef path, function_ref<void(raw_ostream &)> print) {
  std::string error;
  std::unique_ptr<ToolOutputFile> file = mlir::openOutputFile(path, &error);
  if (!file) {
    errs() << "lowp-compile: " << error << "\n";
    return false;
  }
  print(file->os());
  file->keep();
  return true;
}

static int compileFile() {
  std::string error;
  std::unique_ptr<MemoryBuffer> buffer = mlir::openInputFile(input, &error);
  if (!buffer) {
    errs() << "lowp-compile: " << error << "\n";
    return 1;
  }
  mlir::DialectRegistry registry;
  lowp::registerAllDialects(registry);
  lowp::registerCompileTranslations(registry);
  mlir::MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  if (!module)
    return 1;

  lowp::CompileOptions options;
  options.target = target;
  options.schedule = schedule;
  options.emit = emit;
  lowp::Manifest manifest;
  if (!manifestPath.empty())
    options.manifest = &manifest;
  mlir::FailureOr<std::string> code = lowp::compile(*module, options);
  if (failed(code))
    return 1;

  if (!write(output, [&](raw_ostream &os) { os << *code; }))
    return 1;
  if (options.manifest && !write(manifestPath, [&](raw_ostream &os) {
        os << formatv("{0:2}\n", manifest.toJson());
      }))
    return 1;
  return 0;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "Compiles the kernels of a program for a GPU\n");
  if (listTargets) {
    lowp::printTargets(outs());
    return 0;
  }
  if (target.empty()) {
    errs() << "lowp-compile: no target is given: --target=NAME, of those that "
              "--list-targets prints\n";
    return 1;
  }
  if (emit == Emit::Cubin && output == "-" && outs().is_displayed()) {
    errs() << "lowp-compile: a cubin is no text for a terminal: write it with "
              "-o FILE, or into a pipe\n";
    return 1;
  }
  return compileFile();
}
