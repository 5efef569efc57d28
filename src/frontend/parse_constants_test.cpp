#include "frontend/testing/parse_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace frontend {
namespace {

using model::Constants;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

TEST(ParseConstants, IntegersOfEveryKind) {
  const auto subject =
      parseText("enum { MAGIC = 77 };\n#define LIMIT (1 << 10)\n"
                "int f(int x, unsigned u) {\n"
                "  if (x == -5) return 'A';\n"
                "  switch (x) { case 42: return 0; case 50 ... 60: return MAGIC; }\n"
                "  return x > LIMIT;\n}\n");
  EXPECT_THAT(function(subject, "f").constants.integers,
              ElementsAre(-5, 0, 1, 10, 42, 50, 60, 65, 77, 1024));
}

TEST(ParseConstants, WideValuesKeepTheirBits) {
  const auto subject = parseText("int f(unsigned long x) { return x == 0xfffffffffffffff0u; }\n"
                                 "int g(unsigned x) { return x == -1; }\n"
                                 "int h(double d) { return d > 5; }\n");
  EXPECT_THAT(function(subject, "f").constants.integers, ElementsAre(-16));
  EXPECT_THAT(function(subject, "g").constants.integers, ElementsAre(-1, 0xffffffff));
  EXPECT_THAT(function(subject, "h").constants.floats, ElementsAre(5.0));
}

TEST(ParseConstants, FloatsAndStrings) {
  const auto subject =
      parseText("int strcmp(const char *, const char *);\n"
                "int f(double x, float y, const char *s) {\n"
                "  return x < -2.5 || y > 1e3f || x > 0.5L || !strcmp(s, \"key\\0x\") ||\n"
                "         !strcmp(s, \"a\" \"b\");\n}\n");
  const Constants &constants = function(subject, "f").constants;
  EXPECT_THAT(constants.floats, ElementsAre(-2.5, 0.5, 1000.0));
  EXPECT_THAT(constants.strings, ElementsAre("ab", std::string("key\0x", 5)));
}

TEST(ParseConstants, CalleesAndGlobalsCountToo) {
  const auto subject = parseText(
      "static const int table[] = {11, 22};\nstatic const char *names[] = {\"red\", \"green\"};\n"
      "static int inner(int x) { return x == 333; }\n"
      "static int outer(int x) { return inner(x) ? outer(x - 4444) : table[0]; }\n"
      "int f(int x) { return outer(x) == 5; }\n"
      "int viaPointer(int x) { int (*p)(int) = inner; return p(x); }\n"
      "const char *name(int i) { return names[i]; }\n"
      "int apart(int x) { return x == 99999; }\n");
  EXPECT_THAT(function(subject, "f").constants.integers, ElementsAre(0, 5, 11, 22, 333, 4444));
  EXPECT_THAT(function(subject, "viaPointer").constants.integers, ElementsAre(333));
  EXPECT_THAT(function(subject, "name").constants.strings, ElementsAre("green", "red"));
  EXPECT_THAT(function(subject, "apart").constants.integers, ElementsAre(99999));
}

TEST(ParseConstants, CalleesInOtherUnits) {
  Snippets snippets;
  snippets.write("a.c",
                 "int far(int); extern int shared; static int same(int x) { return x == 1; }\n"
                 "int near(int x) { return far(x) + same(x) + shared; }\n");
  snippets.write("b.c", "int shared = 1234; static int same(int x) { return x == 2; }\n"
                        "int far(int x) { return x == 777; }\n");
  const auto subject = snippets.parse({"a.c", "b.c"});
  ASSERT_TRUE(subject) << subject.error().message;
  EXPECT_THAT(function(*subject, "near").constants.integers, ElementsAre(1, 777, 1234));
}

TEST(ParseConstants, WhatReachesNoConditionIsLeftOut) {
  const auto subject =
      parseText("#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
                "int f(int x) {\n  assert(x != 8);\n  printf(\"noise %d\\n\", x);\n"
                "  if (x == 9) { puts(__func__); exit(13); }\n  return x;\n}\n");
  const Constants &constants = function(subject, "f").constants;
  EXPECT_THAT(constants.integers, Contains(8));
  EXPECT_THAT(constants.integers, Contains(9));
  EXPECT_THAT(constants.integers, Not(Contains(13)));
  EXPECT_THAT(constants.integers, Not(Contains(5)));
  EXPECT_THAT(constants.strings, IsEmpty());
}

TEST(ParseConstants, BufferSizesMatter) {
  const auto subject = parseText("char *strcpy(char *, const char *);\n"
                                 "void f(const char *s) { char buffer[17]; strcpy(buffer, s); }\n");
  EXPECT_THAT(function(subject, "f").constants.integers, ElementsAre(17));
}

TEST(ParseConstants, TheNearestSurviveTheBound) {
  std::string text = "static const int table[] = {";
  for (int i = 0; i < 5000; ++i)
    text += std::to_string(100000 + i) + ",";
  text += "};\nint f(int x) { return table[x] == 7 || x == 999999; }\n";
  const auto subject = parseText(text);
  const auto &integers = function(subject, "f").constants.integers;
  EXPECT_LE(integers.size(), 1000u);
  EXPECT_THAT(integers, Contains(7));
  EXPECT_THAT(integers, Contains(999999));
}

} // namespace
} // namespace frontend
