//===- NVIDIA.td - One row a chip --------------------------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chip is an older one plus additions. The architecture-specific variant (the
// suffix `a`) is a row of its own; the name without the suffix is one too, and
// says what it lacks, so that a refusal can say it.
//
// Limits: CUDA programming guide, table of technical specifications per compute
// capability. PTX versions: PTX ISA, release history of `.target`.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_NVIDIA_TD
#define LOWP_TARGET_NVIDIA_TD

include "lowp/Target/Capabilities.td"

// The limits that kernels of one generation share.
class Limits<int sharedKiBPerBlock, int sharedKiBPerSM, int threadsPerSM> {
  int SharedKiBPerBlock = sharedKiBPerBlock;
  int SharedKiBPerSM = sharedKiBPerSM;
  int ThreadsPerSM = threadsPerSM;
}
def AdaLimits : Limits<99, 100, 1536>;
def DataCenterLimits : Limits<227, 228, 2048>;

class ChipRow<string chip, int ptx, Limits limits,
              list<CapabilityRow> capabilities> {
  string Chip = chip;
  string Triple = "nvptx64-nvidia-cuda";
  bits<32> Ptx = ptx; // the PTX version lowp writes: 87 is 8.7
  bits<32> WarpSize = 32;
  bits<32> MaxThreadsPerBlock = 1024;
  bits<32> MaxThreadsPerSM = limits.ThreadsPerSM;
  bits<32> MaxRegistersPerThread = 255;
  bits<32> RegistersPerSM = 65536;
  bits<32> SharedBytesPerBlock = !mul(1024, limits.SharedKiBPerBlock);
  bits<32> SharedBytesPerSM = !mul(1024, limits.SharedKiBPerSM);
  // For a name without its suffix: the name to use, and what only that has.
  string Instead = "";
  string Lacks = "";

  Limits ItsLimits = limits;
  list<CapabilityRow> Has = capabilities;
  bits<32> CapabilitySet =
      !foldl(0, capabilities, set, row, !or(set, !shl(1, !cast<int>(row.Bit))));
}

def ChipTable : GenericTable {
  let FilterClass = "ChipRow";
  let CppTypeName = "TargetInfo";
  let Fields = ["Chip", "Triple", "Ptx", "WarpSize", "MaxThreadsPerBlock",
                "MaxThreadsPerSM", "MaxRegistersPerThread", "RegistersPerSM",
                "SharedBytesPerBlock", "SharedBytesPerSM", "Instead", "Lacks",
                "CapabilitySet"];
}

// A later stepping: what the older chip has, in a newer PTX version.
class SameAs<ChipRow older, string chip, int ptx>
    : ChipRow<chip, ptx, older.ItsLimits, older.Has>;

// The name without the suffix: the older chip's features and no more.
class WithoutSuffix<ChipRow full, string chip, list<CapabilityRow> capabilities,
                    string lacks>
    : ChipRow<chip, full.Ptx, full.ItsLimits, capabilities> {
  let Instead = full.Chip;
  let Lacks = lacks;
}

//===----------------------------------------------------------------------===//
// Ada, RTX Blackwell
//===----------------------------------------------------------------------===//

def SM_89 : ChipRow<"sm_89", 84, AdaLimits, [AsyncCopy, Fp8Mma]>;

def SM_120A : ChipRow<"sm_120a", 87, AdaLimits,
    !listconcat(SM_89.Has, [TensorMemoryAccess, RegisterReallocation,
                            NarrowConversions, BlockScaledMma])>;
def SM_121A : SameAs<SM_120A, "sm_121a", 88>;

defvar lacksBlockScaledMma =
    "mma.sync with block scales exists only on the architecture-specific "
    "target, and LLVM aborts when it meets it on another";
defvar plainSM_120 = !listconcat(SM_89.Has, [TensorMemoryAccess]);
def SM_120 : WithoutSuffix<SM_120A, "sm_120", plainSM_120, lacksBlockScaledMma>;
def SM_121 : WithoutSuffix<SM_121A, "sm_121", plainSM_120, lacksBlockScaledMma>;

//===----------------------------------------------------------------------===//
// Hopper, Blackwell
//===----------------------------------------------------------------------===//

def SM_90A : ChipRow<"sm_90a", 80, DataCenterLimits,
    [AsyncCopy, TensorMemoryAccess, Clusters, RegisterReallocation, Fp8Wgmma]>;
def SM_90 : WithoutSuffix<SM_90A, "sm_90",
    [AsyncCopy, TensorMemoryAccess, Clusters],
    "wgmma exists only on the architecture-specific target">;

def SM_100A : ChipRow<"sm_100a", 88, DataCenterLimits,
    [AsyncCopy, TensorMemoryAccess, Clusters, RegisterReallocation,
     NarrowConversions, BlockScaledTcgen05]>;
def SM_103A : SameAs<SM_100A, "sm_103a", 88>;

defvar lacksTcgen05 = "tcgen05 exists only on the architecture-specific target";
def SM_100 : WithoutSuffix<SM_100A, "sm_100", SM_90.Has, lacksTcgen05>;
def SM_103 : WithoutSuffix<SM_103A, "sm_103", SM_90.Has, lacksTcgen05>;

#endif // LOWP_TARGET_NVIDIA_TD
