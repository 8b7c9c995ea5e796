//===- LowpDialect.td - The lowp dialect -------------------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPDIALECT_TD
#define LOWP_DIALECT_LOWP_IR_LOWPDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def Lowp_Dialect : Dialect {
  let name = "lowp";
  let cppNamespace = "::lowp";
  let summary = "Low-precision values with their contracts";
  let description = [{
    A low-precision value is four promises: its encoding (which bit pattern
    means what), its scale (which values share it, which direction, how chosen),
    its arithmetic (accumulator, order, where scales are applied) and its kernel
    ABI (layout, alignment, padding, target). This dialect carries all four.

    One program has two forms. In the *value form* a `!lowp.scaled` value is
    codes, scales and their meaning in one SSA value; contracts are checked and
    fusion is decided here. In the *storage form* (`lowp.storage.*`) the same
    value is plain tensors or memrefs, one for the codes and one for each level
    of scales, and other compilers tile, fuse and bufferize it. Below both lies
    the *tile level* (`lowp.tile.*`), which schedules emit and targets consume.
  }];
  let hasConstantMaterializer = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

class Lowp_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Lowp_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

class Lowp_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Lowp_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

class Lowp_Op<string mnemonic, list<Trait> traits = []>
    : Op<Lowp_Dialect, mnemonic, traits>;

#endif // LOWP_DIALECT_LOWP_IR_LOWPDIALECT_TD
