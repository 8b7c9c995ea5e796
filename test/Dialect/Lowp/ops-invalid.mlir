// RUN: lowp-opt %s --split-input-file --verify-diagnostics

// What has no meaning is refused where it is written. Promises that disagree
// are for the rules: test/Contracts.

!q = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @quantize_shapes(%x: tensor<8x32xf32>) -> !q {
  // expected-error@+1 {{the extents of 'tensor<8x32xf32>' and '!lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>' differ}}
  %q = lowp.quantize %x with <conversion = <f8E4M3FN>> : tensor<8x32xf32> to !q
  return %q : !q
}

// -----

!q = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @quantize_destination(%x: tensor<8x64xf32>) -> !q {
  // expected-error@+1 {{converts to 'f8E5M2', but the result holds codes of 'f8E4M3FN'}}
  %q = lowp.quantize %x with <conversion = <f8E5M2>> : tensor<8x64xf32> to !q
  return %q : !q
}

// -----

!q = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @assemble_levels(%c: tensor<8x64xi8>) -> !q {
  // expected-error@+1 {{has 0 arrays of scales, '!lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>' has 1 level}}
  %q = lowp.assemble %c : tensor<8x64xi8> to !q
  return %q : !q
}

// -----

!q = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @assemble_scales(%c: tensor<8x64xi8>, %s: tensor<8x4xi8>) -> !q {
  // expected-error@+1 {{'tensor<8x4xi8>' has the wrong extents for scales0; those of '!lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>' are stored as 'tensor<8x2xi8>'}}
  %q = lowp.assemble %c, %s : tensor<8x64xi8>, tensor<8x4xi8> to !q
  return %q : !q
}

// -----

!q = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @assemble_elements(%c: tensor<8x64xf32>, %s: tensor<8x2xi8>) -> !q {
  // expected-error@+1 {{'tensor<8x64xf32>' has the wrong elements for codes; those of '!lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>' are stored as 'tensor<8x64xi8>' or 'tensor<8x64xf8E4M3FN>'}}
  %q = lowp.assemble %c, %s : tensor<8x64xf32>, tensor<8x2xi8> to !q
  return %q : !q
}

// -----

!q = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @level(%q: !q) -> tensor<8x2xi8> {
  // expected-error@+1 {{level 1 is not one of the 1 levels of}}
  %s = lowp.scales %q level 1 : !q to tensor<8x2xi8>
  return %s : tensor<8x2xi8>
}

// -----

!q = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @invert_nothing(%q: !q) -> !q {
  // expected-error@+1 {{leaves the direction of level 0 at reconstruct}}
  %r = lowp.invert_scale %q level 0 rounding rne : !q to !q
  return %r : !q
}

// -----

!q = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!r = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x16>>

func.func @relayout_regroups(%q: !q) -> !r {
  // expected-error@+1 {{changes only where bytes lie, not codes or scales}}
  %r = lowp.relayout %q : !q to !r
  return %r : !r
}

// -----

!q = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @transpose(%q: !q) -> !q {
  // expected-error@+2 {{is no permutation of the 2 dimensions}}
  // expected-error@+1 {{failed to infer returned types}}
  %r = lowp.transpose %q permutation = [0, 0] : !q to !q
  return %r : !q
}

// -----

