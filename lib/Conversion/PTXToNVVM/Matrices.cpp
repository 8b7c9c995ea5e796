//===- Matrices.cpp - mma, ldmatrix and stmatrix of PTX -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"
#include "Expansion.h"
#include "lowp/Simulator/Abi.h"

using namespace mlir;
using namespace lowp;
using namespace lowp::ptx;

static LLVM::LLVMStructType getStruct(Type element, unsigned count) {
  return LLVM::LLVMStructType::getLiteral(element.getContext(),
                                          SmallVector<Type>(count, element));
}

static SmallVector<Value> unpack(OpBuilder &builder, Location loc, Value all,
                                 unsigned count) {
  SmallVector<Value> values;
  for (unsigned index = 0; index < count; ++index)
    values.push_back(LLVM::ExtractValueOp::create(builder, loc, all, index));
  return values;
}

//===----------------------------------------------------------------------===//
// ldmatrix and stmatrix
//===----------------------------------------------------------------------===//

/// `m16n8` as two numbers.
static bool parseShape(StringRef part, int &m, int &n) {
  return part.consume_front("m") && !part.consumeInteger(10, m) &&
         part.consume_front("n") && !part.getAsInteger(10, n);
}

FailureOr<MatrixForm> lowp::ptx::getMatrixForm(ArrayRef<StringRef> parts) {
  MatrixForm form;
  std::string type;
  bool hasShape = false;
  for (StringRef part : parts) {
    StringRef number = part;
    if (part == "trans")
      form.layout = NVVM::MMALayout::col;
    else if (part.starts_with("m") && parseShape(part, form.m, form.n))
      hasShape = true;
    else if (number.consume_front("x") && !number.getAsInteger(10, form.number))
      continue;
    else if (part.starts_with("b"))
      type += (type.empty() ? "" : ".") + part.str();
    else if (!part.starts_with("shared") && part != "p3" && part != "p0")
      return failure();
  }
  std::optional<NVVM::LdStMatrixEltType> known =
      NVVM::symbolizeLdStMatrixEltType(type);
  if (!hasShape || !known || !llvm::is_contained({1u, 2u, 4u}, form.number))
    return failure();
  form.type = *known;
  return form;
}

SmallVector<Value> lowp::ptx::createLoadMatrix(OpBuilder &builder, Location loc,
                                               const MatrixForm &form,
                                               Value address) {
  Type i32 = builder.getI32Type();
  unsigned count = form.getNumWords();
  Value all = NVVM::LdMatrixOp::create(
      builder, loc, count == 1 ? i32 : Type(getStruct(i32, count)), address,
      form.number, form.layout,
      NVVM::LdStMatrixShapeAttr::get(builder.getContext(), form.m, form.n),
      form.type);
  if (count == 1)
    return {all};
  return unpack(builder, loc, all, count);
}

void lowp::ptx::createStoreMatrix(OpBuilder &builder, Location loc,
                                  const MatrixForm &form, Value address,
                                  ValueRange words) {
  NVVM::StMatrixOp::create(
      builder, loc, address, words, form.layout,
      NVVM::LdStMatrixShapeAttr::get(builder.getContext(), form.m, form.n),
      form.type);
}

/// The form of an instruction whose operands are checked.
static FailureOr<MatrixForm> getForm(Expansion &expansion,
                                     const Instruction &instruction) {
  ArrayRef<StringRef> parts(instruction.parts);
  if (parts.size() > 3 && parts[1] == "sync" && parts[2] == "aligned" &&
      instruction.operands.size() == 2)
    if (FailureOr<MatrixForm> form = getMatrixForm(parts.drop_front(3));
        succeeded(form))
      return form;
  expansion.emitError(instruction)
      << "has no model; there are ldmatrix and stmatrix .sync.aligned of one, "
         "two or four matrices m8n8 of .b16, and ldmatrix of m8n16 and m16n16";
  return failure();
}

static LogicalResult expandLoadMatrix(Expansion &expansion,
                                      const Instruction &instruction) {
  FailureOr<MatrixForm> form = getForm(expansion, instruction);
  if (failed(form))
    return failure();
  FailureOr<Value> address = expansion.readAddress(
      instruction, instruction.operands[1], unsigned(sim::Space::Shared));
  if (failed(address))
    return failure();
  return expansion.writeAll(instruction, instruction.operands[0],
                            createLoadMatrix(expansion.getBuilder(),
                                             expansion.getLoc(), *form,
                                             *address));
}

