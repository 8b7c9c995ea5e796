// RUN: lowp-opt %s | FileCheck %s

#a = #lowp.tile.fragment<a of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
#b = #lowp.tile.fragment<b of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
#sa = #lowp.tile.fragment<scale_a of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
#sb = #lowp.tile.fragment<scale_b of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
#acc = #lowp.tile.fragment<accumulator of "MMA_F32_16x8x32_E4M3_E4M3_UE8M0", warps = [2, 2]>
#swizzle = #lowp.tile.swizzle<128>
!shared = !lowp.tile.data<64x128xi8, shared, #swizzle>
!ring = !lowp.tile.ring<3, <64x128xi8, shared, #swizzle>, <64x128xi8, shared, #swizzle>>
!slot = !lowp.tile.slot<<64x128xi8, shared, #swizzle>, <64x128xi8, shared, #swizzle>>
!a = !lowp.tile.data<64x32xi8, registers, #a>
!b = !lowp.tile.data<64x32xi8, registers, #b>
!sa = !lowp.tile.data<64x4xi8, registers, #sa>
!sb = !lowp.tile.data<64x4xi8, registers, #sb>
!acc = !lowp.tile.accumulator<64x64xf32, #acc>
!wide = !lowp.tile.data<64x64xf32, registers, #acc>
!half = !lowp.tile.data<64x64xbf16, registers, #acc>

// A kernel of one role: a ring feeds fragments, the accumulator is read once.
// CHECK-LABEL: func @matmul
func.func @matmul(%p: !llvm.ptr<1>, %s: !llvm.ptr<1>, %q: !llvm.ptr<1>,
                  %n: index, %i: index, %r: index, %c: index) {
  // CHECK: lowp.tile.role "all" warps 4 {
  lowp.tile.role "all" warps 4 {
    // CHECK: %[[CODES:.*]] = lowp.tile.view %{{.*}} extents[%{{.*}}, %{{.*}}] pitch %{{.*}} : <1> to <?x?xi8, align = 16>
    %codes = lowp.tile.view %p extents [%n, %n] pitch %n
      : !llvm.ptr<1> to !lowp.tile.view<?x?xi8, align = 16>
    %scales = lowp.tile.view %s extents [%n, %n] pitch %n
      : !llvm.ptr<1> to !lowp.tile.view<?x?xi8>
    %y = lowp.tile.view %q extents [%n, %n] pitch %n
      : !llvm.ptr<1> to !lowp.tile.view<?x?xbf16>
    // CHECK: lowp.tile.view %{{.*}} extents[%{{.*}}] : <1> to <?xf32>
    %bias = lowp.tile.view %q extents [%n] : !llvm.ptr<1> to !lowp.tile.view<?xf32>
    // CHECK: %[[RING:.*]] = lowp.tile.ring : !ring
    %ring = lowp.tile.ring : !ring
    // CHECK: %[[EMPTY:.*]] = lowp.tile.acquire %[[RING]][%{{.*}}] : !ring
    %empty = lowp.tile.acquire %ring[%i] : !ring
    // CHECK: lowp.tile.fill %[[EMPTY]][1] from %[[CODES]][%{{.*}}, %{{.*}}] : !slot
    lowp.tile.fill %empty[1] from %codes[%r, %c] : !slot, !lowp.tile.view<?x?xi8, align = 16>
    // CHECK: lowp.tile.fill %[[EMPTY]][0] from %[[CODES]][%{{.*}}, %{{.*}}] full : !slot
    lowp.tile.fill %empty[0] from %codes[%r, %c] full : !slot, !lowp.tile.view<?x?xi8, align = 16>
    // CHECK: lowp.tile.publish %[[EMPTY]] : !slot
    lowp.tile.publish %empty : !slot
    // CHECK: %[[FULL:.*]] = lowp.tile.wait %[[RING]][%{{.*}}] pending 1 : !ring
    %full = lowp.tile.wait %ring[%i] pending 1 : !ring
    // CHECK: lowp.tile.part %[[FULL]][0] : !slot to <64x128xi8, shared, #swizzle>
    %ta = lowp.tile.part %full[0] : !slot to !shared
    %tb = lowp.tile.part %full[1] : !slot to !shared
    // CHECK: lowp.tile.fragment %{{.*}} at %{{.*}} : <64x128xi8, shared, #swizzle> to
    %a = lowp.tile.fragment %ta at %c : !shared to !a
    %b = lowp.tile.fragment %tb at %c : !shared to !b
    // CHECK: lowp.tile.load %{{.*}}[%{{.*}}, %{{.*}}] outside 127 : i8
    %sa = lowp.tile.load %scales[%r, %c] outside 127 : i8 : !lowp.tile.view<?x?xi8> to !sa
    // CHECK: lowp.tile.is_aligned %{{.*}} to 4 : <?x?xi8>
    %is = lowp.tile.is_aligned %scales to 4 : !lowp.tile.view<?x?xi8>
    // CHECK: %[[WORDS:.*]] = lowp.tile.assume_aligned %{{.*}} : <?x?xi8> to <?x?xi8, align = 4>
    %words = lowp.tile.assume_aligned %scales
      : !lowp.tile.view<?x?xi8> to !lowp.tile.view<?x?xi8, align = 4>
    // CHECK: lowp.tile.load %[[WORDS]][%{{.*}}, %{{.*}}] : <?x?xi8, align = 4>
    %sb = lowp.tile.load %words[%r, %c] : !lowp.tile.view<?x?xi8, align = 4> to !sb
    // CHECK: %[[ZERO:.*]] = lowp.tile.zero : <64x64xf32, #fragment_accumulator>
    %zero = lowp.tile.zero : !acc
    // CHECK: %[[SUM:.*]] = lowp.tile.mma %[[ZERO]], %{{.*}}, %{{.*}} scales %{{.*}}, %{{.*}} group 1
    %sum = lowp.tile.mma %zero, %a, %b scales %sa, %sb group 1 : !acc, !a, !b, !sa, !sb
    // CHECK: lowp.tile.release %[[FULL]] : !slot
    lowp.tile.release %full : !slot
    // CHECK: %[[WIDE:.*]] = lowp.tile.read %[[SUM]]
    %wide = lowp.tile.read %sum : !acc to !wide
    // CHECK: %[[HALF:.*]] = lowp.tile.map %[[WIDE]] at[%{{.*}}, %{{.*}}]
    %half = lowp.tile.map %wide at [%r, %c] : (!wide) -> !half {
    ^bb0(%x: f32, %row: index, %column: index):
      // CHECK: lowp.tile.element %{{.*}}[%{{.*}}] outside 0.000000e+00 : f32 : <?xf32>
      %e = lowp.tile.element %bias[%column] outside 0.0 : f32 : !lowp.tile.view<?xf32>
      %z = arith.addf %x, %e : f32
      %t = arith.truncf %z : f32 to bf16
      // CHECK: lowp.tile.yield %{{.*}} : bf16
      lowp.tile.yield %t : bf16
    }
    // CHECK: lowp.tile.store %[[HALF]] to %{{.*}}[%{{.*}}, %{{.*}}]
    lowp.tile.store %half to %y[%r, %c] : !half, !lowp.tile.view<?x?xbf16>
    // CHECK: lowp.tile.store %[[HALF]] to %{{.*}}[%{{.*}}, %{{.*}}] through %[[RING]] : {{.*}}, !ring
    lowp.tile.store %half to %y[%r, %c] through %ring
      : !half, !lowp.tile.view<?x?xbf16>, !ring
    lowp.tile.yield
  }
  return
}

