#include "campaign/open_reasons.h"

#include <gtest/gtest.h>

namespace campaign {
namespace {

using namespace model;

/// int f(int x) { if (x > 3) { if (x < 2) ... } }: sites 0 to 3, on lines 14 and 20; branch n is of
/// site n.
class OpenReasonsTest : public ::testing::Test {
protected:
  OpenReasonsTest() {
    Function f;
    f.name = "f";
    subject_.functions = {f};
    for (const auto &[condition, line] : {std::pair("x > 3", 14u), {"x < 2", 20u}})
      for (const char *outcome : {"true", "false"}) {
        Site site;
        site.range.line = line;
        site.function = "f";
        site.condition = condition;
        site.outcome = outcome;
        branches_.branches.push_back({SiteId(branches_.sites.size()), UnitId(0), "f"});
        branches_.sites.push_back(site);
      }
    branches_.branches.push_back({SiteId(), UnitId(0), "f"}); // the compiler's own
    suite_.subject = &subject_;
    suite_.branches = &branches_;
    suite_.evidence.resize(4);
    for (std::size_t i = 0; i < 4; ++i)
      evidence(i).siblings = {SiteId(i ^ 1)};
    evidence(2).inFront = evidence(3).inFront = {SiteId(0)};
  }

  SiteEvidence &evidence(std::size_t site) { return suite_.evidence[site]; }

  Open open(std::size_t site) { return OpenReasons(suite_, runs_, taken_, only_).of(SiteId(site)); }
  std::string kind(std::size_t site) { return kindOf(open(site).reason); }
  std::string text(std::size_t site) { return describe(open(site), branches_); }