static LogicalResult expandStoreMatrix(Expansion &expansion,
                                       const Instruction &instruction) {
  FailureOr<MatrixForm> form = getForm(expansion, instruction);
  if (failed(form))
    return failure();
  FailureOr<Value> address = expansion.readAddress(
      instruction, instruction.operands[0], unsigned(sim::Space::Shared));
  SmallVector<Value> words;
  if (failed(address) ||
      failed(expansion.readAll(instruction, instruction.operands[1],
                               expansion.getBuilder().getI32Type(), words)))
    return failure();
  if (words.size() != form->getNumWords())
    return expansion.emitError(instruction)
           << "needs " << form->getNumWords() << " registers";
  createStoreMatrix(expansion.getBuilder(), expansion.getLoc(), *form, *address,
                    words);
  return success();
}

//===----------------------------------------------------------------------===//
// mma
//===----------------------------------------------------------------------===//

namespace {
/// What the opcode of a matrix instruction says, in whatever order.
struct MmaOpcode {
  StringRef shape, kind;
  bool hasScales = false;
  StringRef scales;
  /// Of D, A, B, C, and of scales.
  SmallVector<StringRef> types;
};

/// A block-scaled form that there is (isa-contracts.md section 4).
struct ScaledForm {
  StringRef kind;
  int64_t k;
  StringRef scales, scaleType;
  bool isOnlyE2M1, isDefault;
};

/// A form without scales.
struct PlainForm {
  int64_t k;
  unsigned wordsA;
};

/// The matrices of an instruction, in registers of these types.
struct MmaMatrices {
  MmaMatrices(Type word, Type sum) : word(word), sum(sum) {}
  Type word, sum;
  SmallVector<Value> a, b, c;
};
} // namespace

static constexpr ScaledForm scaledForms[] = {
    {"mxf8f6f4", 32, "1X", "ue8m0", false, true},
    {"mxf4", 64, "2X", "ue8m0", true, true},
    {"mxf4nvf4", 64, "2X", "ue8m0", true, false},
    {"mxf4nvf4", 64, "4X", "ue4m3", true, false},
};

static MmaOpcode getOpcode(const Instruction &instruction) {
  MmaOpcode opcode;
  for (StringRef part : ArrayRef(instruction.parts).drop_front()) {
    if (part.starts_with("m16n8k"))
      opcode.shape = part;
    else if (part.consume_front("kind::"))
      opcode.kind = part;
    else if (part == "block_scale")
      opcode.hasScales = true;
    else if (part.consume_front("scale_vec::"))
      opcode.scales = part;
    else if (part != "sync" && part != "aligned" && part != "row" &&
             part != "col")
      opcode.types.push_back(part);
  }
  return opcode;
}

static bool isNarrowFloat(StringRef type) {
  return llvm::is_contained(
      ArrayRef<StringRef>{"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"}, type);
}

/// The block-scaled form, or null if there is none such.
static const ScaledForm *findForm(const MmaOpcode &opcode) {
  for (const ScaledForm &form : scaledForms) {
    bool hasScales =
        opcode.scales.empty() ? form.isDefault : form.scales == opcode.scales;
    bool hasElements = !form.isOnlyE2M1 ||
                       (opcode.types[1] == "e2m1" && opcode.types[2] == "e2m1");
    if (form.kind == opcode.kind && hasScales && hasElements &&
        opcode.types[0] == "f32" && isNarrowFloat(opcode.types[1]) &&
        isNarrowFloat(opcode.types[2]) &&
        opcode.shape == "m16n8k" + std::to_string(form.k) &&
        opcode.types[4] == form.scaleType)
      return &form;
  }
  return nullptr;
}

static LogicalResult refuse(Expansion &expansion,
                            const Instruction &instruction) {
  return expansion.emitError(instruction)
         << "has no model; there are mma.sync.aligned of m16n8, row.col: k8 "
            "and k16 of f16 and bf16, k16 and k32 of FP8, k32 with "
            "kind::f8f6f4, and k32 and k64 with block_scale";
}

/// Words of scales and their selectors: `data, {byte, thread}`.
static LogicalResult readScale(Expansion &expansion,
                               const Instruction &instruction,
                               ArrayRef<Operand> operands,
                               SmallVectorImpl<Value> &values) {
  OpBuilder &builder = expansion.getBuilder();
  FailureOr<Value> data =
      expansion.read(instruction, operands[0], builder.getI32Type());
  if (failed(data))
    return failure();
  values.push_back(*data);
  return expansion.readAll(instruction, operands[1], builder.getI16Type(),
                           values);
}

