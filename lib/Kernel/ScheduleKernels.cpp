//===- ScheduleKernels.cpp - Choose how each kernel is cut ----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Passes.h"
#include "lowp/Kernel/Schedule.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"

namespace lowp {
#define GEN_PASS_DEF_SCHEDULEKERNELS
#include "lowp/Kernel/Passes.h.inc"
} // namespace lowp

using namespace mlir;
using namespace lowp;

namespace {
struct ScheduleKernels
    : public lowp::impl::ScheduleKernelsBase<ScheduleKernels> {
  using ScheduleKernelsBase::ScheduleKernelsBase;

  LogicalResult schedule(KernelOp kernel, const TargetInfo &target) {
    FailureOr<Operation *> anchor = findAnchor(kernel);
    if (failed(anchor))
      return failure();
    if (auto matmul = dyn_cast<MatmulOp>(*anchor)) {
      FailureOr<MatmulAnatomy> anatomy = analyzeMatmul(matmul);
      if (failed(anatomy))
        return failure();
      return schedule(kernel, *anatomy, target,
                      [&] { return choose(*anatomy, target); });
    }
    FailureOr<QuantizeAnatomy> anatomy =
        analyzeQuantize(cast<QuantizeOp>(*anchor));
    if (failed(anatomy))
      return failure();
    return schedule(kernel, *anatomy, target, [&] {
      return FailureOr<ScheduleAttr>(chooseSchedule(*anatomy));
    });
  }

  /// The schedule that the option states, with the best instruction if it names
  /// none, or the one that is chosen.
  FailureOr<ScheduleAttr> choose(const MatmulAnatomy &anatomy,
                                 const TargetInfo &target) {
    FailureOr<ScheduleAttr> chosen = chooseSchedule(anatomy, target);
    if (failed(chosen) || !stated)
      return chosen;
    if (stated.getInstruction())
      return stated;
    return ScheduleAttr::get(&getContext(), stated.getTile(), stated.getWarps(),
                             stated.getStages(), stated.getRaster(),
                             stated.getCopies(), chosen->getInstruction());
  }

  /// Reads the option.
  LogicalResult readOption() {
    if (matmul.empty())
      return success();
    stated =
        dyn_cast_or_null<ScheduleAttr>(parseAttribute(matmul, &getContext()));
    if (!stated)
      return emitError(getOperation().getLoc())
             << "the schedule of contractions is no #lowp.schedule<...>: "
             << matmul;
    return success();
  }

  /// Keeps the schedule that is there, or takes the one that is chosen.
  template <typename Anatomy>
  LogicalResult schedule(KernelOp kernel, const Anatomy &anatomy,
                         const TargetInfo &target,
                         function_ref<FailureOr<ScheduleAttr>()> choose) {
    if (kernel.getSchedule()) {
      ++numKept;
      return checkSchedule(anatomy, *kernel.getSchedule(), target);
    }
    FailureOr<ScheduleAttr> chosen = choose();
    if (failed(chosen))
      return failure();
    ++numChosen;
    kernel.setScheduleAttr(*chosen);
    return checkSchedule(anatomy, *chosen, target);
  }

  void runOnOperation() override {
    FailureOr<const TargetInfo *> target = findTarget(getOperation());
    if (failed(target) || failed(readOption()))
      return signalPassFailure();
    for (auto kernel : getOperation().getOps<KernelOp>())
      if (!kernel.isExternal() && failed(schedule(kernel, **target)))
        return signalPassFailure();
  }

  ScheduleAttr stated;
};
} // namespace
