//===- Elements.cpp - Values of codes in registers ------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "llvm/Support/ErrorHandling.h"

using namespace lowp;
using namespace lowp::sim;

static const char *getName(Element element) {
  switch (element) {
  case Element::E4M3:
    return "f8E4M3FN";
  case Element::E5M2:
    return "f8E5M2";
  case Element::E3M2:
    return "f6E3M2FN";
  case Element::E2M3:
    return "f6E2M3FN";
  case Element::E2M1:
    return "f4E2M1FN";
  case Element::UE8M0:
    return "f8E8M0FNU";
  case Element::UE4M3:
    return "ue4m3";
  }
  llvm_unreachable("unknown element");
}

const Format &sim::getFormat(Element element) {
  return *lookupFormat(getName(element));
}

const std::array<float, 256> &sim::getValues(Element element) {
  static const auto tables = [] {
    std::array<std::array<float, 256>, 7> tables;
    for (uint32_t number = 0; number < tables.size(); ++number)
      for (uint32_t code = 0; code < 256; ++code)
        tables[number][code] = decode(getFormat(Element(number)), code);
    return tables;
  }();
  return tables[uint32_t(element)];
}