/// Reads the matrices, each in words of its types.
static LogicalResult readMatrices(Expansion &expansion,
                                  const Instruction &instruction,
                                  MmaMatrices &matrices, unsigned wordsA) {
  ArrayRef<Operand> operands = instruction.operands;
  auto &[word, sum, a, b, c] = matrices;
  if (failed(expansion.readAll(instruction, operands[1], word, a)) ||
      failed(expansion.readAll(instruction, operands[2], word, b)) ||
      failed(expansion.readAll(instruction, operands[3], sum, c)))
    return failure();
  unsigned wordsC = isa<VectorType>(sum) ? 2 : 4;
  if (a.size() != wordsA || 2 * b.size() != wordsA || c.size() != wordsC)
    return expansion.emitError(instruction)
           << "needs " << wordsA << " registers of A, " << wordsA / 2
           << " of B and " << wordsC << " of C";
  return success();
}

/// `scales` are those of A with their selectors, then those of B.
static Value createMmaBlockScale(OpBuilder &builder, Location loc,
                                 const MmaOpcode &opcode,
                                 const ScaledForm &form,
                                 const MmaMatrices &matrices,
                                 ValueRange scales) {
  return NVVM::MmaBlockScaleOp::create(
      builder, loc, getStruct(matrices.sum, 4), matrices.a, matrices.b,
      matrices.c, scales[0], scales[1], scales[2], scales[3], scales[4],
      scales[5], ArrayRef<int64_t>{16, 8, form.k},
      std::array<NVVM::MMATypes, 2>{*NVVM::symbolizeMMATypes(opcode.types[1]),
                                    *NVVM::symbolizeMMATypes(opcode.types[2])},
      *NVVM::symbolizeScaleVecSize(("x" + form.scales.take_front(1)).str()),
      *NVVM::symbolizeBlockScaleFormat(form.scaleType),
      *NVVM::symbolizeMMABlockScaleKind(form.kind));
}

Value lowp::ptx::createScaledMma(OpBuilder &builder, Location loc,
                                 StringRef name, ValueRange arguments) {
  SmallVector<StringRef> parts;
  name.split(parts, '.');
  MmaOpcode opcode;
  std::string scales;
  for (StringRef part : parts) {
    StringRef number = part;
    if (part.starts_with("m16n8k"))
      opcode.shape = part;
    else if (part.starts_with("mxf"))
      opcode.kind = part;
    else if (number.consume_back("x"))
      scales = number.str() + "X";
    else if (part != "row" && part != "col" && part != "scale")
      opcode.types.push_back(part);
  }
  opcode.scales = scales;
  if (opcode.types.size() != 5 || arguments.size() != 16)
    return Value();
  const ScaledForm *form = findForm(opcode);
  if (!form)
    return Value();
  MmaMatrices matrices{builder.getI32Type(), builder.getF32Type()};
  llvm::append_range(matrices.a, arguments.take_front(4));
  llvm::append_range(matrices.b, arguments.slice(4, 2));
  llvm::append_range(matrices.c, arguments.slice(6, 4));
  return createMmaBlockScale(builder, loc, opcode, *form, matrices,
                             arguments.drop_front(10));
}

static LogicalResult expandScaledMma(Expansion &expansion,
                                     const Instruction &instruction,
                                     const MmaOpcode &opcode) {
  OpBuilder &builder = expansion.getBuilder();
  const ScaledForm *form = findForm(opcode);
  if (!form)
    return refuse(expansion, instruction);
  MmaMatrices matrices{builder.getI32Type(), builder.getF32Type()};
  SmallVector<Value> scales;
  ArrayRef<Operand> operands = instruction.operands;
  if (failed(readMatrices(expansion, instruction, matrices, 4)) ||
      failed(readScale(expansion, instruction, operands.slice(4, 2), scales)) ||
      failed(readScale(expansion, instruction, operands.slice(6, 2), scales)))
    return failure();
  if (scales.size() != 6)
    return expansion.emitError(instruction)
           << "needs two selectors of each scale";
  Value all = createMmaBlockScale(builder, expansion.getLoc(), opcode, *form,
                                  matrices, scales);
  return expansion.writeAll(instruction, operands[0],
                            unpack(builder, expansion.getLoc(), all, 4));
}

