//===- Anatomy.cpp - What the body of a kernel is made of -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Anatomy.h"
#include "lowp/Format/Format.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace lowp;

FailureOr<const TargetInfo *> lowp::findTarget(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  auto target = module->getAttrOfType<TargetAttr>("lowp.target");
  if (!target) {
    emitError(module.getLoc(),
              "the module names no target: give it the attribute "
              "lowp.target = #lowp.target<...>, or run "
              "lowp-attach-target");
    return failure();
  }
  if (std::optional<std::string> refusal = refuseTarget(target.getChip())) {
    emitError(module.getLoc()) << *refusal;
    return failure();
  }
  return lookupTarget(target.getChip());
}

FailureOr<Operation *> lowp::findAnchor(KernelOp kernel) {
  Operation *anchor = nullptr;
  if (!kernel.getBody().hasOneBlock()) {
    kernel.emitOpError("has branches: a kernel is lowered as one block");
    return failure();
  }
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    // Only what results depend on is lowered, so nothing else may matter.
    if (!isMemoryEffectFree(&op)) {
      op.emitOpError("has a side effect, and is not lowered in a kernel");
      return failure();
    }
    if (!isa<MatmulOp, QuantizeOp>(op))
      continue;
    if (anchor) {
      InFlightDiagnostic diagnostic =
          op.emitOpError("is a second anchor of its kernel: a kernel has one "
                         "contraction or one quantization");
      diagnostic.attachNote(anchor->getLoc()) << "the first is here";
      return failure();
    }
    anchor = &op;
  }
  if (!anchor) {
    kernel.emitOpError("has no anchor: a kernel has one contraction "
                       "(lowp.matmul) or one quantization (lowp.quantize)");
    return failure();
  }
  return anchor;
}

/// The arrays of a value with one level of linear reconstruction scales.
static LogicalResult getArrays(Operation *op, StringRef what, ScaledType type,
                               StorageComponent &codes,
                               StorageComponent &scales) {
  FailureOr<SmallVector<StorageComponent>> components =
      type.getStorageComponents([&] { return op->emitOpError(); });
  if (failed(components))
    return failure();
  if (components->size() != 2)
    return op->emitOpError() << "is lowered with one level of scales, its "
                             << what << " has " << components->size() - 1;
  ScaleAttr level = type.getLevels().front();
  if (level.getDirection() != Direction::Reconstruct)
    return op->emitOpError()
           << "is lowered with reconstruction scales, those of its " << what
           << " are encode scales; lowp.invert_scale turns them around";
  if (level.getLayout() != ScaleLayout::Linear &&
      level.getLayout() != ScaleLayout::Unassigned)
    return op->emitOpError()
           << "is lowered with linear scales, those of its " << what
           << " lie as " << stringifyScaleLayout(level.getLayout())
           << "; lowp.relayout moves them";
  codes = components->front();
  scales = components->back();
  return success();
}

/// Whether rows of `codes` can be copied 16 bytes at a time.
static LogicalResult checkPitch(Operation *op, StringRef what,
                                const StorageComponent &codes) {
  if (codes.pitch % 16 == 0)
    return success();
  return op->emitOpError()
         << "is lowered with rows of codes that begin at multiples of 16 "
            "bytes; the layout of its "
         << what << " promises multiples of " << codes.pitch
         << ": state `pitch = 16` in #lowp.layout";
}

