//===- LowpOps.td - Operations of the value form -----------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPOPS_TD
#define LOWP_DIALECT_LOWP_IR_LOWPOPS_TD

include "lowp/Dialect/Lowp/IR/LowpConstraints.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Between wide values and codes
//===----------------------------------------------------------------------===//

def Lowp_QuantizeOp : Lowp_Op<"quantize", [Pure]> {
  let summary = "Choose scales and codes for wide values";
  let description = [{
    Measures amax of each group of the result's type, chooses the scale as the
    quantizer says and encodes each element under the scale that is stored.
    The conversion's destination is the encoding of the result.

    Example:

    ```mlir
    func.func @quantize(%x: tensor<?x64xf32>)
        -> !lowp.scaled<?x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>> {
      %q = lowp.quantize %x with <recipe = rceil,
          conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                        infinity = max, nan = nan, zero_sign = keep>,
          zero_group = one, nonfinite_group = propagate,
          subnormals = preserve>
        : tensor<?x64xf32>
        to !lowp.scaled<?x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
      return %q : !lowp.scaled<?x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
    }
    ```
  }];
  let arguments = (ins Lowp_WideTensor:$source, Lowp_QuantizerAttr:$quantizer);
  let results = (outs Lowp_Scaled:$result);
  let assemblyFormat = [{
    $source `with` $quantizer attr-dict `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
}

def Lowp_DequantizeOp : Lowp_Op<"dequantize", [Pure]> {
  let summary = "Read codes and scales as wide values";
  let description = [{
    Each element is the exact product of its code and its reconstruction scales
    (the quotient by encode scales), rounded once, to nearest even, to the
    element type of the result.

    Example:

    ```mlir
    func.func @dequantize(
        %q: !lowp.scaled<?x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>)
        -> tensor<?x64xf32> {
      %x = lowp.dequantize %q
        : !lowp.scaled<?x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
        to tensor<?x64xf32>
      return %x : tensor<?x64xf32>
    }
    ```
  }];
  let arguments = (ins Lowp_Scaled:$source);
  let results = (outs Lowp_WideTensor:$result);
  let assemblyFormat = [{
    $source attr-dict `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Between raw arrays and values
//===----------------------------------------------------------------------===//

def Lowp_AssembleOp : Lowp_Op<"assemble", [Pure]> {
  let summary = "Promise what raw arrays of codes and scales mean";
  let description = [{
    The operands are the arrays that hold a value of the result's type in
    memory, as `getStorageTypes` of that type gives them: the codes in the
    order of the layout, then one array for each level of scales. Their
    elements are the encodings themselves or bytes (`i8`), which promise
    nothing of their own.

    Example:

    ```mlir
    func.func @weights(%codes: tensor<64x96xf8E4M3FN>,
                       %scales: tensor<64x3xf8E8M0FNU>)
        -> !lowp.scaled<96x64xf8E4M3FN,
             #lowp.scale<f8E8M0FNU per 32x1, layout = linear>,
             #lowp.layout<column_major>> {
      %w = lowp.assemble %codes, %scales
        : tensor<64x96xf8E4M3FN>, tensor<64x3xf8E8M0FNU>
        to !lowp.scaled<96x64xf8E4M3FN,
             #lowp.scale<f8E8M0FNU per 32x1, layout = linear>,
             #lowp.layout<column_major>>
      return %w : !lowp.scaled<96x64xf8E4M3FN,
             #lowp.scale<f8E8M0FNU per 32x1, layout = linear>,
             #lowp.layout<column_major>>
    }
    ```
  }];
  let arguments = (ins Lowp_RawTensor:$codes, Variadic<Lowp_RawTensor>:$scales);
  let results = (outs Lowp_Scaled:$result);
  let assemblyFormat = [{
    $codes (`,` $scales^)? attr-dict `:` type($codes) (`,` type($scales)^)?
    `to` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Lowp_CodesOp : Lowp_Op<"codes", [Pure]> {
  let summary = "The array of codes of a value";
  let description = [{
    The codes in the order of the value's layout: the first operand of the
    `assemble` that would make the value again.

    Example:

    ```mlir
    func.func @codes(
        %q: !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>)
        -> tensor<8x64xf8E4M3FN> {
      %c = lowp.codes %q
        : !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
        to tensor<8x64xf8E4M3FN>
      return %c : tensor<8x64xf8E4M3FN>
    }
    ```
  }];
  let arguments = (ins Lowp_Scaled:$source);
  let results = (outs Lowp_RawTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasVerifier = 1;
}

def Lowp_ScalesOp : Lowp_Op<"scales", [Pure]> {
  let summary = "The array of one level of scales of a value";
  let description = [{
    Level 0 is the innermost.

    Example:

    ```mlir
    func.func @scales(
        %q: !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>)
        -> tensor<8x2xf8E8M0FNU> {
      %s = lowp.scales %q level 0
        : !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
        to tensor<8x2xf8E8M0FNU>
      return %s : tensor<8x2xf8E8M0FNU>
    }
    ```
  }];
  let arguments = (ins Lowp_Scaled:$source, I64Attr:$level);
  let results = (outs Lowp_RawTensor:$result);
  let assemblyFormat = [{
    $source `level` $level attr-dict `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Between values
//===----------------------------------------------------------------------===//

def Lowp_InvertScaleOp : Lowp_Op<"invert_scale", [Pure]> {
  let summary = "Change the direction of one level of scales";
  let description = [{
    Stores the reciprocal of each scale of the level, rounded as stated, and
    reads it the other way. The reciprocal of every E8M0 scale is exact: that
    of 2^127, byte FE, is 2^-127, byte 00. Inverting twice folds to the value one began with, which is the exact
    answer: 1 / (1 / 3584) computed in f32 would be 3583.999755859375.

    Example:

    ```mlir
    func.func @invert(
        %q: !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f32 per 1x*, direction = encode>>)
        -> !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f32 per 1x*>> {
      %r = lowp.invert_scale %q level 0 rounding rne
        : !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f32 per 1x*, direction = encode>>
        to !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f32 per 1x*>>
      return %r : !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f32 per 1x*>>
    }
    ```
  }];
  let arguments = (ins Lowp_Scaled:$source, I64Attr:$level,
                       Lowp_RoundingAttr:$rounding);
  let results = (outs Lowp_Scaled:$result);
  let assemblyFormat = [{
    $source `level` $level `rounding` custom<Rounding>($rounding) attr-dict
    `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Lowp_RecodeOp : Lowp_Op<"recode", [Pure]> {
  let summary = "Change the encoding of the codes";
  let description = [{
    Decodes each code and encodes it again; the scales stay as they are. What
    is lost is what the conversion says: 448 of f8E4M3FN saturates to 240 in
    f8E4M3FNUZ. A NaN that has a sign keeps it under `nan = signed_nan`.

    Example:

    ```mlir
    func.func @recode(
        %q: !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f32 per *x*>>)
        -> !lowp.scaled<8x64xf8E4M3FNUZ, #lowp.scale<f32 per *x*>> {
      %r = lowp.recode %q with <f8E4M3FNUZ, rounding = rne,
          overflow = saturate, nan = nan, zero_sign = positive>
        : !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f32 per *x*>>
        to !lowp.scaled<8x64xf8E4M3FNUZ, #lowp.scale<f32 per *x*>>
      return %r : !lowp.scaled<8x64xf8E4M3FNUZ, #lowp.scale<f32 per *x*>>
    }
    ```
  }];
  let arguments = (ins Lowp_Scaled:$source, Lowp_ConversionAttr:$conversion);
  let results = (outs Lowp_Scaled:$result);
  let assemblyFormat = [{
    $source `with` $conversion attr-dict `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
}

def Lowp_RegroupOp : Lowp_Op<"regroup", [Pure]> {
  let summary = "Change which elements share a scale";
  let description = [{
    Always a second quantization, with its loss: where the wide data is still
    there, quantize that instead.

    Example:

    ```mlir
    func.func @regroup(
        %q: !lowp.scaled<64x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>)
        -> !lowp.scaled<64x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>> {
      %r = lowp.regroup %q with <recipe = rceil,
          conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                        infinity = max, nan = nan, zero_sign = keep>,
          zero_group = one, nonfinite_group = propagate,
          subnormals = preserve>
        : !lowp.scaled<64x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
        to !lowp.scaled<64x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>
      return %r : !lowp.scaled<64x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>
    }
    ```
  }];
  let arguments = (ins Lowp_Scaled:$source, Lowp_QuantizerAttr:$quantizer);
  let results = (outs Lowp_Scaled:$result);
  let assemblyFormat = [{
    $source `with` $quantizer attr-dict `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
}

def Lowp_TransposeOp : Lowp_Op<"transpose",
    [Pure, InferTypeOpAdaptor]> {
  let summary = "Permute the dimensions, groups and layout along with them";
  let description = [{
    Each element keeps its scale: groups of `1x32` become groups of `32x1`.
    Dimension i of the result is dimension `permutation[i]` of the source.
    The bytes do not move: the layout is permuted as well. Where none is
    assigned, none is afterwards, and what lies where stays open. It never
    regroups.

    Example:

    ```mlir
    func.func @transpose(
        %q: !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>)
        -> !lowp.scaled<64x8xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>> {
      %t = lowp.transpose %q permutation = [1, 0]
        : !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
        to !lowp.scaled<64x8xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>
      return %t : !lowp.scaled<64x8xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>
    }
    ```
  }];
  let arguments = (ins Lowp_Scaled:$source, DenseI64ArrayAttr:$permutation);
  let results = (outs Lowp_Scaled:$result);
  let assemblyFormat = [{
    $source `permutation` `=` $permutation attr-dict
    `:` type($source) `to` type($result)
  }];
  let hasFolder = 1;
}

def Lowp_RelayoutOp : Lowp_Op<"relayout", [Pure]> {
  let summary = "Move codes and scales to another layout";
  let description = [{
    Changes only where bytes lie: the same codes under the same scales.
    Bytes that a layout adds hold zero codes, and scales of one.

    Example:

    ```mlir
    func.func @relayout(
        %q: !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>)
        -> !lowp.scaled<8x64xf8E4M3FN,
             #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>> {
      %r = lowp.relayout %q
        : !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
        to !lowp.scaled<8x64xf8E4M3FN,
             #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>>
      return %r : !lowp.scaled<8x64xf8E4M3FN,
             #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>>
    }
    ```
  }];
  let arguments = (ins Lowp_Scaled:$source);
  let results = (outs Lowp_Scaled:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Lowp_DimOp : Lowp_Op<"dim", [Pure]> {
  let summary = "One logical extent of a value";
  let description = [{
    Example:

    ```mlir
    func.func @rows(
        %q: !lowp.scaled<?x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>)
        -> index {
      %m = lowp.dim %q, 0
        : !lowp.scaled<?x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
      return %m : index
    }
    ```
  }];
  let arguments = (ins Lowp_Scaled:$source, I64Attr:$index);
  let results = (outs Index:$result);
  let assemblyFormat = "$source `,` $index attr-dict `:` type($source)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Contraction
//===----------------------------------------------------------------------===//

def Lowp_MatmulOp : Lowp_Op<"matmul", [Pure]> {
  let summary = "Contract two scaled values";
  let description = [{
    Sums, over the dimensions that only the operands have, the products of the
    values of both. The indexing maps are those of `linalg.matmul`: one each
    for the two operands and the result, over (m, n, k) or more dimensions;
    left out, they are those of Y = X W.

    With `in_contraction`, which is not printed, each product is scaled before
    it is added. With `epilogue` the sum of the products of codes is scaled
    once, as fl(acc * fl(SX * SW)), which means the same only where no scale
    varies along k. A sum over nothing is +0.

    Example:

    ```mlir
    func.func @matmul(
        %x: !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>,
        %w: !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>)
        -> tensor<?x?xf32> {
      %y = lowp.matmul %x, %w accumulate <accumulator = f32>
        : !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>,
          !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>
        to tensor<?x?xf32>
      return %y : tensor<?x?xf32>
    }
    ```
  }];
  let arguments = (ins Lowp_Scaled:$lhs, Lowp_Scaled:$rhs,
    Lowp_AccumulateAttr:$accumulate,
    DefaultValuedAttr<Lowp_ScaleApplicationAttr,
                      "::lowp::ScaleApplication::InContraction">:$application,
    OptionalAttr<AffineMapArrayAttr>:$indexing_maps);
  let results = (outs Lowp_WideTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `accumulate` $accumulate
    (`scales` custom<ScaleApplication>($application)^)?
    (`indexing_maps` `=` $indexing_maps^)? attr-dict
    `:` type($lhs) `,` type($rhs) `to` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The maps of lhs, rhs and result, stated or implied.
    ::llvm::SmallVector<::mlir::AffineMap> getMaps();

    /// The dimensions of an operand over which the contraction sums.
    ::llvm::SmallVector<unsigned> getReductionDims(unsigned operand);
  }];
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

def Lowp_KernelOp : Lowp_Op<"kernel",
    [AffineScope, AutomaticAllocationScope, FunctionOpInterface,
     IsolatedFromAbove]> {
  let summary = "One GPU kernel, in value form";
  let description = [{
    The body is a prologue, one anchor (a contraction or a quantization) and
    elementwise IR after it, which becomes the epilogue. Without a body it
    declares a kernel that somebody else made; its contract is then stated, and
    calls to it are checked like any other call.

    Example:

    ```mlir
    lowp.kernel @quantize_rows(%x: tensor<?x?xf32>)
        -> !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>> {
      %q = lowp.quantize %x with <recipe = rceil,
          conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                        infinity = max, nan = nan, zero_sign = keep>,
          zero_group = one, nonfinite_group = propagate,
          subnormals = preserve>
        : tensor<?x?xf32>
        to !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
      lowp.return %q
        : !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
    }

    lowp.kernel private @vendor_gemm(
        !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>,
        !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>)
        -> tensor<?x?xf32>
        attributes {contract = #lowp.contract<granularity = [1, 1, 128]>}
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    OptionalAttr<StrAttr>:$sym_visibility,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs,
    OptionalAttr<Lowp_ContractAttr>:$contract,
    OptionalAttr<Lowp_ScheduleAttr>:$schedule);
  let regions = (region AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::mlir::Region *getCallableRegion() {
      return isExternal() ? nullptr : &getBody();
    }
    bool isDeclaration() { return isExternal(); }
  }];
}

def Lowp_ReturnOp : Lowp_Op<"return",
    [Pure, HasParent<"KernelOp">, ReturnLike, Terminator]> {
  let summary = "Give back the results of a kernel";
  let description = [{
    Example: see `lowp.kernel`.
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let hasVerifier = 1;
}

def Lowp_LaunchOp : Lowp_Op<"launch",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>,
     DeclareOpInterfaceMethods<CallOpInterface>]> {
  let summary = "Run a kernel";
  let description = [{
    Operands and results agree with the kernel's types in kind and shape. That
    they agree in encoding, groups, direction and layout is for the rules of
    `lowp-verify-contracts`, so that a program in which they do not can still
    be read, shown and mended.

    Example:

    ```mlir
    lowp.kernel private @vendor_gemm(
        !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>,
        !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>)
        -> tensor<?x?xf32>

    func.func @call(
        %x: !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>,
        %w: !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>)
        -> tensor<?x?xf32> {
      %y = lowp.launch @vendor_gemm(%x, %w)
        : (!lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>,
           !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>)
        -> tensor<?x?xf32>
      return %y : tensor<?x?xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, Variadic<AnyType>:$operands,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $kernel `(` $operands `)` attr-dict `:` functional-type($operands, $results)
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_LOWPOPS_TD
