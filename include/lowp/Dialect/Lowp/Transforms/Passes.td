//===- Passes.td - Passes on the lowp dialect --------------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_TRANSFORMS_PASSES_TD
#define LOWP_DIALECT_LOWP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def KernelsToFunc : Pass<"lowp-kernels-to-func", "::mlir::ModuleOp"> {
  let summary = "Turn kernels into functions and launches into calls";
  let description = [{
    Every `lowp.kernel` with a body becomes a `func.func` of the same name and
    every `lowp.launch` a `func.call`, so that a program runs where there is no
    device. An external kernel has nothing to run: if it is launched, that is an
    error. Do not use this pass on the way to a GPU.

    ```mlir
    lowp.kernel @negate(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = arith.negf %x : tensor<4xf32>
      lowp.return %y : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @negate(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = arith.negf %x : tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numKernels", "kernels", "Kernels that became functions">
  ];
}

def DecomposeScaled : Pass<"lowp-decompose-scaled", "::mlir::ModuleOp"> {
  let summary = "Replace scaled values by their arrays of codes and scales";
  let description = [{
    From the value form to the storage form. Each `!lowp.scaled` value becomes
    one tensor for its codes and one for each level of scales, as
    `getStorageTypes` of its type lists them, through the signatures and calls
    of functions and kernels and through `scf` and `cf`. The extents of arrays
    follow from those of the value; a transpose moves nothing, a relayout copies
    where the order of bytes changes.

    Rules about encodings, groups and directions can no longer be checked
    afterwards: run `lowp-verify-contracts` before.

    ```mlir
    #mxfp8 = #lowp.quantizer<
      recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                    infinity = max, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate, subnormals = preserve>
    !q = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

    func.func @f(%x: tensor<8x64xf32>) -> !q {
      %q = lowp.quantize %x with #mxfp8 : tensor<8x64xf32> to !q
      return %q : !q
    }
    ```

    becomes

    ```mlir
    #mxfp8 = #lowp.quantizer<
      recipe = rceil,
      conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                    infinity = max, nan = nan, zero_sign = keep>,
      zero_group = one, nonfinite_group = propagate, subnormals = preserve>

    func.func @f(%x: tensor<8x64xf32>) -> (tensor<8x64xi8>, tensor<8x2xi8>) {
      %c = tensor.empty() : tensor<8x64xi8>
      %s = tensor.empty() : tensor<8x2xi8>
      %q:2 = lowp.storage.quantize ins(%x : tensor<8x64xf32>)
        outs(%c, %s : tensor<8x64xi8>, tensor<8x2xi8>)
        as !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
        with #mxfp8 -> tensor<8x64xi8>, tensor<8x2xi8>
      return %q#0, %q#1 : tensor<8x64xi8>, tensor<8x2xi8>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ExpandMath : Pass<"lowp-expand-math"> {
  let summary = "Replace math functions by polynomials";
  let description = [{
    exp, tanh, erf, log and their relatives become one polynomial in `arith` and
    `math.fma`, by the approximations of MLIR. Every target then computes the
    same bits, and none needs a library of functions. Functions of f16 and bf16
    are evaluated in f32. Leave this pass out where the library of the target
    is wanted instead.

    An f32 exp overflows from about 88.72 on: silu of -88.73 is -0, the exact
    value -2.6e-37.

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %e = math.exp %x : f32
      return %e : f32
    }
    ```

    The exponential becomes a chain of `math.fma` with range reduction and selects for zero,
    infinity and NaN.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // LOWP_DIALECT_LOWP_TRANSFORMS_PASSES_TD
