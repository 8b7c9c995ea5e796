//===- LowpAttributes.td - Attributes of lowp --------------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPATTRIBUTES_TD
#define LOWP_DIALECT_LOWP_IR_LOWPATTRIBUTES_TD

include "lowp/Dialect/Lowp/IR/LowpDialect.td"
include "lowp/Format/Enums.td"

// A keyword parameter that is not printed while it has its first value.
class Lowp_Keyword<EnumInfo words> : EnumParameter<words> {
  let defaultValue = words.cppNamespace # "::" # words.className # "::"
      # !head(words.enumerants).symbol;
}

class Lowp_KeywordAttr<EnumInfo words, string attrMnemonic>
    : EnumAttr<Lowp_Dialect, words, attrMnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def Lowp_ScaleApplicationAttr
    : Lowp_KeywordAttr<Lowp_ScaleApplication, "application">;
def Lowp_RoundingAttr : Lowp_KeywordAttr<Lowp_Rounding, "rounding">;

def Lowp_ScaleAttr : Lowp_Attr<"Scale", "scale"> {
  let summary = "One level of scales: its type, group, direction and layout";
  let description = [{
    A group is the box of elements that share one scale, written `1x32`; `*`
    is a whole extent, so `1x*` is a row and `*x*` the tensor. At rank 2 the
    words `row`, `column` and `tensor` may be written for `1x*`, `*x1` and
    `*x*`. Groups at the end of an extent may be partial; the elements that are
    missing count as zero.

    With `direction = reconstruct`, which is not printed, a value is the
    product of code and scale; with `encode` it is their quotient. A layout
    that is left out is not yet assigned; `linear` is a promise.

    Example:

    ```mlir
    #mx = #lowp.scale<f8E8M0FNU per 1x32>
    #nv = #lowp.scale<!lowp.ue4m3 per 1x16, layout = tile_128x4>
    #alpha = #lowp.scale<f32 per *x*, direction = encode>
    ```
  }];
  let parameters = (ins
    "::mlir::Type":$type,
    ArrayRefParameter<"int64_t", "extents of the group; -1 is a whole extent">:$group,
    Lowp_Keyword<Lowp_Direction>:$direction,
    Lowp_Keyword<Lowp_ScaleLayout>:$layout);
  let builders = [
    AttrBuilderWithInferredContext<(ins "::mlir::Type":$type,
        "::llvm::ArrayRef<int64_t>":$group,
        CArg<"Direction", "Direction::Reconstruct">:$direction,
        CArg<"ScaleLayout", "ScaleLayout::Unassigned">:$layout), [{
      return $_get(type.getContext(), type, group, direction, layout);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The extent that stands for "all of this dimension".
    static constexpr int64_t kWhole = -1;

    /// Whether two elements that differ only along `dim` can have different
    /// scales.
    bool variesAlong(unsigned dim) const {
      return getGroup()[dim] != kWhole;
    }

    /// The group as it is written, `1x32`.
    std::string getGroupText() const {
      return ::lowp::getGroupText(getGroup());
    }
  }];
}

def Lowp_LayoutAttr : Lowp_Attr<"Layout", "layout"> {
  let summary = "Where the codes of a value lie in memory";
  let description = [{
    The dimensions from the slowest to the fastest, and the pitch: the number
    of bytes from one row of the fastest dimension to the next is the least
    multiple of `pitch` that holds a row. The bytes between are zero codes.
    `row_major` and `column_major` are the two orders at rank 2.

    Example:

    ```mlir
    #rows = #lowp.layout<row_major, pitch = 16>
    #columns = #lowp.layout<column_major, pitch = 16>
    #batched = #lowp.layout<order = [0, 2, 1], pitch = 16>
    #packed = #lowp.layout<row_major, pitch = 16, packing = low_first>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t", "dimensions, slowest first">:$order,
    DefaultValuedParameter<"int64_t", "1">:$pitch,
    Lowp_Keyword<Lowp_Packing>:$packing);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Lowp_ConversionAttr : Lowp_Attr<"Conversion", "conversion"> {
  let summary = "What a conversion to an encoding does, in six fields";
  let description = [{
    The destination and five policies; together they fix every byte. Two
    libraries that share the destination and the word "saturate" still differ
    in what infinity becomes, so no field stands for another. A field left
    out is *unstated*: it parses, and the rules refuse it where it matters.

    Example:

    ```mlir
    #ofp8 = #lowp.conversion<f8E4M3FN, rounding = rne, overflow = saturate,
                             infinity = max, nan = nan, zero_sign = keep>
    ```
  }];
  let parameters = (ins
    "::mlir::Type":$destination,
    Lowp_Keyword<Lowp_Rounding>:$rounding,
    Lowp_Keyword<Lowp_Overflow>:$overflow,
    Lowp_Keyword<Lowp_InfinityPolicy>:$infinity,
    Lowp_Keyword<Lowp_NaNPolicy>:$nan,
    Lowp_Keyword<Lowp_ZeroSign>:$zero_sign);
  let assemblyFormat = [{
    `<` $destination (`,` struct($rounding, $overflow, $infinity, $nan,
                                 $zero_sign)^)? `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Refuses the first field that is unstated though bytes depend on it:
    /// all of them, but `zero_sign` where the destination has no -0.
    ::llvm::LogicalResult verifyStated(
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const;
  }];
}

def Lowp_QuantizerAttr : Lowp_Attr<"Quantizer", "quantizer"> {
  let summary = "How codes and scales are chosen: everything that changes bytes";
  let description = [{
    `recipe` fixes only the map from a finite amax > 0 to the scale. Groups of
    zeros and groups with a NaN or an infinity have fields of their own, and so
    do the floor under amax and the way a value is brought to the codes'
    range. The scale that is stored is the scale that encodes.

    A field left out is *unstated*: it parses, and what computes codes refuses
    it, on every target, where bytes depend on it. They do not depend on
    `timing` in an operation that measures what it quantizes, on `arithmetic`
    where scales are powers of two, nor on `scale_rounding` where the recipe
    gives a number that the type of the scales has. Without `amax_type` amax
    has the type of the source, without `amax_floor` there is no floor.

    Example:

    ```mlir
    #mxfp8 = #lowp.quantizer<
      recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                    infinity = max, nan = nan, zero_sign = keep>,
      arithmetic = divide, zero_group = one, nonfinite_group = propagate,
      subnormals = preserve, timing = current>
    ```
  }];
  let parameters = (ins
    Lowp_Keyword<Lowp_Recipe>:$recipe,
    "::lowp::ConversionAttr":$conversion,
    Lowp_Keyword<Lowp_ScaleArithmetic>:$arithmetic,
    OptionalParameter<"::mlir::Type">:$amax_type,
    OptionalParameter<"::mlir::FloatAttr">:$amax_floor,
    Lowp_Keyword<Lowp_Rounding>:$scale_rounding,
    Lowp_Keyword<Lowp_ZeroGroup>:$zero_group,
    Lowp_Keyword<Lowp_NonfiniteGroup>:$nonfinite_group,
    Lowp_Keyword<Lowp_Subnormals>:$subnormals,
    Lowp_Keyword<Lowp_Timing>:$timing);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Refuses the first field, those of the conversion included, that is
    /// unstated though bytes depend on it where scales are of `scaleType`.
    ::llvm::LogicalResult verifyStated(
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
        ::mlir::Type scaleType) const;
  }];
}

