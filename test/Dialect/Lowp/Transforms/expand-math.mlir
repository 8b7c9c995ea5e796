// RUN: lowp-opt %s --lowp-expand-math | FileCheck %s

// CHECK-LABEL: func @exp(
//   CHECK-NOT:   math.exp
//       CHECK:   math.fma
func.func @exp(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}

// A function of bf16 is evaluated in f32.
// CHECK-LABEL: func @tanh_bf16(
//   CHECK-NOT:   math.tanh
//       CHECK:   arith.extf
//       CHECK:   arith.truncf
func.func @tanh_bf16(%x: bf16) -> bf16 {
  %y = math.tanh %x : bf16
  return %y : bf16
}

// CHECK-LABEL: func @others(
//   CHECK-NOT:   math.{{(erf|log|cosh|powf|rsqrt|exp)}}
func.func @others(%x: f32) -> (f32, f32, f32, f32, f32) {
  %0 = math.erf %x : f32
  %1 = math.log %x : f32
  %2 = math.cosh %x : f32
  %3 = math.rsqrt %x : f32
  %4 = math.powf %x, %x : f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}
