//===- Checks.h - The checks behind the rules -------------------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function checks one kind of operation, reports what it finds and returns
// how many rules were broken.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONTRACTS_CHECKS_H
#define LOWP_CONTRACTS_CHECKS_H

#include "lowp/Dialect/Lowp/IR/LowpOps.h"

namespace lowp {

/// A number for people, with nine digits at most.
std::string describeNumber(double number);

/// Raw arrays against what they are assembled to.
unsigned checkRawArrays(AssembleOp op);

/// Operands and results of a launch against its kernel.
unsigned checkLaunch(LaunchOp op, KernelOp kernel);

/// Policies that must be stated where bytes are chosen.
unsigned checkQuantizer(mlir::Operation *op, QuantizerAttr quantizer);
unsigned checkConversion(mlir::Operation *op, ConversionAttr conversion);

/// Scales of a contraction against where they are applied.
unsigned checkContraction(MatmulOp op);

/// A kernel against the target it is compiled for or declared on.
unsigned checkTarget(KernelOp op);

/// Reports that codes of `given` are read as codes of `wanted`.
unsigned reportEncodingMix(mlir::Operation *op, mlir::Type given,
                           mlir::Location givenLoc, mlir::Type wanted,
                           mlir::Location wantedLoc);

/// Reports that scales of direction `given` are read in direction `wanted`.
unsigned reportReciprocalSwap(mlir::Operation *op, unsigned level,
                              Direction given, mlir::Location givenLoc,
                              Direction wanted, mlir::Location wantedLoc);

/// The layout in which scales lie: what is not yet assigned is stored linear.
ScaleLayout getEffectiveLayout(ScaleAttr level);

/// Reports that scales in the layout of `given` are read in that of `wanted`.
unsigned reportScaleSwizzle(mlir::Operation *op, unsigned level,
                            ScaleAttr given, mlir::Location givenLoc,
                            ScaleAttr wanted, mlir::Location wantedLoc);

} // namespace lowp

#endif // LOWP_CONTRACTS_CHECKS_H
