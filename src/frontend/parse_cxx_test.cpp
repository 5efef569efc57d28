#include "frontend/parse_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace frontend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

model::Subject parseCxx(std::string_view text, std::vector<std::string> flags = {}) {
  Snippets snippets;
  snippets.write("unit.cpp", text);
  auto subject = snippets.parse({"unit.cpp"}, std::move(flags));
  if (!subject) {
    fprintf(stderr, "%s\n", subject.error().message.c_str());
    abort();
  }
  return std::move(*subject);
}

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

TEST(ParseCxx, WhatTestsCannotCallYetIsListedWithTheReason) {
  const auto subject =
      parseCxx("#include <string>\n"
               "struct Counter { int n; Counter(int n) : n(n) {} int next() { return ++n; } };\n"
               "template <class T> T most(T a, T b) { return a > b ? a : b; }\n"
               "int length(const std::string &s) { return (int)s.size(); }\n"
               "int use(Counter *c) { return most(1, 2) + (c ? c->next() : 0); }\n"
               "auto lambda = [](int x) { return x; };\n");
  EXPECT_THAT(names(subject),
              ElementsAre("Counter::Counter", "Counter::next", "most", "length", "use"));
  EXPECT_THAT(*function(subject, "Counter::next").undrivable, HasSubstr("member of 'Counter'"));
  EXPECT_THAT(*function(subject, "most").undrivable, HasSubstr("template"));
  EXPECT_THAT(*function(subject, "length").undrivable, HasSubstr("parameter 's'"));
  EXPECT_FALSE(function(subject, "use").undrivable);
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

} // namespace
} // namespace frontend
