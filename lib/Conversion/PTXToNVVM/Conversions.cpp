//===- Conversions.cpp - cvt of PTX ---------------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expansion.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace lowp;
using namespace lowp::ptx;

/// The type of an encoding that the name of PTX means.
static Type getEncoding(MLIRContext *context, StringRef name) {
  return llvm::StringSwitch<Type>(name)
      .Case("e4m3x2", Float8E4M3FNType::get(context))
      .Case("e5m2x2", Float8E5M2Type::get(context))
      .Case("e3m2x2", Float6E3M2FNType::get(context))
      .Case("e2m3x2", Float6E2M3FNType::get(context))
      .Case("e2m1x2", Float4E2M1FNType::get(context))
      .Case("ue8m0x2", Float8E8M0FNUType::get(context))
      .Default(Type());
}

/// Two numbers of f32 as codes, the first in the upper part.
static FailureOr<Value> createNarrowing(Expansion &expansion, Value upper,
                                        Value lower, Type encoding,
                                        NVVM::FPRoundingMode rounding,
                                        NVVM::SaturationMode saturation,
                                        bool relu) {
  OpBuilder &builder = expansion.getBuilder();
  Location loc = expansion.getLoc();
  bool isNearest = rounding == NVVM::FPRoundingMode::RN &&
                   saturation == NVVM::SaturationMode::SATFINITE;
  if (isa<Float8E8M0FNUType>(encoding)) {
    if (relu || (rounding != NVVM::FPRoundingMode::RZ &&
                 rounding != NVVM::FPRoundingMode::RP))
      return failure();
    return NVVM::ConvertF32x2ToF8x2Op::create(
               builder, loc, builder.getI16Type(), upper, lower, rounding,
               saturation, relu, encoding)
        .getResult();
  }
  if (!isNearest)
    return failure();
  if (isa<Float8E4M3FNType, Float8E5M2Type>(encoding))
    return NVVM::ConvertF32x2ToF8x2Op::create(
               builder, loc, builder.getI16Type(), upper, lower, rounding,
               saturation, relu, encoding)
        .getResult();
  if (isa<Float4E2M1FNType>(encoding))
    return NVVM::ConvertF32x2ToF4x2Op::create(builder, loc, builder.getI8Type(),
                                              upper, lower, relu, encoding)
        .getResult();
  return NVVM::ConvertF32x2ToF6x2Op::create(builder, loc, builder.getI16Type(),
                                            upper, lower, relu, encoding)
      .getResult();
}

/// `cvt.rn.bf16x2.f32 d, a, b`, the first in the upper part.
static Value createBF16Pair(OpBuilder &builder, Location loc, Value upper,
                            Value lower) {
  Type bf16 = builder.getBF16Type();
  Value pair = LLVM::PoisonOp::create(builder, loc, VectorType::get({2}, bf16));
  Value parts[] = {lower, upper};
  for (auto [index, value] : llvm::enumerate(parts)) {
    Value position = LLVM::ConstantOp::create(builder, loc,
                                              builder.getI32IntegerAttr(index));
    Value rounded = LLVM::FPTruncOp::create(builder, loc, bf16, value);
    pair = LLVM::InsertElementOp::create(builder, loc, pair, rounded, position);
  }
  return pair;
}

static LogicalResult expandConversion(Expansion &expansion,
                                      const Instruction &instruction) {
  OpBuilder &builder = expansion.getBuilder();
  Location loc = expansion.getLoc();
  auto refuse = [&]() -> LogicalResult {
    return expansion.emitError(instruction)
           << "has no model; there are cvt.rn.satfinite of .f32 to .e4m3x2, "
              ".e5m2x2, .e3m2x2, .e2m3x2 and .e2m1x2, with or without .relu, "
              "cvt.rz and .rp to .ue8m0x2, cvt.rn to .bf16x2 and .bf16, and "
              "cvt.rn.f16x2 of .e4m3x2 and .e5m2x2";
  };
  ArrayRef<StringRef> parts(instruction.parts);
  ArrayRef<Operand> operands = instruction.operands;
  if (parts.size() < 4 || operands.empty())
    return refuse();
  std::optional<NVVM::FPRoundingMode> rounding =
      NVVM::symbolizeFPRoundingMode(parts[1]);
  StringRef from = parts.back(), to = parts[parts.size() - 2];
  bool saturates = false, relu = false;
  for (StringRef part : parts.drop_front(2).drop_back(2)) {
    saturates |= part == "satfinite";
    relu |= part == "relu";
    if (part != "satfinite" && part != "relu")
      return refuse();
  }
  if (!rounding)
    return refuse();

  // Codes to numbers.
  if (Type encoding = getEncoding(builder.getContext(), from)) {
    if (to != "f16x2" || !isa<Float8E4M3FNType, Float8E5M2Type>(encoding) ||
        operands.size() != 2 || saturates)
      return refuse();
    FailureOr<Value> codes = expansion.read(
        instruction, operands[1], VectorType::get({2}, builder.getI8Type()));
    if (failed(codes))
      return failure();
    Value numbers = NVVM::ConvertF8x2ToF16x2Op::create(
        builder, loc, VectorType::get({2}, builder.getF16Type()), *codes, relu,
        encoding);
    return expansion.write(instruction, operands[0], numbers);
  }

  // Numbers to codes.
  SmallVector<Value> values;
  for (const Operand &operand : operands.drop_front()) {
    FailureOr<Value> value =
        expansion.read(instruction, operand, builder.getF32Type());
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  bool isPlain = *rounding == NVVM::FPRoundingMode::RN && !saturates && !relu;
  if (from == "f32" && to == "bf16" && isPlain && values.size() == 1)
    return expansion.write(instruction, operands[0],
                           LLVM::FPTruncOp::create(
                               builder, loc, builder.getBF16Type(), values[0]));
  if (from != "f32" || values.size() != 2)
    return refuse();
  if (to == "bf16x2" && isPlain)
    return expansion.write(instruction, operands[0],
                           createBF16Pair(builder, loc, values[0], values[1]));
  Type encoding = getEncoding(builder.getContext(), to);
  if (!encoding)
    return refuse();
  FailureOr<Value> codes = createNarrowing(
      expansion, values[0], values[1], encoding, *rounding,
      saturates ? NVVM::SaturationMode::SATFINITE : NVVM::SaturationMode::NONE,
      relu);
  if (failed(codes))
    return refuse();
  return expansion.write(instruction, operands[0], *codes);
}

void lowp::ptx::addConversions(ExpanderTable &table) {
  table["cvt"] = expandConversion;
}
