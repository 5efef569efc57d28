#include "emit/test_names.h"

#include "emit/testing/suite_maker.h"

#include <csignal>
#include <gtest/gtest.h>

namespace emit {
namespace {

TEST(ConditionInWords, RelationsAndTheirOpposites) {
  EXPECT_EQ("AIsLessThanB", conditionInWords("a < b", "true"));
  EXPECT_EQ("AIsAtLeastB", conditionInWords("a < b", "false"));
  EXPECT_EQ("AIsGreaterThan0", conditionInWords("a <= 0", "false"));
  EXPECT_EQ("PEqualsNull", conditionInWords("p != NULL", "false"));
  EXPECT_EQ("NAtIPlus1IsNotMinus1", conditionInWords("n[i + 1] != -1", "true"));
}

TEST(ConditionInWords, PlainConditions) {
  EXPECT_EQ("IsReady", conditionInWords("is_ready", "true"));
  EXPECT_EQ("NotIsReady", conditionInWords("is_ready", "false"));
  EXPECT_EQ("NotP", conditionInWords("!p", "true"));
  EXPECT_EQ("P", conditionInWords("!p", "false"));
  EXPECT_EQ("PNext", conditionInWords("!p->next", "false"));
  EXPECT_EQ("StarP", conditionInWords("*p", "true"));
  EXPECT_EQ("NotNotPPlusQ", conditionInWords("!p + q", "false"));
}

TEST(ConditionInWords, ScopesAndLoopsOverRanges) {
  EXPECT_EQ("AtEqualsStringNpos", conditionInWords("at == string::npos", "true"));
  EXPECT_EQ("LoopGoesOn", conditionInWords(":", "true"));
  EXPECT_EQ("LoopEnds", conditionInWords(":", "false"));
}

TEST(ConditionInWords, JoinedConditionsAreNegatedAsAWhole) {
  EXPECT_EQ("NotAIsLessThanBAndC", conditionInWords("a < b && c", "false"));
  EXPECT_EQ("FABitAnd1Equals0", conditionInWords("(f(a) & 1) != 0", "false"));
}

TEST(ConditionInWords, CharactersAndStrings) {
  EXPECT_EQ("CEqualsX", conditionInWords("c == 'x'", "true"));
  EXPECT_EQ("CEqualsMinus", conditionInWords("c == '-'", "true"));
  EXPECT_EQ("CEqualsNul", conditionInWords("c == '\\0'", "true"));
  EXPECT_EQ("CEqualsApostrophe", conditionInWords("c == '\\''", "true"));
  EXPECT_EQ("StrcmpSOnEquals0", conditionInWords("strcmp(s, \"on\") == 0", "true"));
  EXPECT_EQ("XIsGreaterThan1Point5", conditionInWords("x > 1.5", "true"));
}

TEST(ConditionInWords, Switches) {
  EXPECT_EQ("CaseRed", conditionInWords("color", "case RED"));
  EXPECT_EQ("CaseMinus7", conditionInWords("n", "case -7"));
  EXPECT_EQ("Default", conditionInWords("n", "default"));
}

class Names : public ::testing::Test {
protected:
  Names() { m.unit("/src/shape.c"); }
  SuiteMaker m;
};

TEST_F(Names, TwoSitesIfTheyFit) {
  const auto f = m.function("area_of", m.intType, {{"a", m.intType}});
  m.test(f, {scalar(1)}, scalar(1),
         {m.site(2, "a < 0", "false", "area_of"), m.site(3, "a", "true", "area_of"),
          m.site(4, "b", "true", "area_of")});
  EXPECT_EQ("AreaOf.AIsAtLeast0AndA", nameTests(m.suite)[0].full());
}

TEST_F(Names, OwnConditionsComeFirst) {
  const auto f = m.function("f", m.intType, {{"a", m.intType}});
  m.test(f, {scalar(1)}, scalar(1),
         {m.site(2, "inner_condition_that_is_long_enough", "true", "callee"),
          m.site(9, "own", "true", "f")});
  EXPECT_EQ("F.OwnAndInnerConditionThatIsLongEnough", nameTests(m.suite)[0].full());
}

TEST_F(Names, LongOnesAreCutAtAWord) {
  const auto f = m.function("f", m.intType, {});
  m.test(f, {}, scalar(1),
         {m.site(2, "alpha_beta + gamma_delta + epsilon_zeta == theta_iota", "true", "f")});
  const std::string name = nameTests(m.suite)[0].test;
  EXPECT_EQ("AlphaBetaPlusGammaDeltaPlusEpsilonZetaEqualsTheta", name);
}

TEST_F(Names, EqualNamesGetAHashThatStaysTheSame) {
  const auto f = m.function("f", m.intType, {{"a", m.intType}});
  const auto site = m.site(2, "a", "true", "f");
  m.test(f, {scalar(1)}, scalar(1), {site});
  m.test(f, {scalar(2)}, scalar(1), {site});
  m.test(f, {scalar(3)}, scalar(1), {site});
  const auto names = nameTests(m.suite);
  EXPECT_EQ("A", names[0].test);
  EXPECT_TRUE(names[1].test.starts_with("AVariant"));
  EXPECT_NE(names[1].test, names[2].test);
  std::swap(m.suite.tests[1], m.suite.tests[2]);
  EXPECT_EQ(names[2].test, nameTests(m.suite)[1].test);
}

TEST_F(Names, WithoutPurposeTheOutcomeNames) {
  const auto f = m.function("f", m.intType, {});
  m.test(f, {}, scalar(-3));
  m.endingTest(f, {}, model::Exited{3});
  m.endingTest(f, {}, model::Crashed{SIGSEGV});
  m.endingTest(f, {}, model::Crashed{SIGSEGV}).verdict = {"heap-buffer-overflow", "", "", 0};
  m.endingTest(f, {}, model::TimedOut{});
  std::vector<std::string> names;
  for (const TestName &name : nameTests(m.suite))
    names.push_back(name.test);
  EXPECT_EQ((std::vector<std::string>{"ReturnsMinus3", "ExitsWith3", "CrashesSigsegv",
                                      "FailsWithHeapBufferOverflow", "DoesNotReturnInTime"}),
            names);
}

TEST_F(Names, StaticFunctionsOfOneNameAreToldApart) {
  const auto first = m.function("helper", m.intType, {});
  m.unit("/src/other_shape.c");
  const auto second = m.function("helper", m.intType, {});
  m.test(first, {}, scalar(1));
  m.test(second, {}, scalar(1));
  EXPECT_EQ("ShapeHelper.Returns1", nameTests(m.suite)[0].full());
  EXPECT_EQ("OtherShapeHelper.Returns1", nameTests(m.suite)[1].full());
}

} // namespace
} // namespace emit
