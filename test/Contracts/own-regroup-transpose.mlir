// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// Rows were scaled; the transposed bytes are read as if columns had been.
#rows = #lowp.scale<f8E8M0FNU per 1x32>
!q = !lowp.scaled<64x64xf8E4M3FN, #rows>

func.func @bytes_transposed(%q: !q) -> !q {
  // expected-note@+1 {{the codes are taken from a value here}}
  %codes = lowp.codes %q : !q to tensor<64x64xf8E4M3FN>
  // expected-note@+1 {{the scales are taken from the same value here}}
  %scales = lowp.scales %q level 0 : !q to tensor<64x2xf8E8M0FNU>
  %init = tensor.empty() : tensor<64x64xf8E4M3FN>
  %t = linalg.transpose ins(%codes : tensor<64x64xf8E4M3FN>)
      outs(%init : tensor<64x64xf8E4M3FN>) permutation = [1, 0]
  // expected-error@+3 {{[own-regroup-transpose] puts together codes that were transposed and scales of level 0 that were not}}
  // expected-note@+2 {{element (0, 32) keeps its code and gets the scale of element (32, 0)}}
  // expected-note@+1 {{lowp.transpose carries the groups along}}
  %r = lowp.assemble %t, %scales
    : tensor<64x64xf8E4M3FN>, tensor<64x2xf8E8M0FNU> to !q
  return %r : !q
}

// -----

// Codes and scales are transposed together, but read in the old groups.
#block = #lowp.scale<f8E8M0FNU per 2x32>
!q = !lowp.scaled<64x64xf8E4M3FN, #block>
!r = !lowp.scaled<64x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 32x1>>

func.func @wrong_groups(%q: !q) -> !r {
  %codes = lowp.codes %q : !q to tensor<64x64xf8E4M3FN>
  // expected-note@+1 {{the elements were scaled in groups of 2x32 here, and are transposed since}}
  %scales = lowp.scales %q level 0 : !q to tensor<32x2xf8E8M0FNU>
  %ci = tensor.empty() : tensor<64x64xf8E4M3FN>
  %ct = linalg.transpose ins(%codes : tensor<64x64xf8E4M3FN>)
      outs(%ci : tensor<64x64xf8E4M3FN>) permutation = [1, 0]
  %si = tensor.empty() : tensor<2x32xf8E8M0FNU>
  %st = linalg.transpose ins(%scales : tensor<32x2xf8E8M0FNU>)
      outs(%si : tensor<2x32xf8E8M0FNU>) permutation = [1, 0]
  %dynamic = tensor.cast %st : tensor<2x32xf8E8M0FNU> to tensor<?x?xf8E8M0FNU>
  // expected-error@+4 {{[own-regroup-transpose] reads groups of 32x2 as 32x1 on level 0}}
  // expected-note@+3 {{they are read in groups of 32x1 here}}
  // expected-note@+2 {{after the transpose a scale belongs to 32x2 elements}}
  // expected-note@+1 {{lowp.transpose carries the groups, to 32x2; for groups of 32x1 quantize the wide data again, or lowp.regroup}}
  %r = lowp.assemble %ct, %dynamic
    : tensor<64x64xf8E4M3FN>, tensor<?x?xf8E8M0FNU> to !r
  return %r : !r
}

// -----

// Near miss: groups follow their elements.
#rows = #lowp.scale<f8E8M0FNU per 1x32>
#columns = #lowp.scale<f8E8M0FNU per 32x1>
!q = !lowp.scaled<64x64xf8E4M3FN, #rows>
!t = !lowp.scaled<64x64xf8E4M3FN, #columns>

func.func @carried_by_transpose(%q: !q) -> !t {
  %t = lowp.transpose %q permutation = [1, 0] : !q to !t
  return %t : !t
}

// -----

// Near miss: codes and scales transposed together, and read so.
#rows = #lowp.scale<f8E8M0FNU per 1x32>
#columns = #lowp.scale<f8E8M0FNU per 32x1>
!q = !lowp.scaled<64x64xf8E4M3FN, #rows>
!t = !lowp.scaled<64x64xf8E4M3FN, #columns>

func.func @moved_together(%q: !q) -> !t {
  %codes = lowp.codes %q : !q to tensor<64x64xf8E4M3FN>
  %scales = lowp.scales %q level 0 : !q to tensor<64x2xf8E8M0FNU>
  %ci = tensor.empty() : tensor<64x64xf8E4M3FN>
  %ct = linalg.transpose ins(%codes : tensor<64x64xf8E4M3FN>)
      outs(%ci : tensor<64x64xf8E4M3FN>) permutation = [1, 0]
  %si = tensor.empty() : tensor<2x64xf8E8M0FNU>
  %st = linalg.transpose ins(%scales : tensor<64x2xf8E8M0FNU>)
      outs(%si : tensor<2x64xf8E8M0FNU>) permutation = [1, 0]
  %t = lowp.assemble %ct, %st
    : tensor<64x64xf8E4M3FN>, tensor<2x64xf8E8M0FNU> to !t
  return %t : !t
}

// -----

// Near miss: the same bytes read as the transposed value; only the layout says
// which dimension is fast, and each element keeps its scale.
#rows = #lowp.scale<f8E8M0FNU per 1x32>
#columns = #lowp.scale<f8E8M0FNU per 32x1>
!q = !lowp.scaled<64x64xf8E4M3FN, #rows, #lowp.layout<row_major>>
!t = !lowp.scaled<64x64xf8E4M3FN, #columns, #lowp.layout<column_major>>

func.func @layout_transposed(%q: !q) -> !t {
  %codes = lowp.codes %q : !q to tensor<64x64xf8E4M3FN>
  %scales = lowp.scales %q level 0 : !q to tensor<64x2xf8E8M0FNU>
  %t = lowp.assemble %codes, %scales
    : tensor<64x64xf8E4M3FN>, tensor<64x2xf8E8M0FNU> to !t
  return %t : !t
}
