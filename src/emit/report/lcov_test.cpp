#include "emit/report/lcov.h"

#include "emit/testing/suite_maker.h"

#include <gtest/gtest.h>

namespace emit {
namespace {

TEST(Lcov, CountsTestsPerOutcome) {
  SuiteMaker m;
  addTriangle(m);
  const File file = lcovTrace(m.suite);
  EXPECT_EQ("coverage.info", file.path);
  EXPECT_EQ("TN:pincer\n"
            "SF:/work/src/triangle.c\n"
            "FN:1,classify\nFN:2,scale\nFN:3,draw\n"
            "FNDA:2,classify\nFNDA:1,scale\nFNDA:0,draw\n"
            "FNF:3\nFNH:2\n"
            "BRDA:14,0,0,1\nBRDA:14,0,1,1\n"
            "BRDA:17,0,0,1\nBRDA:17,0,1,0\n"
            // 19 is infeasible, 21 constant; on 30 only a test with undefined behaviour is true
            "BRDA:30,0,0,0\nBRDA:30,0,1,1\n"
            "BRDA:32,0,0,-\nBRDA:32,0,1,-\n"
            "BRF:8\nBRH:4\n"
            "DA:14,2\nDA:17,1\nDA:30,1\nDA:32,0\n"
            "LF:4\nLH:3\n"
            "end_of_record\n",
            file.contents);
}

TEST(Lcov, ConditionsOfOneMacroAreBlocksOfItsLine) {
  SuiteMaker m;
  m.unit("/work/a.c");
  const auto f = m.function("f", m.intType, {});
  const auto first = m.site(5, "x", "true", "f");
  m.site(5, "x", "false", "f");
  const auto second = m.site(6, "y", "true", "f");
  for (model::Site &site : m.branches.sites)
    site.expansions = {{"/work/a.c", 40, 3, 40, 9}};
  m.test(f, {}, scalar(1), {first, second});
  const std::string text = lcovTrace(m.suite).contents;
  EXPECT_NE(std::string::npos, text.find("BRDA:40,0,0,1\nBRDA:40,0,1,0\nBRDA:40,1,0,1\n")) << text;
  EXPECT_NE(std::string::npos, text.find("DA:40,1\nLF:1\nLH:1\n")) << text;
}

} // namespace
} // namespace emit
