//===- Instructions.td - One row a matrix instruction ------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Grammar of a row's name:
//
//   <Kind> _ <Acc> _ <M>x<N>x<K> _ <A> _ <B> [ _ <Scale> ]
//
//   Kind   MMA (mma.sync: registers of one warp)
//   Acc    the accumulator's type: F32
//   A, B   the operands' encodings: E4M3 E5M2 E3M2 E2M3 E2M1
//   Scale  the encoding of the block scales, for instructions that apply them:
//          UE8M0 (one for 32 elements along K), UE4M3 (one for 16)
//
// A row carries every fact that legalization, scheduling, lowering and the
// documentation need, and checks itself: the registers of 32 lanes must hold
// the tile exactly. Rows vary a base row; a new instruction is a row here and a
// line in test/Unit/Target. Where several rows fit, the lowest rank is taken
// (TableGen sorts records by name, so the order of rows says nothing).
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_INSTRUCTIONS_TD
#define LOWP_TARGET_INSTRUCTIONS_TD

include "lowp/Format/Formats.td"
include "lowp/Target/Capabilities.td"

// A number format and what PTX calls it.
class Operand<FormatRow format, string ptx> {
  string Encoding = format.Name;
  string Ptx = ptx;
}
def E4M3 : Operand<F8E4M3FN, "e4m3">;
def E5M2 : Operand<F8E5M2, "e5m2">;
def E3M2 : Operand<F6E3M2FN, "e3m2">;
def E2M3 : Operand<F6E2M3FN, "e2m3">;
def E2M1 : Operand<F4E2M1FN, "e2m1">;
def ScaleUE8M0 : Operand<F8E8M0FNU, "ue8m0">;
def ScaleUE4M3 : Operand<UE4M3, "ue4m3">;

// Where elements sit in the registers of a warp; Fragments.h has the formulas.
class FragmentLayoutCase<int codesPerWord> {
  int CodesPerWord = codesPerWord;
}
def WarpBytes : FragmentLayoutCase<4>;   // FP8, and FP6 and FP4 one to a byte
def WarpNibbles : FragmentLayoutCase<8>; // packed FP4

def FragmentLayout : GenericEnum {
  let FilterClass = "FragmentLayoutCase";
}

// How an instruction adds: products and accumulator are aligned to the largest
// exponent, cut to so many fraction bits, summed exactly, and the sum is cut to
// so many fraction bits of the result, all toward zero.
class Accumulation<int alignedBits, int resultBits, int productsPerStep> {
  int AlignedBits = alignedBits;
  int ResultBits = resultBits;
  int ProductsPerStep = productsPerStep; // summed at once
}
def RTXBlackwell8Bit : Accumulation<25, 23, 32>;
def RTXBlackwell4Bit : Accumulation<35, 23, 64>;

class MatrixInstructionRow<int m, int n, int k, Operand a, Operand b,
                           Operand scale, int scaleGroup> {
  string Name = NAME;
  bits<8> M = m;
  bits<8> N = n;
  bits<8> K = k;
  string A = a.Encoding;
  string B = b.Encoding;
  string Acc = "f32";
  string Scale = scale.Encoding;
  bits<8> ScaleGroup = scaleGroup; // elements along K that share a scale
  string PtxA = a.Ptx;
  string PtxB = b.Ptx;
  string PtxScale = scale.Ptx;
  string PtxKind;
  string Op; // the operation it becomes
  bits<8> MinPtx;
  CapabilityRow Needs;
  FragmentLayoutCase Layout;
  bits<8> WordsA = 4; // 32-bit registers a lane holds of each operand
  bits<8> WordsB = 2;
  bits<8> WordsAcc = 4;
  bits<8> OperandAlignment = 16; // bytes, of a row of A or column of B in memory
  Accumulation Adds;
  bits<8> AlignedBits = Adds.AlignedBits;
  bits<8> ResultBits = Adds.ResultBits;
  bits<8> ProductsPerStep = Adds.ProductsPerStep;
  bits<8> Rank = 0;
  bit IsLowered = 0; // whether lowp emits it today
  string Source;     // where the facts stand
  string Inspected;  // when they were last compared with it
  string TestedWith; // the assembler that accepted it

  assert !eq(!mul(m, k), !mul(32, !cast<int>(WordsA), Layout.CodesPerWord)),
      NAME # ": the registers of A do not hold M x K codes";
  assert !eq(!mul(n, k), !mul(32, !cast<int>(WordsB), Layout.CodesPerWord)),
      NAME # ": the registers of B do not hold K x N codes";
  assert !eq(!mul(m, n), !mul(32, !cast<int>(WordsAcc))),
      NAME # ": the registers of the accumulator do not hold M x N values";
  assert !eq(!mul(!div(k, scaleGroup), scaleGroup), k),
      NAME # ": K is not a multiple of the scale group";
}

def MatrixInstructionTable : GenericTable {
  let FilterClass = "MatrixInstructionRow";
  let CppTypeName = "MatrixInstruction";
  let Fields = ["Name", "M", "N", "K", "A", "B", "Acc", "Scale", "ScaleGroup",
                "PtxA", "PtxB", "PtxScale", "PtxKind", "Op", "MinPtx", "Needs",
                "Layout", "WordsA", "WordsB", "WordsAcc", "OperandAlignment",
                "AlignedBits", "ResultBits", "ProductsPerStep", "Rank",
                "IsLowered", "Source", "Inspected", "TestedWith"];
  string TypeOf_Needs = "Capability";
  string TypeOf_Layout = "FragmentLayout";
}

