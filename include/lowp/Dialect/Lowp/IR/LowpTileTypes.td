//===- LowpTileTypes.td - Types of the tile level ----------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What schedules emit and target lowerings consume: views of global arrays,
// tiles in a space, the opaque accumulator, and the ring that feeds them.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPTILETYPES_TD
#define LOWP_DIALECT_LOWP_IR_LOWPTILETYPES_TD

include "lowp/Dialect/Lowp/IR/LowpDialect.td"
include "lowp/Format/Enums.td"

//===----------------------------------------------------------------------===//
// Placement of a tile in its space
//===----------------------------------------------------------------------===//

def Lowp_TileFragmentAttr : Lowp_Attr<"TileFragment", "tile.fragment"> {
  let summary = "A register tile as a matrix instruction holds it";
  let description = [{
    The tile is cut over a grid of warps along M and N, the part of a warp into
    tiles of the instruction, and those over lanes and registers as the
    instruction's row in the target's table says. An operand that only M or
    only N cuts is held by all warps along the other.

    Rows of `b` and `scale_b` are N: both operands have K along their rows.

    A register of scales serves as many tiles of the instruction as its
    selectors tell apart, or at most `tiles`: fewer selectors are more
    registers of scales and loads, and fewer constants for the instructions.

    Example:

    ```mlir
    #acc = #lowp.tile.fragment<accumulator of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0",
                               warps = [2, 2]>
    ```
  }];
  let parameters = (ins
    EnumParameter<Lowp_FragmentOperand>:$operand,
    StringRefParameter<"name of the instruction's row">:$instruction,
    ArrayRefParameter<"int64_t", "warps along M and N">:$warps,
    DefaultValuedParameter<"unsigned", "0", "tiles of a register">:$tiles);
  let assemblyFormat = [{
    `<` $operand `of` $instruction `,` `warps` `=` `[` $warps `]`
    (`,` `tiles` `=` $tiles^)? `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The same instruction and warps, for another operand.
    TileFragmentAttr withOperand(FragmentOperand operand,
                                 unsigned tiles = 0) const {
      return get(getContext(), operand, getInstruction(), getWarps(), tiles);
    }
  }];
}

def Lowp_TileBlockedAttr : Lowp_Attr<"TileBlocked", "tile.blocked"> {
  let summary = "A register tile in runs of consecutive elements";
  let description = [{
    Threads form a grid over rows and columns, columns fastest. Thread (r, c)
    holds the `width` elements of row r that start at column
    `c / copies * width`: with `copies` above 1 so many neighbours hold the
    same elements.

    Example:

    ```mlir
    #codes = #lowp.tile.blocked<threads = [4, 32], width = 8>
    #scales = #lowp.tile.blocked<threads = [4, 32], width = 1, copies = 4>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t", "threads over rows and columns">:$threads,
    "int64_t":$width,
    DefaultValuedParameter<"int64_t", "1">:$copies);
  let assemblyFormat = [{
    `<` `threads` `=` `[` $threads `]` `,` `width` `=` $width
        (`,` `copies` `=` $copies^)? `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The tile that the threads hold together.
    ::llvm::SmallVector<int64_t> getTileShape() const {
      return {getThreads()[0],
              getThreads()[1] / getCopies() * getWidth()};
    }
  }];
}

def Lowp_TileSwizzleAttr : Lowp_Attr<"TileSwizzle", "tile.swizzle"> {
  let summary = "A shared tile with its 16-byte chunks exchanged";
  let description = [{
    Rows lie one after another. The byte at offset o lies at
    o ^ (o / 8 & mask), where mask is 112, 48 or 16 for a swizzle of 128, 64 or
    32 bytes: chunk numbers are XORed with the number of the 128-byte line. With
    rows as long as the swizzle, eight rows read at one column touch all banks.
    It is what the tensor memory accelerator writes under the same name.

    Example:

    ```mlir
    #swizzle = #lowp.tile.swizzle<128>
    ```
  }];
  let parameters = (ins "int64_t":$bytes);
  let assemblyFormat = "`<` $bytes `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The bits of an offset that are exchanged.
    int64_t getMask() const { return getBytes() - 16; }
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Lowp_TileViewType : Lowp_Type<"TileView", "tile.view"> {
  let summary = "An array in global memory: pointer, extents, row pitch";
  let description = [{
    Of rank 1, or of rank 2 with consecutive elements along the last dimension.
    Reads beyond the extents give what the reading operation says; writes
    beyond them do nothing. With `align` the array and each of its rows begin
    at multiples of so many bytes, and so does each tile that is moved.

    Example:

    ```mlir
    func.func private @f(!lowp.tile.view<?x?xi8, align = 16>,
                         !lowp.tile.view<?xf32>)
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
    DefaultValuedParameter<"int64_t", "1">:$alignment);
  let assemblyFormat = [{
    `<` custom<TileShape>($shape, $elementType) (`,` `align` `=` $alignment^)?
    `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    /// The same array, of which more is known.
    TileViewType withAlignment(int64_t alignment) const {
      return get(getContext(), getShape(), getElementType(), alignment);
    }
  }];
}

def Lowp_TileDataType : Lowp_Type<"TileData", "tile.data"> {
  let summary = "A tile of values in a space";
  let description = [{
    A tile in registers says which lane holds which element (`tile.fragment`,
    `tile.blocked`); one in shared memory may say how its bytes are exchanged
    (`tile.swizzle`), and is row-major.

    Example:

    ```mlir
    func.func private @f(
        !lowp.tile.data<64x128xi8, shared, #lowp.tile.swizzle<128>>,
        !lowp.tile.data<4x256xf32, registers,
                        #lowp.tile.blocked<threads = [4, 32], width = 8>>)
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
    EnumParameter<Lowp_TileSpace>:$space,
    OptionalParameter<"::mlir::Attribute">:$placement);
  let assemblyFormat = [{
    `<` custom<TileShape>($shape, $elementType) `,` $space (`,` $placement^)? `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Bytes of the tile in memory.
    int64_t getByteSize() const;

    /// The placement, if it is a fragment.
    TileFragmentAttr getFragment() const {
      return ::llvm::dyn_cast_or_null<TileFragmentAttr>(getPlacement());
    }
  }];
}

def Lowp_TileAccumulatorType
    : Lowp_Type<"TileAccumulator", "tile.accumulator"> {
  let summary = "What matrix instructions add to";
  let description = [{
    An opaque handle: registers on one target, tensor memory on another. Its
    values are had by `lowp.tile.read` alone.

    Example:

    ```mlir
    func.func private @f(!lowp.tile.accumulator<64x64xf32,
        #lowp.tile.fragment<accumulator of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0",
                            warps = [2, 2]>>)
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
    OptionalParameter<"::mlir::Attribute">:$placement);
  let assemblyFormat = [{
    `<` custom<TileShape>($shape, $elementType) (`,` $placement^)? `>`
  }];
  let genVerifyDecl = 1;
}

def Lowp_TileSlotType : Lowp_Type<"TileSlot", "tile.slot"> {
  let summary = "One slot of a ring: the tiles of one stage";
  let description = [{
    Example:

    ```mlir
    func.func private @f(
        !lowp.tile.slot<<64x128xi8, shared>, <64x128xi8, shared>>)
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"::lowp::TileDataType", "tiles of a slot">:$tiles);
  let assemblyFormat = "`<` $tiles `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Bytes of a slot, and where in it a tile begins. Tiles begin at multiples
    /// of 1024 bytes, so that every swizzle repeats in them.
    int64_t getByteSize() const { return getTileOffset(getTiles().size()); }
    int64_t getTileOffset(unsigned tile) const;
  }];
}

def Lowp_TileRingType : Lowp_Type<"TileRing", "tile.ring"> {
  let summary = "Slots that a producer fills while consumers read others";
  let description = [{
    Uses are numbered from 0; use i has slot i mod `stages`. For each use a
    producer acquires, fills and publishes, and a consumer waits, reads and
    releases. What keeps them apart belongs to the target: groups of
    asynchronous copies and a barrier, mbarriers, or counters of loads.

    Example:

    ```mlir
    func.func private @f(
        !lowp.tile.ring<3, <64x128xi8, shared>, <64x128xi8, shared>>)
    ```
  }];
  let parameters = (ins
    "int64_t":$stages,
    ArrayRefParameter<"::lowp::TileDataType", "tiles of a slot">:$tiles);
  let assemblyFormat = "`<` $stages `,` $tiles `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    TileSlotType getSlotType() const;
    int64_t getByteSize() const {
      return getStages() * getSlotType().getByteSize();
    }
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_LOWPTILETYPES_TD
