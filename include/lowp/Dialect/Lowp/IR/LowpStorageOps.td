//===- LowpStorageOps.td - Operations of the storage form --*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value operations on plain arrays: codes, and one array for each level of
// scales, with the scaled type as an attribute that says what they mean. Its
// extents are left dynamic: the operands have them.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPSTORAGEOPS_TD
#define LOWP_DIALECT_LOWP_IR_LOWPSTORAGEOPS_TD

include "lowp/Dialect/Lowp/IR/LowpConstraints.td"
include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"

class Lowp_StorageOp<string mnemonic, list<Trait> traits = []>
    : Lowp_Op<"storage." # mnemonic, !listconcat(traits, [
        DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
          ["reifyResultShapes"]>,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<TilingInterface,
          ["getLoopIteratorTypes", "getIterationDomain",
           "getTiledImplementation", "getResultTilePosition",
           "generateResultTileValue",
           "getIterationDomainTileFromResultTile"]>])> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasVerifier = 1;
}

def Lowp_StorageQuantizeOp : Lowp_StorageOp<"quantize"> {
  let summary = "Write codes and scales of wide values";
  let description = [{
    `lowp.quantize` into given arrays. The extents are those of the source.
    Tiles are multiples of the groups.

    Example:

    ```mlir
    func.func @quantize(%x: tensor<8x64xf32>, %c: tensor<8x64xi8>,
                        %s: tensor<8x2xi8>) -> (tensor<8x64xi8>, tensor<8x2xi8>) {
      %q:2 = lowp.storage.quantize ins(%x : tensor<8x64xf32>)
          outs(%c, %s : tensor<8x64xi8>, tensor<8x2xi8>)
          as !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
          with <recipe = rceil,
            conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                          infinity = max, nan = nan, zero_sign = keep>,
            zero_group = one, nonfinite_group = propagate,
            subnormals = preserve>
          -> tensor<8x64xi8>, tensor<8x2xi8>
      return %q#0, %q#1 : tensor<8x64xi8>, tensor<8x2xi8>
    }
    ```
  }];
  let arguments = (ins Lowp_StorageOperand:$source,
    Variadic<Lowp_StorageOperand>:$inits,
    TypeAttrOf<Lowp_Scaled>:$scaled_type, Lowp_QuantizerAttr:$quantizer);
  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)`
    `outs` `(` $inits `:` type($inits) `)` `as` $scaled_type
    `with` $quantizer attr-dict (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitsMutable();
    }
    ::lowp::ScaledType getScaled() {
      return ::llvm::cast<::lowp::ScaledType>(getScaledType());
    }
  }];
}

def Lowp_StorageDequantizeOp : Lowp_StorageOp<"dequantize"> {
  let summary = "Write the wide values of codes and scales";
  let description = [{
    `lowp.dequantize` into a given array, whose extents are the logical ones.

    Example:

    ```mlir
    func.func @dequantize(%c: tensor<8x64xi8>, %s: tensor<8x2xi8>,
                          %x: tensor<8x64xf32>) -> tensor<8x64xf32> {
      %r = lowp.storage.dequantize
          ins(%c, %s : tensor<8x64xi8>, tensor<8x2xi8>
              as !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>)
          outs(%x : tensor<8x64xf32>) -> tensor<8x64xf32>
      return %r : tensor<8x64xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Lowp_StorageOperand>:$source,
    Lowp_StorageOperand:$init, TypeAttrOf<Lowp_Scaled>:$scaled_type);
  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `as` $scaled_type `)`
    `outs` `(` $init `:` type($init) `)` attr-dict (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitMutable();
    }
    ::lowp::ScaledType getScaled() {
      return ::llvm::cast<::lowp::ScaledType>(getScaledType());
    }
  }];
}

def Lowp_StorageRecodeOp : Lowp_StorageOp<"recode"> {
  let summary = "Write codes of one encoding as codes of another";
  let description = [{
    The codes of `lowp.recode`, in whatever order they lie; the scales stay as
    they are and are no operands.

    Example:

    ```mlir
    func.func @recode(%c: tensor<8x64xi8>, %d: tensor<8x64xi8>)
        -> tensor<8x64xi8> {
      %r = lowp.storage.recode ins(%c : tensor<8x64xi8> as f8E4M3FN)
          outs(%d : tensor<8x64xi8>)
          with <f8E4M3FNUZ, rounding = rne, overflow = saturate,
                infinity = max, nan = nan, zero_sign = positive>
          -> tensor<8x64xi8>
      return %r : tensor<8x64xi8>
    }
    ```
  }];
  let arguments = (ins Lowp_StorageOperand:$source, Lowp_StorageOperand:$init,
    TypeAttr:$encoding, Lowp_ConversionAttr:$conversion);
  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `as` $encoding `)`
    `outs` `(` $init `:` type($init) `)` `with` $conversion attr-dict
    (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitMutable();
    }
  }];
}

def Lowp_StorageMatmulOp : Lowp_StorageOp<"matmul",
    [AttrSizedOperandSegments]> {
  let summary = "Add a contraction of codes and scales to an array";
  let description = [{
    `lowp.matmul` added to what the result array holds, in the order of the
    accumulation contract: a contraction cut along k gives, under
    `f32-sequential`, the bits of the whole one. Tiles along k are multiples of
    the groups.

    Example:

    ```mlir
    func.func @matmul(%xc: tensor<8x64xi8>, %xs: tensor<8x2xi8>,
                      %wc: tensor<16x64xi8>, %ws: tensor<16x2xi8>,
                      %y: tensor<8x16xf32>) -> tensor<8x16xf32> {
      %r = lowp.storage.matmul
          lhs(%xc, %xs : tensor<8x64xi8>, tensor<8x2xi8>
            as !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>)
          rhs(%wc, %ws : tensor<16x64xi8>, tensor<16x2xi8>
            as !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>,
                            #lowp.layout<column_major>>)
          outs(%y : tensor<8x16xf32>) accumulate <accumulator = f32>
          -> tensor<8x16xf32>
      return %r : tensor<8x16xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Lowp_StorageOperand>:$lhs,
    Variadic<Lowp_StorageOperand>:$rhs, Lowp_StorageOperand:$init,
    TypeAttrOf<Lowp_Scaled>:$lhs_type, TypeAttrOf<Lowp_Scaled>:$rhs_type,
    Lowp_AccumulateAttr:$accumulate,
    DefaultValuedAttr<Lowp_ScaleApplicationAttr,
                      "::lowp::ScaleApplication::InContraction">:$application,
    OptionalAttr<AffineMapArrayAttr>:$indexing_maps);
  let assemblyFormat = [{
    `lhs` `(` $lhs `:` type($lhs) `as` $lhs_type `)`
    `rhs` `(` $rhs `:` type($rhs) `as` $rhs_type `)`
    `outs` `(` $init `:` type($init) `)` `accumulate` $accumulate
    (`scales` custom<ScaleApplication>($application)^)?
    (`indexing_maps` `=` $indexing_maps^)? attr-dict (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitMutable();
    }
    ::lowp::ScaledType getLhsScaled() {
      return ::llvm::cast<::lowp::ScaledType>(getLhsType());
    }
    ::lowp::ScaledType getRhsScaled() {
      return ::llvm::cast<::lowp::ScaledType>(getRhsType());
    }
    /// The maps of lhs, rhs and result, stated or implied.
    ::llvm::SmallVector<::mlir::AffineMap> getMaps();
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_LOWPSTORAGEOPS_TD
