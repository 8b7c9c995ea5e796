// RUN: mlir-opt %s --load-dialect-plugin=%lowp_plugin \
// RUN:   --load-pass-plugin=%lowp_plugin --verify-roundtrip --canonicalize \
// RUN:   | FileCheck %s

// UNSUPPORTED: asan

// The distribution's mlir-opt reads, checks and prints lowp, and its own passes
// run on it.
// CHECK-LABEL: func.func @dequantize_in_upstream_tool(
//  CHECK-SAME:   %[[Q:.*]]: !{{.*}}
//       CHECK:   %[[X:.*]] = lowp.dequantize %[[Q]]
//   CHECK-NOT:   lowp.dequantize
//       CHECK:   return %[[X]]
func.func @dequantize_in_upstream_tool(
    %q: !lowp.scaled<4x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>)
    -> tensor<4x64xf32> {
  %x = lowp.dequantize %q
    : !lowp.scaled<4x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
    to tensor<4x64xf32>
  %unused = lowp.dequantize %q
    : !lowp.scaled<4x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
    to tensor<4x64xf32>
  return %x : tensor<4x64xf32>
}