//===----------------------------------------------------------------------===//
// mma.sync with block scales
//===----------------------------------------------------------------------===//

class BlockScaledMmaRow<int k, Operand a, Operand b, Operand scale, int group>
    : MatrixInstructionRow<16, 8, k, a, b, scale, group> {
  let Op = "nvvm.mma.block_scale";
  let MinPtx = 87;
  let Needs = BlockScaledMma;
  let Source = "PTX ISA 9.2, warp-level mma with block scaling";
  let Inspected = "2026-11";
  let TestedWith = "ptxas 13.0.88";
}

// One element a byte: FP8 fills it, FP6 sits in bits 5:0, FP4 in bits 5:2.
class MxRow<Operand a, Operand b> : BlockScaledMmaRow<32, a, b, ScaleUE8M0, 32> {
  let PtxKind = "mxf8f6f4";
  let Layout = WarpBytes;
  let Adds = RTXBlackwell8Bit;
}

def MMA_F32_16x8x32_E4M3_E4M3_UE8M0 : MxRow<E4M3, E4M3> { let IsLowered = 1; }
def MMA_F32_16x8x32_E4M3_E5M2_UE8M0 : MxRow<E4M3, E5M2>;
def MMA_F32_16x8x32_E4M3_E3M2_UE8M0 : MxRow<E4M3, E3M2>;
def MMA_F32_16x8x32_E4M3_E2M3_UE8M0 : MxRow<E4M3, E2M3>;
def MMA_F32_16x8x32_E4M3_E2M1_UE8M0 : MxRow<E4M3, E2M1>;
def MMA_F32_16x8x32_E5M2_E4M3_UE8M0 : MxRow<E5M2, E4M3>;
def MMA_F32_16x8x32_E5M2_E5M2_UE8M0 : MxRow<E5M2, E5M2>;
def MMA_F32_16x8x32_E5M2_E3M2_UE8M0 : MxRow<E5M2, E3M2>;
def MMA_F32_16x8x32_E5M2_E2M3_UE8M0 : MxRow<E5M2, E2M3>;
def MMA_F32_16x8x32_E5M2_E2M1_UE8M0 : MxRow<E5M2, E2M1>;
def MMA_F32_16x8x32_E3M2_E4M3_UE8M0 : MxRow<E3M2, E4M3>;
def MMA_F32_16x8x32_E3M2_E5M2_UE8M0 : MxRow<E3M2, E5M2>;
def MMA_F32_16x8x32_E3M2_E3M2_UE8M0 : MxRow<E3M2, E3M2>;
def MMA_F32_16x8x32_E3M2_E2M3_UE8M0 : MxRow<E3M2, E2M3>;
def MMA_F32_16x8x32_E3M2_E2M1_UE8M0 : MxRow<E3M2, E2M1>;
def MMA_F32_16x8x32_E2M3_E4M3_UE8M0 : MxRow<E2M3, E4M3>;
def MMA_F32_16x8x32_E2M3_E5M2_UE8M0 : MxRow<E2M3, E5M2>;
def MMA_F32_16x8x32_E2M3_E3M2_UE8M0 : MxRow<E2M3, E3M2>;
def MMA_F32_16x8x32_E2M3_E2M3_UE8M0 : MxRow<E2M3, E2M3>;
def MMA_F32_16x8x32_E2M3_E2M1_UE8M0 : MxRow<E2M3, E2M1>;
def MMA_F32_16x8x32_E2M1_E4M3_UE8M0 : MxRow<E2M1, E4M3>;
def MMA_F32_16x8x32_E2M1_E5M2_UE8M0 : MxRow<E2M1, E5M2>;
def MMA_F32_16x8x32_E2M1_E3M2_UE8M0 : MxRow<E2M1, E3M2>;
def MMA_F32_16x8x32_E2M1_E2M3_UE8M0 : MxRow<E2M1, E2M3>;
// Twice the instructions of the packed form below, so it comes after it.
def MMA_F32_16x8x32_E2M1_E2M1_UE8M0 : MxRow<E2M1, E2M1> { let Rank = 1; }

// FP4 packed, low nibble first. PTX has the UE8M0 form under kind::mxf4nvf4 as
// well, with the same meaning; one row is enough.
class PackedFp4Row<string kind, Operand scale, int group>
    : BlockScaledMmaRow<64, E2M1, E2M1, scale, group> {
  let PtxKind = kind;
  let Layout = WarpNibbles;
  let Adds = RTXBlackwell4Bit;
}

def MMA_F32_16x8x64_E2M1_E2M1_UE8M0
    : PackedFp4Row<"mxf4", ScaleUE8M0, 32>;
def MMA_F32_16x8x64_E2M1_E2M1_UE4M3
    : PackedFp4Row<"mxf4nvf4", ScaleUE4M3, 16>;

#endif // LOWP_TARGET_INSTRUCTIONS_TD
