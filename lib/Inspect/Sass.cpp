//===- Sass.cpp - Machine code as nvdisasm lists it -----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Inspect/Sass.h"
#include "lowp/Target/CudaTools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

using namespace llvm;
using namespace lowp;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

bool SassInstruction::isFiller() const {
  StringRef name = getName(), rest = operands;
  if (name == "NOP")
    return true;
  if (guard == "!UPT")
    return name == "UIADD3" && rest.starts_with("URZ");
  return guard == "!PT" && name == "LDS" && rest.starts_with("RZ");
}

namespace {
/// Shapes as opcodes spell them.
struct Shape {
  StringLiteral text;
  uint64_t multiplyAccumulates;
};
constexpr Shape kShapes[] = {
    {"884", 8 * 8 * 4},       {"8816", 8 * 8 * 16},   {"8832", 8 * 8 * 32},
    {"1684", 16 * 8 * 4},     {"1688", 16 * 8 * 8},   {"16816", 16 * 8 * 16},
    {"16832", 16 * 8 * 32},   {"16864", 16 * 8 * 64}, {"168128", 16 * 8 * 128},
    {"168256", 16 * 8 * 256},
};
} // namespace

bool SassInstruction::isMatrix() const {
  return is_contained({"HMMA", "IMMA", "QMMA", "OMMA", "DMMA", "BMMA", "HGMMA",
                       "QGMMA", "IGMMA", "BGMMA"},
                      getName());
}

