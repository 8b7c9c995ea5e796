//===- Abi.h - What kernels and the runtime agree on ---------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion makes calls of functions named `lowpSim...` out of the
// operations of a GPU; this page has the numbers and structures they pass.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SIMULATOR_ABI_H
#define LOWP_SIMULATOR_ABI_H

#include <cstdint>

namespace lowp::sim {

/// Special registers.
enum class Register : uint32_t {
  ThreadX,
  ThreadY,
  ThreadZ,
  BlockSizeX,
  BlockSizeY,
  BlockSizeZ,
  BlockX,
  BlockY,
  BlockZ,
  GridSizeX,
  GridSizeY,
  GridSizeZ,
  Lane,
  Warp,
  NumWarps,
  WarpSize
};

/// Address spaces, numbered as LLVM does for NVPTX.
enum class Space : uint32_t { Generic = 0, Global = 1, Shared = 3 };

enum class ShuffleKind : uint32_t { Butterfly, Up, Down, Index };

enum class VoteKind : uint32_t { Any, All, Ballot, Uniform };

enum class ReductionKind : uint32_t {
  Add,
  And,
  Or,
  Xor,
  SignedMax,
  SignedMin,
  UnsignedMax,
  UnsignedMin
};

/// Encodings of the elements of matrices and of scales.
enum class Element : uint32_t {
  E4M3,
  E5M2,
  E3M2,
  E2M3,
  E2M1,
  UE8M0,
  UE4M3,
  F16,
  BF16
};

/// Which matrix instruction: m16n8, with accumulators of f32 or f16.
struct MmaForm {
  Element a = Element::E4M3, b = Element::E4M3;
  /// Bits of the container of an element: 16, 8, or 4 for dense nibbles.
  uint32_t containerBits = 8;
  uint32_t k = 32;
  bool hasF16Sum = false;
  /// Scales of a row or column; none without scales.
  uint32_t scales = 0;
  Element scale = Element::UE8M0;

  uint32_t pack() const {
    return uint32_t(a) | uint32_t(b) << 4 | uint32_t(scale) << 8 |
           scales << 12 | containerBits << 16 | uint32_t(hasF16Sum) << 21 |
           k << 22;
  }
  static MmaForm unpack(uint32_t bits) {
    MmaForm form;
    form.a = Element(bits & 15);
    form.b = Element(bits >> 4 & 15);
    form.scale = Element(bits >> 8 & 15);
    form.scales = bits >> 12 & 15;
    form.containerBits = bits >> 16 & 31;
    form.hasF16Sum = bits >> 21 & 1;
    form.k = bits >> 22;
    return form;
  }
};

/// The operands of one lane, all in words. Accumulators are four of f32, or two
/// words of two f16.
struct MmaOperands {
  uint32_t a[4], b[2], c[4];
  uint32_t scaleA, byteA, threadA;
  uint32_t scaleB, byteB, threadB;
};

/// Layouts of `ldmatrix` (isa-contracts.md section 5): 8x8 of 16 bits, as they
/// lie or transposed; 16x16 bytes transposed; 8x16 codes of 6 or 4 bits, each
/// of which becomes a byte.
enum class MatrixLayout : uint32_t {
  Rows,
  Columns,
  TransposedBytes,
  Codes6,
  Codes4
};

} // namespace lowp::sim

#endif // LOWP_SIMULATOR_ABI_H
