//===- LowpTileOps.td - Operations of the tile level -------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPTILEOPS_TD
#define LOWP_DIALECT_LOWP_IR_LOWPTILEOPS_TD

include "lowp/Dialect/Lowp/IR/LowpTypes.td"
include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Lowp_TileIn<string space>
    : Type<CPred<"::llvm::isa<::lowp::TileDataType>($_self) && "
                 "::llvm::cast<::lowp::TileDataType>($_self).getSpace() == "
                 "::lowp::TileSpace::" # space>,
           "tile in " # !tolower(space), "::lowp::TileDataType">;
def Lowp_RegisterTile : Lowp_TileIn<"Registers">;
def Lowp_SharedTile : Lowp_TileIn<"Shared">;

class Lowp_TileOp<string mnemonic, list<Trait> traits = []>
    : Lowp_Op<"tile." # mnemonic, traits>;

// The slot's type follows from the ring's.
def Lowp_SlotOfRing : TypesMatchWith<"the slot is one of the ring",
    "ring", "slot", "::llvm::cast<::lowp::TileRingType>($_self).getSlotType()">;

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

def Lowp_TileRoleOp : Lowp_TileOp<"role",
    [RecursiveMemoryEffects, NoRegionArguments, SingleBlock]> {
  let summary = "What some of a block's warps do";
  let description = [{
    The roles of a kernel run at the same time; together they have all its
    warps, in the order in which they are written, so that the first has warps
    0 to `warps` - 1. They meet only through rings. A simple kernel has one.
    A role of a `leader` is one thread; the others of its warps do nothing.

    Example:

    ```mlir
    func.func @f() {
      lowp.tile.role "all" warps 4 {
        lowp.tile.yield
      }
      return
    }
    ```
  }];
  let arguments = (ins StrAttr:$name,
                       ConfinedAttr<I64Attr, [IntPositive]>:$warps,
                       UnitAttr:$leader);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $name `warps` $warps (`leader` $leader^)? attr-dict-with-keyword $body
  }];
}

