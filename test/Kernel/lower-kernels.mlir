// RUN: lowp-opt %s --lowp-schedule-kernels --lowp-lower-kernels --canonicalize | FileCheck %s

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
#mxfp8 = #lowp.quantizer<
  recipe = rceil,
  conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max,
                nan = nan, zero_sign = keep>,
  zero_group = one, nonfinite_group = propagate, subnormals = preserve>

module attributes {lowp.target = #lowp.target<"sm_120a">} {
  // The declarations stay for what launches them.
  // CHECK-DAG: lowp.kernel private @matmul(!{{.*}}, !{{.*}}) -> tensor<?x?xf32>
  // CHECK-DAG: lowp.kernel private @quantize(tensor<?x?xf32>) -> !{{.*}}
  // CHECK: gpu.module @kernels

  // A ring is filled two blocks ahead; each block is four steps of the
  // instruction, with one fetch of scales. Where scales are words, a steady loop
  // takes three full blocks a trip, reads fragments a step ahead and scales a
  // block ahead; a plain loop takes what is left, step by step.
  // CHECK-LABEL: gpu.func @matmul(
  //  CHECK-SAME:   %[[XC:[a-z0-9]+]]: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly},
  //  CHECK-SAME:   %[[XS:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias, llvm.readonly},
  //  CHECK-SAME:   %[[WC:[a-z0-9]+]]: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly},
  //  CHECK-SAME:   %[[WS:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias, llvm.readonly},
  //  CHECK-SAME:   %[[Y:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias},
  //  CHECK-SAME:   %[[M:[a-z0-9]+]]: i64, %[[N:[a-z0-9]+]]: i64, %[[K:[a-z0-9]+]]: i64) kernel
  //  CHECK-SAME:   known_block_size = array<i32: 128, 1, 1>
  //  CHECK-SAME:   lowp.abi = #lowp.abi<arguments = [
  //  CHECK-SAME:     <operand "operand0_codes" : i8, value = 0, component = "codes">,
  //  CHECK-SAME:     <operand "operand0_scales0" : i8, value = 0, component = "scales0">,
  //  CHECK-SAME:     <operand "operand1_codes" : i8, value = 1, component = "codes">,
  //  CHECK-SAME:     <operand "operand1_scales0" : i8, value = 1, component = "scales0">,
  //  CHECK-SAME:     <result "result0_values" : f32, value = 0, component = "values">,
  //  CHECK-SAME:     <extent "M" : i64, value = 0, component = "d0">, <extent "N" : i64, value = 1, component = "d1">, <extent "K" : i64, value = 0, component = "d1">],
  //  CHECK-SAME:     grid = [<"M" by 128>, <"N" by 128>], block = 128, shared = 98304, per_multiprocessor = 1>
  //       CHECK:   lowp.tile.role "all" warps 4
  //       CHECK:     %[[RING:.*]] = lowp.tile.ring : !ring
  //       CHECK:     %[[VXC:.*]] = lowp.tile.view %[[XC]] {{.*}} to <?x?xi8, align = 16>
  //       CHECK:     %[[VXS:.*]] = lowp.tile.view %[[XS]] {{.*}} to <?x?xi8>
  //       CHECK:     %[[VWC:.*]] = lowp.tile.view %[[WC]]
  //       CHECK:     %[[VWS:.*]] = lowp.tile.view %[[WS]]
  //       CHECK:     scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} : i32 {
  //   CHECK-DAG:     lowp.tile.is_aligned %[[VXS]] to 4
  //   CHECK-DAG:     lowp.tile.is_aligned %[[VWS]] to 4
  //       CHECK:     %[[PART:.*]] = scf.if
  //       CHECK:       lowp.tile.fill {{.*}} from %[[VXC]]{{.*}} full
  //       CHECK:       lowp.tile.fill {{.*}} from %[[VWC]]{{.*}} full
  //       CHECK:       lowp.tile.publish
  //       CHECK:       lowp.tile.publish
  //       CHECK:       lowp.tile.wait %[[RING]][%{{.*}}] pending 1
  //       CHECK:       scf.for
  //       CHECK:         lowp.tile.fill {{.*}} full
  //       CHECK:         lowp.tile.publish
  //       CHECK:         %[[WORDS:.*]] = lowp.tile.assume_aligned %[[VXS]] : <?x?xi8> to <?x?xi8, align = 4>
  //       CHECK:         lowp.tile.load %[[WORDS]][%{{.*}}, %{{.*}}] : <?x?xi8, align = 4>
  //       CHECK:         lowp.tile.fragment {{.*}} at %c32
  //       CHECK:         lowp.tile.mma {{.*}} group 0
  //       CHECK:         lowp.tile.fragment {{.*}} at %c96
  //       CHECK:         lowp.tile.mma {{.*}} group 2
  //       CHECK:         lowp.tile.release
  //       CHECK:         %[[NEXT:.*]] = lowp.tile.wait %[[RING]]
  //       CHECK:         lowp.tile.acquire %[[RING]]
  //       CHECK:         %[[TILE:.*]] = lowp.tile.part %[[NEXT]][0]
  //       CHECK:         lowp.tile.fragment %[[TILE]] at %c0
  //       CHECK:         lowp.tile.mma {{.*}} group 3
  // CHECK-COUNT-8:       lowp.tile.mma
  //       CHECK:         scf.yield
  //       CHECK:     } else {
  //       CHECK:       lowp.tile.publish
  //       CHECK:       lowp.tile.publish
  //       CHECK:       lowp.tile.zero
  //       CHECK:     %[[SUM:.*]] = scf.for %[[I:.*]] = {{.*}} iter_args(%{{.*}} = %[[PART]])
  //       CHECK:       lowp.tile.load %[[VXS]]{{.*}} : <?x?xi8> to <128x1xi8,
  //       CHECK:       lowp.tile.load %[[VWS]]{{.*}} : <?x?xi8> to <128x1xi8,
  //       CHECK:       %[[FULL:.*]] = lowp.tile.wait %[[RING]][%[[I]]] pending 1
  //       CHECK:       %[[EMPTY:.*]] = lowp.tile.acquire %[[RING]]
  //       CHECK:       lowp.tile.fill %[[EMPTY]][0] from %[[VXC]]
  //       CHECK:       lowp.tile.fill %[[EMPTY]][1] from %[[VWC]]
  //       CHECK:       lowp.tile.publish %[[EMPTY]]
  //       CHECK:       scf.for
  //       CHECK:         lowp.tile.load %[[VXS]]
  //       CHECK:         lowp.tile.load %[[VWS]]
  //       CHECK:         lowp.tile.fragment
  //       CHECK:         lowp.tile.mma {{.*}} group 0
  //       CHECK:       lowp.tile.release %[[FULL]]
  //       CHECK:     %[[READ:.*]] = lowp.tile.read %[[SUM]]
  //       CHECK:     %[[OUT:.*]] = lowp.tile.map %[[READ]]
  //       CHECK:     %[[VY:.*]] = lowp.tile.view %[[Y]]
  //       CHECK:     lowp.tile.store %[[OUT]] to %[[VY]][%{{.*}}, %{{.*}}] through %[[RING]]
  lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }

  // Codes are written with the bytes of the pitch, four lanes share a scale.
  // CHECK-LABEL: gpu.func @quantize(
  //  CHECK-SAME:   grid = [<"M" by 4>, <"K" by 256>], block = 128, shared = 0>
  //       CHECK:   %[[X:.*]] = lowp.tile.load {{.*}} outside 0.000000e+00 : f32
  //       CHECK:   %[[C:.*]], %[[S:.*]] = lowp.tile.quantize %[[X]] scales <f8E8M0FNU per 1x32, layout = linear> with #quantizer
  //       CHECK:   lowp.tile.store %[[C]] to {{.*}} padding 0
  //       CHECK:   lowp.tile.store %[[S]] to
  lowp.kernel @quantize(%x: tensor<?x?xf32>) -> !x {
    %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !x
    lowp.return %q : !x
  }

  // An extent that a type has is no argument.
  // CHECK-LABEL: gpu.func @static_extents(
  //  CHECK-SAME:   %{{.*}}: i64) kernel
  //  CHECK-SAME:   <extent "M" : i64, value = 0, component = "d0">], grid = [<"M" by 128>, <"256" by 128>]
  lowp.kernel @static_extents(
      %x: !lowp.scaled<?x96xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>,
      %w: !lowp.scaled<256x96xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>)
      -> tensor<?x256xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32>
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      : !lowp.scaled<?x96xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>,
        !lowp.scaled<256x96xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
      to tensor<?x256xf32>
    lowp.return %y : tensor<?x256xf32>
  }
}
