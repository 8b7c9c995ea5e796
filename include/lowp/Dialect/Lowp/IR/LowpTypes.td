//===- LowpTypes.td - Types of lowp ------------------------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPTYPES_TD
#define LOWP_DIALECT_LOWP_IR_LOWPTYPES_TD

include "lowp/Dialect/Lowp/IR/LowpAbi.td"
include "lowp/Dialect/Lowp/IR/LowpAttributes.td"
include "lowp/Dialect/Lowp/IR/LowpInterfaces.td"
include "lowp/Dialect/Lowp/IR/LowpTileTypes.td"

def Lowp_UE4M3Type : Lowp_Type<"UE4M3", "ue4m3"> {
  let summary = "E4M3 read without its sign bit: the block scale of NVFP4";
  let description = [{
    The bits of `f8E4M3FN` with bit 7 ignored: 0 to 448, NaN at 7F. NVIDIA's
    block-scaled instructions read NVFP4 scales so.

    Example:

    ```mlir
    #nv = #lowp.scale<!lowp.ue4m3 per 1x16>
    ```
  }];
}

def Lowp_MXInt8Type : Lowp_Type<"MXInt8", "mxint8"> {
  let summary = "Two's complement with an implicit factor of 2^-6";
  let description = [{
    The INT8 element of the OCP microscaling formats: -127/64 to 127/64.

    Example:

    ```mlir
    func.func private @f(
        !lowp.scaled<64x64x!lowp.mxint8, #lowp.scale<f8E8M0FNU per 1x32>>)
    ```
  }];
}

def Lowp_ScaledType : Lowp_Type<"Scaled", "scaled",
    [DeclareTypeInterfaceMethods<Lowp_ScaledTypeInterface,
        ["getStorageComponents", "getStorageTypes"]>]> {
  let summary = "An array of codes with the scales that give them values";
  let description = [{
    The shape, the encoding of one element, the levels of scales, innermost
    first, and optionally the layout of the codes. It holds exactly what a
    consumer needs to decode: how the codes were chosen is on the operation
    that chose them.

    A value is the exact product of its code and all reconstruction scales (the
    quotient by encode scales), rounded once to the type it is read in.

    This is no `ShapedType`: a dense constant of it would have no meaning.

    Example:

    ```mlir
    !mxfp8 = !lowp.scaled<128x4096xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
    !nvfp4 = !lowp.scaled<?x64xf4E2M1FN,
                          #lowp.scale<!lowp.ue4m3 per 1x16>,
                          #lowp.scale<f32 per *x*>,
                          #lowp.layout<row_major, packing = low_first>>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t", "logical extents">:$shape,
    "::mlir::Type":$encoding,
    ArrayRefParameter<"::lowp::ScaleAttr", "levels, innermost first">:$levels,
    OptionalParameter<"::lowp::LayoutAttr">:$layout);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
        "::mlir::Type":$encoding,
        "::llvm::ArrayRef<::lowp::ScaleAttr>":$levels,
        CArg<"::lowp::LayoutAttr", "{}">:$layout), [{
      return $_get(encoding.getContext(), shape, encoding, levels, layout);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }

    /// The dimensions of the codes in memory, slowest first: row-major where no
    /// layout is assigned.
    ::llvm::SmallVector<int64_t> getOrder() const;

    /// The same promises over other extents.
    ScaledType withShape(::llvm::ArrayRef<int64_t> shape) const {
      return get(shape, getEncoding(), getLevels(), getLayout());
    }
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_LOWPTYPES_TD
