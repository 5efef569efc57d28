#include "ir/testing/subjects.h"
#include "support/file_system.h"

#include <algorithm>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Each case states the sites it expects, as "condition: outcome", in order of their place. A site
// without a branch in the IR ends in " (constant)"; one with several in " xN".

namespace ir {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using testing::markSources;
using testing::writeText;

using Lines = std::vector<std::string>;

Lines describe(const model::BranchMap &map) {
  Lines lines;
  for (std::size_t i = 0; i < map.sites.size(); ++i) {
    const model::Site &site = map.sites[i];
    const auto instances = std::count_if(map.branches.begin(), map.branches.end(),
                                         [&](const auto &b) { return b.site.index == i; });
    EXPECT_EQ(site.constant, instances == 0) << site.id;
    lines.push_back(fmt::format("{}: {}{}", site.condition, site.outcome,
                                site.constant   ? std::string(" (constant)")
                                : instances > 1 ? fmt::format(" x{}", instances)
                                                : std::string()));
  }
  return lines;
}

Lines ids(const model::BranchMap &map) {
  Lines lines;
  for (const model::Site &site : map.sites)
    lines.push_back(site.id);
  return lines;
}

struct Case {
  const char *name;
  const char *text;
  Lines sites;
};
void PrintTo(const Case &c, std::ostream *out) { *out << c.name; }

Lines both(const std::string &condition) { return {condition + ": true", condition + ": false"}; }
Lines constant(const std::string &condition) {
  return {condition + ": true (constant)", condition + ": false (constant)"};
}
Lines operator+(Lines a, const Lines &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

class Sites : public ::testing::TestWithParam<Case> {};

TEST_P(Sites, AreThoseOfTheText) {
  support::TemporaryDirectory folder;
  const MarkedProgram program = markSources({writeText(folder.path() / "s.c", GetParam().text)});
  EXPECT_TRUE(program.unmatched.empty());
  EXPECT_THAT(describe(program.branches), ElementsAreArray(GetParam().sites));
}

const Case cases[] = {
    {"If", "int f(int a) { if (a > 3) return 1; return 2; }", both("a > 3")},
    {"Not", "int f(int a) { if (!a) return 1; return 2; }", both("!a")},
    {"NotNot", "int f(int a) { if (!!(a)) return 1; return 2; }", both("!!(a)")},
    {"AndOrNot", "int f(int a, int b, int c) { if (a && (b || !c)) return 1; return 2; }",
     both("a") + both("b") + both("!c")},
    {"ReturnAnd", "int f(int a, int b) { return a && b; }", both("a") + both("b")},
    {"ReturnOr", "int f(int a, int b) { return a || b; }", both("a") + both("b")},
    {"ValueConditional", "int f(int a) { int x = a ? 4 : 5; return x; }", both("a")},
    {"BranchingConditional", "int f(int a, int b) { return a ? b++ : --b; }", both("a")},
    {"Elvis", "int f(int a, int b) { return a ?: b; }", both("a")},
    {"ConditionalAsCondition", "int f(int a, int b, int c) { if (a ? b : c) return 1; return 2; }",
     both("a") + Lines{"a ? b : c: true x2", "a ? b : c: false x2"}},
    {"While", "int f(int a) { while (a) a--; return a; }", both("a")},
    {"WhileAnd", "int f(int a, int b) { while (a && b) a--; return a; }", both("a") + both("b")},
    {"For", "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
     both("i < n")},
    {"Do", "int f(int n) { do n--; while (n > 0); return n; }", both("n > 0")},
    {"DoOr", "int f(int n, int m) { do n--; while (n > 0 || m); return n; }",
     both("n > 0") + both("m")},
    {"Forever", "int f(int n) { for (;;) if (n++ > 4) return n; }", both("n++ > 4")},
    {"Arguments", "void g(int, int); void f(int a, int b) { g(a && b, !a); }",
     both("a") + both("b")},
    {"Initialiser", "int f(int a, int b) { int x[2] = {a || b, 1}; return x[0]; }",
     both("a") + both("b")},
    {"Comma", "int f(int a, int b) { if ((a++, b)) return 1; return 2; }", both("(a++, b)")},
    {"Expect", "int f(int a) { if (__builtin_expect(a > 3, 0)) return 1; return 2; }",
     both("__builtin_expect(a > 3, 0)")},
    {"StatementExpression", "int f(int a) { return ({ int t = a ? 2 : a + 1; t; }); }", both("a")},
    {"Float", "int f(double d) { return d ? 1 : d > 0.5; }", both("d")},
    {"Goto", "int f(int a) { again: if (a-- > 0) goto again; return a; }", both("a-- > 0")},
    {"ManyLines", "int f(int a) {\n  if (a\n      > \t 3)\n    return 1;\n  return 2;\n}",
     both("a > 3")},
    {"ConstantConditions",
     "int f(int a) { if (0) a++; while (1) if (a++) break; do a--; while (0); return a; }",
     constant("0") + constant("1") + both("a++") + constant("0")},
    {"ConstantOperands", "int f(int x) { int a = 0; if (1 && x) a++; if (x || 1) a++; return a; }",
     constant("1") + both("x") + both("x") + constant("1")},
    {"CodeThatIsNotEmitted", "int f(int x) { if (0) { if (x) x++; } return x; if (x) return 2; }",
     constant("0") + constant("x") + constant("x")},
    {"Switch",
     "int f(int a) { switch (a) { case 1: return 3; case 2: a = 5; case 7: return 8; } "
     "return 1; }",
     {"a: default", "case 1: case 1", "case 2: case 2", "case 7: case 7"}},
    {"SwitchDefault",
     "enum e { RED, BLUE }; int f(enum e a) { switch (a) { case RED: case BLUE: "
     "return 3; default: return 4; } }",
     {"case RED: case RED", "case BLUE: case BLUE", "default: default"}},
    {"SwitchOneCase",
     "int f(int a) { switch (a) { case 1: a++; } return a; }",
     {"a: default", "case 1: case 1"}},
    {"SwitchWide",
     "int f(unsigned __int128 a) { switch (a) { case 1: return 2; case "
     "((unsigned __int128)1 << 100): return 3; } return 1; }",
     {"a: default", "case 1: case 1",
      "case ((unsigned __int128)1 << 100): case ((unsigned __int128)1 << 100)"}},
    {"SmallRange",
     "int f(int a) { switch (a) { case 3 ... 5: return 1; default: return 2; } }",
     {"case 3 ... 5: case 3 ... 5 x3", "default: default"}},
    {"LargeRange",
     "int f(int a) { switch (a) { case 1: return 0; case 5 ... 200: return 1; "
     "default: return 2; } }",
     {"case 1: case 1", "case 5 ... 200: case 5 ... 200", "default: default"}},
    {"LargeRangesNoDefault",
     "int f(int a) { switch (a) { case 5 ... 200: return 1; case 1000 ... "
     "2000: return 2; } return 0; }",
     {"a: default", "case 5 ... 200: case 5 ... 200", "case 1000 ... 2000: case 1000 ... 2000"}},
    {"EmptyRange",
     "int f(int a) { switch (a) { case 9 ... 5: return 1; default: return 2; } }",
     {"case 9 ... 5: case 9 ... 5 (constant)", "default: default"}},
    {"ConstantSwitch",
     "int f(void) { switch (3) { case 1: return 5; case 3: return 6; default: "
     "return 1; } }",
     {"case 1: case 1 (constant)", "case 3: case 3 (constant)", "default: default (constant)"}},
    {"SystemMacroAndFunction",
     "#include <ctype.h>\n#include <stdlib.h>\n"
     "int f(const char *s) { return isdigit(*s) ? atoi(s) : 0; }",
     both("isdigit(*s)")},
    {"LateFolding",
     "int f(int a) { if ((a++, 0)) a--; while ((a++, 1)) if (a > 9) break; return (a, "
     "1) ? 2 : 3; }",
     constant("(a++, 0)") + constant("(a++, 1)") + both("a > 9") + constant("(a, 1)")},
    {"FoldedSwitchInCase",
     "int f(int a) { switch (a) { case 1: switch (2) { case 2: return 5; } "
     "default: return 1; } }",
     {"case 1: case 1", "2: true (constant)", "2: false (constant)", "case 2: case 2 (constant)",
      "default: default"}},
    {"FoldedSwitchBelowTwoCases",
     "int f(int a) { switch (a) { case 1: case 2: switch (2) { default: return 5; } } return a; }",
     {"a: default", "case 1: case 1", "case 2: case 2", "default: default (constant)"}},
    {"UnusedStaticInline",
     "static inline int g(int a) { return a ? 1 : 2; } int f(void) "
     "{ return 0; }",
     {}},
    {"LongCondition",
     "int f(int a) { return a == 1000001 || a == 1000002 + 1000003 + 1000004 + 1000005 + 1000006 "
     "+ 1000007 + 1000008 + 1000009 + 1000010 + 1000011 + 1000012 + 1000013; }",
     both("a == 1000001") +
         both("a == 1000002 + 1000003 + 1000004 + 1000005 + 1000006 + 1000007 + 1000008 + 1000009 "
              "+ 1000010 + 1000011 + 1000012 + 10...")},
};
INSTANTIATE_TEST_SUITE_P(Snippets, Sites, ::testing::ValuesIn(cases),
                         [](const auto &info) { return info.param.name; });

TEST(SiteIdentity, NamesPlacesThroughMacros) {
  support::TemporaryDirectory folder;
  writeText(folder.path() / "util.h", "#define POSITIVE(x) ((x) > 0)\n#define OK(x) POSITIVE(x)\n");
  const MarkedProgram program =
      markSources({writeText(folder.path() / "f.c", "#include \"util.h\"\n"
                                                    "int f(int a, int b) {\n"
                                                    "  if (POSITIVE(a) || OK(b && a))\n"
                                                    "    return 1;\n"
                                                    "  return 2;\n"
                                                    "}\n")});
  EXPECT_TRUE(program.unmatched.empty());
  EXPECT_THAT(
      ids(program.branches),
      ElementsAre("f.c:3:7>util.h:1:21:true", "f.c:3:7>util.h:1:21:false",
                  "f.c:3:22>util.h:2:15>util.h:1:21:true", "f.c:3:22>util.h:2:15>util.h:1:21:false",
                  "f.c:3:22>util.h:2:15>util.h:1:23:true", "f.c:3:22>util.h:2:15>util.h:1:23:false",
                  "f.c:3:22>util.h:2:15>util.h:1:23:true#2",
                  "f.c:3:22>util.h:2:15>util.h:1:23:false#2"));
  EXPECT_EQ(3u, program.branches.sites[0].shown().line);
}

TEST(SiteIdentity, OneHeaderFunctionInTwoUnitsIsOneSite) {
  support::TemporaryDirectory folder;
  writeText(folder.path() / "inc/sign.h",
            "#pragma once\nstatic inline int sign(int a) { return a < 0 ? -1 : 1; }\n");
  const auto text = [](const char *name) {
    return fmt::format("#include \"inc/sign.h\"\nint {}(int a) {{ return sign(a); }}\n", name);
  };
  const MarkedProgram program =
      markSources({writeText(folder.path() / "one.c", text("one")),
                   writeText(folder.path() / "src/../two.c", text("two"))});
  EXPECT_THAT(describe(program.branches), ElementsAre("a < 0: true x2", "a < 0: false x2"));
  EXPECT_EQ("sign.h:2:40:true", program.branches.sites[0].id);
  EXPECT_EQ("sign", program.branches.sites[0].function);
  ASSERT_EQ(4u, program.branches.branches.size());
  EXPECT_EQ(model::UnitId(0), program.branches.branches[0].unit);
  EXPECT_EQ(model::UnitId(1), program.branches.branches[3].unit);
}

TEST(SiteIdentity, AFunctionOfAMacroCountsWhereTheMacroIsUsed) {
  support::TemporaryDirectory folder;
  writeText(folder.path() / "def.h", "#define DEF(f) int f(int a) { return a ? 1 : 2; }\n");
  const fs::path source =
      writeText(folder.path() / "f.c", "#include \"def.h\"\nDEF(one)\nDEF(two)\n");
  BitcodeUnit unit{testing::analysisBitcode(source), model::UnitId(0),
                   testing::markedBitcode(source)};
  const std::string file = source.string();
  unit.macroFunctions = {{"one", {{file, 2, 1, 2, 4}}}, {"two", {{file, 3, 1, 3, 4}}}};
  const auto program =
      mark({&unit, 1}, {.isUserFile = [&](const std::string &f) { return f == file; }});
  ASSERT_TRUE(program);
  EXPECT_THAT(ids(program->branches),
              ElementsAre("f.c:2:1>def.h:1:38:true", "f.c:2:1>def.h:1:38:false",
                          "f.c:3:1>def.h:1:38:true", "f.c:3:1>def.h:1:38:false"));
}

TEST(SiteIdentity, WhatNoUnitHoldsCountsAsItsTextSays) {
  support::TemporaryDirectory folder;
  const fs::path source = writeText(
      folder.path() / "f.c",
      "static inline int gone(int a) { return a > 3; }\nint f(int a) { return a ? 1 : 2; }\n");
  const BitcodeUnit unit{testing::analysisBitcode(source), model::UnitId(0),
                         testing::markedBitcode(source)};
  const std::string file = source.string();
  const model::Condition inGone{.range = {file, 1, 40, 1, 45}};
  const model::OptionalBody gone{{file, 1, 31, 1, 31}, 1, {inGone}, "nobody calls it"};
  const model::OptionalBody held{{file, 2, 14, 2, 14}, 2, {inGone}, "not said"};
  const auto program =
      mark({&unit, 1}, {.isUserFile = [&](const std::string &f) { return f == file; },
                        .optionalBodies = {{"gone", gone}, {"f", held}}});
  ASSERT_TRUE(program);
  const model::BranchMap &map = program->branches;
  EXPECT_THAT(ids(map),
              ElementsAre("f.c:1:40:true", "f.c:1:40:false", "f.c:2:23:true", "f.c:2:23:false"));
  EXPECT_EQ("nobody calls it", map.sites[0].absent);
  EXPECT_FALSE(map.sites[0].constant);
  EXPECT_FALSE(map.sites[2].absent);
}

TEST(SiteIdentity, ConditionsThatStartTogetherKeepDifferentIds) {
  support::TemporaryDirectory folder;
  const MarkedProgram program = markSources({writeText(
      folder.path() / "f.c", "int f(int a, int b) { if (a ? b : 3) return 1; return 2; }")});
  EXPECT_THAT(ids(program.branches), ElementsAre("f.c:1:27:true", "f.c:1:27:false",
                                                 "f.c:1:27:true#2", "f.c:1:27:false#2"));
}

TEST(SiteIdentity, SameInputSameNumbers) {
  support::TemporaryDirectory folder;
  const fs::path source = writeText(
      folder.path() / "f.c", "int f(int a, int b) { switch (a) { case 1: return b && a; case 2: "
                             "return b ? a++ : 3; } return a || b; }");
  const MarkedProgram first = markSources({source});
  const auto bitcode = support::readFile(testing::markedBitcode(source));
  const MarkedProgram second = markSources({source});
  EXPECT_EQ(ids(first.branches), ids(second.branches));
  EXPECT_EQ(*bitcode, *support::readFile(testing::markedBitcode(source)));
}

TEST(Mark, MissingBitcodeIsAnErrorThatNamesIt) {
  const BitcodeUnit unit{"/nowhere/x.bc", model::UnitId(0), "/nowhere/y.bc"};
  const auto program = mark({&unit, 1}, {});
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error().message, ::testing::HasSubstr("/nowhere/x.bc"));
}

TEST(Mark, LeavesNoInstrumentationBehind) {
  support::TemporaryDirectory folder;
  const fs::path source =
      writeText(folder.path() / "f.c", "__attribute__((used)) static int kept = 3;\n"
                                       "static inline int unused(int a) { return a ? 1 : 2; }\n"
                                       "int f(int a) { return a ? 4 : 5; }\n");
  markSources({source});
  const std::string text =
      testing::outputOf({"clang-19", "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-o",
                         "-", "-x", "ir", testing::markedBitcode(source).string()});
  for (const char *trace : {"instrprof", "__profn", "__profc", "covrec", "llvm_cov"})
    EXPECT_EQ(std::string::npos, text.find(trace)) << trace;
  EXPECT_NE(std::string::npos, text.find("@kept"));
  EXPECT_NE(std::string::npos, text.find("llvm.compiler.used"));
}

} // namespace
} // namespace ir
