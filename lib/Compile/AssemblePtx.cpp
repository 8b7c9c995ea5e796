//===- AssemblePtx.cpp - From PTX to machine code -------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitPtx.h"
#include "lowp/Target/CudaTools.h"

using namespace mlir;
using namespace lowp;

static llvm::Expected<std::string> assemble(StringRef assembler, StringRef ptx,
                                            const TargetInfo &target,
                                            std::string &refusal) {
  llvm::Expected<TemporaryFile> input = TemporaryFile::create("ptx");
  if (!input)
    return input.takeError();
  llvm::Expected<TemporaryFile> output = TemporaryFile::create("cubin");
  if (!output)
    return output.takeError();
  if (llvm::Error error = input->write(ptx))
    return std::move(error);
  std::string chip = ("-arch=" + target.chip).str();
  llvm::Expected<std::string> messages =
      runTool(assembler, {chip, input->getPath(), "-o", output->getPath()});
  if (messages)
    return output->read();
  refusal = llvm::toString(messages.takeError());
  return llvm::createStringError(assembler + " did not accept the PTX");
}

FailureOr<std::string> lowp::assemblePtx(Location loc, StringRef ptx,
                                         const TargetInfo &target) {
  std::string refusal;
  llvm::Expected<std::string> cubin = findPtxas();
  if (cubin)
    cubin = assemble(*cubin, ptx, target, refusal);
  if (cubin)
    return *cubin;
  InFlightDiagnostic diagnostic = emitError(loc)
                                  << llvm::toString(cubin.takeError());
  if (!refusal.empty())
    diagnostic.attachNote() << refusal;
  return failure();
}
