//===- Schedule.h - How kernels are cut into pieces -------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_SCHEDULE_H
#define LOWP_KERNEL_SCHEDULE_H

#include "lowp/Kernel/Anatomy.h"

namespace lowp {

/// The schedule of a kernel that has none.
mlir::FailureOr<ScheduleAttr> chooseSchedule(const MatmulAnatomy &matmul,
                                             const TargetInfo &target);
ScheduleAttr chooseSchedule(const QuantizeAnatomy &quantize);

/// Reports a schedule that the kernel's skeleton or the target cannot carry
/// out.
mlir::LogicalResult checkSchedule(const MatmulAnatomy &matmul,
                                  ScheduleAttr schedule,
                                  const TargetInfo &target);
mlir::LogicalResult checkSchedule(const QuantizeAnatomy &quantize,
                                  ScheduleAttr schedule,
                                  const TargetInfo &target);

/// Bytes of shared memory of a scheduled contraction: its ring, and barriers if
/// copies are bulk.
int64_t getSharedBytes(ScheduleAttr schedule);

/// The ring of a scheduled contraction: a slot has a tile of A and one of B.
TileRingType getRingType(ScheduleAttr schedule);

} // namespace lowp

#endif // LOWP_KERNEL_SCHEDULE_H