  Subject subject_;
  BranchMap branches_;
  Suite suite_;
  std::vector<std::uint64_t> runs_ = {50};
  std::vector<bool> taken_ = std::vector<bool>(4);
  std::optional<FunctionId> only_;
};

TEST_F(OpenReasonsTest, AContradictionNamesItsConditions) {
  taken_ = {true, true, false, true};
  evidence(2).contradicted = 1;
  evidence(2).core = {BranchId(0)};
  EXPECT_EQ("asked for once: contradiction with `x > 3` (line 14)", text(2));
  evidence(2).contradicted = 4;
  evidence(2).core = {BranchId(1), HeldBy::Length, BranchId(3), BranchId(1)};
  EXPECT_EQ("asked for 4 times, each time a contradiction: the last with `x > 3` being false (line "
            "14), `x < 2` being false (line 20) and the lengths that tests keep to",
            text(2));
  EXPECT_EQ("contradiction", kind(2));
}

TEST_F(OpenReasonsTest, ThreeConditionsAreEnough) {
  evidence(2).contradicted = 1;
  evidence(2).core = {BranchId(4), HeldBy::Value, BranchId(0), BranchId(3), HeldBy::Size};
  EXPECT_EQ(
      "asked for once: contradiction with `x > 3` (line 14), `x < 2` being false (line 20), a "
      "decision of library code or the compiler's and 2 more",
      text(2));
  evidence(2).core = {};
  EXPECT_EQ("asked for once: on such a path no inputs make it so", text(2));
}

TEST_F(OpenReasonsTest, OnlyWhatIsAlwaysAContradictionIsCalledOne) {
  evidence(2).contradicted = 3;
  evidence(2).undecided = 1;
  evidence(2).whyUndecided = "conflicts";
  evidence(2).hardParts = {"64-bit division"};
  EXPECT_EQ("solver_gave_up", kind(2));
  EXPECT_EQ("the solver gave up (too much work: 64-bit division) in 1 of 4 queries", text(2));
  evidence(2).undecided = 0;
  evidence(2).solved = 2;
  EXPECT_EQ("went_elsewhere", kind(2));
  EXPECT_EQ("asked for 5 times, solved 2 times, but no run with these inputs took it", text(2));
  evidence(2).impossible = 2;
  EXPECT_EQ("no_such_test", kind(2));
  evidence(2).arrived = 1;
  EXPECT_EQ("does_not_count", kind(2));
}

TEST_F(OpenReasonsTest, WhatNoRunMetNamesWhatIsMissingInFrontOfIt) {
  taken_ = {false, true, false, false};
  EXPECT_EQ("no run came to its condition, and `x > 3` in front of it (line 14) was never true; 50 "
            "runs of f",
            text(2));
  EXPECT_EQ("never_asked", kind(2));
  taken_ = {true, true, false, false}; // then why is not known
  EXPECT_EQ("no run came to its condition; 50 runs of f", text(2));
  taken_ = {true, true, false, true};
  EXPECT_EQ("the search did not get here in 50 runs of f", text(2));
  evidence(3) = {};
  taken_[3] = false;
  evidence(3).isUnsteady = true;
  EXPECT_EQ("not_reached", kind(2)) << "a run that was not repeated came to it, too";
  evidence(3) = {};
  evidence(3).wasTaken = true;
  EXPECT_EQ("not_reached", kind(2)) << "so did a test that is gone";
}

TEST_F(OpenReasonsTest, WhatRunsSayThatAreNotBelievedIsNotDenied) {
  taken_ = {false, true, false, false};
  evidence(2).isDisbelieved = true;
  EXPECT_EQ("not_believed", kind(2));
}

TEST_F(OpenReasonsTest, RunsThatTheHarnessDoesNotWantCameToTheirConditions) {
  taken_ = {false, true, false, false};
  evidence(2).rejected = 3;
  EXPECT_EQ("only_rejected", kind(2));
  EXPECT_EQ("taken by 3 runs, but the harness wants no test of them: an assumption does not hold, "
            "or klee_silent_exit is called",
            text(2));
  EXPECT_EQ("not_reached", kind(3)) << "a rejected run took its sibling";
  evidence(2).rejected = 0;
  evidence(0).rejected = 1;
  EXPECT_EQ("no run came to its condition; 50 runs of f", text(2)) << "a rejected run was in front";
}

TEST_F(OpenReasonsTest, WithoutAGraphNothingIsSaidOfConditions) {
  suite_.evidence.clear();
  EXPECT_EQ("the search did not get here in 50 runs of f", text(2));
}

TEST_F(OpenReasonsTest, SaysWhatWasLeftToAsk) {
  taken_ = {true, true, false, true};
  evidence(2).waiting = 3;
  EXPECT_EQ("search_ended", kind(2));
  EXPECT_EQ("the search ended before it was asked for (3 flips to it wait)", text(2));
  evidence(2).waiting = 0;
  runs_ = {0};
  EXPECT_EQ("the search ended before f was called", text(2));
}

TEST_F(OpenReasonsTest, SaysWhereFormulasWereLost) {
  taken_ = {true, true, false, true};
  evidence(2).withoutFormula = 2;
  EXPECT_EQ("no formula says how inputs decide its condition, in 2 recorded runs that came to it: "
            "what they took before may decide it, or it may not depend on inputs",
            text(2));
  evidence(2).lostTerms = {1, 0, 0, 0, 9, 0, 0, 0, 0, 0};
  EXPECT_EQ("no formula says how inputs decide its condition, in 2 recorded runs that came to it; "
            "in these, formulas were lost in calls of functions that are not instrumented and "
            "memory that code without instrumentation wrote",
            text(2));
  EXPECT_EQ("no_formula", kind(2));
}

TEST_F(OpenReasonsTest, WhatNothingLeadsToSaysWhyItsFunctionIsNotCalled) {
  evidence(2).isReachable = false;
  EXPECT_EQ("no function that is called leads here", text(2));
  subject_.functions[0].undrivable = "it is variadic";
  EXPECT_EQ("no function that is called leads here, and f itself is not called (it is variadic)",
            text(2));
  EXPECT_EQ("no_way_here", kind(2));
  evidence(2).isReachable = true;
  EXPECT_EQ("no run came to its condition; f itself is not called directly (it is variadic)",
            text(2));
  subject_.functions.push_back({.name = "harness"});
  runs_ = {0, 70};
  only_ = FunctionId(1);
  EXPECT_EQ("no run came to its condition; 70 runs of harness", text(2));
  evidence(2).isReachable = false;
  EXPECT_EQ("no function that is called leads here, and f itself is not called (it is variadic)",
            text(2));
}

} // namespace
} // namespace campaign
