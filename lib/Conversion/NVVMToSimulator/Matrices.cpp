//===- Matrices.cpp - Matrix instructions in the simulator ----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "lowp/Simulator/Abi.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace lowp;
using sim::Element;
using sim::MmaForm;

/// The struct of results that an operation has.
static Value packStruct(OpBuilder &builder, Location loc, Type type,
                        ValueRange values) {
  Value result = LLVM::PoisonOp::create(builder, loc, type);
  for (auto [index, value] : llvm::enumerate(values))
    result = LLVM::InsertValueOp::create(builder, loc, result, value, index);
  return result;
}

//===----------------------------------------------------------------------===//
// ldmatrix and stmatrix
//===----------------------------------------------------------------------===//

/// Whether the matrices are 8x8 of 16 bits; other forms have no model yet.
template <typename Op>
static bool isPlain(Op op) {
  return op.getShape().getM() == 8 && op.getShape().getN() == 8 &&
         op.getEltType() == NVVM::LdStMatrixEltType::B16;
}

/// The layout of a load, or nothing if there is no model of it.
static std::optional<sim::MatrixLayout> getLayout(NVVM::LdMatrixOp op) {
  bool isTransposed = op.getLayout() == NVVM::MMALayout::col;
  if (isPlain(op))
    return isTransposed ? sim::MatrixLayout::Columns : sim::MatrixLayout::Rows;
  int m = op.getShape().getM(), n = op.getShape().getN();
  switch (op.getEltType()) {
  case NVVM::LdStMatrixEltType::B8:
    if (m == 16 && n == 16 && isTransposed && op.getNum() <= 2)
      return sim::MatrixLayout::TransposedBytes;
    break;
  case NVVM::LdStMatrixEltType::B8X16_B6X16_P32:
    if (m == 8 && n == 16 && !isTransposed)
      return sim::MatrixLayout::Codes6;
    break;
  case NVVM::LdStMatrixEltType::B8X16_B4X16_P64:
    if (m == 8 && n == 16 && !isTransposed)
      return sim::MatrixLayout::Codes4;
    break;
  default:
    break;
  }
  return std::nullopt;
}

static Value getLayout(OpBuilder &builder, RuntimeCalls &runtime, Location loc,
                       NVVM::MMALayout layout) {
  return runtime.constant(builder, loc,
                          uint32_t(layout == NVVM::MMALayout::row
                                       ? sim::MatrixLayout::Rows
                                       : sim::MatrixLayout::Columns));
}

namespace {
struct LoadMatrix : public SimulatorPattern<NVVM::LdMatrixOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::LdMatrixOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<sim::MatrixLayout> layout = getLayout(op);
    if (!layout)
      return rewriter.notifyMatchFailure(op, "matrices without a model");
    unsigned numWords =
        op.getShape().getM() == 16 ? 2 * op.getNum() : op.getNum();
    Location loc = op.getLoc();
    Value results = runtime.getResultBuffer(op);
    runtime.callForThread(rewriter, op, "lowpSimLoadMatrix", Type(),
                          {runtime.getGenericPointer(rewriter, op.getPtr()),
                           results,
                           runtime.constant(rewriter, loc, op.getNum()),
                           runtime.constant(rewriter, loc, uint32_t(*layout)),
                           runtime.getSite(rewriter, op)});
    SmallVector<Value> words = runtime.loadWords(
        rewriter, loc, results, rewriter.getI32Type(), numWords);
    rewriter.replaceOp(
        op, words.size() == 1 ? words.front()
                              : packStruct(rewriter, loc, op.getType(), words));
    return success();
  }
};