// An instruction without scales, with operands where they lie in memory.
// CHECK-LABEL: func @operands_in_memory
func.func @operands_in_memory(%acc: !lowp.tile.accumulator<64x64xf32>,
                              %a: !lowp.tile.data<64x32xi8, tensor_memory>,
                              %b: !lowp.tile.data<64x32xi8, shared>) {
  // CHECK: lowp.tile.mma %{{.*}}, %{{.*}}, %{{.*}} : <64x64xf32>, <64x32xi8, tensor_memory>, <64x32xi8, shared>
  %sum = lowp.tile.mma %acc, %a, %b
    : !lowp.tile.accumulator<64x64xf32>,
      !lowp.tile.data<64x32xi8, tensor_memory>,
      !lowp.tile.data<64x32xi8, shared>
  return
}

#codes = #lowp.tile.blocked<threads = [4, 32], width = 8>
#scales = #lowp.tile.blocked<threads = [4, 32], width = 1, copies = 4>

// Codes with the bytes of the pitch, and one scale for four lanes.
// CHECK-LABEL: func @quantize
func.func @quantize(%x: !lowp.tile.data<4x256xf32, registers, #codes>,
                    %v: !lowp.tile.view<?x?xi8>, %r: index, %c: index) {
  // CHECK: %[[CODES:.*]], %[[SCALES:.*]] = lowp.tile.quantize %{{.*}} scales <f8E8M0FNU per 1x32> with #quantizer
  %codes, %scales = lowp.tile.quantize %x scales <f8E8M0FNU per 1x32>
    with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne,
      overflow = saturate, infinity = max, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate,
      subnormals = preserve>
    : !lowp.tile.data<4x256xf32, registers, #codes>
    to !lowp.tile.data<4x256xi8, registers, #codes>,
       !lowp.tile.data<4x8xi8, registers, #scales>
  // CHECK: lowp.tile.store %[[CODES]] to %{{.*}}[%{{.*}}, %{{.*}}] padding 0
  lowp.tile.store %codes to %v[%r, %c] padding 0
    : !lowp.tile.data<4x256xi8, registers, #codes>, !lowp.tile.view<?x?xi8>
  return
}

// How a kernel is called, as lowering leaves it.
// CHECK: #lowp.abi<arguments = [<operand "x_codes" : i8, value = 0, component = "codes">, <extent "M" : i64>], grid = [<"M" by 64>, <"K" by 256>], block = 128, shared = 49152>
func.func private @abi() attributes {lowp.abi = #lowp.abi<
  arguments = [<operand "x_codes" : i8, value = 0, component = "codes">,
               <extent "M" : i64>],
  grid = [<"M" by 64>, <"K" by 256>], block = 128, shared = 49152>}
