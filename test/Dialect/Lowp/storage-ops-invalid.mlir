// RUN: lowp-opt %s --split-input-file --verify-diagnostics

!mx = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @extents_in_the_type(%c: tensor<8x64xi8>, %s: tensor<8x2xi8>, %x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  // expected-error@+1 {{leaves extents to its operands: write the source as '!lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>'}}
  %r = lowp.storage.dequantize ins(%c, %s : tensor<8x64xi8>, tensor<8x2xi8> as !mx)
      outs(%x : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @scales_missing(%c: tensor<8x64xi8>, %x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  // expected-error@+1 {{has 1 arrays for the source, '!lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>' is stored in 2}}
  %r = lowp.storage.dequantize ins(%c : tensor<8x64xi8> as !mx)
      outs(%x : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @one_group_too_many(%c: tensor<8x64xi8>, %s: tensor<8x3xi8>, %x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  // expected-error@+1 {{scales0 of the source are 'tensor<8x2xi8>' in storage, got 'tensor<8x3xi8>'}}
  %r = lowp.storage.dequantize ins(%c, %s : tensor<8x64xi8>, tensor<8x3xi8> as !mx)
      outs(%x : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @typed_codes(%c: tensor<8x64xf8E4M3FN>, %s: tensor<8x2xi8>, %x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  // expected-error@+1 {{codes of the source are 'tensor<8x64xi8>' in storage, got 'tensor<8x64xf8E4M3FN>'}}
  %r = lowp.storage.dequantize ins(%c, %s : tensor<8x64xf8E4M3FN>, tensor<8x2xi8> as !mx)
      outs(%x : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @tensor_and_memref(%c: tensor<8x64xi8>, %s: tensor<8x2xi8>, %x: memref<8x64xf32>) {
  // expected-error@+1 {{is on tensors or on memrefs, not on both}}
  lowp.storage.dequantize ins(%c, %s : tensor<8x64xi8>, tensor<8x2xi8> as !mx)
      outs(%x : memref<8x64xf32>)
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @result_missing(%c: tensor<8x64xi8>, %s: tensor<8x2xi8>, %x: tensor<8x64xf32>) {
  // expected-error@+1 {{has 0 results, expected 1}}
  lowp.storage.dequantize ins(%c, %s : tensor<8x64xi8>, tensor<8x2xi8> as !mx)
      outs(%x : tensor<8x64xf32>)
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @narrow_result(%c: memref<8x64xi8>, %s: memref<8x2xi8>, %x: memref<8x64xf8E5M2>) {
  // expected-error@+1 {{writes f64, f32, bf16 or f16, got 'memref<8x64xf8E5M2>'}}
  lowp.storage.dequantize ins(%c, %s : memref<8x64xi8>, memref<8x2xi8> as !mx)
      outs(%x : memref<8x64xf8E5M2>)
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @rank_of_result(%c: memref<8x64xi8>, %s: memref<8x2xi8>, %x: memref<512xf32>) {
  // expected-error@+1 {{'memref<512xf32>' does not have the rank of '!lowp.scaled<?x?xf8E4M3FN}}
  lowp.storage.dequantize ins(%c, %s : memref<8x64xi8>, memref<8x2xi8> as !mx)
      outs(%x : memref<512xf32>)
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @narrow_source(%x: memref<8x64xf8E5M2>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{reads f64, f32, bf16 or f16, got 'memref<8x64xf8E5M2>'}}
  lowp.storage.quantize ins(%x : memref<8x64xf8E5M2>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx with <conversion = <f8E4M3FN>>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @rank_of_source(%x: memref<512xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{'memref<512xf32>' does not have the rank of}}
  lowp.storage.quantize ins(%x : memref<512xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx with <conversion = <f8E4M3FN>>
  return
}

// -----

!mx = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @other_encoding(%x: memref<8x64xf32>, %c: memref<8x64xi8>, %s: memref<8x2xi8>) {
  // expected-error@+1 {{converts to 'f8E5M2', but writes codes of 'f8E4M3FN'}}
  lowp.storage.quantize ins(%x : memref<8x64xf32>)
      outs(%c, %s : memref<8x64xi8>, memref<8x2xi8>) as !mx with <conversion = <f8E5M2>>
  return
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @sum_of_bytes(%c: memref<8x64xi8>, %s: memref<8x2xi8>, %y: memref<8x8xi8>) {
  // expected-error@+1 {{writes f64, f32, bf16 or f16, got 'memref<8x8xi8>'}}
  lowp.storage.matmul lhs(%c, %s : memref<8x64xi8>, memref<8x2xi8> as !x)
      rhs(%c, %s : memref<8x64xi8>, memref<8x2xi8> as !x)
      outs(%y : memref<8x8xi8>) accumulate <accumulator = f32>
  return
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @two_maps(%c: memref<8x64xi8>, %s: memref<8x2xi8>, %y: memref<8x8xf32>) {
  // expected-error@+1 {{has one indexing map each for lhs, rhs and result}}
  lowp.storage.matmul lhs(%c, %s : memref<8x64xi8>, memref<8x2xi8> as !x)
      rhs(%c, %s : memref<8x64xi8>, memref<8x2xi8> as !x)
      outs(%y : memref<8x8xf32>) accumulate <accumulator = f32>
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>]
  return
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @map_of_another_rank(%c: memref<8x64xi8>, %s: memref<8x2xi8>, %y: memref<8x8xf32>) {
  // expected-error@+1 {{does not fit an operand of rank 2}}
  lowp.storage.matmul lhs(%c, %s : memref<8x64xi8>, memref<8x2xi8> as !x)
      rhs(%c, %s : memref<8x64xi8>, memref<8x2xi8> as !x)
      outs(%y : memref<8x8xf32>) accumulate <accumulator = f32>
      indexing_maps = [affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
  return
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @other_extent(%c: memref<8x64xi8>, %s: memref<8x2xi8>, %d: memref<8x32xi8>, %t: memref<8x1xi8>, %y: memref<8x8xf32>) {
  // expected-error@+1 {{dimension d2 has extents 64 and 32}}
  lowp.storage.matmul lhs(%c, %s : memref<8x64xi8>, memref<8x2xi8> as !x)
      rhs(%d, %t : memref<8x32xi8>, memref<8x1xi8> as !x)
      outs(%y : memref<8x8xf32>) accumulate <accumulator = f32>
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
  return
}
