// RUN: lowp-opt %s --lowp-schedule-kernels --lowp-lower-kernels --split-input-file --verify-diagnostics

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
#id = affine_map<(m, n) -> (m, n)>
#t = affine_map<(m, n) -> (n, m)>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @transposed(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %m = lowp.dim %x, 0 : !x
    %n = lowp.dim %w, 1 : !w
    %init = tensor.empty(%m, %n) : tensor<?x?xf32>
    // expected-error@+1 {{is lowered where its epilogue reads each element at its own place}}
    %xw = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    %y = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
        ins(%xw : tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) {
    ^bb0(%a: f32, %b: f32):
      linalg.yield %a : f32
    } -> tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
#id = affine_map<(m, n) -> (m, n)>
#t = affine_map<(m, n) -> (n, m)>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @row_sum(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %m = lowp.dim %x, 0 : !x
    %n = lowp.dim %w, 1 : !w
    %init = tensor.empty(%m, %n) : tensor<?x?xf32>
    %xw = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    %sums = tensor.empty(%m) : tensor<?xf32>
    // expected-error@+1 {{is lowered in an epilogue where it is elementwise}}
    %y = linalg.generic {indexing_maps = [#id, affine_map<(m, n) -> (m)>],
                         iterator_types = ["parallel", "reduction"]}
        ins(%xw : tensor<?x?xf32>) outs(%sums : tensor<?xf32>) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<?xf32>
    %z = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m)>, #id],
                         iterator_types = ["parallel", "parallel"]}
        ins(%y : tensor<?xf32>) outs(%init : tensor<?x?xf32>) {
    ^bb0(%a: f32, %b: f32):
      linalg.yield %a : f32
    } -> tensor<?x?xf32>
    lowp.return %z : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
#id = affine_map<(m, n) -> (m, n)>
#t = affine_map<(m, n) -> (n, m)>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @accumulates(%x: !x, %w: !w, %z: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %m = lowp.dim %x, 0 : !x
    %n = lowp.dim %w, 1 : !w
    %init = tensor.empty(%m, %n) : tensor<?x?xf32>
    %xw = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    // expected-error@+1 {{is lowered in an epilogue where it does not read what its results are written to}}
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%xw : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
#id = affine_map<(m, n) -> (m, n)>
#t = affine_map<(m, n) -> (n, m)>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @sliced(%x: !x, %w: !w, %z: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %m = lowp.dim %x, 0 : !x
    %n = lowp.dim %w, 1 : !w
    %init = tensor.empty(%m, %n) : tensor<?x?xf32>
    %xw = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    // expected-error@+1 {{is not lowered in the epilogue of a contraction}}
    %y = tensor.extract_slice %xw[0, 0][%m, %n][1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
#id = affine_map<(m, n) -> (m, n)>
#t = affine_map<(m, n) -> (n, m)>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  // expected-error@+1 {{is lowered with scaled values and tensors of rank 0 to 2, operand #2 is 'f32'}}
  lowp.kernel @scalar_argument(%x: !x, %w: !w, %z: f32) -> tensor<?x?xf32> {
    %m = lowp.dim %x, 0 : !x
    %n = lowp.dim %w, 1 : !w
    %init = tensor.empty(%m, %n) : tensor<?x?xf32>
    %xw = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %xw : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @argument_as_result(%x: !x, %w: !w, %z: tensor<?x?xf32>) -> tensor<?x?xf32> {
    // expected-error@+1 {{is lowered where every result of its kernel is computed from its own}}
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %z : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  // expected-error@+1 {{is lowered with dense tensors of f16, bf16, f32, f64, i8, i16, i32 and i64, operand #2 is 'tensor<?xf8E4M3FN>'}}
  lowp.kernel @codes_as_tensor(%x: !x, %w: !w, %z: tensor<?xf8E4M3FN>) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  // expected-error@+1 {{result #0 is 'tensor<?x?xi1>'}}
  lowp.kernel @bits(%x: !x, %w: !w) -> tensor<?x?xi1> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    %m = lowp.dim %x, 0 : !x
    %n = lowp.dim %w, 1 : !w
    %init = tensor.empty(%m, %n) : tensor<?x?xi1>
    %p = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>,
                                          affine_map<(m, n) -> (m, n)>],
                         iterator_types = ["parallel", "parallel"]}
        ins(%y : tensor<?x?xf32>) outs(%init : tensor<?x?xi1>) {
    ^bb0(%a: f32, %b: i1):
      %s = arith.cmpf ogt, %a, %a : f32
      linalg.yield %s : i1
    } -> tensor<?x?xi1>
    lowp.return %p : tensor<?x?xi1>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  lowp.kernel @wide_numbers(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    %m = lowp.dim %x, 0 : !x
    %n = lowp.dim %w, 1 : !w
    %init = tensor.empty(%m, %n) : tensor<?x?xf32>
    %p = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>,
                                          affine_map<(m, n) -> (m, n)>],
                         iterator_types = ["parallel", "parallel"]}
        ins(%y : tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) {
    ^bb0(%a: f32, %b: f32):
      // expected-error@+1 {{it computes with numbers of 8 to 64 bits that GPUs have, got 'i128'}}
      %i = arith.fptosi %a : f32 to i128
      %s = arith.sitofp %i : i128 to f32
      linalg.yield %s : f32
    } -> tensor<?x?xf32>
    lowp.return %p : tensor<?x?xf32>
  }
}

// -----

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>
module attributes {lowp.target = #lowp.target<"sm_120a">} {
  // expected-error@+1 {{is lowered under a name of letters, digits, '_' and '$', which begins with a letter}}
  lowp.kernel @"two words"(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }
}
