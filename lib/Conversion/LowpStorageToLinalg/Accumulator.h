//===- Accumulator.h - Models of accumulation along k -----------*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two models of isa-contracts.md section 14. An accumulator takes the
// products of one element of the result, block by block: within a block along
// the innermost reduction no scale changes.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_ACCUMULATOR_H
#define LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_ACCUMULATOR_H

#include "DecodeCode.h"
#include <memory>

namespace lowp {

/// A code or scale with its format.
struct Factor {
  const Format *format;
  DecodedCode parts;
};

/// Emits one model. State is a list of SSA values that loops carry.
class Accumulator {
public:
  using Value = mlir::Value;
  using State = llvm::SmallVector<Value>;

  virtual ~Accumulator() = default;

  /// The state that holds the f32 `init`.
  virtual State begin(ScalarBuilder &builder, Value init) = 0;
  /// The state within a block whose scales are `scales`.
  virtual State beginBlock(ScalarBuilder &builder, State state,
                           llvm::ArrayRef<Factor> scales) = 0;
  /// Adds the product of two codes.
  virtual State add(ScalarBuilder &builder, State blockState, Factor lhs,
                    Factor rhs) = 0;
  /// The state after the block, from those before and within it.
  virtual State endBlock(ScalarBuilder &builder, State state, State blockState,
                         llvm::ArrayRef<Factor> scales) = 0;
  /// The sum as f32.
  virtual Value end(ScalarBuilder &builder, State state) = 0;
};

/// acc = fl(acc + exact product), in f32, in the order of k.
std::unique_ptr<Accumulator> createSequentialAccumulator();

/// The exact sum, rounded once. The formats are those of the codes of both
/// operands and of the scales that products are multiplied by; `blockLength` is
/// the most products in a block, or 0 if it is not known.
std::unique_ptr<Accumulator>
createExactAccumulator(const Format &lhs, const Format &rhs,
                       llvm::ArrayRef<const Format *> scales,
                       int64_t blockLength);

} // namespace lowp

#endif // LOWP_LIB_CONVERSION_LOWPSTORAGETOLINALG_ACCUMULATOR_H
