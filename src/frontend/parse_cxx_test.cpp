#include "frontend/testing/parse_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace frontend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> names(const model::Subject &subject) {
  std::vector<std::string> names;
  for (const model::Function &function : subject.functions)
    names.push_back(function.name);
  return names;
}

TEST(ParseCxx, FunctionsOfNamespacesHaveNamesAndSymbols) {
  const auto subject = parseCxx("namespace geo { namespace { int area(int x) { return x; } }\n"
                                "int twice(int x) { return area(2 * x); } }\n"
                                "extern \"C\" int plain(int x) { return geo::twice(x); }\n");
  EXPECT_TRUE(subject.units[0].isCxx);
  EXPECT_THAT(names(subject), ElementsAre("geo::area", "geo::twice", "plain"));
  EXPECT_EQ("_ZN3geo5twiceEi", function(subject, "geo::twice").symbol);
  EXPECT_EQ("plain", function(subject, "plain").symbol);
  EXPECT_EQ("int (*)(int)", function(subject, "geo::area").overload);
  EXPECT_TRUE(function(subject, "geo::area").isStatic);
  for (const model::Function &function : subject.functions)
    EXPECT_FALSE(function.undrivable) << function.name;
}

TEST(ParseCxx, OverloadsAreToldApart) {
  const auto subject = parseCxx("int f(int x) { return x; }\nint f(const char *) { return 1; }\n"
                                "int g(int x) noexcept { return x; }\n");
  EXPECT_THAT(names(subject), ElementsAre("f(int)", "f(const char *)", "g"));
  EXPECT_EQ("f", function(subject, "f(int)").callee);
  EXPECT_EQ("int (*)(const char *)", function(subject, "f(const char *)").overload);
  EXPECT_EQ("int (*)(int)", function(subject, "g").overload);
}

TEST(ParseCxx, WhatTestsCannotCallIsListedWithTheReason) {
  const auto subject = parseCxx("class Counter { int n; Counter(int n) : n(n) {}\n"
                                "public: int next() { return ++n; } ~Counter() {} };\n"
                                "template <class T> T most(T a) { return a.most(); }\n"
                                "int use(Counter *c) { return c ? c->next() : 0; }\n"
                                "auto lambda = [](int x) { return x; };\n");
  const auto why = [&](const char *name) {
    return function(subject, name).undrivable.value_or("");
  };
  EXPECT_EQ("it is private", why("Counter::Counter"));
  EXPECT_EQ("nothing makes a 'Counter'", why("Counter::next"));
  EXPECT_EQ("objects of its class call it at their end", why("Counter::~Counter"));
  EXPECT_EQ("it is a template nobody instantiates", why("most"));
  EXPECT_EQ("", why("use"));
  EXPECT_THAT(*function(subject, "use").limit, HasSubstr("always null"));
  EXPECT_TRUE(subject.globals.empty()); // an object of a class is no bytes
}

TEST(ParseCxx, PlainTypesAreThoseThatCHas) {
  const auto subject = parseCxx("namespace geo {\n"
                                "enum class Color : unsigned char { Red, Green = 7 };\n"
                                "struct Point { int x; double y; int sum() const { return x; } };\n"
                                "int f(Point p, Color c, const Point *q) { return q ? p.x : 0; }\n"
                                "}\n");
  const model::Type &point = parameterType(subject, "geo::f", 0);
  EXPECT_EQ(model::TypeKind::Struct, point.kind);
  EXPECT_EQ("struct geo_Point", point.spelling);
  EXPECT_EQ("::geo::Point", point.qualified);
  EXPECT_EQ(2u, point.fields.size());
  const model::Type &color = parameterType(subject, "geo::f", 1);
  EXPECT_TRUE(color.isScoped);
  EXPECT_EQ("enum geo_Color", color.spelling);
  EXPECT_EQ(1u, color.size);
  EXPECT_EQ(7, color.enumerators[1].value);
}

TEST(ParseCxx, UndefinedFunctionsGoByTheirSymbols) {
  const auto subject = parseCxx("int sensor(int);\nextern \"C\" int other(void);\n"
                                "int f(int x) { return sensor(x) + other(); }\n");
  ASSERT_EQ(2u, subject.supplies.size());
  EXPECT_EQ("_Z6sensori", subject.supplies[0].name);
  EXPECT_EQ("other", subject.supplies[1].name);
}

TEST(ParseCxx, TheFlagsMayMakeItCxx) {
  Snippets snippets;
  snippets.write("unit.c", "namespace a { int f(int x) { return x; } }\n");
  const auto subject = snippets.parse({"unit.c"}, {"-x", "c++"});
  ASSERT_TRUE(subject);
  EXPECT_TRUE(subject->units[0].isCxx);
}

TEST(ParseCxx, WhatNothingMayUseHasItsConditions) {
  const auto subject =
      parseCxx("struct S { int v; bool f(int a) { return a > v && !(a == 7); } };\n"
               "template <class T> int g(T t) {\n"
               "  switch (t) { case 1: return 2; }\n"
               "  while (t < 5 ? t : 3) ++t;\n"
               "  if (1) return t;\n"
               "  return 0;\n"
               "}\n"
               "int plain(int a) { return a ? 1 : 2; }\n");
  EXPECT_FALSE(function(subject, "plain").optionalBody);
  const auto places = [&](const char *name) {
    std::vector<std::string> texts;
    for (const model::Condition &condition : function(subject, name).optionalBody->conditions)
      texts.push_back(
          std::to_string(condition.range.line) + ":" + std::to_string(condition.range.column) +
          "-" + std::to_string(condition.range.endColumn) + (condition.constant ? " known" : ""));
    return texts;
  };
  EXPECT_THAT(places("S::f"), ElementsAre("1:42-47", "1:51-60"));
  EXPECT_THAT(places("g"), ElementsAre("3:16-22", "3:11-12", "4:10-23", "4:10-15", "5:7-8 known"));
}

TEST(ParseCxx, FunctionsOfMacrosSayWhereTheMacroIsUsed) {
  const auto subject = parseCxx("#define ONE(name) int name(int x) { return x ? 1 : 2; }\n"
                                "#define TWO(a, b) ONE(a) ONE(b)\n"
                                "TWO(first, second) ONE(third)\n"
                                "int plain(int x) { return x; }\n");
  const auto &functions = subject.units[0].macroFunctions;
  ASSERT_EQ(3u, functions.size());
  const model::Expansions &first = functions.at("_Z5firsti"), &second = functions.at("_Z6secondi");
  EXPECT_EQ(3u, first.at(0).line);
  EXPECT_EQ(19u, first.at(1).column);
  EXPECT_EQ(26u, second.at(1).column);
  EXPECT_EQ(1u, functions.at("_Z5thirdi").size());
}

} // namespace
} // namespace frontend
