//===- Passes.td - Passes that check contracts -------------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONTRACTS_PASSES_TD
#define LOWP_CONTRACTS_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyContracts : Pass<"lowp-verify-contracts", "mlir::ModuleOp"> {
  let summary = "Refuse programs whose promises disagree";
  let description = [{
    Checks every rule of the reference page across operations, calls and
    kernels, and changes nothing. All violations are reported, not only the
    first. What a value promises is followed from `codes` and `scales` through
    operations that only move elements to the `assemble` or launch that reads
    them; where the way is lost, nothing is reported.

    A program that is meant to be mended by later passes fails here; it still
    parses and prints, since operations verify only what has no meaning.

    This program is refused by `enc-fn-fnuz-mix`:

    ```mlir
    func.func @weights(%codes: tensor<8x64xf8E4M3FN>,
                       %scales: tensor<8x2xf8E8M0FNU>)
        -> !lowp.scaled<8x64xf8E4M3FNUZ, #lowp.scale<f8E8M0FNU per 1x32>> {
      %w = lowp.assemble %codes, %scales
        : tensor<8x64xf8E4M3FN>, tensor<8x2xf8E8M0FNU>
        to !lowp.scaled<8x64xf8E4M3FNUZ, #lowp.scale<f8E8M0FNU per 1x32>>
      return %w
        : !lowp.scaled<8x64xf8E4M3FNUZ, #lowp.scale<f8E8M0FNU per 1x32>>
    }
    ```
  }];
  let statistics = [
    Statistic<"numViolations", "violations", "Rules broken">
  ];
}

#endif // LOWP_CONTRACTS_PASSES_TD
