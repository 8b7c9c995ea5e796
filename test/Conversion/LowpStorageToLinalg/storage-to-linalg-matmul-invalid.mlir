// RUN: lowp-opt %s --convert-lowp-storage-to-linalg --split-input-file --verify-diagnostics

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

func.func @accumulator(%xc: memref<8x64xi8>, %xs: memref<8x2xi8>, %wc: memref<64x16xi8>,
              %ws: memref<2x16xi8>, %y: memref<8x16xf32>) {
  // expected-error@+1 {{has no lowering for an accumulator of 'f16'; f32 has one}}
  lowp.storage.matmul lhs(%xc, %xs : memref<8x64xi8>, memref<8x2xi8> as !x)
      rhs(%wc, %ws : memref<64x16xi8>, memref<2x16xi8> as !w)
      outs(%y : memref<8x16xf32>) accumulate <accumulator = f16>
  return
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

func.func @result(%xc: memref<8x64xi8>, %xs: memref<8x2xi8>, %wc: memref<64x16xi8>,
              %ws: memref<2x16xi8>, %y: memref<8x16xbf16>) {
  // expected-error@+1 {{sums in f32 but adds to an array of 'bf16'}}
  lowp.storage.matmul lhs(%xc, %xs : memref<8x64xi8>, memref<8x2xi8> as !x)
      rhs(%wc, %ws : memref<64x16xi8>, memref<2x16xi8> as !w)
      outs(%y : memref<8x16xbf16>) accumulate <accumulator = f32>
  return
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

func.func @product(%xc: memref<8x64xi8>, %xs: memref<8x2xi8>, %wc: memref<64x16xi8>,
              %ws: memref<2x16xi8>, %y: memref<8x16xf32>) {
  // expected-error@+1 {{has no lowering for `product = rounded`; exact has one}}
  lowp.storage.matmul lhs(%xc, %xs : memref<8x64xi8>, memref<8x2xi8> as !x)
      rhs(%wc, %ws : memref<64x16xi8>, memref<2x16xi8> as !w)
      outs(%y : memref<8x16xf32>) accumulate <product = rounded, accumulator = f32>
  return
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

func.func @promoted(%xc: memref<8x64xi8>, %xs: memref<8x2xi8>, %wc: memref<64x16xi8>,
              %ws: memref<2x16xi8>, %y: memref<8x16xf32>) {
  // expected-error@+1 {{has no lowering for `order = promoted`; any and sequential have one}}
  lowp.storage.matmul lhs(%xc, %xs : memref<8x64xi8>, memref<8x2xi8> as !x)
      rhs(%wc, %ws : memref<64x16xi8>, memref<2x16xi8> as !w)
      outs(%y : memref<8x16xf32>) accumulate <accumulator = f32, order = promoted, promotion = 32>
  return
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32, direction = encode>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

func.func @encode(%xc: memref<8x64xi8>, %xs: memref<8x2xi8>, %wc: memref<64x16xi8>,
              %ws: memref<2x16xi8>, %y: memref<8x16xf32>) {
  // expected-error@+1 {{has no lowering for scales that encode; invert the scales of}}
  lowp.storage.matmul lhs(%xc, %xs : memref<8x64xi8>, memref<8x2xi8> as !x)
      rhs(%wc, %ws : memref<64x16xi8>, memref<2x16xi8> as !w)
      outs(%y : memref<8x16xf32>) accumulate <accumulator = f32>
  return
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

func.func @epilogue(%xc: memref<8x64xi8>, %xs: memref<8x2xi8>, %wc: memref<64x16xi8>,
              %ws: memref<2x16xi8>, %y: memref<8x16xf32>) {
  // expected-error@+1 {{in the epilogue: they vary along the dimension that is summed over, by groups of 1x32}}
  lowp.storage.matmul lhs(%xc, %xs : memref<8x64xi8>, memref<8x2xi8> as !x)
      rhs(%wc, %ws : memref<64x16xi8>, memref<2x16xi8> as !w)
      outs(%y : memref<8x16xf32>) accumulate <accumulator = f32> scales epilogue
  return
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f32 per 1x*>>
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

func.func @f32_scales(%xc: memref<8x64xi8>, %xs: memref<8x1xf32>, %wc: memref<64x16xi8>,
              %ws: memref<2x16xi8>, %y: memref<8x16xf32>) {
  // expected-error@+1 {{has products of up to 33 bits with their scales, and the model f32-sequential is defined for up to 24; apply the scales in the epilogue, or choose the model exact}}
  lowp.storage.matmul lhs(%xc, %xs : memref<8x64xi8>, memref<8x1xf32> as !x)
      rhs(%wc, %ws : memref<64x16xi8>, memref<2x16xi8> as !w)
      outs(%y : memref<8x16xf32>) accumulate <accumulator = f32>
  return
}
