//===- Registers.cpp - Elementwise work on register tiles -----------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "WarpTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace lowp;

namespace {
struct LowerMap : public OpConversionPattern<TileMapOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TileMapOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ElementPlaces places =
        getElementPlaces(rewriter, loc, op.getResult().getType());
    Value row = arith::AddIOp::create(rewriter, loc, adaptor.getRow().front(),
                                      toIndex(rewriter, loc, places.row));
    Value column =
        arith::AddIOp::create(rewriter, loc, adaptor.getColumn().front(),
                              toIndex(rewriter, loc, places.column));
    Block &body = op.getBody().front();
    SmallVector<Value> results;
    for (auto [index, offset] : llvm::enumerate(places.offsets)) {
      IRMapping mapping;
      for (auto [argument, input] :
           llvm::zip(body.getArguments(), adaptor.getInputs()))
        mapping.map(argument, input[index]);
      unsigned inputs = adaptor.getInputs().size();
      mapping.map(body.getArgument(inputs),
                  createAdd(rewriter, loc, row, offset.first));
      mapping.map(body.getArgument(inputs + 1),
                  createAdd(rewriter, loc, column, offset.second));
      for (Operation &inner : body.without_terminator())
        rewriter.clone(inner, mapping);
      results.push_back(
          mapping.lookupOrDefault(body.getTerminator()->getOperand(0)));
    }
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
};
} // namespace

void lowp::populateRegisterPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<LowerMap>(converter, patterns.getContext());
}
