// RUN: lowp-opt %s --canonicalize | FileCheck %s

!q = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!t = !lowp.scaled<64x8xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

// Taking a value apart and putting it together again is nothing.
// CHECK-LABEL: func.func @apart_and_together(
//  CHECK-SAME:   %[[Q:.*]]: !scaled
//       CHECK:   return %[[Q]]
func.func @apart_and_together(%q: !q) -> !q {
  %c = lowp.codes %q : !q to tensor<8x64xi8>
  %s = lowp.scales %q level 0 : !q to tensor<8x2xi8>
  %r = lowp.assemble %c, %s : tensor<8x64xi8>, tensor<8x2xi8> to !q
  return %r : !q
}

// The codes of one value under the scales of another are a value of their own.
// CHECK-LABEL: func.func @of_two_values(
//       CHECK:   lowp.assemble
func.func @of_two_values(%q: !q, %p: !q) -> !q {
  %c = lowp.codes %q : !q to tensor<8x64xi8>
  %s = lowp.scales %p level 0 : !q to tensor<8x2xi8>
  %r = lowp.assemble %c, %s : tensor<8x64xi8>, tensor<8x2xi8> to !q
  return %r : !q
}

// CHECK-LABEL: func.func @transposed_back(
//  CHECK-SAME:   %[[Q:.*]]: !scaled
//       CHECK:   return %[[Q]]
func.func @transposed_back(%q: !q) -> !q {
  %t = lowp.transpose %q permutation = [1, 0] : !q to !t
  %r = lowp.transpose %t permutation = [1, 0] : !t to !q
  return %r : !q
}

// CHECK-LABEL: func.func @same_layout(
//   CHECK-NOT:   lowp.relayout
func.func @same_layout(%q: !q) -> !q {
  %r = lowp.relayout %q : !q to !q
  return %r : !q
}

// CHECK-LABEL: func.func @known_extent(
//       CHECK:   arith.constant 64 : index
func.func @known_extent(%q: !q) -> index {
  %d = lowp.dim %q, 1 : !q
  return %d : index
}

!alpha = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f32 per *x*, direction = encode>>
!s = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f32 per *x*>>

// Case 7: two inversions are the value itself, not 1 / (1 / alpha).
// CHECK-LABEL: func.func @case_07_inverted_twice(
//  CHECK-SAME:   %[[Q:.*]]: !scaled
//       CHECK:   return %[[Q]]
func.func @case_07_inverted_twice(%q: !alpha) -> !alpha {
  %s = lowp.invert_scale %q level 0 rounding rne : !alpha to !s
  %r = lowp.invert_scale %s level 0 rounding rne : !s to !alpha
  return %r : !alpha
}

// One inversion stays: it has a rounding of its own.
// CHECK-LABEL: func.func @case_07_inverted_once(
//       CHECK:   lowp.invert_scale
func.func @case_07_inverted_once(%q: !alpha) -> !s {
  %s = lowp.invert_scale %q level 0 rounding rne : !alpha to !s
  return %s : !s
}
