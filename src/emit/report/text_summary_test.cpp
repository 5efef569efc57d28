#include "emit/report/text_summary.h"

#include "emit/testing/suite_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace emit {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const Layout layout{"/work/out", "/work", "1.2.3"};

TEST(TextSummary, SaysEverythingInFewLines) {
  SuiteMaker m;
  addTriangle(m);
  const std::string &crash = m.suite.tests[3].id, &overflow = m.suite.tests[4].id;
  EXPECT_EQ("classify  src/triangle.c:1  3/5 branches  2 tests  partly: 1 branch is open\n"
            "scale     src/triangle.c:2  1/4 branches  3 tests  tested\n"
            "draw      src/triangle.c:3   no branches  0 tests  "
            "skipped: parameter 'screen' is a pointer to void\n"
            "\n"
            "1 extern variable: pixels\n"
            "\n"
            "2 findings:\n"
            "  signed-integer-overflow  src/triangle.c:33  2147483647 * 1001 cannot be "
            "represented (test " +
                overflow +
                ")\n"
                "  null-dereference  src/triangle.c:33  member access within null pointer "
                "[unlikely input] (test " +
                crash +
                ")\n"
                "\n"
                "3 open branches:\n"
                "  src/triangle.c:17  classify: a == b is never false  (the search did not get "
                "here in 50 runs of classify)\n"
                "  src/triangle.c:32  scale: 2 outcomes: the search did not get here in 50 runs of "
                "scale: line 32 true, line 32 false\n"
                "\n"
                "44.4 % covered (4 of 9 branches, 1 only by undefined behaviour, 1 infeasible, 3 "
                "open), 5 tests, 2 findings: out/report.json\n",
            textSummary(m.suite, layout, false));
}

TEST(TextSummary, ColoursOnlyWhenAsked) {
  SuiteMaker m;
  addTriangle(m);
  EXPECT_THAT(textSummary(m.suite, layout, false), Not(HasSubstr("\x1b")));
  EXPECT_THAT(textSummary(m.suite, layout, true), HasSubstr("\x1b[32mtested\x1b[0m"));
}

TEST(TextSummary, NearlyAllIsNotAll) {
  SuiteMaker m;
  m.unit("/work/a.c");
  const auto f = m.function("f", m.intType, {});
  std::vector<model::SiteId> sites;
  for (std::uint32_t i = 0; i < 2001; ++i)
    sites.push_back(m.site(i + 1, "x", "true", "f"));
  sites.pop_back();
  m.test(f, {}, scalar(1), sites);
  EXPECT_THAT(textSummary(m.suite, layout, false), HasSubstr("99.9 % covered"));
}

TEST(TextSummary, NoBranchesAreNoShare) {
  SuiteMaker m;
  m.unit("/work/a.c");
  m.test(m.function("f", m.intType, {}), {}, scalar(1), {});
  EXPECT_FALSE(model::summarize(m.suite).branchCoverage);
  EXPECT_THAT(textSummary(m.suite, layout, false), HasSubstr("\nno branches, 1 test"));
}

TEST(TextSummary, LongListsOfOpenBranchesAreCut) {
  SuiteMaker m;
  m.unit("/work/a.c");
  for (std::uint32_t i = 0; i < 100; ++i)
    m.site(i + 1, "x", "true", "f" + std::to_string(i));
  EXPECT_THAT(textSummary(m.suite, layout, false), HasSubstr("... and 80 more in the report"));
}

TEST(TextSummary, WhatHasOneReasonIsOneShortLine) {
  SuiteMaker m;
  m.unit("/work/a.c");
  m.function("parse", m.intType, {});
  for (std::uint32_t i = 0; i < 100; ++i) {
    const auto site = m.site(i + 1, "x / y == 3", "true", "parse");
    m.suite.verdicts[site.index] =
        model::Open{model::open::GaveUp{i + 1, i + 2, "conflicts", {"64-bit division"}}};
  }
  EXPECT_THAT(textSummary(m.suite, layout, false),
              HasSubstr("100 open branches:\n"
                        "  a.c:1  parse: 100 outcomes: the solver gave up (too much work: 64-bit "
                        "division): line 1 true, line 2 true, line 3 true, line 4 true, line 5 "
                        "true, ...\n\n"));
}

TEST(TextSummary, ALineIsNeverLong) {
  SuiteMaker m;
  m.unit("/work/a.c");
  m.function("f", m.intType, {});
  const auto site = m.site(1, std::string(500, 'x'), "true", "f");
  m.suite.verdicts[site.index] = model::Open{model::open::NotBuilt{std::string(500, 'y')}};
  const std::string text = textSummary(m.suite, layout, false);
  EXPECT_THAT(text, Not(HasSubstr(std::string(200, 'x'))));
  EXPECT_THAT(text, Not(HasSubstr(std::string(200, 'y'))));
}

} // namespace
} // namespace emit
