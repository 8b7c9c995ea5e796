//===- LowpConstraints.td - Constraints on operands --------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPCONSTRAINTS_TD
#define LOWP_DIALECT_LOWP_IR_LOWPCONSTRAINTS_TD

include "mlir/IR/CommonTypeConstraints.td"
include "lowp/Dialect/Lowp/IR/LowpTypes.td"

// A value with codes and scales.
def Lowp_Scaled : Type<CPred<"::llvm::isa<::lowp::ScaledType>($_self)">,
    "value with codes and scales (`!lowp.scaled`)", "::lowp::ScaledType">;

// Wide data that quantization reads and dequantization gives.
def Lowp_WideTensor : RankedTensorOf<[F64, F32, BF16, F16]>;

// Raw codes or scales: an encoding, or bytes that promise nothing.
def Lowp_RawTensor : Type<And<[IsRankedTensorTypePred]>,
    "ranked tensor of raw codes or scales", "::mlir::RankedTensorType">;

// Storage operands: tensors before bufferization, memrefs after it.
def Lowp_StorageOperand : AnyTypeOf<[AnyRankedTensor, AnyStridedMemRef],
    "ranked tensor or strided memref">;

#endif // LOWP_DIALECT_LOWP_IR_LOWPCONSTRAINTS_TD
