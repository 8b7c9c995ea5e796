//===- Intrinsics.cpp - Operations for intrinsics -------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"
#include "Matrices.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace lowp;
using namespace lowp::ptx;

/// Barriers of a block: `barrier.cta.{sync,arrive}.{aligned.}{all,count}`.
static LogicalResult expandBarrier(IRRewriter &rewriter, Location loc,
                                   StringRef name, ValueRange arguments) {
  if (!name.consume_front("barrier.cta."))
    return failure();
  bool waits = name.consume_front("sync.");
  if (!waits && !name.consume_front("arrive."))
    return failure();
  name.consume_front("aligned.");
  if (name != (arguments.size() == 2 ? "count" : "all") || arguments.empty())
    return failure();
  Value count = arguments.size() == 2 ? arguments[1] : Value();
  if (waits)
    NVVM::BarrierOp::create(rewriter, loc, TypeRange(), arguments[0], count,
                            NVVM::BarrierReductionAttr(), Value());
  else if (count)
    NVVM::BarrierArriveOp::create(rewriter, loc, arguments[0], count);
  else
    return failure();
  return success();
}

/// `cp.async.{ca,cg}.shared.global.<bytes>{.s}` and groups of copies.
static LogicalResult expandCopies(IRRewriter &rewriter, Location loc,
                                  StringRef name, ValueRange arguments) {
  if (name == "cp.async.commit.group") {
    NVVM::CpAsyncCommitGroupOp::create(rewriter, loc);
    return success();
  }
  if (name == "cp.async.wait.all") {
    NVVM::CpAsyncCommitGroupOp::create(rewriter, loc);
    NVVM::CpAsyncWaitGroupOp::create(rewriter, loc, 0);
    return success();
  }
  APInt groups;
  if (name == "cp.async.wait.group" && arguments.size() == 1 &&
      matchPattern(arguments[0], m_ConstantInt(&groups))) {
    NVVM::CpAsyncWaitGroupOp::create(rewriter, loc, groups.getZExtValue());
    return success();
  }
  if (!name.consume_front("cp.async."))
    return failure();
  std::optional<NVVM::LoadCacheModifierKind> cache =
      NVVM::symbolizeLoadCacheModifierKind(name.take_front(2));
  name = name.drop_front(std::min<size_t>(2, name.size()));
  bool hasBytesToRead = name.consume_back(".s");
  int32_t bytes;
  if (!cache || !name.consume_front(".shared.global.") ||
      name.getAsInteger(10, bytes) || arguments.size() != 2 + hasBytesToRead)
    return failure();
  NVVM::CpAsyncOp::create(
      rewriter, loc, arguments[0], arguments[1],
      rewriter.getI32IntegerAttr(bytes),
      NVVM::LoadCacheModifierKindAttr::get(rewriter.getContext(), *cache),
      hasBytesToRead ? arguments[2] : Value());
  return success();
}

static LogicalResult expandStoreMatrix(IRRewriter &rewriter, Location loc,
                                       StringRef name, ValueRange arguments) {
  SmallVector<StringRef> parts;
  if (!name.consume_front("stmatrix.sync.aligned."))
    return failure();
  name.split(parts, '.');
  FailureOr<MatrixForm> form = getMatrixForm(parts);
  if (failed(form) || arguments.size() != 1 + form->getNumWords())
    return failure();
  createStoreMatrix(rewriter, loc, *form, arguments[0], arguments.drop_front());
  return success();
}

/// The words of a lane, or nothing.
static SmallVector<Value> expandLoadMatrix(IRRewriter &rewriter, Location loc,
                                           StringRef name,
                                           ValueRange arguments) {
  SmallVector<StringRef> parts;
  if (!name.consume_front("ldmatrix.sync.aligned."))
    return {};
  name.split(parts, '.');
  FailureOr<MatrixForm> form = getMatrixForm(parts);
  if (failed(form) || arguments.size() != 1)
    return {};
  return createLoadMatrix(rewriter, loc, *form, arguments[0]);
}

