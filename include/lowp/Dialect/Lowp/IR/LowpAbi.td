//===- LowpAbi.td - How a lowered kernel is called ---------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPABI_TD
#define LOWP_DIALECT_LOWP_IR_LOWPABI_TD

include "lowp/Dialect/Lowp/IR/LowpDialect.td"
include "lowp/Format/Enums.td"

def Lowp_AbiArgumentAttr : Lowp_Attr<"AbiArgument", "abi_argument"> {
  let summary = "One argument of a lowered kernel";
  let description = [{
    `value` is the number of the operand or result of the `lowp.kernel` whose
    `component` ("codes", "scales0", ..., or "values" of a plain tensor) the
    pointer leads to. An extent is a dimension ("d0", "d1", ...) of the operand
    `value`. `type` is the type of an element, or of the extent. A tensor map
    is one of the array of the operand `value`, and has boxes of `box` rows and
    elements.

    Example:

    ```mlir
    #x = #lowp.abi_argument<operand "x_codes" : i8, value = 0,
                            component = "codes">
    #m = #lowp.abi_argument<extent "M" : i64, value = 0, component = "d0">
    #b = #lowp.abi_argument<tensor_map "x_codes_map" : i8, value = 0,
                            component = "codes", box = [128, 128]>
    ```
  }];
  let parameters = (ins
    EnumParameter<Lowp_AbiRole>:$role, StringRefParameter<>:$name,
    "::mlir::Type":$type,
    DefaultValuedParameter<"int64_t", "-1">:$value,
    StringRefParameter<"part of a scaled value", [{""}]>:$component,
    OptionalArrayRefParameter<"int64_t", "extents of a box">:$box);
  let assemblyFormat = [{
    `<` $role $name `:` $type (`,` `value` `=` $value^ `,` `component` `=`
    $component)? (`,` `box` `=` `[` $box^ `]`)? `>`
  }];
  let extraClassDeclaration = [{
    /// The dimension of the operand that an extent is.
    unsigned getDim() const;
  }];
}

def Lowp_GridFactorAttr : Lowp_Attr<"GridFactor", "grid_factor"> {
  let summary = "Tiles along one extent: ceil(extent / tile)";
  let description = [{
    The extent is the name of an `extent` argument, or a number.

    Example:

    ```mlir
    #rows = #lowp.grid_factor<"M" by 64>
    ```
  }];
  let parameters = (ins StringRefParameter<>:$extent, "int64_t":$tile);
  let assemblyFormat = "`<` $extent `by` $tile `>`";
}

def Lowp_AbiAttr : Lowp_Attr<"Abi", "abi"> {
  let summary = "How to launch a lowered kernel";
  let description = [{
    The arguments in order, the grid (one dimension: the product of the
    factors; where it is 0 nothing is launched), the threads of a block and the
    bytes of dynamic shared memory. With `per_multiprocessor` there are at most
    so many blocks for each multiprocessor of the device, which go through the
    tiles that the factors count; any number of blocks above 0 is right. The pitch of a row is no argument: it
    follows from the extents and the layout in the type of the operand.

    No array of a result overlaps another array; those of operands may overlap
    one another. Who launches the kernel guarantees it: the kernel is compiled
    on that promise and does not check it.

    Example:

    ```mlir
    #a = #lowp.abi<arguments = [<operand "x" : f32, value = 0,
                                 component = "values">,
                                <extent "M" : i64, value = 0,
                                 component = "d0">],
                   grid = [<"M" by 64>], block = 128, shared = 0>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"::lowp::AbiArgumentAttr">:$arguments,
    ArrayRefParameter<"::lowp::GridFactorAttr">:$grid,
    "int64_t":$block, "int64_t":$shared,
    DefaultValuedParameter<"int64_t", "0">:$perMultiprocessor);
  let assemblyFormat = [{
    `<` `arguments` `=` `[` $arguments `]` `,` `grid` `=` `[` $grid `]` `,`
        `block` `=` $block `,` `shared` `=` $shared
        (`,` `per_multiprocessor` `=` $perMultiprocessor^)? `>`
  }];
  let extraClassDeclaration = [{
    /// The name under which kernels carry it.
    static constexpr ::llvm::StringLiteral kName = "lowp.abi";

    /// The grid as a formula: `ceildiv(M, 64) * ceildiv(N, 64)`, or
    /// `min(ceildiv(M, 64) * ceildiv(N, 64), multiprocessors)`.
    std::string getGridText() const;
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_LOWPABI_TD
