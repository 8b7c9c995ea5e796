//===- LowpDialect.cpp - The lowp dialect ---------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/LowpStorageOps.h"
#include "lowp/Dialect/Lowp/IR/LowpTileOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace lowp;

#include "lowp/Dialect/Lowp/IR/LowpDialect.cpp.inc"

namespace {
/// Names scaled types and the attributes that make them long, so that printed
/// IR stays readable.
struct LowpAliases : public OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Type type, raw_ostream &os) const override {
    if (isa<TileRingType>(type)) {
      os << "ring";
      return AliasResult::FinalAlias;
    }
    if (isa<TileSlotType>(type)) {
      os << "slot";
      return AliasResult::FinalAlias;
    }
    auto scaled = dyn_cast<ScaledType>(type);
    if (!scaled)
      return AliasResult::NoAlias;
    os << "scaled";
    for (int64_t extent : scaled.getShape()) {
      os << '_';
      if (ShapedType::isDynamic(extent))
        os << 'd';
      else
        os << extent;
    }
    os << '_';
    if (isa<MXInt8Type>(scaled.getEncoding()))
      os << MXInt8Type::getMnemonic();
    else
      os << scaled.getEncoding();
    return AliasResult::FinalAlias;
  }

  AliasResult getAlias(Attribute attribute, raw_ostream &os) const override {
    if (isa<QuantizerAttr>(attribute))
      os << "quantizer";
    else if (isa<ConversionAttr>(attribute))
      os << "conversion";
    else if (isa<AccumulateAttr>(attribute))
      os << "accumulate";
    else if (auto fragment = dyn_cast<TileFragmentAttr>(attribute))
      os << "fragment_" << fragment.getOperand();
    else if (isa<TileBlockedAttr>(attribute))
      os << "blocked";
    else if (isa<TileSwizzleAttr>(attribute))
      os << "swizzle";
    else
      return AliasResult::NoAlias;
    return AliasResult::FinalAlias;
  }
};
} // namespace

void LowpDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "lowp/Dialect/Lowp/IR/LowpOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "lowp/Dialect/Lowp/IR/LowpStorageOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "lowp/Dialect/Lowp/IR/LowpTileOps.cpp.inc"
      >();
  addInterfaces<LowpAliases>();
}

Operation *LowpDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}
