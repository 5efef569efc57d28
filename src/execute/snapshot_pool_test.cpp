#include "execute/snapshot_pool.h"

#include "abi/channel.h"
#include "execute/testdata/zoo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace execute {
namespace {

using model::TestCase;
using testing::ElementsAre;
using zoo::scalar;

class SnapshotPoolTest : public testing::Test {
protected:
  TestCase follow(const std::vector<std::int32_t> &inputs, std::size_t fixed) {
    TestCase test{zoo::find(subject_, "followSensors"), {scalar(0)}};
    for (std::size_t i = 0; i < inputs.size(); ++i)
      test.supplied.push_back({model::SupplyId(1), static_cast<std::uint32_t>(i),
                               zoo::parts({scalar(inputs[i])}), i < fixed});
    test.hasFixedArguments = true;
    return test;
  }
  void add(const std::vector<std::int32_t> &inputs, std::uint64_t bytes = 0) {
    Snapshot snapshot{.number = pool_.freeNumber(),
                      .prefix = pool_.prefixOf(follow(inputs, inputs.size()))};
    snapshot.asked.resize(inputs.size());
    snapshot.bytes = bytes;
    pool_.add(std::move(snapshot));
  }

  zoo::Types types_;
  model::Subject subject_ = zoo::makeSubject(types_);
  SnapshotPool pool_{subject_};
};

TEST_F(SnapshotPoolTest, TheNearestStateIsThatWithTheMostInputs) {
  EXPECT_EQ(pool_.nearest(follow({1, 2, 3}, 2)), nullptr);
  add({1});
  add({1, 2});
  add({1, 2, 3});
  add({1, 3});
  EXPECT_EQ(pool_.nearest(follow({1, 2, 3}, 2))->number, 1u) << "the third input is not fixed";
  EXPECT_EQ(pool_.nearest(follow({1, 4, 3}, 3))->number, 0u);
  EXPECT_EQ(pool_.nearest(follow({2, 2, 3}, 3)), nullptr);
  const TestCase beyond =
      pool_.beyond(follow({1, 2, 9, 8}, 2), pool_.nearest(follow({1, 2, 9, 8}, 2)));
  ASSERT_EQ(beyond.supplied.size(), 2u);
  EXPECT_EQ(beyond.supplied[0].index, 2u);
}

TEST_F(SnapshotPoolTest, OtherArgumentsLeadElsewhere) {
  add({1});
  TestCase other = follow({1, 2}, 1);
  other.arguments() = {scalar(1)};
  EXPECT_EQ(pool_.nearest(other), nullptr);
}

TEST_F(SnapshotPoolTest, WhatWasNotUsedForLongestMakesWay) {
  for (std::int32_t i = 0; i < PINCER_MOST_SNAPSHOTS; ++i)
    add({i});
  EXPECT_TRUE(pool_.nearest(follow({0, 1}, 1)));
  EXPECT_THAT(pool_.makeRoom(), ElementsAre(1u));
  EXPECT_EQ(pool_.freeNumber(), 1u);
  EXPECT_THAT(pool_.makeRoom(), ElementsAre());
}

TEST_F(SnapshotPoolTest, MemoryIsBounded) {
  constexpr std::uint64_t large = 100ull << 20;
  add({1}, large);
  EXPECT_THAT(pool_.makeRoom(), ElementsAre());
  add({2}, large);
  EXPECT_THAT(pool_.makeRoom(), ElementsAre(0u)) << "the next one may be as large";
}

TEST_F(SnapshotPoolTest, WhatWasRefusedIsNotTriedAgain) {
  EXPECT_FALSE(pool_.isRefused(follow({1, 2}, 1)));
  pool_.refuse(pool_.prefixOf(follow({1}, 1)));
  EXPECT_TRUE(pool_.isRefused(follow({1, 2}, 1)));
  EXPECT_FALSE(pool_.isRefused(follow({1, 2, 3}, 2)));
  EXPECT_FALSE(pool_.isRefused(follow({2, 2}, 1)));
}

TEST_F(SnapshotPoolTest, OnlyWhatIsWhollyFixedHasAState) {
  EXPECT_EQ(pool_.fixedCalls(follow({1, 2, 3}, 2)), 2u);
  EXPECT_EQ(pool_.fixedCalls(follow({1, 2, 3}, 0)), std::nullopt);
  TestCase test = follow({1, 2, 3}, 2);
  test.hasFixedArguments = false;
  EXPECT_EQ(pool_.fixedCalls(test), std::nullopt);
  test = follow({1, 2, 3}, 2);
  test.supplied.insert(test.supplied.begin(), {model::SupplyId(0), 0, scalar(5)});
  EXPECT_EQ(pool_.fixedCalls(test), std::nullopt) << "a variable is there from the start";
  test.supplied.front().isFixed = true;
  EXPECT_EQ(pool_.fixedCalls(test), 2u);
}

} // namespace
} // namespace execute