uint64_t SassInstruction::getMultiplyAccumulates() const {
  if (!isMatrix())
    return 0;
  SmallVector<StringRef> parts;
  StringRef(opcode).split(parts, '.');
  for (StringRef part : parts) {
    for (const Shape &shape : kShapes)
      if (part == shape.text)
        return shape.multiplyAccumulates;
    // 64x128x32, which four warps share.
    SmallVector<StringRef> extents;
    part.split(extents, 'x');
    uint64_t m, n, k;
    if (extents.size() == 3 && !extents[0].getAsInteger(10, m) &&
        !extents[1].getAsInteger(10, n) && !extents[2].getAsInteger(10, k))
      return m * n * k / 4;
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Listings
//===----------------------------------------------------------------------===//

namespace {
/// Reads a listing line by line.
class SassParser {
public:
  Expected<SassListing> parse(StringRef text);

private:
  void parseLine(StringRef line);
  void parseInstruction(StringRef text, uint64_t address);
  void parseWord(StringRef word);
  void resolveTargets();
  SassKernel &getKernel(StringRef name) {
    auto [place, isNew] = kernels.try_emplace(name.str());
    if (isNew)
      place->second.name = name.str();
    return place->second;
  }
  /// The name that follows `prefix` in the section's.
  StringRef getSectionOf(StringRef prefix) const {
    StringRef name = section;
    return name.consume_front(prefix) ? name : StringRef();
  }

  /// Shared memory at the beginning of a block that the system has where the
  /// program has some too.
  static constexpr uint64_t kReserved = 1024;

  std::string chip, section, attribute;
  SmallVector<std::string> words;
  /// Labels wait for the address of what follows them.
  std::vector<std::string> pending;
  StringMap<uint64_t> labels;
  std::map<std::string, SassKernel> kernels;
  std::vector<std::string> entries;
};
} // namespace

void SassParser::parseWord(StringRef word) {
  words.push_back(word.trim().str());
  auto number = [](StringRef text) {
    unsigned value = 0;
    (void)text.getAsInteger(0, value);
    return value;
  };
  if (attribute == "EIATTR_REGCOUNT" && words.size() == 2) {
    StringRef name = words[0];
    if (name.consume_front("index@(") && name.consume_back(")"))
      getKernel(name).registers = number(words[1]);
  }
  if ((attribute == "EIATTR_MAX_THREADS" || attribute == "EIATTR_REQNTID") &&
      words.size() == 3)
    if (StringRef name = getSectionOf(".nv.info."); !name.empty())
      getKernel(name).threads =
          number(words[0]) * number(words[1]) * number(words[2]);
}

void SassParser::parseInstruction(StringRef text, uint64_t address) {
  for (const std::string &label : pending)
    labels[label] = address;
  pending.clear();
  SassInstruction instruction;
  instruction.address = address;
  text = text.split(';').first.trim();
  if (text.consume_front("@")) {
    auto [guard, rest] = text.split(' ');
    instruction.guard = guard.str();
    text = rest.trim();
  }
  auto [opcode, operands] = text.split(' ');
  instruction.opcode = opcode.str();
  instruction.operands = operands.trim().str();
  getKernel(getSectionOf(".text.")).instructions.push_back(instruction);
}

void SassParser::parseLine(StringRef line) {
  line = line.trim();
  if (line.consume_front("//-----")) {
    line = line.ltrim("- ");
    if (line.consume_front("nvinfo : ")) {
      attribute = line.str();
      words.clear();
    }
    return;
  }
  uint64_t address = 0;
  if (line.consume_front("/*")) {
    auto [digits, rest] = line.split("*/");
    if (digits.getAsInteger(16, address))
      return;
    line = rest.trim();
    if (line.consume_front(".word"))
      parseWord(line);
    else if (!line.starts_with(".") && !line.starts_with("/*") &&
             !line.empty() && !getSectionOf(".text.").empty())
      parseInstruction(line, address);
    return;
  }
  if (line.consume_front(".target")) {
    chip = line.trim().str();
  } else if (line.consume_front(".section\t")) {
    section = line.trim().split(',').first.str();
  } else if (line.consume_front(".other")) {
    auto [name, kind] = line.trim().split(',');
    if (kind.contains("STO_CUDA_ENTRY"))
      entries.push_back(name.str());
  } else if (line.consume_front(".zero")) {
    uint64_t bytes;
    StringRef name = getSectionOf(".nv.shared.");
    if (!name.empty() && !line.trim().getAsInteger(0, bytes))
      getKernel(name).sharedBytes += bytes;
  } else if (line.consume_back(":")) {
    pending.push_back(line.str());
  }
}

void SassParser::resolveTargets() {
  for (auto &[name, kernel] : kernels)
    for (SassInstruction &instruction : kernel.instructions) {
      StringRef label = StringRef(instruction.operands).split("`(").second;
      auto place = labels.find(label.split(')').first);
      if (instruction.getName() == "BRA" && place != labels.end())
        instruction.target = place->second;
    }
}

Expected<SassListing> SassParser::parse(StringRef text) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines)
    parseLine(line);
  if (chip.empty() || entries.empty())
    return createStringError(chip.empty() ? "it names no target"
                                          : "it has no kernel");
  resolveTargets();
  SassListing listing;
  listing.chip = chip;
  for (const std::string &name : entries) {
    SassKernel &kernel = getKernel(name);
    kernel.sharedBytes -= std::min(kernel.sharedBytes, kReserved);
    listing.kernels.push_back(std::move(kernel));
  }
  return listing;
}

Expected<SassListing> lowp::parseSass(StringRef text) {
  return SassParser().parse(text);
}

Expected<SassListing> lowp::loadSass(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getFile(path, /*IsText=*/false,
                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError(path + ": " + buffer.getError().message());
  StringRef bytes = (*buffer)->getBuffer();
  auto explain = [&](Error error) {
    return createStringError(path + ": " + toString(std::move(error)));
  };
  if (!bytes.starts_with(ELF::ElfMagic)) {
    if (!bytes.contains("\t.target") && !bytes.contains("//---"))
      return createStringError(path + " is neither a cubin nor a listing of "
                                      "one by nvdisasm");
    Expected<SassListing> listing = parseSass(bytes);
    return listing ? std::move(listing) : explain(listing.takeError());
  }
  Expected<std::string> disassembler = findNvdisasm();
  if (!disassembler)
    return disassembler.takeError();
  Expected<std::string> text = runTool(*disassembler, {path});
  if (!text)
    return createStringError(*disassembler + " does not read " + path + ": " +
                             toString(text.takeError()));
  Expected<SassListing> listing = parseSass(*text);
  return listing ? std::move(listing) : explain(listing.takeError());
}
