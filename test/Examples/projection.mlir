// RUN: lowp-opt %s --lowp-verify-contracts | FileCheck %s

// CHECK: lowp.kernel @quantize
// CHECK: lowp.kernel @projection

// Y = silu(X W + bias), X and W in MXFP8: two kernels and their launches. X is
// quantized in groups of 1x32 along K; W comes in as it is stored, one row of K
// codes for each of the N outputs, with scales for groups of 32 along K.

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>

#mxfp8 = #lowp.quantizer<
  recipe = rceil,
  conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max,
                nan = nan, zero_sign = keep>,
  arithmetic = divide, zero_group = one, nonfinite_group = propagate,
  subnormals = preserve, timing = current>

lowp.kernel @quantize(%x: tensor<?x?xf32>) -> !x {
  %q = lowp.quantize %x with #mxfp8 : tensor<?x?xf32> to !x
  lowp.return %q : !x
}

lowp.kernel @projection(%x: !x, %w: !w, %bias: tensor<?xf32>) -> tensor<?x?xbf16> {
  %m = lowp.dim %x, 0 : !x
  %n = lowp.dim %w, 1 : !w
  %xw = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
  %init = tensor.empty(%m, %n) : tensor<?x?xbf16>
  %y = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%xw, %bias : tensor<?x?xf32>, tensor<?xf32>) outs(%init : tensor<?x?xbf16>) {
  ^bb0(%acc: f32, %b: f32, %out: bf16):
    %one = arith.constant 1.0 : f32
    %z = arith.addf %acc, %b : f32
    %minus = arith.negf %z : f32
    %e = math.exp %minus : f32
    %d = arith.addf %e, %one : f32
    %s = arith.divf %z, %d : f32
    %t = arith.truncf %s : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<?x?xbf16>
  lowp.return %y : tensor<?x?xbf16>
}

func.func @main(%x: tensor<?x?xf32>, %w_codes: tensor<?x?xf8E4M3FN>,
                %w_scales: tensor<?x?xf8E8M0FNU>, %bias: tensor<?xf32>)
    -> tensor<?x?xbf16> {
  %w = lowp.assemble %w_codes, %w_scales
    : tensor<?x?xf8E4M3FN>, tensor<?x?xf8E8M0FNU> to !w
  %q = lowp.launch @quantize(%x) : (tensor<?x?xf32>) -> !x
  %y = lowp.launch @projection(%q, %w, %bias)
    : (!x, !w, tensor<?xf32>) -> tensor<?x?xbf16>
  return %y : tensor<?x?xbf16>
}