!q = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @dim(%q: !q) -> index {
  // expected-error@+1 {{dimension 2 is not one of the 2 of}}
  %d = lowp.dim %q, 2 : !q
  return %d : index
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!w = !lowp.scaled<32x16xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

func.func @matmul_k(%x: !x, %w: !w) -> tensor<8x16xf32> {
  // expected-error@+1 {{dimension d2 has extent 64 and, in '!lowp.scaled<32x16xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>', extent 32}}
  %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @matmul_maps(%x: !x) -> tensor<8x8xf32> {
  // expected-error@+1 {{dimension d2 is in one map only; a contraction sums over dimensions that both operands have}}
  %y = lowp.matmul %x, %x accumulate <accumulator = f32>
    indexing_maps = [affine_map<(m, n, k, z) -> (m, k)>,
                     affine_map<(m, n, k, z) -> (n, z)>,
                     affine_map<(m, n, k, z) -> (m, n)>]
    : !x, !x to tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// -----

// expected-error@+1 {{takes and gives scaled values, ranked tensors and scalars, got 'memref<8xf32>'}}
lowp.kernel private @memref(memref<8xf32>)

// -----

// expected-error@+1 {{has a body, so its contract is computed and cannot be stated as well}}
lowp.kernel @body(%x: tensor<8xf32>) -> tensor<8xf32>
    attributes {contract = #lowp.contract<alignment = 16>} {
  lowp.return %x : tensor<8xf32>
}

// -----

lowp.kernel @returns(%x: tensor<8xf32>) -> tensor<8xf16> {
  // expected-error@+1 {{gives ('tensor<8xf32>'), but @returns gives ('tensor<8xf16>')}}
  lowp.return %x : tensor<8xf32>
}

// -----

func.func @no_kernel(%x: tensor<8xf32>) {
  // expected-error@+1 {{there is no lowp.kernel @missing}}
  lowp.launch @missing(%x) : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note@+1 {{the kernel is here}}
lowp.kernel private @k(tensor<8xf32>)

func.func @launch_type(%x: tensor<8xf16>) {
  // expected-error@+1 {{operand #0 is 'tensor<8xf16>', but @k has 'tensor<8xf32>'}}
  lowp.launch @k(%x) : (tensor<8xf16>) -> ()
  return
}

// -----

lowp.kernel @recursive(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{is in the kernel @recursive: kernels are launched from functions, not from other kernels}}
  %y = lowp.launch @recursive(%x) : (tensor<8xf32>) -> tensor<8xf32>
  lowp.return %y : tensor<8xf32>
}

// -----

func.func @recode_narrow(%c: tensor<8x64xi8>) -> tensor<8x64xi8> {
  // expected-error@+1 {{has no storage form for codes of 'f4E2M1FN'; codes of 8 bits have one}}
  %r = lowp.storage.recode ins(%c : tensor<8x64xi8> as f4E2M1FN)
      outs(%c : tensor<8x64xi8>) with <f8E4M3FN> -> tensor<8x64xi8>
  return %r : tensor<8x64xi8>
}

// -----

func.func @recode_no_bytes(%c: tensor<8x64xi8>, %d: tensor<8x64xf8E4M3FN>) -> tensor<8x64xf8E4M3FN> {
  // expected-error@+1 {{codes are stored as i8, got 'tensor<8x64xf8E4M3FN>'}}
  %r = lowp.storage.recode ins(%c : tensor<8x64xi8> as f8E5M2)
      outs(%d : tensor<8x64xf8E4M3FN>) with <f8E4M3FN> -> tensor<8x64xf8E4M3FN>
  return %r : tensor<8x64xf8E4M3FN>
}

// -----

func.func @recode_extents(%c: tensor<8x64xi8>, %d: tensor<8x32xi8>) -> tensor<8x32xi8> {
  // expected-error@+1 {{the extents of 'tensor<8x64xi8>' and 'tensor<8x32xi8>' differ}}
  %r = lowp.storage.recode ins(%c : tensor<8x64xi8> as f8E5M2)
      outs(%d : tensor<8x32xi8>) with <f8E4M3FN> -> tensor<8x32xi8>
  return %r : tensor<8x32xi8>
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @no_map_has_a_dimension(%c: memref<8x64xi8>, %s: memref<8x2xi8>, %y: memref<8x8xf32>) {
  // expected-error@+1 {{dimension d3 is in no map; a contraction sums over dimensions that both operands have}}
  lowp.storage.matmul lhs(%c, %s : memref<8x64xi8>, memref<8x2xi8> as !x)
      rhs(%c, %s : memref<8x64xi8>, memref<8x2xi8> as !x)
      outs(%y : memref<8x8xf32>) accumulate <accumulator = f32>
      indexing_maps = [affine_map<(m, n, k, l) -> (m, k)>, affine_map<(m, n, k, l) -> (n, k)>, affine_map<(m, n, k, l) -> (m, n)>]
  return
}

// -----

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

func.func @one_map_has_a_dimension(%c: memref<8x64xi8>, %s: memref<8x2xi8>, %y: memref<8x8xf32>) {
  // expected-error@+1 {{dimension d2 is in one map only}}
  lowp.storage.matmul lhs(%c, %s : memref<8x64xi8>, memref<8x2xi8> as !x)
      rhs(%c, %s : memref<8x64xi8>, memref<8x2xi8> as !x)
      outs(%y : memref<8x8xf32>) accumulate <accumulator = f32>
      indexing_maps = [affine_map<(m, n, k, l) -> (m, k)>, affine_map<(m, n, k, l) -> (n, l)>, affine_map<(m, n, k, l) -> (m, n)>]
  return
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!y = !lowp.scaled<8x64xf8E5M2, #lowp.scale<f8E8M0FNU per 1x32, direction = encode>>
func.func @inverts_and_recodes(%x: !x) -> !y {
  // expected-error@+1 {{changes nothing but the direction of one level}}
  %y = lowp.invert_scale %x level 0 rounding rne : !x to !y
  return %y : !y
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!y = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x16, direction = encode>>
func.func @inverts_and_regroups(%x: !x) -> !y {
  // expected-error@+1 {{changes nothing but the direction of one level}}
  %y = lowp.invert_scale %x level 0 rounding rne : !x to !y
  return %y : !y
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!y = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f32 per 1x32, direction = encode>>
func.func @inverts_to_another_scale(%x: !x) -> !y {
  // expected-error@+1 {{changes nothing but the direction of one level}}
  %y = lowp.invert_scale %x level 0 rounding rne : !x to !y
  return %y : !y
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>, #lowp.scale<f32 per *x*>>
!y = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32, direction = encode>, #lowp.scale<f32 per *x*, direction = encode>>
func.func @inverts_both(%x: !x) -> !y {
  // expected-error@+1 {{changes level 1, but level 0 is named}}
  %y = lowp.invert_scale %x level 0 rounding rne : !x to !y
  return %y : !y
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!y = !lowp.scaled<8x64xf8E5M2, #lowp.scale<f8E8M0FNU per 1x16>>
func.func @recodes_and_regroups(%x: !x) -> !y {
  // expected-error@+1 {{keeps the levels of scales}}
  %y = lowp.recode %x with <f8E5M2> : !x to !y
  return %y : !y
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!y = !lowp.scaled<8x64xf8E5M2, #lowp.scale<f8E8M0FNU per 1x32>>
func.func @moves_and_recodes(%x: !x) -> !y {
  // expected-error@+1 {{changes only where bytes lie, not codes or scales}}
  %y = lowp.relayout %x : !x to !y
  return %y : !y
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
func.func @map_of_rank_one(%x: !x) -> tensor<8x8xf32> {
  // expected-error@+1 {{indexing map #0 (affine_map<(d0, d1, d2) -> (d2)>) does not have the rank of}}
  %y = lowp.matmul %x, %x accumulate <accumulator = f32>
    indexing_maps = [affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    : !x, !x to tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// -----

!x = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
func.func @contraction_of_two_extents(%x: !x) -> tensor<8x64xf32> {
  // expected-error@+1 {{dimension d2 has extent 64 and, in '!lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>', extent 8}}
  %y = lowp.matmul %x, %x accumulate <accumulator = f32> : !x, !x to tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}