def Lowp_AccumulateAttr : Lowp_Attr<"Accumulate", "accumulate"> {
  let summary = "How a contraction sums";
  let description = [{
    Four different things: the precision of a product, the type in which the
    sum is kept, the bits an instruction must guarantee inside (0 demands
    none), and the order. `promoted` sums runs of `promotion` products and
    adds those in f32. An instruction that cannot promise what is demanded is
    refused for its target.

    Example:

    ```mlir
    #any = #lowp.accumulate<accumulator = f32>
    #promoted = #lowp.accumulate<accumulator = f32, order = promoted,
                                 promotion = 128>
    ```
  }];
  let parameters = (ins
    Lowp_Keyword<Lowp_ProductPrecision>:$product,
    "::mlir::Type":$accumulator,
    DefaultValuedParameter<"unsigned", "0">:$guaranteed_bits,
    Lowp_Keyword<Lowp_AccumulationOrder>:$order,
    DefaultValuedParameter<"unsigned", "0">:$promotion);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Lowp_TargetAttr : Lowp_Attr<"Target", "target"> {
  let summary = "The processor that a module or kernel is compiled for";
  let description = [{
    The name resolves to rows of the instruction table. `lowp-compile
    --list-targets` prints the names that have rows.

    Example:

    ```mlir
    module attributes {lowp.target = #lowp.target<"sm_120a">} {}
    ```
  }];
  let parameters = (ins StringRefParameter<>:$chip);
  let assemblyFormat = "`<` $chip `>`";
}

def Lowp_ScheduleAttr : Lowp_Attr<"Schedule", "schedule"> {
  let summary = "How a kernel is cut into blocks, warps and stages";
  let description = [{
    The only input of a kernel's lowering besides the kernel itself: the block
    tile along M, N and K, the grid of warps over M and N, the slots of the
    ring that feeds them, and the instruction's row. `raster` is how many rows
    of tiles are gone through together, column by column, so that tiles that
    are worked on at one time share operands in the cache; 1 if left out.
    `copies` says who brings the operands: `threads`, those that compute, or
    `bulk`, the copy engine for a warp of its own.

    Example:

    ```mlir
    #s = #lowp.schedule<tile = [64, 64, 64], warps = [2, 2], stages = 2,
                        raster = 8,
                        instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t", "extents of the block tile">:$tile,
    ArrayRefParameter<"int64_t", "warps along M and N">:$warps,
    "unsigned":$stages,
    DefaultValuedParameter<"unsigned", "1">:$raster,
    DefaultValuedParameter<"::lowp::CopyMethod",
                           "::lowp::CopyMethod::Threads">:$copies,
    OptionalParameter<"::mlir::StringAttr">:$instruction);
  let assemblyFormat = [{
    `<` `tile` `=` `[` $tile `]` `,` `warps` `=` `[` $warps `]` `,`
        `stages` `=` $stages ``
        custom<ScheduleChoices>($raster, $copies, $instruction) `` `>`
  }];
  let genVerifyDecl = 1;
}

def Lowp_ContractAttr : Lowp_Attr<"Contract", "contract"> {
  let summary = "What a kernel demands beyond the types of its operands";
  let description = [{
    An external kernel states here what neither its types nor its operations
    can: the alignment of its pointers in bytes, the multiples to which M, N
    and K must be padded, the bits its accumulation guarantees, whether two
    runs give the same bits, and the processor. A kernel with a body has its
    contract computed and never stores one.

    Example:

    ```mlir
    #c = #lowp.contract<alignment = 16, granularity = [1, 8, 128],
                        guaranteed_bits = 25, deterministic = true>
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"unsigned", "1">:$alignment,
    OptionalArrayRefParameter<"int64_t", "multiples of M, N and K">:$granularity,
    DefaultValuedParameter<"unsigned", "0">:$guaranteed_bits,
    DefaultValuedParameter<"bool", "false">:$deterministic,
    OptionalParameter<"::lowp::TargetAttr">:$target);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // LOWP_DIALECT_LOWP_IR_LOWPATTRIBUTES_TD
