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

include "lowp/Target/Chips.td"

// The limits that kernels of one generation share.
class Limits<int sharedKiBPerBlock, int sharedKiBPerSM, int threadsPerSM,
             int blocksPerSM> {
  int SharedKiBPerBlock = sharedKiBPerBlock;
  int SharedKiBPerSM = sharedKiBPerSM;
  int ThreadsPerSM = threadsPerSM;
  int BlocksPerSM = blocksPerSM;
}
def AdaLimits : Limits<99, 100, 1536, 24>;
def DataCenterLimits : Limits<227, 228, 2048, 32>;

class NVIDIAChip<string chip, int ptx, Limits limits,
                 list<CapabilityRow> capabilities>
    : ChipRow<chip, capabilities> {
  let Triple = "nvptx64-nvidia-cuda";
  let Ptx = ptx;
  let WarpSize = 32;
  let MaxThreadsPerBlock = 1024;
  let MaxThreadsPerSM = limits.ThreadsPerSM;
  let MaxBlocksPerSM = limits.BlocksPerSM;
  let MaxRegistersPerThread = 255;
  let RegistersPerSM = 65536;
  let SharedBytesPerBlock = !mul(1024, limits.SharedKiBPerBlock);
  let SharedBytesPerSM = !mul(1024, limits.SharedKiBPerSM);

  Limits ItsLimits = limits;
}

// A later stepping: what the older chip has, in a newer PTX version.
class SameAs<NVIDIAChip older, string chip, int ptx>
    : NVIDIAChip<chip, ptx, older.ItsLimits, older.Has>;

// The name without the suffix: the older chip's features and no more.
class WithoutSuffix<NVIDIAChip full, string chip,
                    list<CapabilityRow> capabilities, string lacks>
    : NVIDIAChip<chip, !cast<int>(full.Ptx), full.ItsLimits, capabilities> {
  let Instead = full.Chip;
  let Lacks = lacks;
}

//===----------------------------------------------------------------------===//
// Ada, RTX Blackwell
//===----------------------------------------------------------------------===//

def SM_89 : NVIDIAChip<"sm_89", 84, AdaLimits, [AsyncCopy, Fp8Mma]>;

def SM_120A : NVIDIAChip<"sm_120a", 87, AdaLimits,
    !listconcat(SM_89.Has, [TensorMemoryAccess, RegisterReallocation,
                            NarrowConversions, BlockScaledMma])>;
def SM_121A : SameAs<SM_120A, "sm_121a", 88>;
// The family: code that runs on every sm_12x.
def SM_120F : NVIDIAChip<"sm_120f", 88, AdaLimits,
    !listconcat(SM_89.Has, [TensorMemoryAccess, BlockScaledMma])>;

defvar lacksBlockScaledMma =
    "mma.sync with block scales exists only on the architecture-specific "
    "target, and LLVM aborts when it meets it on another";
defvar plainSM_120 = !listconcat(SM_89.Has, [TensorMemoryAccess]);
def SM_120 : WithoutSuffix<SM_120A, "sm_120", plainSM_120, lacksBlockScaledMma>;
def SM_121 : WithoutSuffix<SM_121A, "sm_121", plainSM_120, lacksBlockScaledMma>;

//===----------------------------------------------------------------------===//
// Hopper, Blackwell
//===----------------------------------------------------------------------===//

def SM_90A : NVIDIAChip<"sm_90a", 80, DataCenterLimits,
    [AsyncCopy, TensorMemoryAccess, Clusters, RegisterReallocation, Fp8Wgmma]>;
def SM_90 : WithoutSuffix<SM_90A, "sm_90",
    [AsyncCopy, TensorMemoryAccess, Clusters],
    "wgmma exists only on the architecture-specific target">;

def SM_100A : NVIDIAChip<"sm_100a", 88, DataCenterLimits,
    [AsyncCopy, TensorMemoryAccess, Clusters, RegisterReallocation,
     NarrowConversions, BlockScaledTcgen05]>;
def SM_103A : SameAs<SM_100A, "sm_103a", 88>;

defvar lacksTcgen05 = "tcgen05 exists only on the architecture-specific target";
def SM_100 : WithoutSuffix<SM_100A, "sm_100", SM_90.Has, lacksTcgen05>;
def SM_103 : WithoutSuffix<SM_103A, "sm_103", SM_90.Has, lacksTcgen05>;

#endif // LOWP_TARGET_NVIDIA_TD
