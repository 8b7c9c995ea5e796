//===- Quantize.cpp - Scales and codes of a register tile -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "WarpTile.h"
#include "lowp/Format/Format.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace lowp;

namespace {
/// E8M0 scales by the recipe `rceil`, in integers on the bits of f32.
class E8M0Quantizer {
public:
  E8M0Quantizer(OpBuilder &builder, Location loc, Type encoding)
      : builder(builder), loc(loc), encoding(encoding),
        format(*getFormat(encoding)) {}

  /// The bits of the largest magnitude among the elements of `copies` lanes.
  /// As integers NaN and infinity are larger than all finite values.
  Value createAmax(ValueRange elements, int64_t copies);

  /// The scale's byte, and 1 / scale as f32, for an amax.
  void createScale(Value amax);
  Value getScale() { return scale; }

  /// The codes of two elements under that scale.
  std::pair<Value, Value> createCodes(Value first, Value second);

private:
  Value constant(int64_t value, unsigned width = 32) {
    return arith::ConstantIntOp::create(builder, loc, value, width);
  }

  OpBuilder &builder;
  Location loc;
  Type encoding;
  const Format &format;
  Value isNonfinite, scale, reciprocal;
};
} // namespace

/// The fields of an f32.
static constexpr int64_t kMagnitude = 0x7FFFFFFF;
static constexpr int64_t kInfinity = 0x7F800000;
static constexpr int64_t kFraction = 0x007FFFFF;
static constexpr int64_t kFractionBits = 23;

Value E8M0Quantizer::createAmax(ValueRange elements, int64_t copies) {
  Value amax;
  for (Value element : elements) {
    Value bits =
        arith::BitcastOp::create(builder, loc, builder.getI32Type(), element);
    bits = arith::AndIOp::create(builder, loc, bits, constant(kMagnitude));
    amax = amax ? arith::MaxUIOp::create(builder, loc, amax, bits) : bits;
  }
  for (int64_t distance = 1; distance < copies; distance *= 2) {
    Value other = NVVM::ShflOp::create(
        builder, loc, builder.getI32Type(), constant(-1), amax,
        constant(distance), constant(kWarpSize - 1),
        NVVM::ShflKindAttr::get(builder.getContext(), NVVM::ShflKind::bfly),
        UnitAttr());
    amax = arith::MaxUIOp::create(builder, loc, amax, other);
  }
  return amax;
}

void E8M0Quantizer::createScale(Value amax) {
  isNonfinite = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge,
                                      amax, constant(kInfinity));
  Value isZero = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       amax, constant(0));
  // ceil(log2(amax / max)) + 127: the exponent field of amax less that of max
  // over 1, and one more where amax has the larger fraction, which carries.
  // Exponents below 2^-127 have the smallest scale.
  float max = format.maxFinite();
  int64_t fraction = llvm::bit_cast<uint32_t>(max) & kFraction;
  Value exponent =
      arith::AddIOp::create(builder, loc, amax, constant(kFraction - fraction));
  exponent =
      arith::ShRUIOp::create(builder, loc, exponent, constant(kFractionBits));
  exponent =
      arith::SubIOp::create(builder, loc, exponent, constant(format.emax()));
  exponent = arith::MaxSIOp::create(builder, loc, exponent, constant(0));
  int64_t one = lookupFormat("f8E8M0FNU")->unitCode();
  Value byte =
      arith::SelectOp::create(builder, loc, isZero, constant(one), exponent);

  // 2^(127 - byte): byte is at most F7 for a finite amax, so that this is
  // normal, and the product with it is exact or far below the smallest code.
  Value bits = arith::SubIOp::create(builder, loc, constant(2 * one), byte);
  bits = arith::ShLIOp::create(builder, loc, bits, constant(kFractionBits));
  reciprocal =
      arith::BitcastOp::create(builder, loc, builder.getF32Type(), bits);

  int64_t nan = lookupFormat("f8E8M0FNU")->canonicalNaNCode();
  byte =
      arith::SelectOp::create(builder, loc, isNonfinite, constant(nan), byte);
  scale = arith::TruncIOp::create(builder, loc, builder.getI8Type(), byte);
}

std::pair<Value, Value> E8M0Quantizer::createCodes(Value first, Value second) {
  MLIRContext *context = builder.getContext();
  Value scaledFirst = arith::MulFOp::create(builder, loc, first, reciprocal);
  Value scaledSecond = arith::MulFOp::create(builder, loc, second, reciprocal);
  // The first operand of the conversion becomes the upper byte.
  Value pair = NVVM::ConvertF32x2ToF8x2Op::create(
      builder, loc, builder.getI16Type(), scaledSecond, scaledFirst,
      NVVM::FPRoundingModeAttr::get(context, NVVM::FPRoundingMode::RN),
      NVVM::SaturationModeAttr::get(context, NVVM::SaturationMode::SATFINITE),
      builder.getBoolAttr(false), TypeAttr::get(encoding));
  int64_t nan = format.canonicalNaNCode();
  pair = arith::SelectOp::create(builder, loc, isNonfinite,
                                 constant(nan << 8 | nan, 16), pair);
  Value low = arith::TruncIOp::create(builder, loc, builder.getI8Type(), pair);
  Value high = arith::ShRUIOp::create(builder, loc, pair, constant(8, 16));
  high = arith::TruncIOp::create(builder, loc, builder.getI8Type(), high);
  return {low, high};
}

namespace {
struct LowerQuantize : public OpConversionPattern<TileQuantizeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileQuantizeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto scales =
        dyn_cast<TileBlockedAttr>(op.getScales().getType().getPlacement());
    auto codes =
        dyn_cast<TileBlockedAttr>(op.getCodes().getType().getPlacement());
    if (!scales || !codes || scales.getWidth() != 1 || codes.getCopies() != 1 ||
        scales.getThreads() != codes.getThreads() ||
        codes.getWidth() % 2 != 0 || scales.getCopies() > kWarpSize)
      return rewriter.notifyMatchFailure(op, "lanes of a group do not share "
                                             "its elements");
    Type encoding = op.getQuantizer().getConversion().getDestination();
    if (op.getQuantizer().getRecipe() != Recipe::RCeil ||
        !isa<Float8E8M0FNUType>(op.getScale().getType()) ||
        !isa<Float8E4M3FNType>(encoding))
      return rewriter.notifyMatchFailure(op, "quantizer is not lowered");

    ValueRange elements = adaptor.getSource();
    E8M0Quantizer quantizer(rewriter, op.getLoc(), encoding);
    quantizer.createScale(quantizer.createAmax(elements, scales.getCopies()));
    SmallVector<Value> bytes;
    for (size_t index = 0; index < elements.size(); index += 2) {
      auto [first, second] =
          quantizer.createCodes(elements[index], elements[index + 1]);
      bytes.append({first, second});
    }
    SmallVector<SmallVector<Value>> results = {bytes, {quantizer.getScale()}};
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }
};
} // namespace

void lowp::populateQuantizePatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<LowerQuantize>(converter, patterns.getContext());
}
