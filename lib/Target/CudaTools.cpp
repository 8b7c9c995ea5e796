//===- CudaTools.cpp - Programs of NVIDIA's that are run ------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/CudaTools.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

/// Looks at the environment variable, in PATH and at the path that CMake found.
static Expected<std::string> findTool(StringRef name, StringRef variable,
                                      StringRef configured, StringRef package) {
  if (std::optional<std::string> path = sys::Process::GetEnv(variable)) {
    if (sys::fs::can_execute(*path))
      return *path;
    return createStringError(variable + " is '" + *path +
                             "', which is no program");
  }
  if (ErrorOr<std::string> path = sys::findProgramByName(name))
    return *path;
  if (sys::fs::can_execute(configured))
    return configured.str();
  return createStringError("found no " + name + ": set " + variable +
                           " to its path, put it into PATH, or run "
                           "tools/setup/install.sh, which takes it from the "
                           "Python package " +
                           package);
}

Expected<std::string> lowp::findPtxas() {
  return findTool("ptxas", "LOWP_PTXAS", LOWP_CONFIGURED_PTXAS,
                  "nvidia-cuda-nvcc");
}

Expected<std::string> lowp::findNvdisasm() {
  return findTool("nvdisasm", "LOWP_NVDISASM", LOWP_CONFIGURED_NVDISASM,
                  "nvidia-cuda-nvdisasm");
}

Expected<lowp::TemporaryFile> lowp::TemporaryFile::create(StringRef suffix) {
  SmallString<128> path;
  if (std::error_code error =
          sys::fs::createTemporaryFile("lowp", suffix, path))
    return createStringError("cannot make a temporary file: " +
                             error.message());
  return TemporaryFile(path);
}

lowp::TemporaryFile::~TemporaryFile() {
  if (!path.empty())
    sys::fs::remove(path);
}

Expected<std::string> lowp::TemporaryFile::read() const {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
  if (!buffer)
    return createStringError("cannot read " + path + ": " +
                             buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

Error lowp::TemporaryFile::write(StringRef text) const {
  std::error_code error;
  raw_fd_ostream os(path, error);
  if (!error) {
    os << text;
    os.close();
    error = os.error();
    os.clear_error();
  }
  if (error)
    return createStringError("cannot write " + path + ": " + error.message());
  return Error::success();
}

Expected<std::string> lowp::runTool(StringRef path,
                                    ArrayRef<StringRef> arguments) {
  Expected<TemporaryFile> output = TemporaryFile::create("txt");
  if (!output)
    return output.takeError();
  Expected<TemporaryFile> messages = TemporaryFile::create("txt");
  if (!messages)
    return messages.takeError();
  SmallVector<StringRef> command = {path};
  append_range(command, arguments);
  std::optional<StringRef> redirects[] = {StringRef(""), output->getPath(),
                                          messages->getPath()};
  std::string reason;
  int status =
      sys::ExecuteAndWait(path, command, std::nullopt, redirects,
                          /*SecondsToWait=*/0, /*MemoryLimit=*/0, &reason);
  if (status == 0)
    return output->read();
  for (const TemporaryFile *file : {&*messages, &*output}) {
    Expected<std::string> text = file->read();
    if (!text)
      return text.takeError();
    if (reason.empty())
      reason = StringRef(*text).trim().str();
  }
  return createStringError(reason.empty() ? "it says nothing" : reason);
}
