#include "cli/time_shares.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

TEST(TimeShares, NothingIsLimitedWithoutTime) {
  TimeShares shares(std::nullopt);
  shares.noteBuilding(5);
  EXPECT_FALSE(shares.isLimited());
  EXPECT_FALSE(shares.left());
  EXPECT_FALSE(shares.forCheck());
}

TEST(TimeShares, TheMoreTestsTheLessTimeToFindThem) {
  TimeShares shares(1000);
  shares.noteBuilding(10);
  EXPECT_LT(shares.forCampaign(0), 1000 - 3 * 10);
  EXPECT_GT(shares.forCampaign(0), shares.forCampaign(1000) + 9);
  EXPECT_GE(shares.forCampaign(10'000'000), 499) << "half of the time at least";
}

TEST(TimeShares, ALongBuildLeavesTheSearchAQuarter) {
  TimeShares shares(8);
  shares.noteBuilding(100);
  EXPECT_LE(shares.forCampaign(0), 8);
  EXPECT_EQ(2, shares.leastForSearch());
  EXPECT_EQ(600, *shares.forCheck()) << "one build is checked, however long ours took";
}

} // namespace
} // namespace cli
