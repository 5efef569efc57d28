#include "generate/sequence/frontier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace generate {
namespace {

using model::BranchId;
using model::FunctionId;
using model::Nearness;
using model::TestCase;
using ::testing::ElementsAre;

TestCase testOf(std::uint32_t function) { return TestCase(FunctionId(function), {}); }

TEST(Frontier, KeepsWhatCameNearest) {
  Frontier frontier;
  EXPECT_TRUE(frontier.least().empty()); // nobody wants anything
  frontier.want({false, true, true});
  EXPECT_THAT(frontier.least(), ElementsAre(0, Nearness::far, Nearness::far));
  const std::vector<Nearness> far{{BranchId(1), 9}, {BranchId(0), 1}}, near{{BranchId(1), 2}};
  frontier.note(testOf(1), far);
  frontier.note(testOf(2), near);
  frontier.note(testOf(3), far);
  EXPECT_THAT(frontier.least(), ElementsAre(0, 2, Nearness::far));
  support::Rng rng(1);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(FunctionId(2), frontier.pick(rng).function());
}

TEST(Frontier, ForgetsWhatIsNotWantedAnyMore) {
  Frontier frontier;
  frontier.want({true, true});
  frontier.note(testOf(1), std::vector<Nearness>{{BranchId(0), 3}, {BranchId(1), 3}});
  frontier.want({false, true});
  EXPECT_THAT(frontier.least(), ElementsAre(0, 3));
  frontier.want({true, false}); // its test was no good after all
  EXPECT_TRUE(frontier.isEmpty());
  EXPECT_THAT(frontier.least(), ElementsAre(Nearness::far, 0));
}

TEST(Frontier, AllGetTheirTurn) {
  Frontier frontier;
  frontier.want(std::vector<bool>(8, true));
  for (std::uint32_t i = 0; i < 8; ++i)
    frontier.note(testOf(i), std::vector<Nearness>{{BranchId(i), 1}});
  support::Rng rng(1);
  std::vector<int> picks(8);
  for (int i = 0; i < 400; ++i)
    ++picks[frontier.pick(rng).function().index];
  EXPECT_THAT(picks, ::testing::Each(::testing::Gt(25)));
}

} // namespace
} // namespace generate
