// RUN: not mlir-opt %s --load-dialect-plugin=%lowp_plugin \
// RUN:   --load-pass-plugin=%lowp_plugin \
// RUN:   --pass-pipeline='builtin.module(lowp-verify-contracts)' 2>&1 \
// RUN:   | FileCheck %s

// UNSUPPORTED: asan

// The distribution's mlir-opt runs the passes of lowp. They are named in the
// pipeline: its flags are made before it loads plugins.
// CHECK: error: 'lowp.quantize' op [scl-zero-group]
func.func @no_scale_for_zeros(%x: tensor<4x64xf32>)
    -> !lowp.scaled<4x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>> {
  %q = lowp.quantize %x with <
      recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                    infinity = max, nan = nan, zero_sign = keep>,
      arithmetic = divide, nonfinite_group = propagate,
      subnormals = preserve, timing = current>
    : tensor<4x64xf32>
    to !lowp.scaled<4x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
  return %q : !lowp.scaled<4x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
}
