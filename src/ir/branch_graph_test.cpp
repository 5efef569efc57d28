#include "ir/testing/subjects.h"
#include "support/file_system.h"

#include <gtest/gtest.h>

namespace ir {
namespace {

using model::BranchGraph;

class BranchGraphTest : public ::testing::Test {
protected:
  void mark(const std::string &text) {
    program_ = testing::markSources({testing::writeText(folder_.path() / "u.c", text)});
  }

  /// An empty condition stands for any.
  std::size_t branch(const std::string &condition, const std::string &outcome) {
    for (std::size_t i = 0; i < program_.branches.branches.size(); ++i)
      if (const auto site = program_.branches.branches[i].site)
        if ((condition.empty() || program_.branches[site].condition == condition) &&
            program_.branches[site].outcome == outcome)
          return i;
    ADD_FAILURE() << "no branch " << condition << ' ' << outcome;
    return 0;
  }

  /// How far a run that took one outcome is from another one.
  std::uint32_t distance(const std::string &from, const std::string &outcome, const std::string &to,
                         const std::string &wanted) {
    std::vector<bool> goals(program_.branches.branches.size());
    goals[branch(to, wanted)] = true;
    return program_.graph.distances(goals)[branch(from, outcome)];
  }

  /// Whether a run of `function` may take these and no others, given as condition and outcome.
  bool connects(const std::string &function,
                const std::vector<std::pair<std::string, std::string>> &taken) {
    std::vector<model::BranchId> branches;
    for (const auto &[condition, outcome] : taken)
      branches.emplace_back(branch(condition, outcome));
    return program_.graph.connects(function, branches);
  }

  support::TemporaryDirectory folder_;
  MarkedProgram program_;
};

TEST_F(BranchGraphTest, CountsTheBranchesInBetween) {
  mark("int f(int a, int b, int c) { if (a) { if (b) { if (c) return 1; } return 2; } return 3; }");
  EXPECT_EQ(0u, distance("c", "true", "c", "true"));
  EXPECT_EQ(1u, distance("b", "true", "c", "true"));
  EXPECT_EQ(2u, distance("a", "true", "c", "true"));
  EXPECT_EQ(BranchGraph::unreachable, distance("a", "false", "c", "true"));
  EXPECT_EQ(BranchGraph::unreachable, distance("b", "false", "c", "true"));
}

TEST_F(BranchGraphTest, GoesThroughCallsAndReturns) {
  mark("static int in(int x) { if (x > 5) return 1; return 0; }\n"
       "int f(int a, int b) { if (a) { in(b); if (b == 3) return 4; } return 0; }");
  EXPECT_EQ(1u, distance("a", "true", "x > 5", "true"));
  EXPECT_EQ(1u, distance("x > 5", "false", "b == 3", "true"));
  EXPECT_EQ(BranchGraph::unreachable, distance("a", "false", "x > 5", "true"));
}

TEST_F(BranchGraphTest, KnowsLoopsAndSwitches) {
  mark("int f(int n, int k) { while (n > 0) { switch (k) { case 1: if (n == 9) return 1; break; "
       "case 2: return 2; default: break; } n--; } return 0; }");
  EXPECT_EQ(1u, distance("n > 0", "true", "", "case 1"));
  EXPECT_EQ(2u, distance("n == 9", "false", "", "case 2"));
  EXPECT_EQ(BranchGraph::unreachable, distance("n > 0", "false", "n == 9", "true"));
}

TEST_F(BranchGraphTest, ARunTakesWhatIsConnected) {
  mark("static int in(int x) { if (x > 5) return 1; return 0; }\n"
       "int f(int a, int b) { if (a) { if (b) return in(b); } return 3; }\n"
       "int g(int c) { if (c) return 1; return 0; }");
  EXPECT_TRUE(connects("f", {}));
  EXPECT_TRUE(connects("f", {{"a", "true"}, {"b", "true"}, {"x > 5", "false"}}));
  EXPECT_TRUE(connects("f", {{"a", "true"}})); // it may end anywhere
  EXPECT_FALSE(connects("f", {{"b", "true"}}));
  EXPECT_FALSE(connects("f", {{"a", "true"}, {"b", "false"}, {"x > 5", "false"}}));
  EXPECT_FALSE(connects("f", {{"a", "false"}, {"c", "true"}}));
  EXPECT_TRUE(connects("unknown", {{"c", "true"}}));
}

TEST_F(BranchGraphTest, PointersAndLibrariesLeadToWhatHasItsAddressTaken) {
  mark("int taken(int x) { if (x > 5) return 1; return 0; }\n"
       "int other(int y) { if (y) return 1; return 0; }\n"
       "int (*pointer)(int) = taken;\n"
       "void outside(void);\n"
       "int f(int a) { return pointer(a); }\n"
       "int g(int a) { outside(); return a; }\n"
       "int h(int a) { return a; }");
  EXPECT_TRUE(connects("f", {{"x > 5", "true"}}));
  EXPECT_TRUE(connects("g", {{"x > 5", "true"}}));
  EXPECT_FALSE(connects("h", {{"x > 5", "true"}}));
  EXPECT_FALSE(connects("g", {{"y", "true"}}));
  program_.graph.openToOutside("other");
  EXPECT_TRUE(connects("g", {{"y", "true"}}));
}

} // namespace
} // namespace ir
