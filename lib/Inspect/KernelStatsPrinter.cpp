//===- KernelStatsPrinter.cpp - Kernels' costs as table and JSON ----------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Inspect/KernelStats.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace lowp;

/// With one or two digits after the point.
static std::string decimal(double value, unsigned digits) {
  return digits == 1 ? formatv("{0:f1}", value).str()
                     : formatv("{0:f2}", value).str();
}

static double perMatrix(const LoopStats &loop, unsigned count) {
  return double(count) / loop.matrix;
}

namespace {
struct Row {
  StringLiteral title;
  std::string (*print)(const KernelStats &);
};

/// Rows of the table that are of the main loop.
struct LoopRow {
  StringLiteral title;
  std::string (*print)(const LoopStats &);
};
} // namespace

static const Row kRows[] = {
    {"registers",
     [](const KernelStats &stats) { return std::to_string(stats.registers); }},
    {"spill loads, stores",
     [](const KernelStats &stats) {
       return formatv("{0}, {1}", stats.spillLoads, stats.spillStores).str();
     }},
    {"threads a block",
     [](const KernelStats &stats) {
       return stats.threads ? std::to_string(stats.threads) : "not stated";
     }},
    {"shared memory, static",
     [](const KernelStats &stats) {
       return formatv("{0} B", stats.staticSharedBytes).str();
     }},
    {"shared memory, dynamic",
     [](const KernelStats &stats) {
       return stats.dynamicSharedBytes
                  ? formatv("{0} B", *stats.dynamicSharedBytes).str()
                  : "not known";
     }},
    {"occupancy",
     [](const KernelStats &stats) -> std::string {
       if (!stats.occupancy)
         return "-";
       return formatv("{0} of {1} warps", stats.occupancy->warps,
                      stats.occupancy->maxWarps);
     }},
    {"  blocks, limited by",
     [](const KernelStats &stats) -> std::string {
       if (!stats.occupancy)
         return "-";
       return formatv("{0}, {1}", stats.occupancy->blocks,
                      stats.occupancy->limit);
     }},
    {"instructions",
     [](const KernelStats &stats) {
       return std::to_string(stats.instructions);
     }},
};

static const LoopRow kLoopRows[] = {
    {"main loop",
     [](const LoopStats &loop) -> std::string {
       return formatv("{0:x4} to {1:x4}", loop.first, loop.last);
     }},
    {"  instructions",
     [](const LoopStats &loop) { return std::to_string(loop.instructions); }},
    {"  matrix instructions",
     [](const LoopStats &loop) -> std::string {
       return formatv("{0} ({1}%)", loop.matrix,
                      decimal(100 * loop.getMatrixShare(), 1));
     }},
    {"  fillers",
     [](const LoopStats &loop) { return std::to_string(loop.fillers); }},
    {"  LDSM, a matrix instr.",
     [](const LoopStats &loop) -> std::string {
       return formatv("{0} ({1})", loop.matrixReads,
                      decimal(perMatrix(loop, loop.matrixReads), 2));
     }},
    {"  LDS and LDG, likewise",
     [](const LoopStats &loop) -> std::string {
       return formatv("{0} ({1})", loop.otherReads,
                      decimal(perMatrix(loop, loop.otherReads), 2));
     }},
    {"  copies to shared",
     [](const LoopStats &loop) { return std::to_string(loop.copies); }},
    {"  barriers",
     [](const LoopStats &loop) { return std::to_string(loop.barriers); }},
    {"  spill loads, stores",
     [](const LoopStats &loop) -> std::string {
       return formatv("{0}, {1}", loop.spillLoads, loop.spillStores);
     }},
    {"  o64",
     [](const LoopStats &loop) -> std::string {
       std::optional<double> overhead = loop.getOverhead();
       return overhead ? decimal(*overhead, 1) : "not known";
     }},
};

void lowp::printKernelStats(raw_ostream &os, StringRef chip,
                            ArrayRef<KernelStats> kernels) {
  std::vector<std::vector<std::string>> table = {{chip.str()}};
  for (const KernelStats &kernel : kernels)
    table.front().push_back(kernel.name);
  for (const Row &row : kRows) {
    table.push_back({row.title.str()});
    for (const KernelStats &kernel : kernels)
      table.back().push_back(row.print(kernel));
  }
  for (const LoopRow &row : kLoopRows) {
    table.push_back({row.title.str()});
    for (const KernelStats &kernel : kernels)
      table.back().push_back(kernel.mainLoop ? row.print(*kernel.mainLoop)
                                             : "-");
  }
  std::vector<size_t> widths(kernels.size() + 1);
  for (const auto &line : table)
    for (auto [width, cell] : zip(widths, line))
      width = std::max(width, cell.size());
  for (const auto &line : table) {
    os << left_justify(line.front(), widths.front());
    for (size_t column = 1; column < line.size(); ++column)
      os << "  " << right_justify(line[column], widths[column]);
    os << "\n";
  }
}

static json::Value toJson(const LoopStats &loop) {
  std::optional<double> overhead = loop.getOverhead();
  return json::Object{
      {"first", loop.first},
      {"last", loop.last},
      {"instructions", loop.instructions},
      {"matrix_instructions", loop.matrix},
      {"matrix_share", loop.getMatrixShare()},
      {"fillers", loop.fillers},
      {"ldsm", loop.matrixReads},
      {"ldsm_per_mma", perMatrix(loop, loop.matrixReads)},
      {"other_reads", loop.otherReads},
      {"other_reads_per_mma", perMatrix(loop, loop.otherReads)},
      {"copies", loop.copies},
      {"barriers", loop.barriers},
      {"spill_loads", loop.spillLoads},
      {"spill_stores", loop.spillStores},
      {"multiply_accumulates", loop.multiplyAccumulates},
      {"o64", overhead ? json::Value(*overhead) : json::Value(nullptr)},
  };
}

json::Value lowp::toJson(StringRef chip, ArrayRef<KernelStats> kernels) {
  json::Array array;
  for (const KernelStats &stats : kernels) {
    json::Object kernel{
        {"name", stats.name},
        {"registers", stats.registers},
        {"spill_loads", stats.spillLoads},
        {"spill_stores", stats.spillStores},
        {"threads", stats.threads},
        {"static_shared", stats.staticSharedBytes},
        {"dynamic_shared", nullptr},
        {"instructions", stats.instructions},
        {"occupancy", nullptr},
        {"main_loop", nullptr},
    };
    if (stats.dynamicSharedBytes)
      kernel["dynamic_shared"] = *stats.dynamicSharedBytes;
    if (stats.occupancy)
      kernel["occupancy"] = json::Object{
          {"blocks", stats.occupancy->blocks},
          {"warps", stats.occupancy->warps},
          {"max_warps", stats.occupancy->maxWarps},
          {"limit", stats.occupancy->limit},
      };
    if (stats.mainLoop)
      kernel["main_loop"] = ::toJson(*stats.mainLoop);
    array.push_back(std::move(kernel));
  }
  return json::Object{{"chip", chip}, {"kernels", std::move(array)}};
}
