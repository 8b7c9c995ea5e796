//===- Chips.td - What a row of a chip says ----------------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fields that chips of all vendors have. Each vendor has a file of rows and
// a class that fills in what its chips share.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_CHIPS_TD
#define LOWP_TARGET_CHIPS_TD

include "lowp/Target/Capabilities.td"

class ChipRow<string chip, list<CapabilityRow> capabilities> {
  string Chip = chip;
  string Triple;
  bits<32> Ptx = 0; // the PTX version lowp writes: 87 is 8.7; 0 without PTX
  bits<32> WarpSize;
  bits<32> MaxThreadsPerBlock;
  bits<32> MaxThreadsPerSM;
  bits<32> MaxBlocksPerSM;
  bits<32> MaxRegistersPerThread;
  bits<32> RegistersPerSM;
  bits<32> SharedBytesPerBlock;
  bits<32> SharedBytesPerSM;
  // For a name without its suffix: the name to use, and what only that has.
  string Instead = "";
  string Lacks = "";

  list<CapabilityRow> Has = capabilities;
  bits<32> CapabilitySet = !foldl(0, capabilities, set, row,
                                  !or(set, !shl(1, !cast<int>(row.Bit))));
}

def ChipTable : GenericTable {
  let FilterClass = "ChipRow";
  let CppTypeName = "TargetInfo";
  let Fields = ["Chip", "Triple", "Ptx", "WarpSize", "MaxThreadsPerBlock",
                "MaxThreadsPerSM", "MaxBlocksPerSM", "MaxRegistersPerThread",
                "RegistersPerSM", "SharedBytesPerBlock", "SharedBytesPerSM",
                "Instead", "Lacks", "CapabilitySet"];
}

#endif // LOWP_TARGET_CHIPS_TD
