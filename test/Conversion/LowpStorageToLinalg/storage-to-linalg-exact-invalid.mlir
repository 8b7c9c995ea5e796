// RUN: lowp-opt %s --convert-lowp-storage-to-linalg=accumulate=exact --verify-diagnostics

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

func.func @order(%xc: memref<8x64xi8>, %xs: memref<8x2xi8>, %wc: memref<64x16xi8>,
              %ws: memref<2x16xi8>, %y: memref<8x16xf32>) {
  // expected-error@+1 {{demands `order = sequential`, which the model exact does not have; f32-sequential has it}}
  lowp.storage.matmul lhs(%xc, %xs : memref<8x64xi8>, memref<8x2xi8> as !x)
      rhs(%wc, %ws : memref<64x16xi8>, memref<2x16xi8> as !w)
      outs(%y : memref<8x16xf32>) accumulate <accumulator = f32, order = sequential>
  return
}