static FailureOr<MatmulOperand> analyzeOperand(MatmulOp op, StringRef what,
                                               Value value, AffineMap map,
                                               unsigned k) {
  MatmulOperand operand;
  operand.value = dyn_cast<BlockArgument>(value);
  operand.type = cast<ScaledType>(value.getType());
  if (!operand.value || !isa<KernelOp>(operand.value.getOwner()->getParentOp()))
    return op.emitOpError() << "is lowered with arguments of its kernel as "
                               "operands; its "
                            << what << " is computed in the kernel";
  if (failed(getArrays(op, what, operand.type, operand.codes, operand.scales)))
    return failure();
  operand.kDim = cast<AffineDimExpr>(map.getResult(0)).getPosition() != k;
  operand.rowDim = 1 - operand.kDim;
  if (operand.codes.dims.back().dim != operand.kDim)
    return op.emitOpError()
           << "is lowered with operands whose codes are "
              "consecutive along K, those of its "
           << what << " (" << operand.type << ") are along dimension "
           << operand.codes.dims.back().dim << "; lowp.relayout moves them";
  if (failed(checkPitch(op, what, operand.codes)))
    return failure();
  ArrayRef<int64_t> group = operand.type.getLevels().front().getGroup();
  if (group[operand.rowDim] != 1 || group[operand.kDim] < 1)
    return op.emitOpError()
           << "is lowered with groups along K, those of its " << what << " are "
           << operand.type.getLevels().front().getGroupText();
  return operand;
}

FailureOr<MatmulAnatomy> lowp::analyzeMatmul(MatmulOp op) {
  SmallVector<AffineMap> maps = op.getMaps();
  auto plain = [](AffineMap map) {
    return map.getNumDims() == 3 && map.getNumResults() == 2;
  };
  if (!llvm::all_of(maps, plain) ||
      maps[2] != AffineMap::getMultiDimIdentityMap(3, op.getContext())
                     .getMajorSubMap(2)) {
    op.emitOpError("is lowered over (m, n, k) with a result over (m, n), "
                   "without batches");
    return failure();
  }
  // The map of the right operand has N where that of the left has M.
  for (unsigned row : {0u, 1u})
    if (!maps[row].isFunctionOfDim(2) || !maps[row].isFunctionOfDim(row)) {
      op.emitOpError("is lowered with a left operand over m and k and a right "
                     "one over n and k");
      return failure();
    }

  AccumulateAttr accumulate = op.getAccumulate();
  if (accumulate.getProduct() != ProductPrecision::Exact) {
    op.emitOpError() << "is lowered with exact products, which is what matrix "
                        "instructions form, not with "
                     << accumulate;
    return failure();
  }
  if (!accumulate.getAccumulator().isF32() ||
      accumulate.getOrder() != AccumulationOrder::Any) {
    op.emitOpError() << "is lowered with an accumulator of f32 in any order, "
                        "which is all that matrix instructions promise, not "
                        "with "
                     << accumulate;
    return failure();
  }
  if (op.getApplication() != ScaleApplication::InContraction) {
    op.emitOpError("is lowered with scales in the contraction; those of the "
                   "epilogue are not lowered yet");
    return failure();
  }
  FailureOr<MatmulOperand> a =
      analyzeOperand(op, "left operand", op.getLhs(), maps[0], 2);
  if (failed(a))
    return failure();
  FailureOr<MatmulOperand> b =
      analyzeOperand(op, "right operand", op.getRhs(), maps[1], 2);
  if (failed(b))
    return failure();

  ScaleAttr levelA = a->type.getLevels().front();
  ScaleAttr levelB = b->type.getLevels().front();
  int64_t groupA = levelA.getGroup()[a->kDim];
  int64_t groupB = levelB.getGroup()[b->kDim];
  if (levelA.getType() != levelB.getType() || groupA != groupB) {
    op.emitOpError() << "is lowered with scales of one type and group for both "
                        "operands, got "
                     << levelA.getType() << " per " << groupA << " and "
                     << levelB.getType() << " per " << groupB;
    return failure();
  }
  MatmulAnatomy anatomy{op, *a, *b, {}};
  anatomy.query.encodingA = getFormat(a->type.getEncoding())->name;
  anatomy.query.encodingB = getFormat(b->type.getEncoding())->name;
  anatomy.query.scaleEncoding = getFormat(levelA.getType())->name;
  anatomy.query.scaleGroup = groupA;
  anatomy.query.guaranteedBits = accumulate.getGuaranteedBits();
  return anatomy;
}