/// The form without scales, or nothing if there is none such.
static std::optional<PlainForm> getPlainForm(const MmaOpcode &opcode) {
  StringRef a = opcode.types[1], b = opcode.types[2];
  bool isFP8 =
      llvm::all_of(ArrayRef(opcode.types).slice(1, 2), [](StringRef type) {
        return type == "e4m3" || type == "e5m2";
      });
  bool is16Bits = a == b && (a == "f16" || a == "bf16");
  if (a == "bf16" && opcode.types[0] != "f32")
    return std::nullopt;
  if (opcode.kind == "f8f6f4" && opcode.shape == "m16n8k32" &&
      isNarrowFloat(a) && isNarrowFloat(b))
    return PlainForm{32, 4};
  if (!opcode.kind.empty())
    return std::nullopt;
  if (opcode.shape == "m16n8k32" && isFP8)
    return PlainForm{32, 4};
  if (opcode.shape == "m16n8k16" && (isFP8 || is16Bits))
    return PlainForm{16, isFP8 ? 2u : 4u};
  if (opcode.shape == "m16n8k8" && is16Bits)
    return PlainForm{8, 2};
  return std::nullopt;
}

static LogicalResult expandPlainMma(Expansion &expansion,
                                    const Instruction &instruction,
                                    const MmaOpcode &opcode) {
  OpBuilder &builder = expansion.getBuilder();
  Location loc = expansion.getLoc();
  std::optional<PlainForm> form = getPlainForm(opcode);
  if (!form)
    return refuse(expansion, instruction);
  Type halves = VectorType::get(2, builder.getF16Type());
  Type sum = opcode.types[0] == "f16" ? halves : Type(builder.getF32Type());
  MmaMatrices matrices{
      opcode.types[1] == "f16" ? halves : Type(builder.getI32Type()), sum};
  if (failed(readMatrices(expansion, instruction, matrices, form->wordsA)))
    return failure();
  unsigned count = matrices.c.size();
  LLVM::LLVMStructType resultType = getStruct(sum, count);
  Value all;
  if (isNarrowFloat(opcode.types[1])) {
    // There is no operation; the intrinsic's name is the opcode.
    std::string name =
        ("llvm.nvvm.mma." + opcode.shape + ".row.col." +
         (opcode.kind.empty() ? "" : "kind.f8f6f4.") + opcode.types[0] + "." +
         opcode.types[1] + "." + opcode.types[2] + "." + opcode.types[3])
            .str();
    SmallVector<Value> arguments(matrices.a);
    llvm::append_range(arguments, matrices.b);
    llvm::append_range(arguments, matrices.c);
    all = LLVM::CallIntrinsicOp::create(builder, loc, Type(resultType),
                                        builder.getStringAttr(name), arguments)
              ->getResult(0);
  } else {
    all = NVVM::MmaOp::create(builder, loc, resultType, matrices.a, matrices.b,
                              matrices.c, ArrayRef<int64_t>{16, 8, form->k},
                              std::nullopt, std::nullopt,
                              std::array<NVVM::MMATypes, 2>{
                                  *NVVM::symbolizeMMATypes(opcode.types[1]),
                                  *NVVM::symbolizeMMATypes(opcode.types[2])},
                              std::array<NVVM::MMALayout, 2>{
                                  NVVM::MMALayout::row, NVVM::MMALayout::col});
  }
  return expansion.writeAll(instruction, instruction.operands[0],
                            unpack(builder, loc, all, count));
}

static LogicalResult expandMma(Expansion &expansion,
                               const Instruction &instruction) {
  MmaOpcode opcode = getOpcode(instruction);
  bool isWellFormed = instruction.opcode.starts_with("mma.sync.aligned.") &&
                      instruction.has("row") && instruction.has("col") &&
                      opcode.types.size() == (opcode.hasScales ? 5 : 4) &&
                      opcode.types[0] == opcode.types[3] &&
                      (opcode.types[0] == "f32" || opcode.types[0] == "f16") &&
                      instruction.operands.size() == (opcode.hasScales ? 8 : 4);
  if (!isWellFormed)
    return refuse(expansion, instruction);
  return opcode.hasScales ? expandScaledMma(expansion, instruction, opcode)
                          : expandPlainMma(expansion, instruction, opcode);
}

void lowp::ptx::addMatrices(ExpanderTable &table) {
  table["ldmatrix"] = expandLoadMatrix;
  table["mma"] = expandMma;
  table["stmatrix"] = expandStoreMatrix;
}
