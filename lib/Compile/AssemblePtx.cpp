//===- AssemblePtx.cpp - From PTX to machine code -------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitPtx.h"
#include "lowp/Target/Ptxas.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace lowp;

namespace {
/// A file of a name of its own, removed at the end.
class TemporaryFile {
public:
  TemporaryFile(StringRef suffix) {
    error = llvm::sys::fs::createTemporaryFile("lowp", suffix, path);
    remover.setFile(path, !error);
  }
  std::error_code getError() const { return error; }
  StringRef getPath() const { return path; }

  FailureOr<std::string> read() const {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      return failure();
    return (*buffer)->getBuffer().str();
  }
  LogicalResult write(StringRef text) const {
    std::error_code failed;
    llvm::raw_fd_ostream os(path, failed);
    os << text;
    os.close();
    return failure(failed || os.has_error());
  }

private:
  SmallString<128> path;
  std::error_code error;
  llvm::FileRemover remover;
};
} // namespace

FailureOr<std::string> lowp::assemblePtx(Location loc, StringRef ptx,
                                         const TargetInfo &target) {
  llvm::Expected<std::string> assembler = findPtxas();
  if (!assembler) {
    emitError(loc) << llvm::toString(assembler.takeError());
    return failure();
  }
  TemporaryFile input("ptx"), output("cubin"), messages("txt");
  for (const TemporaryFile *file : {&input, &output, &messages})
    if (file->getError()) {
      emitError(loc) << "cannot make a temporary file: "
                     << file->getError().message();
      return failure();
    }
  if (failed(input.write(ptx))) {
    emitError(loc) << "cannot write " << input.getPath();
    return failure();
  }

  std::string chip = ("-arch=" + target.chip).str();
  StringRef arguments[] = {*assembler, chip, input.getPath(), "-o",
                           output.getPath()};
  std::optional<StringRef> redirects[] = {StringRef(""), messages.getPath(),
                                          messages.getPath()};
  std::string reason;
  int status = llvm::sys::ExecuteAndWait(*assembler, arguments, std::nullopt,
                                         redirects, /*SecondsToWait=*/0,
                                         /*MemoryLimit=*/0, &reason);
  if (status != 0) {
    InFlightDiagnostic diagnostic = emitError(loc)
                                    << *assembler << " did not accept the PTX";
    if (!reason.empty())
      diagnostic.attachNote() << reason;
    FailureOr<std::string> text = messages.read();
    if (succeeded(text) && !StringRef(*text).trim().empty())
      diagnostic.attachNote() << StringRef(*text).trim();
    return failure();
  }
  FailureOr<std::string> cubin = output.read();
  if (failed(cubin))
    emitError(loc) << "cannot read " << output.getPath();
  return cubin;
}
