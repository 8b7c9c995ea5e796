//===- Fibers.cpp - Stacks on which simulated threads run -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fibers.h"
#include "llvm/Support/ErrorHandling.h"
#include <boost/context/preallocated.hpp>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

using namespace lowp::sim;
namespace context = boost::context;

/// Enough for a kernel's frame with all its spills, and for what it calls.
static constexpr size_t kStackSize = size_t(256) << 10;

namespace {
/// The stacks are freed together with their `Fibers`.
struct KeepStack {
  void deallocate(context::stack_context &) noexcept {}
};
} // namespace

Fiber::Fiber(void *stack, size_t size, std::function<void()> body)
    : function(std::move(body)) {
  context::stack_context stackContext;
  stackContext.size = size;
  stackContext.sp = static_cast<char *>(stack) + size;
  inside =
      context::fiber(std::allocator_arg,
                     context::preallocated(stackContext.sp, size, stackContext),
                     KeepStack(), [this](context::fiber &&caller) {
                       outside = std::move(caller);
                       while (!isStopping) {
                         isInFunction = true;
                         function();
                         isInFunction = false;
                         suspend();
                       }
                       return std::move(outside);
                     });
}

Fiber::~Fiber() {
  if (isInFunction) {
    alignas(context::fiber) char forgotten[sizeof(context::fiber)];
    new (forgotten) context::fiber(std::move(inside));
    return;
  }
  isStopping = true;
  inside = std::move(inside).resume();
}

void Fiber::resume() { inside = std::move(inside).resume(); }

void Fiber::suspend() { outside = std::move(outside).resume(); }

Fibers::Fibers(size_t count, const std::function<void(size_t)> &function) {
  size_t page = sysconf(_SC_PAGESIZE);
  size = count * (kStackSize + page);
  memory = mmap(nullptr, size, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    llvm::report_fatal_error("no memory for the stacks of a block");
  for (size_t number = 0; number < count; ++number) {
    char *stack =
        static_cast<char *>(memory) + number * (kStackSize + page) + page;
    if (mprotect(stack, kStackSize, PROT_READ | PROT_WRITE) != 0)
      llvm::report_fatal_error("no memory for the stacks of a block");
    fibers.push_back(std::make_unique<Fiber>(
        stack, kStackSize, [function, number] { function(number); }));
  }
}

Fibers::~Fibers() {
  fibers.clear();
  munmap(memory, size);
}