struct StoreMatrix : public SimulatorPattern<NVVM::StMatrixOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::StMatrixOp op,
                                PatternRewriter &rewriter) const override {
    if (!isPlain(op))
      return rewriter.notifyMatchFailure(op, "not m8n8.b16");
    Location loc = op.getLoc();
    Value sources = runtime.getOperandBuffer(op);
    runtime.storeWords(rewriter, loc, sources, op.getSources());
    runtime.callForThread(
        rewriter, op, "lowpSimStoreMatrix", Type(),
        {runtime.getGenericPointer(rewriter, op.getPtr()), sources,
         runtime.constant(rewriter, loc, op.getSources().size()),
         getLayout(rewriter, runtime, loc, op.getLayout()),
         runtime.getSite(rewriter, op)});
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// mma
//===----------------------------------------------------------------------===//

/// Calls the model. `operands` are as in sim::MmaOperands.
static void replaceMma(Operation *op, const MmaForm &form,
                       ArrayRef<Value> operands, PatternRewriter &rewriter,
                       RuntimeCalls &runtime) {
  Location loc = op->getLoc();
  Value buffer = runtime.getOperandBuffer(op);
  Value results = runtime.getResultBuffer(op);
  runtime.storeWords(rewriter, loc, buffer, operands);
  runtime.callForThread(rewriter, op, "lowpSimMma", Type(),
                        {buffer, results,
                         runtime.constant(rewriter, loc, form.pack()),
                         runtime.getSite(rewriter, op)});
  auto type = cast<LLVM::LLVMStructType>(op->getResult(0).getType());
  SmallVector<Value> words = runtime.loadWords(
      rewriter, loc, results, type.getBody().front(), type.getBody().size());
  rewriter.replaceOp(op, packStruct(rewriter, loc, type, words));
}

/// The operands of an instruction without scales, or nothing if their numbers
/// are not those of the form.
static std::optional<SmallVector<Value>>
getOperands(const MmaForm &form, ArrayRef<Value> operands, Value zero) {
  unsigned wordsB = form.k * form.containerBits / 128, wordsA = 2 * wordsB,
           wordsC = form.hasF16Sum ? 2 : 4;
  if (wordsB > 2 || operands.size() != wordsA + wordsB + wordsC)
    return std::nullopt;
  auto take = [&](unsigned count, unsigned places) {
    SmallVector<Value> words(operands.take_front(count));
    operands = operands.drop_front(count);
    words.append(places - count, zero);
    return words;
  };
  SmallVector<Value> all = take(wordsA, 4);
  llvm::append_range(all, take(wordsB, 2));
  llvm::append_range(all, take(wordsC, 4));
  return all;
}

static std::optional<Element> getElement(NVVM::MMATypes type) {
  switch (type) {
  case NVVM::MMATypes::e4m3:
    return Element::E4M3;
  case NVVM::MMATypes::e5m2:
    return Element::E5M2;
  case NVVM::MMATypes::e3m2:
    return Element::E3M2;
  case NVVM::MMATypes::e2m3:
    return Element::E2M3;
  case NVVM::MMATypes::e2m1:
    return Element::E2M1;
  case NVVM::MMATypes::f16:
    return Element::F16;
  case NVVM::MMATypes::bf16:
    return Element::BF16;
  default:
    return std::nullopt;
  }
}

static std::optional<Element> getElement(StringRef name) {
  std::optional<NVVM::MMATypes> type = NVVM::symbolizeMMATypes(name);
  return type ? getElement(*type) : std::nullopt;
}

namespace {
struct MmaBlockScale : public SimulatorPattern<NVVM::MmaBlockScaleOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::MmaBlockScaleOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getMultiplicandAPtxType() || !op.getMultiplicandBPtxType())
      return rewriter.notifyMatchFailure(op, "its types are not stated");
    std::optional<Element> a = getElement(*op.getMultiplicandAPtxType());
    std::optional<Element> b = getElement(*op.getMultiplicandBPtxType());
    if (!a || !b)
      return rewriter.notifyMatchFailure(op, "elements without a model");
    MmaForm form;
    form.a = *a;
    form.b = *b;
    form.k = op.getShape().getK();
    form.containerBits =
        op.getKind() == NVVM::MMABlockScaleKind::MXF8F6F4 ? 8 : 4;
    switch (op.getScaleVecSize()) {
    case NVVM::ScaleVecSize::X1:
      form.scales = 1;
      break;
    case NVVM::ScaleVecSize::X2:
      form.scales = 2;
      break;
    case NVVM::ScaleVecSize::X4:
      form.scales = 4;
      break;
    }
    form.scale = op.getBlockScaleFormat() == NVVM::BlockScaleFormat::UE8M0
                     ? Element::UE8M0
                     : Element::UE4M3;

    Location loc = op.getLoc();
    auto widen = [&](Value selector) -> Value {
      return LLVM::ZExtOp::create(rewriter, loc, rewriter.getI32Type(),
                                  selector);
    };
    SmallVector<Value> operands;
    llvm::append_range(operands, op.getOperandA());
    llvm::append_range(operands, op.getOperandB());
    llvm::append_range(operands, op.getOperandC());
    if (operands.size() != 10)
      return rewriter.notifyMatchFailure(op, "operands without a model");
    llvm::append_values(operands, op.getScaleAData(), widen(op.getByteIdA()),
                        widen(op.getThreadIdA()), op.getScaleBData(),
                        widen(op.getByteIdB()), widen(op.getThreadIdB()));
    replaceMma(op, form, operands, rewriter, runtime);
    return success();
  }
};

