#include "campaign/goals.h"

#include <array>

#include <gtest/gtest.h>

namespace campaign {
namespace {

using model::SiteId;

/// Two sites with a branch each.
struct TwoSites {
  model::BranchMap branches;
  TwoSites() {
    branches.sites.resize(2);
    branches.branches = {{SiteId(0), {}, "f"}, {SiteId(1), {}, "f"}};
  }
};
const SiteId first(0), second(1);

TEST(Goals, WhatIsProvedInfeasibleIsNoGoal) {
  const TwoSites two;
  Goals goals(two.branches);
  goals.noteGreen(first);
  goals.noteReached(first);
  EXPECT_TRUE(goals.anyIsOpen(std::array{first, second}));
  EXPECT_FALSE(goals.areAllReached());
  goals.noteProved(second);
  EXPECT_FALSE(goals.anyIsOpen(std::array{first, second}));
  EXPECT_TRUE(goals.areAllReached());
  EXPECT_EQ((std::vector{false, false}), goals.wantedBranches());
}

/// A proof may be wrong; a run is not.
TEST(Goals, ARunWithdrawsAProof) {
  const TwoSites two;
  for (const bool isDirty : {false, true}) {
    Goals goals(two.branches);
    goals.noteProved(second);
    EXPECT_TRUE(goals.isWanted(second)); // a find that takes it is looked at
    if (isDirty)
      goals.noteAttempts({second}, 1);
    else
      goals.noteGreen(second);
    EXPECT_FALSE(goals.isProved(second));
    EXPECT_EQ(isDirty, goals.isOpen(second));
    EXPECT_EQ(0u, goals.provedCount());
  }
}

TEST(Goals, WhatARunTookIsNotProved) {
  const TwoSites two;
  Goals goals(two.branches);
  goals.notePending({first});
  goals.noteProved(first);
  goals.noteRejected({second});
  goals.noteProved(second);
  EXPECT_EQ(0u, goals.provedCount());
}

TEST(Goals, TheRestIsTriedOrProved) {
  const TwoSites two;
  Goals goals(two.branches);
  goals.noteAttempts({first}, Goals::patience);
  EXPECT_FALSE(goals.areTheRestTried());
  goals.noteProved(second);
  EXPECT_TRUE(goals.areTheRestTried());
}

} // namespace
} // namespace campaign