/// `shfl.sync.<kind>.{i32,f32}{p}`, `vote.<kind>.sync`, `redux.sync.<kind>`.
static Value expandExchange(IRRewriter &rewriter, Location loc, StringRef name,
                            Type type, ValueRange arguments) {
  if (name.consume_front("shfl.sync.") && arguments.size() == 4) {
    auto [kind, form] = name.split('.');
    if (std::optional<NVVM::ShflKind> known = NVVM::symbolizeShflKind(kind))
      return NVVM::ShflOp::create(
          rewriter, loc, type, arguments[0], arguments[1], arguments[2],
          arguments[3], *known,
          form.ends_with("p") ? rewriter.getUnitAttr() : UnitAttr());
  }
  if (name.consume_front("vote.") && name.consume_back(".sync") &&
      arguments.size() == 2)
    if (std::optional<NVVM::VoteSyncKind> known =
            NVVM::symbolizeVoteSyncKind(name))
      return NVVM::VoteSyncOp::create(rewriter, loc, type, arguments[0],
                                      arguments[1], *known);
  if (name.consume_front("redux.sync.") && arguments.size() == 2)
    if (std::optional<NVVM::ReduxKind> known = NVVM::symbolizeReduxKind(name))
      return NVVM::ReduxOp::create(rewriter, loc, type, arguments[0], *known,
                                   arguments[1]);
  return Value();
}

/// `ff.to.{e4m3x2,e5m2x2}.rn{.relu}`.
static Value expandNarrowing(IRRewriter &rewriter, Location loc, StringRef name,
                             Type type, ValueRange arguments) {
  if (!name.consume_front("ff.to.") || arguments.size() != 2)
    return Value();
  bool relu = name.consume_back(".relu");
  Type encoding;
  if (name == "e4m3x2.rn")
    encoding = Float8E4M3FNType::get(rewriter.getContext());
  else if (name == "e5m2x2.rn")
    encoding = Float8E5M2Type::get(rewriter.getContext());
  else
    return Value();
  return NVVM::ConvertF32x2ToF8x2Op::create(
      rewriter, loc, type, arguments[0], arguments[1], NVVM::FPRoundingMode::RN,
      NVVM::SaturationMode::SATFINITE, relu, encoding);
}

void lowp::ptx::expandIntrinsic(IRRewriter &rewriter,
                                LLVM::CallIntrinsicOp op) {
  StringRef name = op.getIntrin();
  if (!name.consume_front("llvm.nvvm."))
    return;
  Location loc = op.getLoc();
  ValueRange arguments = op.getArgs();
  rewriter.setInsertionPoint(op);
  if (op->getNumResults() == 0) {
    if (name == "bar.warp.sync" && arguments.size() == 1)
      NVVM::SyncWarpOp::create(rewriter, loc, arguments[0]);
    else if (failed(expandBarrier(rewriter, loc, name, arguments)) &&
             failed(expandCopies(rewriter, loc, name, arguments)) &&
             failed(expandStoreMatrix(rewriter, loc, name, arguments)) &&
             failed(expandTransaction(rewriter, loc, name, arguments)))
      return;
    rewriter.eraseOp(op);
    return;
  }
  Type type = op->getResult(0).getType();
  if (Value value = expandExchange(rewriter, loc, name, type, arguments))
    return rewriter.replaceOp(op, value);
  if (Value value = expandNarrowing(rewriter, loc, name, type, arguments))
    return rewriter.replaceOp(op, value);
  if (Value value =
          expandTransactionResult(rewriter, loc, name, type, arguments))
    return rewriter.replaceOp(op, value);
  if (StringRef form = name; form.consume_front("mma.block.scale."))
    if (Value value = createScaledMma(rewriter, loc, form, arguments))
      return rewriter.replaceOp(op, value);
  SmallVector<Value> words = expandLoadMatrix(rewriter, loc, name, arguments);
  if (words.empty())
    return;
  if (!isa<LLVM::LLVMStructType>(type))
    return rewriter.replaceOp(op, words.front());
  Value all = LLVM::PoisonOp::create(rewriter, loc, type);
  for (auto [index, word] : llvm::enumerate(words))
    all = LLVM::InsertValueOp::create(rewriter, loc, all, word, index);
  rewriter.replaceOp(op, all);
  return;
}
