#include "build/blame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace build {
namespace {

using model::FunctionId;

const std::vector<UnitPart> parts = {{"#include \"a.c\"\n"},
                                     {"void t0(void) {\n  f();\n}\n", FunctionId(0)},
                                     {"void t1(void) {\n  g();\n}\n", FunctionId(1)},
                                     {"void *p(void) { return &x; }\n", model::GlobalId(0)}};

std::vector<std::size_t> guilty(const std::string &errors) {
  std::vector<std::size_t> numbers;
  for (const Guilty &each : guiltyParts(parts, "/out/unit0.c", errors))
    numbers.push_back(each.part);
  return numbers;
}

TEST(Blame, ErrorsBelongToThePartTheyStandIn) {
  EXPECT_THAT(guilty("/out/unit0.c:3:3: error: 'f' is unavailable\n    3 |   f();\n"
                     "/src/a.c:9:1: note: declared here\n"
                     "/out/unit0.c:8:26: error: no x\n2 errors generated.\n"),
              testing::ElementsAre(1, 3));
}

TEST(Blame, AnErrorElsewhereBelongsToThePartThatWantedIt) {
  EXPECT_THAT(guilty("/src/a.h:5:1: error: no member\n"
                     "/out/unit0.c:6:3: note: in instantiation of g<int> requested here\n"),
              testing::ElementsAre(2));
}

TEST(Blame, AnErrorOfTheSourceIsNobodysFault) {
  EXPECT_THAT(guilty("/src/a.c:5:1: error: expected ;\n"), testing::IsEmpty());
  EXPECT_THAT(guilty("/out/unit0.c:1:10: fatal error: no such file\n"), testing::IsEmpty());
  EXPECT_THAT(guilty("/src/a.c:5:1: error: expected ;\n/out/unit0.c:3:3: error: no f\n"),
              testing::IsEmpty());
}

TEST(Blame, WhatIsLeftOutSaysWhy) {
  model::Subject subject;
  subject.functions.resize(2);
  leaveOut(subject, parts[2], "'g' is unavailable");
  EXPECT_FALSE(subject.functions[0].undrivable);
  EXPECT_EQ("a call of it does not compile: 'g' is unavailable", subject.functions[1].undrivable);
}

} // namespace
} // namespace build
