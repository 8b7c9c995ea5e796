//===- EntryCalls.cpp - What an entry calls -------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryCalls.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace lowp;

/// The function or kernel whose body `node` stands for.
static Operation *getFunction(const CallGraphNode *node) {
  return node->getCallableRegion()->getParentOp();
}

static LogicalResult verifyBodies(ModuleOp module) {
  SymbolTableCollection symbols;
  // What a value stands for, nobody could follow to a body or around a circle.
  WalkResult indirect = module.walk([&](func::CallIndirectOp call) {
    call.emitError("calls through a value, which is not run; func.call names "
                   "what it calls");
    return WalkResult::interrupt();
  });
  if (indirect.wasInterrupted())
    return failure();
  WalkResult walk = module.walk([&](func::CallOp call) {
    auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    if (!callee || !callee.isExternal())
      return WalkResult::advance();
    InFlightDiagnostic diagnostic =
        call.emitError() << "calls @" << call.getCallee()
                         << ", which is external and has no body to run";
    diagnostic.attachNote(callee.getLoc()) << "the function is declared here";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

static LogicalResult verifyNoRecursion(ModuleOp module) {
  const CallGraph graph(module);
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd();
       ++component) {
    if (!component.hasCycle())
      continue;
    ArrayRef<CallGraphNode *> nodes = *component;
    Operation *first = getFunction(nodes.front());
    InFlightDiagnostic diagnostic =
        emitError(first->getLoc())
        << "@" << SymbolTable::getSymbolName(first).getValue()
        << " calls itself";
    if (nodes.size() > 1)
      diagnostic << " through others";
    diagnostic << ": recursion is not run; a loop of scf is";
    for (CallGraphNode *node : nodes.drop_front()) {
      Operation *other = getFunction(node);
      diagnostic.attachNote(other->getLoc())
          << "@" << SymbolTable::getSymbolName(other).getValue()
          << " is in the circle";
    }
    return diagnostic;
  }
  return success();
}

LogicalResult lowp::verifyCalls(ModuleOp module) {
  if (failed(verifyBodies(module)))
    return failure();
  return verifyNoRecursion(module);
}
