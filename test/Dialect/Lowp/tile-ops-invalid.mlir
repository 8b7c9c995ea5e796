// RUN: lowp-opt %s --verify-diagnostics --split-input-file

// expected-error@+1 {{a view has one or two extents, got 3}}
func.func private @view_rank(!lowp.tile.view<?x?x?xi8>)

// -----

// expected-error@+1 {{elements of a tile are integers or floats of whole bytes, got 'i4'}}
func.func private @narrow(!lowp.tile.data<64x64xi4, shared>)

// -----

// expected-error@+1 {{a tile has two static extents above 0}}
func.func private @dynamic_tile(!lowp.tile.data<64x?xi8, shared>)

// -----

// expected-error@+1 {{a tile in registers is placed by a fragment (`#lowp.tile.fragment`) or in blocks (`#lowp.tile.blocked`)}}
func.func private @unplaced(!lowp.tile.data<64x64xi8, registers>)

// -----

// expected-error@+1 {{a tile in shared memory is row-major, or has a swizzle (`#lowp.tile.swizzle`)}}
func.func private @blocks_in_shared(!lowp.tile.data<4x256xi8, shared, #lowp.tile.blocked<threads = [4, 32], width = 8>>)

// -----

// expected-error@+1 {{hold a tile of 4x256, not of 4x128}}
func.func private @shape_of_blocks(!lowp.tile.data<4x128xi8, registers, #lowp.tile.blocked<threads = [4, 32], width = 8>>)

// -----

// expected-error@+1 {{`copies` (3) divides the threads of a row (32)}}
#three = #lowp.tile.blocked<threads = [4, 32], width = 1, copies = 3>

// -----

// expected-error@+1 {{a swizzle has 32, 64 or 128 bytes, got 48}}
#odd = #lowp.tile.swizzle<48>

// -----

// expected-error@+1 {{a slot has one or more tiles in shared memory}}
func.func private @slot(!lowp.tile.ring<2, <64x64xi8, tensor_memory>>)

// -----

// expected-error@+1 {{an accumulator is placed as the fragment `accumulator` of an instruction}}
func.func private @accumulator(!lowp.tile.accumulator<64x64xf32, #lowp.tile.fragment<a of "X", warps = [2, 2]>>)

// -----

func.func @pitch_missing(%p: !llvm.ptr<1>, %n: index) {
  // expected-error@+1 {{has a pitch at rank 2 and only there}}
  %v = lowp.tile.view %p extents [%n, %n] : !llvm.ptr<1> to !lowp.tile.view<?x?xi8>
  return
}

// -----

func.func @element_rank(%v: !lowp.tile.view<?x?xf32>, %i: index) {
  // expected-error@+1 {{has 1 indices for a view of rank 2}}
  %x = lowp.tile.element %v[%i] outside 0.0 : f32 : !lowp.tile.view<?x?xf32>
  return
}

// -----

func.func @odd_alignment(%v: !lowp.tile.view<?x?xi8>) {
  // expected-error@+1 {{asks for a power of two of bytes, got 12}}
  %is = lowp.tile.is_aligned %v to 12 : !lowp.tile.view<?x?xi8>
  return
}

// -----

func.func @more_than_alignment(%v: !lowp.tile.view<?x?xi8>) {
  // expected-error@+1 {{changes nothing but the alignment}}
  %w = lowp.tile.assume_aligned %v : !lowp.tile.view<?x?xi8> to !lowp.tile.view<?xi8, align = 4>
  return
}

// -----

#acc = #lowp.tile.fragment<accumulator of "X", warps = [2, 2]>
func.func @stage_too_much(%t: !lowp.tile.data<64x64xf32, registers, #acc>,
                          %v: !lowp.tile.view<?x?xf32>, %i: index,
                          %ring: !lowp.tile.ring<2, <64x64xi8, shared>>) {
  // expected-error@+1 {{stages 16384 bytes through a ring of 8192}}
  lowp.tile.store %t to %v[%i, %i] through %ring
    : !lowp.tile.data<64x64xf32, registers, #acc>, !lowp.tile.view<?x?xf32>,
      !lowp.tile.ring<2, <64x64xi8, shared>>
  return
}

// -----

func.func @no_such_tile(%s: !lowp.tile.slot<<64x64xi8, shared>>) {
  // expected-error@+1 {{names tile 1 of a slot with 1}}
  %t = lowp.tile.part %s[1] : !lowp.tile.slot<<64x64xi8, shared>> to !lowp.tile.data<64x64xi8, shared>
  return
}

// -----

func.func @unaligned_copy(%s: !lowp.tile.slot<<64x64xi8, shared>>,
                          %v: !lowp.tile.view<?x?xi8>, %i: index) {
  // expected-error@+1 {{copies 16 bytes at a time, the view promises an alignment of 1}}
  lowp.tile.fill %s[0] from %v[%i, %i] : !lowp.tile.slot<<64x64xi8, shared>>, !lowp.tile.view<?x?xi8>
  return
}

// -----

#a = #lowp.tile.fragment<a of "X", warps = [2, 2]>
func.func @beyond_the_tile(%t: !lowp.tile.data<64x64xi8, shared>) {
  %column = arith.constant 48 : index
  // expected-error@+1 {{reads columns 48 to 79 of a tile with 64}}
  %a = lowp.tile.fragment %t at %column : !lowp.tile.data<64x64xi8, shared> to !lowp.tile.data<64x32xi8, registers, #a>
  return
}

// -----

#a = #lowp.tile.fragment<a of "X", warps = [2, 2]>
#acc = #lowp.tile.fragment<accumulator of "X", warps = [2, 2]>
func.func @operand_of_the_other_side(%acc: !lowp.tile.accumulator<64x64xf32, #acc>,
                                     %a: !lowp.tile.data<64x32xi8, registers, #a>) {
  // expected-error@+1 {{its operand `b` cannot be}}
  %0 = lowp.tile.mma %acc, %a, %a : !lowp.tile.accumulator<64x64xf32, #acc>,
    !lowp.tile.data<64x32xi8, registers, #a>, !lowp.tile.data<64x32xi8, registers, #a>
  return
}

// -----

#acc = #lowp.tile.fragment<accumulator of "X", warps = [2, 2]>
func.func @map_yields_another_type(%t: !lowp.tile.data<64x64xf32, registers, #acc>, %i: index) {
  // expected-error@+1 {{has a region that yields one 'bf16'}}
  %0 = lowp.tile.map %t at [%i, %i] : (!lowp.tile.data<64x64xf32, registers, #acc>)
      -> !lowp.tile.data<64x64xbf16, registers, #acc> {
  ^bb0(%x: f32, %row: index, %column: index):
    lowp.tile.yield %x : f32
  }
  return
}

// -----

#codes = #lowp.tile.blocked<threads = [4, 32], width = 8>
#scales = #lowp.tile.blocked<threads = [4, 32], width = 1, copies = 2>
func.func @groups_do_not_fit(%x: !lowp.tile.data<4x256xf32, registers, #codes>) {
  // expected-error@+1 {{has a tile of 4x16 scales per 1x32}}
  %c, %s = lowp.tile.quantize %x scales <f8E8M0FNU per 1x32>
    with <conversion = <f8E4M3FN>>
    : !lowp.tile.data<4x256xf32, registers, #codes>
    to !lowp.tile.data<4x256xi8, registers, #codes>, !lowp.tile.data<4x16xi8, registers, #scales>
  return
}

// -----

func.func @extents_of_view(%p: !llvm.ptr<1>, %n: index) {
  // expected-error@+1 {{has 1 extents for a view of rank 2}}
  %v = lowp.tile.view %p extents [%n] pitch %n : !llvm.ptr<1> to !lowp.tile.view<?x?xi8>
  return
}

// -----

// expected-error@+1 {{elements of a view are integers or floats of whole bytes, got 'i4'}}
func.func private @narrow_view(!lowp.tile.view<?x?xi4>)

// -----

// expected-error@+1 {{a ring has at least one stage}}
func.func private @no_stage(!lowp.tile.ring<0, <64x64xi8, shared>>)

// -----

func.func @outside_of_another_type(%v: !lowp.tile.view<?xf32>, %i: index) {
  // expected-error@+1 {{gives 'i8' outside for elements of 'f32'}}
  %x = "lowp.tile.element"(%v, %i) <{outside = 0 : i8}> : (!lowp.tile.view<?xf32>, index) -> f32
  return
}

// -----

#acc = #lowp.tile.fragment<accumulator of "X", warps = [2, 2]>
func.func @stored_type(%t: !lowp.tile.data<64x64xf32, registers, #acc>,
                       %v: !lowp.tile.view<?x?xbf16>, %i: index) {
  // expected-error@+1 {{moves elements of one type, the view has 'bf16', the tile 'f32'}}
  lowp.tile.store %t to %v[%i, %i]
    : !lowp.tile.data<64x64xf32, registers, #acc>, !lowp.tile.view<?x?xbf16>
  return
}

// -----

func.func @part_of_another_type(%s: !lowp.tile.slot<<64x64xi8, shared>>) {
  // expected-error@+1 {{, the slot has}}
  %t = lowp.tile.part %s[0] : !lowp.tile.slot<<64x64xi8, shared>> to !lowp.tile.data<64x32xi8, shared>
  return
}

// -----

#a = #lowp.tile.fragment<a of "X", warps = [2, 2]>
func.func @between_steps(%t: !lowp.tile.data<64x64xi8, shared>) {
  %column = arith.constant 16 : index
  // expected-error@+1 {{begins at column 16, which is no multiple of 32}}
  %a = lowp.tile.fragment %t at %column : !lowp.tile.data<64x64xi8, shared> to !lowp.tile.data<64x32xi8, registers, #a>
  return
}

// -----

#a = #lowp.tile.fragment<a of "X", warps = [2, 2]>
func.func @some_rows(%t: !lowp.tile.data<64x64xi8, shared>) {
  %column = arith.constant 0 : index
  // expected-error@+1 {{reads all rows of the tile, from}}
  %a = lowp.tile.fragment %t at %column : !lowp.tile.data<64x64xi8, shared> to !lowp.tile.data<32x32xi8, registers, #a>
  return
}

// -----

#acc = #lowp.tile.fragment<accumulator of "X", warps = [2, 2]>
func.func @no_operand(%t: !lowp.tile.data<64x64xi8, shared>) {
  %column = arith.constant 0 : index
  // expected-error@+1 {{gives a fragment `a` or `b`, got}}
  %a = lowp.tile.fragment %t at %column : !lowp.tile.data<64x64xi8, shared> to !lowp.tile.data<64x32xi8, registers, #acc>
  return
}

// -----

func.func @k_of_operands(%acc: !lowp.tile.accumulator<64x64xf32>,
                         %a: !lowp.tile.data<64x32xi8, shared>,
                         %b: !lowp.tile.data<64x64xi8, shared>) {
  // expected-error@+1 {{multiplies m x k by n x k into m x n}}
  %0 = lowp.tile.mma %acc, %a, %b : !lowp.tile.accumulator<64x64xf32>,
    !lowp.tile.data<64x32xi8, shared>, !lowp.tile.data<64x64xi8, shared>
  return
}

// -----

#acc = #lowp.tile.fragment<accumulator of "X", warps = [2, 2]>
func.func @read_of_another_type(%acc: !lowp.tile.accumulator<64x64xf32, #acc>) {
  // expected-error@+1 {{gives the accumulator's elements where they are}}
  %0 = lowp.tile.read %acc : !lowp.tile.accumulator<64x64xf32, #acc>
    to !lowp.tile.data<64x64xbf16, registers, #acc>
  return
}
