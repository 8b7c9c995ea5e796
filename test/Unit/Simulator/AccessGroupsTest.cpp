//===- AccessGroupsTest.cpp - Tests of what is counted --------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessGroups.h"
#include "gtest/gtest.h"

using namespace lowp::sim;

namespace {
/// Accesses of lanes 0 to `lanes` - 1, at a distance.
AccessGroups::Group makeGroup(unsigned lanes, uint64_t distance,
                              uint32_t bytes) {
  AccessGroups::Group group;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    group.places[lane] = lane * distance;
    group.bytes[lane] = bytes;
  }
  return group;
}

GlobalTraffic countGlobal(const AccessGroups::Group &group) {
  GlobalTraffic traffic;
  count(traffic, group);
  return traffic;
}

SharedTraffic countShared(const AccessGroups::Group &group) {
  SharedTraffic traffic;
  count(traffic, group);
  return traffic;
}
} // namespace

TEST(AccessGroups, Sectors) {
  EXPECT_EQ(countGlobal(makeGroup(32, 4, 4)).sectors, 4u);
  EXPECT_EQ(countGlobal(makeGroup(32, 4, 4)).bytes, 128u);
  EXPECT_EQ(countGlobal(makeGroup(32, 16, 16)).sectors, 16u);
  EXPECT_EQ(countGlobal(makeGroup(32, 32, 1)).sectors, 32u);
  EXPECT_EQ(countGlobal(makeGroup(32, 0, 4)).sectors, 1u);
  EXPECT_EQ(countGlobal(makeGroup(32, 0, 4)).bytes, 4u);
  // What overlaps counts once; what lies across a border touches both sides.
  EXPECT_EQ(countGlobal(makeGroup(2, 8, 16)).bytes, 24u);
  AccessGroups::Group across = makeGroup(1, 0, 16);
  across.places[0] = 24;
  EXPECT_EQ(countGlobal(across).sectors, 2u);
}

// isa-contracts.md section 5.
TEST(AccessGroups, BankConflicts) {
  SharedTraffic row = countShared(makeGroup(32, 4, 4));
  EXPECT_EQ(row.phases, 1u);
  EXPECT_EQ(row.worstDegree, 1u);
  EXPECT_EQ(countShared(makeGroup(32, 8, 4)).worstDegree, 2u);
  EXPECT_EQ(countShared(makeGroup(32, 128, 4)).worstDegree, 32u);
  EXPECT_EQ(countShared(makeGroup(32, 0, 4)).worstDegree, 1u);
  EXPECT_EQ(countShared(makeGroup(32, 1, 1)).worstDegree, 1u);
  SharedTraffic pairs = countShared(makeGroup(32, 8, 8));
  EXPECT_EQ(pairs.phases, 2u);
  EXPECT_EQ(pairs.totalDegree, 2u);
  SharedTraffic vectors = countShared(makeGroup(32, 16, 16));
  EXPECT_EQ(vectors.phases, 4u);
  EXPECT_EQ(vectors.totalDegree, 4u);
  // Rows of 128 bytes without a swizzle.
  EXPECT_EQ(countShared(makeGroup(32, 128, 16)).totalDegree, 32u);
  // Phases without a lane are none.
  EXPECT_EQ(countShared(makeGroup(8, 16, 16)).phases, 1u);
}

// The n-th accesses of lanes are one access, however the lanes run.
TEST(AccessGroups, LanesRunOneAfterTheOther) {
  Statistics statistics;
  AccessGroups groups;
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned step = 0; step < 3; ++step)
      groups.add(statistics, 7, Traffic::GlobalRead, lane,
                 1024 * step + 4 * lane, 4);
  const GlobalTraffic &traffic = statistics.global.at({7, Traffic::GlobalRead});
  EXPECT_EQ(traffic.accesses, 3u);
  EXPECT_EQ(traffic.sectors, 12u);
}

// Where the warp comes together, counting begins anew: lanes that left one out
// do not stay behind.
TEST(AccessGroups, Flush) {
  Statistics statistics;
  AccessGroups groups;
  for (unsigned lane = 0; lane < 16; ++lane)
    groups.add(statistics, 1, Traffic::SharedWrite, lane, 4 * lane, 4);
  groups.flush(statistics);
  for (unsigned lane = 0; lane < 32; ++lane)
    groups.add(statistics, 1, Traffic::SharedWrite, lane, 4 * lane, 4);
  groups.flush(statistics);
  const SharedTraffic &traffic =
      statistics.shared.at({1, Traffic::SharedWrite});
  EXPECT_EQ(traffic.accesses, 2u);
  EXPECT_EQ(traffic.phases, 2u);
  EXPECT_EQ(traffic.worstDegree, 1u);
}