/// Whether the kernel's instructions do what the quantizer says; if not, says
/// which fields they do not follow.
static LogicalResult checkQuantizer(QuantizeOp op, ScaleAttr level) {
  QuantizerAttr quantizer = op.getQuantizer();
  if (failed(quantizer.verifyStated([&] { return op.emitOpError(); },
                                    level.getType())))
    return failure();
  ConversionAttr conversion = quantizer.getConversion();
  SmallVector<std::string> wanted;
  auto want = [&](StringRef name, auto word, auto fit,
                  StringRef (*print)(decltype(fit))) {
    if (word != fit)
      wanted.push_back(
          llvm::formatv("`{0} = {1}`, not {2}", name, print(fit), print(word)));
  };
  if (!isa<Float8E4M3FNType>(conversion.getDestination()))
    wanted.push_back(llvm::formatv("codes of f8E4M3FN, not {0}",
                                   conversion.getDestination()));
  want("recipe", quantizer.getRecipe(), Recipe::RCeil, stringifyRecipe);
  want("rounding", conversion.getRounding(), Rounding::NearestEven,
       stringifyRounding);
  want("overflow", conversion.getOverflow(), Overflow::Saturate,
       stringifyOverflow);
  want("nan", conversion.getNan(), NaNPolicy::NaN, stringifyNaNPolicy);
  want("zero_sign", conversion.getZeroSign(), ZeroSign::Keep,
       stringifyZeroSign);
  want("zero_group", quantizer.getZeroGroup(), ZeroGroup::One,
       stringifyZeroGroup);
  want("nonfinite_group", quantizer.getNonfiniteGroup(),
       NonfiniteGroup::Propagate, stringifyNonfiniteGroup);
  want("subnormals", quantizer.getSubnormals(), Subnormals::Preserve,
       stringifySubnormals);
  if (quantizer.getTiming() != Timing::Unstated)
    want("timing", quantizer.getTiming(), Timing::Current, stringifyTiming);
  if (quantizer.getAmaxType() && !quantizer.getAmaxType().isF32())
    wanted.push_back(
        llvm::formatv("`amax_type = f32`, not {0}", quantizer.getAmaxType()));
  if (quantizer.getAmaxFloor())
    wanted.push_back("no `amax_floor`");
  if (wanted.empty())
    return success();
  return op.emitOpError() << "is lowered with " << llvm::join(wanted, ", ");
}

FailureOr<QuantizeAnatomy> lowp::analyzeQuantize(QuantizeOp op) {
  QuantizeAnatomy anatomy;
  anatomy.op = op;
  anatomy.source = dyn_cast<BlockArgument>(op.getSource());
  anatomy.type = cast<ScaledType>(op.getResult().getType());
  if (!anatomy.source || !op.getSource().getType().getElementType().isF32() ||
      anatomy.type.getRank() != 2)
    return op.emitOpError("is lowered for an argument of its kernel of rank 2 "
                          "with elements of f32");
  if (failed(
          getArrays(op, "result", anatomy.type, anatomy.codes, anatomy.scales)))
    return failure();
  ScaleAttr level = anatomy.type.getLevels().front();
  if (!isa<Float8E8M0FNUType>(level.getType()) ||
      level.getGroup() != ArrayRef<int64_t>{1, 32} ||
      anatomy.codes.dims.back().dim != 1)
    return op.emitOpError() << "is lowered for row-major codes with scales of "
                               "f8E8M0FNU per 1x32, not for "
                            << anatomy.type;
  if (failed(checkQuantizer(op, level)) ||
      failed(checkPitch(op, "result", anatomy.codes)))
    return failure();
  auto returned = cast<ReturnOp>(op->getBlock()->getTerminator());
  if (returned.getOperands() != ValueRange(op.getResult()))
    return op.emitOpError("is lowered where its result is all that the kernel "
                          "returns");
  return anatomy;
}
