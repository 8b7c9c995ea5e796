//===- RulesTest.cpp - The table of rules and its tests -------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Contracts/Rules.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace lowp;
using namespace llvm;

/// The lit test named after a rule.
static std::string readTest(StringRef id) {
  auto buffer =
      MemoryBuffer::getFile(Twine(LOWP_CONTRACT_TESTS) + "/" + id + ".mlir");
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

TEST(RulesTest, EveryRowIsWhole) {
  StringSet<> ids;
  for (const Rule &rule : getRules()) {
    EXPECT_TRUE(ids.insert(rule.id).second) << rule.id.str();
    EXPECT_FALSE(rule.statement.empty()) << rule.id.str();
    EXPECT_FALSE(rule.why.empty()) << rule.id.str();
    EXPECT_FALSE(rule.fix.empty()) << rule.id.str();
    EXPECT_EQ(lookupRule(rule.id), &rule);
  }
  EXPECT_EQ(lookupRule("no-such-rule"), nullptr);
}

// Every rule has a program that it refuses and a near miss that it lets pass.
TEST(RulesTest, EveryRuleHasItsTest) {
  for (const Rule &rule : getRules()) {
    std::string text = readTest(rule.id);
    EXPECT_NE(text.find(("[" + rule.id + "]").str()), std::string::npos)
        << "no program is refused by " << rule.id.str();
    EXPECT_NE(text.find("// Near miss"), std::string::npos)
        << "no near miss for " << rule.id.str();
  }
}

// And every test has a rule, so that none is orphaned by a renaming.
TEST(RulesTest, EveryTestHasItsRule) {
  std::error_code error;
  unsigned count = 0;
  for (sys::fs::directory_iterator file(LOWP_CONTRACT_TESTS, error), end;
       file != end && !error; file.increment(error)) {
    StringRef name = sys::path::filename(file->path());
    if (!name.consume_back(".mlir"))
      continue;
    ++count;
    EXPECT_NE(lookupRule(name), nullptr) << name.str();
  }
  EXPECT_FALSE(error);
  EXPECT_EQ(count, getRules().size());
}
