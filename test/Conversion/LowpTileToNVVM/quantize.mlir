// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-lowp-tile-to-nvvm,canonicalize,cse))' | FileCheck %s

#codes = #lowp.tile.blocked<threads = [4, 32], width = 8>
#scales = #lowp.tile.blocked<threads = [4, 32], width = 1, copies = 4>

// Integers on the bits of f32, from the recipe to the reciprocal; the maximum
// goes through four lanes. The first element becomes the lower byte, so it is
// the second operand of the conversion.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @quantize
  //   CHECK-DAG: %[[CARRY:.*]] = arith.constant 2097151 : i32
  //   CHECK-DAG: %[[INFINITY:.*]] = arith.constant 2139095040 : i32
  //   CHECK-DAG: %[[ONE:.*]] = arith.constant 127 : i32
  //   CHECK-DAG: %[[TWICE:.*]] = arith.constant 254 : i32
  //   CHECK-DAG: %[[NAN:.*]] = arith.constant 255 : i32
  //   CHECK-DAG: %[[NANS:.*]] = arith.constant 32639 : i16
  //   CHECK-DAG: %[[BITS:.*]] = arith.constant 23 : i32
  // CHECK-COUNT-7: arith.maxui
  //       CHECK: %[[FROM1:.*]] = nvvm.shfl.sync bfly
  //       CHECK: arith.maxui %{{.*}}, %[[FROM1]]
  //       CHECK: %[[FROM2:.*]] = nvvm.shfl.sync bfly
  //       CHECK: %[[AMAX:.*]] = arith.maxui %{{.*}}, %[[FROM2]]
  //   CHECK-NOT: nvvm.shfl
  //       CHECK: %[[NONFINITE:.*]] = arith.cmpi uge, %[[AMAX]], %[[INFINITY]]
  //       CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[AMAX]], %{{.*}}
  //       CHECK: %[[SUM:.*]] = arith.addi %[[AMAX]], %[[CARRY]]
  //       CHECK: %[[FIELD:.*]] = arith.shrui %[[SUM]], %[[BITS]]
  //       CHECK: %[[E:.*]] = arith.subi %[[FIELD]], %{{.*}}
  //       CHECK: %[[CLAMPED:.*]] = arith.maxsi %[[E]], %{{.*}}
  //       CHECK: %[[BYTE:.*]] = arith.select %[[ZERO]], %[[ONE]], %[[CLAMPED]]
  //       CHECK: %[[INVERSE:.*]] = arith.subi %[[TWICE]], %[[BYTE]]
  //       CHECK: %[[RBITS:.*]] = arith.shli %[[INVERSE]], %[[BITS]]
  //       CHECK: %[[R:.*]] = arith.bitcast %[[RBITS]] : i32 to f32
  //       CHECK: arith.select %[[NONFINITE]], %[[NAN]], %[[BYTE]]
  //       CHECK: %[[X0:.*]] = arith.mulf %{{.*}}, %[[R]]
  //       CHECK: %[[X1:.*]] = arith.mulf %{{.*}}, %[[R]]
  //       CHECK: %[[PAIR:.*]] = nvvm.convert.f32x2.to.f8x2 %[[X1]], %[[X0]] {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16(f8E4M3FN)
  //       CHECK: arith.select %[[NONFINITE]], %[[NANS]], %[[PAIR]]
  // CHECK-COUNT-3: nvvm.convert.f32x2.to.f8x2
  gpu.func @quantize(%p: !llvm.ptr<1>, %c: !llvm.ptr<1>, %s: !llvm.ptr<1>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %v = lowp.tile.view %p extents [%n, %n] pitch %n : !llvm.ptr<1> to !lowp.tile.view<?x?xf32>
    %vc = lowp.tile.view %c extents [%n, %n] pitch %n : !llvm.ptr<1> to !lowp.tile.view<?x?xi8, align = 16>
    %vs = lowp.tile.view %s extents [%n, %n] pitch %n : !llvm.ptr<1> to !lowp.tile.view<?x?xi8>
    %x = lowp.tile.load %v[%c0, %c0] outside 0.0 : f32 : !lowp.tile.view<?x?xf32>
      to !lowp.tile.data<4x256xf32, registers, #codes>
    %codes, %scales = lowp.tile.quantize %x scales <f8E8M0FNU per 1x32>
      with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne,
        overflow = saturate, infinity = max, nan = nan, zero_sign = keep>,
        zero_group = one, nonfinite_group = propagate,
        subnormals = preserve>
      : !lowp.tile.data<4x256xf32, registers, #codes>
      to !lowp.tile.data<4x256xi8, registers, #codes>,
         !lowp.tile.data<4x8xi8, registers, #scales>
    // The codes of a lane are one store; after the end of the row they are 0.
    // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<8xi8>, !llvm.ptr<1>
    lowp.tile.store %codes to %vc[%c0, %c0] padding 0
      : !lowp.tile.data<4x256xi8, registers, #codes>, !lowp.tile.view<?x?xi8, align = 16>
    lowp.tile.store %scales to %vs[%c0, %c0]
      : !lowp.tile.data<4x8xi8, registers, #scales>, !lowp.tile.view<?x?xi8>
    gpu.return
  }
}
