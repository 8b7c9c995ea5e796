//===- Statistics.cpp - What kernels have done ----------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Simulator/Statistics.h"
#include "lowp/Simulator/Abi.h"
#include "llvm/Support/ErrorHandling.h"

using namespace lowp::sim;

static const char *getPTXName(Element element) {
  switch (element) {
  case Element::E4M3:
    return "e4m3";
  case Element::E5M2:
    return "e5m2";
  case Element::E3M2:
    return "e3m2";
  case Element::E2M3:
    return "e2m3";
  case Element::E2M1:
    return "e2m1";
  case Element::UE8M0:
    return "ue8m0";
  case Element::UE4M3:
    return "ue4m3";
  case Element::F16:
    return "f16";
  case Element::BF16:
    return "bf16";
  }
  llvm_unreachable("unknown element");
}

std::string lowp::sim::getMmaName(uint32_t packedForm) {
  MmaForm form = MmaForm::unpack(packedForm);
  std::string name = "m16n8k" + std::to_string(form.k);
  if (form.scales)
    name += ".block_scale.scale_vec::" + std::to_string(form.scales) + "X";
  std::string sum = form.hasF16Sum ? ".f16" : ".f32";
  name += sum + "." + getPTXName(form.a) + "." + getPTXName(form.b) + sum;
  if (form.scales)
    name += std::string(".") + getPTXName(form.scale);
  return name;
}
