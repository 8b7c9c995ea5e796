//===- LowpInterfaces.td - Interfaces of lowp --------------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPINTERFACES_TD
#define LOWP_DIALECT_LOWP_IR_LOWPINTERFACES_TD

include "mlir/IR/OpBase.td"

def Lowp_ScaledTypeInterface : TypeInterface<"ScaledTypeInterface"> {
  let cppNamespace = "::lowp";
  let description = [{
    A type whose values are codes under one or more levels of scales. The
    decomposition of values into storage, the ABI of kernels and the manifest
    ask only this interface for shapes, order, pitch and padding.
  }];
  let methods = [
    InterfaceMethod<"The logical extents; dynamic ones are `ShapedType::kDynamic`.",
      "::llvm::ArrayRef<int64_t>", "getShape">,
    InterfaceMethod<"The encoding of one element.",
      "::mlir::Type", "getEncoding">,
    InterfaceMethod<"The levels of scales, innermost first.",
      "::llvm::ArrayRef<::lowp::ScaleAttr>", "getLevels">,
    InterfaceMethod<[{
        The arrays that hold a value in memory: the codes, then one array for
        each level. Fails, with a diagnostic if `emitError` is given, where
        the layout has no storage form yet.
      }],
      "::mlir::FailureOr<::llvm::SmallVector<::lowp::StorageComponent>>",
      "getStorageComponents",
      (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>,
    InterfaceMethod<[{
        The tensor type of each array of `getStorageComponents`, with dynamic
        extents where the logical ones are dynamic.
      }],
      "::mlir::FailureOr<::llvm::SmallVector<::mlir::RankedTensorType>>",
      "getStorageTypes",
      (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>
  ];
}

#endif // LOWP_DIALECT_LOWP_IR_LOWPINTERFACES_TD
