//===- RecodeToLinalg.cpp - Lowers storage.recode -------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecodeToLinalg.h"
#include "DecodeCode.h"
#include "EncodeCode.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace lowp;

LogicalResult lowp::checkRecode(StorageRecodeOp op) {
  ConversionAttr conversion = op.getConversion();
  return getCodePolicy(op, *getFormat(conversion.getDestination()), conversion);
}

/// The bits, as f64, of a code's value. A NaN has the sign of its code, but for
/// the one NaN of FNUZ, whose code has the bit of the sign set and no sign.
static Value decodeBits(ScalarBuilder &builder, const Format &format,
                        Value code) {
  DecodedCode parts = decodeCode(builder, format, code);
  Value bits =
      builder.bitcast(builder.getI64Type(), getNumber(builder, format, parts));
  if (!parts.isNaN || format.specials == FNUZSpecials)
    return bits;
  Value sign = builder.shiftLeft(builder.resize(parts.negative, 64), 63);
  return builder.bitOr(bits, sign);
}

void lowp::lowerRecode(StorageRecodeOp op, RewriterBase &rewriter) {
  const Format &from = *getFormat(op.getEncoding());
  const Format &to = *getFormat(op.getConversion().getDestination());
  CodePolicy policy = *getCodePolicy(op, to, op.getConversion());
  ScalarBuilder builder(op.getLoc(), rewriter);
  builder.setInsertionPoint(op);
  unsigned rank = cast<MemRefType>(op.getInit().getType()).getRank();
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  linalg::GenericOp::create(
      builder, op.getSource(), op.getInit(),
      ArrayRef<AffineMap>{identity, identity}, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange values) {
        ScalarBuilder inner(loc, nested);
        Value bits = decodeBits(inner, from, values.front());
        Value code = encodeCode(inner, to, policy, bits);
        linalg::YieldOp::create(inner, inner.resize(code, 8));
      });
  rewriter.eraseOp(op);
}