/// Of f16 and bf16.
struct Mma : public SimulatorPattern<NVVM::MmaOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(NVVM::MmaOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getShape().getM() != 16 || op.getShape().getN() != 8 ||
        op.getLayoutA() != NVVM::MMALayout::row ||
        op.getLayoutB() != NVVM::MMALayout::col)
      return rewriter.notifyMatchFailure(op, "not m16n8, row.col");
    if (op.getMultiplicandAPtxType() != op.getMultiplicandBPtxType() ||
        (op.getMultiplicandAPtxType() != NVVM::MMATypes::f16 &&
         op.getMultiplicandAPtxType() != NVVM::MMATypes::bf16))
      return rewriter.notifyMatchFailure(op, "elements without a model");
    MmaForm form;
    form.a = form.b = *getElement(*op.getMultiplicandAPtxType());
    form.containerBits = 16;
    form.k = op.getShape().getK();
    if (op.accumPtxType() != op.resultPtxType())
      return rewriter.notifyMatchFailure(op, "accumulators of two types");
    form.hasF16Sum = op.accumPtxType() == NVVM::MMATypes::f16;
    if (!form.hasF16Sum && op.accumPtxType() != NVVM::MMATypes::f32)
      return rewriter.notifyMatchFailure(op, "accumulators without a model");
    std::optional<SmallVector<Value>> operands =
        getOperands(form, llvm::to_vector(op.getOperands()),
                    runtime.constant(rewriter, op.getLoc(), 0));
    if (!operands)
      return rewriter.notifyMatchFailure(op, "operands without a model");
    replaceMma(op, form, *operands, rewriter, runtime);
    return success();
  }
};

/// Matrix instructions that have no operation:
/// `llvm.nvvm.mma.m16n8k32.row.col.[kind.f8f6f4.]<sum>.<a>.<b>.<sum>`.
struct MmaIntrinsic : public SimulatorPattern<LLVM::CallIntrinsicOp> {
  using SimulatorPattern::SimulatorPattern;
  LogicalResult matchAndRewrite(LLVM::CallIntrinsicOp op,
                                PatternRewriter &rewriter) const override {
    StringRef name = op.getIntrin();
    MmaForm form;
    if (name.consume_front("llvm.nvvm.mma.m16n8k32.row.col."))
      form.k = 32;
    else if (name.consume_front("llvm.nvvm.mma.m16n8k16.row.col."))
      form.k = 16;
    else
      return rewriter.notifyMatchFailure(op, "not a matrix instruction");
    name.consume_front("kind.f8f6f4.");
    form.hasF16Sum = name.consume_front("f16.");
    if (form.hasF16Sum
            ? !name.consume_back(".f16")
            : !name.consume_front("f32.") || !name.consume_back(".f32"))
      return rewriter.notifyMatchFailure(op, "accumulators without a model");
    auto [nameA, nameB] = name.split('.');
    std::optional<Element> a = getElement(nameA), b = getElement(nameB);
    if (!a || !b)
      return rewriter.notifyMatchFailure(op, "elements without a model");
    form.a = *a;
    form.b = *b;
    std::optional<SmallVector<Value>> operands =
        getOperands(form, llvm::to_vector(op.getArgs()),
                    runtime.constant(rewriter, op.getLoc(), 0));
    if (!operands)
      return rewriter.notifyMatchFailure(op, "operands without a model");
    replaceMma(op, form, *operands, rewriter, runtime);
    return success();
  }
};
} // namespace

void lowp::populateMatrixPatterns(RewritePatternSet &patterns,
                                  RuntimeCalls &runtime) {
  patterns.add<LoadMatrix, Mma, MmaBlockScale, MmaIntrinsic, StoreMatrix>(
      patterns.getContext(), runtime);
}
