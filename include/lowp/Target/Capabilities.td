//===- Capabilities.td - What a chip can do ----------------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vocabulary between chips and instructions: a chip has capabilities, an
// instruction needs one. Target.h has a predicate for each.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_CAPABILITIES_TD
#define LOWP_TARGET_CAPABILITIES_TD

// Brings SearchableTable.td, which may be read only once.
include "lowp/Format/Formats.td"

class CapabilityRow<int place, string summary> {
  bits<8> Bit = place; // of a chip's set
  string Name = NAME;
  string Summary = summary; // what the chip has
}

def Capability : GenericEnum {
  let FilterClass = "CapabilityRow";
  let ValueField = "Bit";
}

def CapabilityTable : GenericTable {
  let FilterClass = "CapabilityRow";
  let CppTypeName = "CapabilityInfo";
  let Fields = ["Bit", "Name", "Summary"];
}

def AsyncCopy
    : CapabilityRow<0, "cp.async from global to shared memory">;
def TensorMemoryAccess
    : CapabilityRow<1, "bulk tensor copies (TMA) with mbarrier">;
def Clusters
    : CapabilityRow<2, "thread block clusters of more than one block">;
def RegisterReallocation
    : CapabilityRow<3, "setmaxnreg, which moves registers between warps">;
def NarrowConversions
    : CapabilityRow<4, "cvt to E8M0, FP6 and FP4">;
def Fp8Mma
    : CapabilityRow<5, "mma.sync on FP8 in hardware, not emulated with f16">;
def Fp8Wgmma
    : CapabilityRow<6, "wgmma.mma_async on FP8">;
def BlockScaledMma
    : CapabilityRow<7, "mma.sync with block scales (mxf8f6f4, mxf4, mxf4nvf4)">;
def BlockScaledTcgen05
    : CapabilityRow<8, "tcgen05.mma with block scales in tensor memory">;

#endif // LOWP_TARGET_CAPABILITIES_TD
