//===- Elements.h - Values of codes in registers -------------- -*- C++ -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_NVIDIA_ELEMENTS_H
#define LOWP_LIB_SIMULATOR_NVIDIA_ELEMENTS_H

#include "lowp/Format/Format.h"
#include "lowp/Simulator/Abi.h"
#include <vector>

namespace lowp::sim {

const Format &getFormat(Element element);

/// The values of all codes of an encoding, of at least 256; exact in f32.
const std::vector<float> &getValues(Element element);

/// The code in a byte container (isa-contracts.md section 2).
inline uint32_t getCode(Element element, uint8_t container) {
  switch (element) {
  case Element::E2M1:
    return container >> 2 & 0xF;
  case Element::E3M2:
  case Element::E2M3:
    return container & 0x3F;
  default:
    return container;
  }
}

} // namespace lowp::sim

#endif // LOWP_LIB_SIMULATOR_NVIDIA_ELEMENTS_H
