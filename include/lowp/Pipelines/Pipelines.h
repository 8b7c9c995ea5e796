//===- Pipelines.h - Named lists of passes ----------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_PIPELINES_H
#define LOWP_PIPELINES_PIPELINES_H

#include "lowp/Conversion/LowpStorageToLinalg.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace lowp {

/// Options of lowp-lower-to-cpu.
struct LowerToCPUOptions : mlir::PassPipelineOptions<LowerToCPUOptions> {
  Option<AccumulationModel> accumulate{
      *this, "accumulate", llvm::cl::desc("How products along k are added"),
      llvm::cl::init(AccumulationModel::F32Sequential),
      llvm::cl::values(
          clEnumValN(AccumulationModel::Exact, "exact",
                     "the exact sum, rounded once to f32"),
          clEnumValN(AccumulationModel::F32Sequential, "f32-sequential",
                     "one f32 addition for each k, in ascending order"))};
};

/// From the value form to the LLVM dialect of the host.
void buildLowerToCPUPipeline(mlir::OpPassManager &manager,
                             const LowerToCPUOptions &options);

/// How far a program is lowered.
enum class LoweringStage { Schedule, Tile, NVVM };

/// Options of lowp-pipeline.
struct LowerToGPUOptions : mlir::PassPipelineOptions<LowerToGPUOptions> {
  Option<std::string> target{
      *this, "target",
      llvm::cl::desc("Processor to compile for, as lowp-compile "
                     "--list-targets prints it")};
  Option<std::string> schedule{
      *this, "schedule",
      llvm::cl::desc(
          "Schedule of contractions that state none, in place of the "
          "chosen one: #lowp.schedule<...>")};
  Option<LoweringStage> to{
      *this, "to", llvm::cl::desc("How far to lower"),
      llvm::cl::init(LoweringStage::NVVM),
      llvm::cl::values(
          clEnumValN(LoweringStage::Schedule, "schedule",
                     "value form, with a schedule for each kernel"),
          clEnumValN(LoweringStage::Tile, "tile", "kernels at the tile level"),
          clEnumValN(LoweringStage::NVVM, "nvvm",
                     "kernels in the LLVM dialect with NVVM instructions"))};
};

/// Checks contracts, schedules kernels and lowers them.
void buildLowerToGPUPipeline(mlir::OpPassManager &manager,
                             const LowerToGPUOptions &options);

/// Its parts, one after another. `schedule` is the text of the schedule of
/// contractions that state none, or empty.
void buildScheduleStage(mlir::OpPassManager &manager, llvm::StringRef target,
                        llvm::StringRef schedule = "");
void buildTileStage(mlir::OpPassManager &manager);
void buildNVVMStage(mlir::OpPassManager &manager);

/// Makes the pipelines known by their flags.
void registerPipelines();

} // namespace lowp

#endif // LOWP_PIPELINES_PIPELINES_H