def Lowp_TileYieldOp : Lowp_TileOp<"yield",
    [Pure, ReturnLike, Terminator,
     ParentOneOf<["TileRoleOp", "TileMapOp"]>]> {
  let summary = "End a role, or give the element of a map";
  let description = [{
    Example: see `lowp.tile.role` and `lowp.tile.map`.
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

//===----------------------------------------------------------------------===//
// Arrays in global memory
//===----------------------------------------------------------------------===//

def Lowp_TileViewOp : Lowp_TileOp<"view", [Pure, AttrSizedOperandSegments]> {
  let summary = "See an array behind a pointer";
  let description = [{
    Extents count elements; the pitch is the distance in bytes from one row to
    the next, and is given at rank 2. The bytes from the last element of a row
    to the next row belong to the array.

    Example:

    ```mlir
    func.func @f(%p: !llvm.ptr<1>, %m: index, %k: index, %pitch: index) {
      %v = lowp.tile.view %p extents [%m, %k] pitch %pitch
        : !llvm.ptr<1> to !lowp.tile.view<?x?xi8>
      return
    }
    ```
  }];
  let arguments = (ins LLVM_AnyPointer:$base, Variadic<Index>:$extents,
                       Optional<Index>:$pitch);
  let results = (outs Lowp_TileViewType:$result);
  let assemblyFormat = [{
    $base `extents` `[` $extents `]` (`pitch` $pitch^)? attr-dict
    `:` type($base) `to` type($result)
  }];
  let hasVerifier = 1;
}

def Lowp_TileIsAlignedOp : Lowp_TileOp<"is_aligned", [Pure]> {
  let summary = "Whether an array and its rows are aligned";
  let description = [{
    Whether the array and each of its rows begin at multiples of so many bytes,
    found when the kernel runs.

    Example: see `lowp.tile.assume_aligned`.
  }];
  let arguments = (ins Lowp_TileViewType:$view,
                       ConfinedAttr<I64Attr, [IntPositive]>:$alignment);
  let results = (outs I1:$result);
  let assemblyFormat = "$view `to` $alignment attr-dict `:` type($view)";
  let hasVerifier = 1;
}

def Lowp_TileAssumeAlignedOp : Lowp_TileOp<"assume_aligned", [Pure]> {
  let summary = "See an array with an alignment that was found";
  let description = [{
    The same array, whose type promises a larger alignment. Whoever writes this
    has made sure of it.

    Example:

    ```mlir
    func.func @f(%v: !lowp.tile.view<?x?xi8>) -> i1 {
      %is = lowp.tile.is_aligned %v to 4 : !lowp.tile.view<?x?xi8>
      scf.if %is {
        %words = lowp.tile.assume_aligned %v
          : !lowp.tile.view<?x?xi8> to !lowp.tile.view<?x?xi8, align = 4>
      }
      return %is : i1
    }
    ```
  }];
  let arguments = (ins Lowp_TileViewType:$view);
  let results = (outs Lowp_TileViewType:$result);
  let assemblyFormat = "$view attr-dict `:` type($view) `to` type($result)";
  let hasVerifier = 1;
}

def Lowp_TileElementOp : Lowp_TileOp<"element",
    [MemoryEffects<[MemRead]>,
     TypesMatchWith<"the result is an element of the view", "view", "result",
         "::llvm::cast<::lowp::TileViewType>($_self).getElementType()">]> {
  let summary = "Read one element of a global array";
  let description = [{
    Each thread reads for itself. At indices beyond the extents the result is
    `outside`. The array has at least one element wherever this runs.

    Example:

    ```mlir
    func.func @f(%v: !lowp.tile.view<?xf32>, %i: index) -> f32 {
      %x = lowp.tile.element %v[%i] outside 0.0 : f32
        : !lowp.tile.view<?xf32>
      return %x : f32
    }
    ```
  }];
  let arguments = (ins Lowp_TileViewType:$view, Variadic<Index>:$indices,
                       TypedAttrInterface:$outside);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $view `[` $indices `]` `outside` $outside attr-dict `:` type($view)
  }];
  let hasVerifier = 1;
}

def Lowp_TileLoadOp : Lowp_TileOp<"load", [MemoryEffects<[MemRead]>]> {
  let summary = "Read a tile of a global array into registers";
  let description = [{
    The tile begins at the given row and column. Elements beyond the extents
    are `outside`. Without `outside` all columns of the tile are within the
    extents, and rows beyond them are the last row again. The array has at
    least one element wherever this runs.

    Example:

    ```mlir
    #scales = #lowp.tile.fragment<
      scale_a of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
    func.func @f(%v: !lowp.tile.view<?x?xi8>, %r: index, %c: index) {
      %s = lowp.tile.load %v[%r, %c] outside 127 : i8
        : !lowp.tile.view<?x?xi8>
        to !lowp.tile.data<64x4xi8, registers, #scales>
      return
    }
    ```
  }];
  let arguments = (ins Lowp_TileViewType:$view, Index:$row, Index:$column,
                       OptionalAttr<TypedAttrInterface>:$outside);
  let results = (outs Lowp_RegisterTile:$result);
  let assemblyFormat = [{
    $view `[` $row `,` $column `]` (`outside` $outside^)? attr-dict
    `:` type($view) `to` type($result)
  }];
  let hasVerifier = 1;
}

def Lowp_TileStoreOp : Lowp_TileOp<"store", [MemoryEffects<[MemWrite]>]> {
  let summary = "Write a register tile to a global array";
  let description = [{
    The tile begins at the given row and column; elements beyond the extents
    are not written. With `padding`, the bytes of each row from its end to the
    next row, as far as the tile reaches, are written with that value.

    With `through` a ring or a slot, the tile is staged in its memory, so that
    rows are written in long runs. All slots of the ring have been released;
    nothing that was published since is read any more. A slot has been waited
    for, and nothing was filled into it.

    Example:

    ```mlir
    #acc = #lowp.tile.fragment<
      accumulator of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
    func.func @f(%t: !lowp.tile.data<64x64xbf16, registers, #acc>,
                 %v: !lowp.tile.view<?x?xbf16>, %r: index, %c: index) {
      lowp.tile.store %t to %v[%r, %c]
        : !lowp.tile.data<64x64xbf16, registers, #acc>,
          !lowp.tile.view<?x?xbf16>
      return
    }
    ```
  }];
  let arguments = (ins Lowp_RegisterTile:$tile, Lowp_TileViewType:$view,
                       Index:$row, Index:$column,
                       OptionalAttr<I8Attr>:$padding,
                       Optional<AnyTypeOf<[Lowp_TileRingType,
                                           Lowp_TileSlotType]>>:$through);
  let assemblyFormat = [{
    $tile `to` $view `[` $row `,` $column `]` (`padding` $padding^)?
    (`through` $through^)? attr-dict
    `:` type($tile) `,` type($view) (`,` type($through)^)?
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// The ring
//===----------------------------------------------------------------------===//

def Lowp_TileRingOp : Lowp_TileOp<"ring"> {
  let summary = "Set up a ring in shared memory";
  let description = [{
    Example: see `lowp.tile.wait`.
  }];
  let results = (outs Lowp_TileRingType:$ring);
  let assemblyFormat = "attr-dict `:` type($ring)";
}

def Lowp_TileAcquireOp : Lowp_TileOp<"acquire", [Lowp_SlotOfRing]> {
  let summary = "Take a slot for filling";
  let description = [{
    Of use number `index`; after it, all that was read from the slot's earlier
    use has been released. In the program that release comes before it.

    Example: see `lowp.tile.wait`.
  }];
  let arguments = (ins Lowp_TileRingType:$ring, Index:$index);
  let results = (outs Lowp_TileSlotType:$slot);
  let assemblyFormat = "$ring `[` $index `]` attr-dict `:` type($ring)";
}

def Lowp_TileFillOp : Lowp_TileOp<"fill"> {
  let summary = "Copy a box of a global array into a tile of a slot";
  let description = [{
    Begins the copy; it is complete for those who wait for the slot. Columns
    beyond the extents become zero, whatever lies in memory there; with `full`
    there are none. What rows beyond the extents become has no meaning. The
    array has a row wherever this runs, and is aligned to 16 bytes or more.

    With `through` a tensor map, which describes the array and the tile as its
    box, the copy engine does it.

    Example: see `lowp.tile.wait`.
  }];
  let arguments = (ins Lowp_TileSlotType:$slot, I64Attr:$tile,
                       Lowp_TileViewType:$view, Index:$row, Index:$column,
                       UnitAttr:$full, Optional<LLVM_AnyPointer>:$map);
  let assemblyFormat = [{
    $slot `[` $tile `]` `from` $view `[` $row `,` $column `]`
    (`full` $full^)? (`through` $map^)? attr-dict
    `:` type($slot) `,` type($view) (`,` type($map)^)?
  }];
  let hasVerifier = 1;
}

def Lowp_TilePublishOp : Lowp_TileOp<"publish"> {
  let summary = "Pass a slot, with the copies begun for it, to its consumers";
  let description = [{
    Example: see `lowp.tile.wait`.
  }];
  let arguments = (ins Lowp_TileSlotType:$slot);
  let assemblyFormat = "$slot attr-dict `:` type($slot)";
}

def Lowp_TileWaitOp : Lowp_TileOp<"wait", [Lowp_SlotOfRing]> {
  let summary = "Wait until a slot is filled";
  let description = [{
    Of use number `index`; after it, all warps of the role may read the slot.
    `pending` promises that at least so many slots have been published after
    this one, whose copies may still be on their way: what counts copies
    rather than slots waits no longer than it must.

    Example:

    ```mlir
    #in = #lowp.tile.swizzle<128>
    !ring = !lowp.tile.ring<2, <64x128xi8, shared, #in>>
    !slot = !lowp.tile.slot<<64x128xi8, shared, #in>>
    func.func @f(%v: !lowp.tile.view<?x?xi8, align = 16>, %i: index,
                 %r: index, %c: index) {
      %ring = lowp.tile.ring : !ring
      %empty = lowp.tile.acquire %ring[%i] : !ring
      lowp.tile.fill %empty[0] from %v[%r, %c]
        : !slot, !lowp.tile.view<?x?xi8, align = 16>
      lowp.tile.publish %empty : !slot
      %full = lowp.tile.wait %ring[%i] pending 0 : !ring
      %tile = lowp.tile.part %full[0] : !slot
        to !lowp.tile.data<64x128xi8, shared, #in>
      lowp.tile.release %full : !slot
      return
    }
    ```
  }];
  let arguments = (ins Lowp_TileRingType:$ring, Index:$index,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$pending);
  let results = (outs Lowp_TileSlotType:$slot);
  let assemblyFormat = [{
    $ring `[` $index `]` `pending` $pending attr-dict `:` type($ring)
  }];
}

def Lowp_TilePartOp : Lowp_TileOp<"part", [Pure]> {
  let summary = "One tile of a slot";
  let description = [{
    Example: see `lowp.tile.wait`.
  }];
  let arguments = (ins Lowp_TileSlotType:$slot, I64Attr:$tile);
  let results = (outs Lowp_SharedTile:$result);
  let assemblyFormat = [{
    $slot `[` $tile `]` attr-dict `:` type($slot) `to` type($result)
  }];
  let hasVerifier = 1;
}

def Lowp_TileReleaseOp : Lowp_TileOp<"release"> {
  let summary = "Give a slot back: all warps of the role have read it";
  let description = [{
    Example: see `lowp.tile.wait`.
  }];
  let arguments = (ins Lowp_TileSlotType:$slot);
  let assemblyFormat = "$slot attr-dict `:` type($slot)";
}

//===----------------------------------------------------------------------===//
// Matrix instructions
//===----------------------------------------------------------------------===//

def Lowp_TileFragmentOp : Lowp_TileOp<"fragment", [MemoryEffects<[MemRead]>]> {
  let summary = "Read operands of a matrix instruction from shared memory";
  let description = [{
    All rows of the tile, and as many columns as the result has, from a column
    on that is a multiple of their number.

    Example:

    ```mlir
    #a = #lowp.tile.fragment<
      a of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
    func.func @f(%t: !lowp.tile.data<64x128xi8, shared>, %c: index) {
      %a = lowp.tile.fragment %t at %c
        : !lowp.tile.data<64x128xi8, shared>
        to !lowp.tile.data<64x32xi8, registers, #a>
      return
    }
    ```
  }];
  let arguments = (ins Lowp_SharedTile:$source, Index:$column);
  let results = (outs Lowp_RegisterTile:$result);
  let assemblyFormat = [{
    $source `at` $column attr-dict `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
}

def Lowp_TileZeroOp : Lowp_TileOp<"zero"> {
  let summary = "An accumulator of +0";
  let description = [{
    Example: see `lowp.tile.mma`.
  }];
  let results = (outs Lowp_TileAccumulatorType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Lowp_TileMmaOp : Lowp_TileOp<"mma",
    [MemoryEffects<[MemRead]>, AllTypesMatch<["accumulator", "result"]>,
     AttrSizedOperandSegments]> {
  let summary = "Multiply tiles and add";
  let description = [{
    accumulator[m, n] + sum over k of a[m, k] * b[n, k], where each product is
    scaled by scale_a[m, g] * scale_b[n, g] of its group g. The scales' tiles
    may have more columns than the operands have groups: the groups begin at
    column `group`.

    Where an operand lies (fragments in registers, a tile in shared or tensor
    memory) depends on the instruction.

    Example:

    ```mlir
    #a = #lowp.tile.fragment<
      a of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
    #b = #lowp.tile.fragment<
      b of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
    #sa = #lowp.tile.fragment<
      scale_a of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
    #sb = #lowp.tile.fragment<
      scale_b of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
    #acc = #lowp.tile.fragment<
      accumulator of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
    !a = !lowp.tile.data<64x32xi8, registers, #a>
    !b = !lowp.tile.data<64x32xi8, registers, #b>
    !sa = !lowp.tile.data<64x4xi8, registers, #sa>
    !sb = !lowp.tile.data<64x4xi8, registers, #sb>
    !acc = !lowp.tile.accumulator<64x64xf32, #acc>

    func.func @f(%a: !a, %b: !b, %sa: !sa, %sb: !sb) -> !acc {
      %0 = lowp.tile.zero : !acc
      %1 = lowp.tile.mma %0, %a, %b scales %sa, %sb group 1
        : !acc, !a, !b, !sa, !sb
      return %1 : !acc
    }
    ```
  }];
  let arguments = (ins Lowp_TileAccumulatorType:$accumulator,
    Lowp_TileDataType:$a, Lowp_TileDataType:$b,
    Optional<Lowp_TileDataType>:$scale_a, Optional<Lowp_TileDataType>:$scale_b,
    DefaultValuedAttr<I64Attr, "0">:$group);
  let results = (outs Lowp_TileAccumulatorType:$result);
  let assemblyFormat = [{
    $accumulator `,` $a `,` $b (`scales` $scale_a^ `,` $scale_b `group` $group)?
    attr-dict `:` type($accumulator) `,` type($a) `,` type($b)
    (`,` type($scale_a)^ `,` type($scale_b))?
  }];
  let hasVerifier = 1;
}

def Lowp_TileReadOp : Lowp_TileOp<"read", [Pure]> {
  let summary = "The values of an accumulator";
  let description = [{
    Waits for the matrix instructions that made it, where they run on their
    own.

    Example:

    ```mlir
    #acc = #lowp.tile.fragment<
      accumulator of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
    func.func @f(%acc: !lowp.tile.accumulator<64x64xf32, #acc>) {
      %t = lowp.tile.read %acc : !lowp.tile.accumulator<64x64xf32, #acc>
        to !lowp.tile.data<64x64xf32, registers, #acc>
      return
    }
    ```
  }];
  let arguments = (ins Lowp_TileAccumulatorType:$accumulator);
  let results = (outs Lowp_RegisterTile:$result);
  let assemblyFormat = [{
    $accumulator attr-dict `:` type($accumulator) `to` type($result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// On register tiles
//===----------------------------------------------------------------------===//

def Lowp_TileMapOp : Lowp_TileOp<"map",
    [RecursiveMemoryEffects, SingleBlock]> {
  let summary = "Compute each element of a register tile";
  let description = [{
    The region's arguments are the elements of the operands at one place, then
    its row and column, counted from the given ones on. Tiles have one shape
    and one placement.

    Example:

    ```mlir
    #acc = #lowp.tile.fragment<
      accumulator of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
    func.func @f(%t: !lowp.tile.data<64x64xf32, registers, #acc>,
                 %bias: !lowp.tile.view<?xf32>, %r: index, %c: index) {
      %y = lowp.tile.map %t at [%r, %c]
          : (!lowp.tile.data<64x64xf32, registers, #acc>)
          -> !lowp.tile.data<64x64xbf16, registers, #acc> {
      ^bb0(%x: f32, %row: index, %column: index):
        %b = lowp.tile.element %bias[%column] outside 0.0 : f32
          : !lowp.tile.view<?xf32>
        %z = arith.addf %x, %b : f32
        %s = arith.truncf %z : f32 to bf16
        lowp.tile.yield %s : bf16
      }
      return
    }
    ```
  }];
  let arguments = (ins Variadic<Lowp_RegisterTile>:$inputs, Index:$row,
                       Index:$column);
  let results = (outs Lowp_RegisterTile:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $inputs `at` `[` $row `,` $column `]` attr-dict
    `:` functional-type($inputs, $result) $body
  }];
  let hasRegionVerifier = 1;
}

def Lowp_TileQuantizeOp : Lowp_TileOp<"quantize", [Pure]> {
  let summary = "Choose scales and codes for a register tile";
  let description = [{
    As `lowp.quantize`: the groups of the scale's box lie inside the tile.
    Elements that do not exist are zero in the source; what they become has no
    meaning.

    Example:

    ```mlir
    #codes = #lowp.tile.blocked<threads = [4, 32], width = 8>
    #scales = #lowp.tile.blocked<threads = [4, 32], width = 1, copies = 4>
    func.func @f(%x: !lowp.tile.data<4x256xf32, registers, #codes>) {
      %c, %s = lowp.tile.quantize %x scales <f8E8M0FNU per 1x32>
        with <recipe = rceil,
          conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                        infinity = max, nan = nan, zero_sign = keep>,
          zero_group = one, nonfinite_group = propagate,
          subnormals = preserve>
        : !lowp.tile.data<4x256xf32, registers, #codes>
        to !lowp.tile.data<4x256xi8, registers, #codes>,
           !lowp.tile.data<4x8xi8, registers, #scales>
      return
    }
    ```
  }];
  let arguments = (ins Lowp_RegisterTile:$source, Lowp_ScaleAttr:$scale,
                       Lowp_QuantizerAttr:$quantizer);
  let results = (outs Lowp_RegisterTile:$codes, Lowp_RegisterTile:$scales);
  let assemblyFormat = [{
    $source `scales` $scale `with` $quantizer attr-dict
    `:` type($source) `to` type($codes) `,` type($scales)
  }];
  let hasVerifier = 1;
}

#endif // LOWP_DIALECT_LOWP_IR_LOWPTILEOPS_TD
