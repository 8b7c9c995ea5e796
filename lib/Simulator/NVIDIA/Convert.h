//===- Convert.h - Conversions between encodings -------------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_NVIDIA_CONVERT_H
#define LOWP_LIB_SIMULATOR_NVIDIA_CONVERT_H

#include "lowp/Simulator/Abi.h"

namespace lowp::sim {

/// `cvt.rn.satfinite` of one f32 to an 8, 6 or 4 bit code (isa-contracts.md
/// section 9.2).
uint32_t convertSatFinite(float value, Element destination, bool relu);

/// `cvt.rz` and `cvt.rp` to ue8m0, of the magnitude.
uint32_t convertToUE8M0(float value, bool up, bool saturate);

/// `cvt.rn.bf16.f32`; a NaN becomes 7FFF.
uint16_t convertToBF16(float value);

/// `cvt.rn.f16x2` of one code of 8 bits, exact; a NaN becomes 7FFF.
uint16_t convertToF16(uint8_t code, Element source, bool relu);

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_NVIDIA_CONVERT_H
