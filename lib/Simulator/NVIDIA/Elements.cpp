//===- Elements.cpp - Values of codes in registers ------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <array>

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
  case Element::F16:
    return "f16";
  case Element::BF16:
    return "bf16";
  }
  llvm_unreachable("unknown element");
}

const Format &sim::getFormat(Element element) {
  return *lookupFormat(getName(element));
}

static std::vector<float> decodeAll(const Format &format) {
  // Codes of fewer bits come from bytes.
  std::vector<float> values(size_t(1) << std::max(format.width, 8u));
  for (uint32_t code = 0; code < values.size(); ++code)
    values[code] = decode(format, code);
  return values;
}

const std::vector<float> &sim::getValues(Element element) {
  static const auto tables = [] {
    std::array<std::vector<float>, uint32_t(Element::BF16) + 1> tables;
    for (uint32_t number = 0; number < tables.size(); ++number)
      tables[number] = decodeAll(getFormat(Element(number)));
    return tables;
  }();
  return tables[uint32_t(element)];
}
