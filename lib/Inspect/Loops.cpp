//===- Loops.cpp - Loops of a kernel's machine code -----------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

using namespace llvm;
using namespace lowp;

namespace {
struct BasicBlock {
  /// Numbers of the first instruction and of the one after the last.
  unsigned begin, end;
  SmallVector<unsigned, 2> successors, predecessors;
};

/// The control flow between the basic blocks of a kernel.
class FlowGraph {
public:
  explicit FlowGraph(ArrayRef<SassInstruction> code);

  SmallVector<SassLoop> findLoops() const;

private:
  BitVector findDominated(unsigned block) const;

  std::vector<BasicBlock> blocks;
};
} // namespace

/// Whether the next instruction can follow.
static bool fallsThrough(const SassInstruction &instruction) {
  StringRef name = instruction.getName();
  bool leaves = name == "BRA" || name == "EXIT" || name == "RET" ||
                name == "BRX" || name == "JMP" || name == "JMX";
  // Predicates stand before the opcode, those of uniform branches after it.
  return !leaves || !instruction.guard.empty() ||
         (name == "BRA" && StringRef(instruction.operands).contains(','));
}

FlowGraph::FlowGraph(ArrayRef<SassInstruction> code) {
  std::map<uint64_t, unsigned> numbers;
  for (auto [number, instruction] : enumerate(code))
    numbers[instruction.address] = number;
  BitVector leaders(code.size() + 1);
  leaders.set(0);
  for (auto [number, instruction] : enumerate(code)) {
    if (instruction.target)
      if (auto place = numbers.find(*instruction.target);
          place != numbers.end())
        leaders.set(place->second);
    if (instruction.target || !fallsThrough(instruction))
      leaders.set(number + 1);
  }
  std::vector<unsigned> blockOf(code.size());
  for (unsigned number = 0; number < code.size(); ++number) {
    if (leaders.test(number))
      blocks.push_back({number, number, {}, {}});
    blocks.back().end = number + 1;
    blockOf[number] = blocks.size() - 1;
  }
  auto connect = [&](unsigned from, unsigned to) {
    blocks[from].successors.push_back(to);
    blocks[to].predecessors.push_back(from);
  };
  for (unsigned block = 0; block < blocks.size(); ++block) {
    const SassInstruction &last = code[blocks[block].end - 1];
    if (fallsThrough(last) && block + 1 < blocks.size())
      connect(block, block + 1);
    if (!last.target)
      continue;
    if (auto place = numbers.find(*last.target); place != numbers.end())
      connect(block, blockOf[place->second]);
  }
}

/// The blocks that are reached from the begin through `block` alone.
BitVector FlowGraph::findDominated(unsigned block) const {
  BitVector others(blocks.size()), all(blocks.size());
  auto reach = [&](unsigned avoided, BitVector &seen) {
    SmallVector<unsigned> work;
    if (avoided != 0)
      work.push_back(0);
    while (!work.empty()) {
      unsigned next = work.pop_back_val();
      if (next == avoided || seen.test(next))
        continue;
      seen.set(next);
      work.append(blocks[next].successors.begin(),
                  blocks[next].successors.end());
    }
  };
  reach(block, others);
  reach(blocks.size(), all);
  all.reset(others);
  return all;
}

SmallVector<SassLoop> FlowGraph::findLoops() const {
  SmallVector<SassLoop> loops;
  for (unsigned head = 0; head < blocks.size(); ++head) {
    if (none_of(blocks[head].predecessors,
                [&](unsigned block) { return block >= head; }))
      continue;
    BitVector dominated = findDominated(head), body(blocks.size());
    SmallVector<unsigned> work;
    unsigned last = head;
    for (unsigned block : blocks[head].predecessors)
      if (block >= head && dominated.test(block)) {
        work.push_back(block);
        last = std::max(last, block);
      }
    if (work.empty())
      continue;
    body.set(head);
    while (!work.empty()) {
      unsigned block = work.pop_back_val();
      if (body.test(block))
        continue;
      body.set(block);
      work.append(blocks[block].predecessors.begin(),
                  blocks[block].predecessors.end());
    }
    SassLoop loop;
    for (unsigned block = head; block <= last; ++block)
      if (body.test(block))
        for (unsigned number = blocks[block].begin; number < blocks[block].end;
             ++number)
          loop.push_back(number);
    loops.push_back(std::move(loop));
  }
  return loops;
}

SmallVector<SassLoop> lowp::findLoops(ArrayRef<SassInstruction> code) {
  return FlowGraph(code).findLoops();
}
