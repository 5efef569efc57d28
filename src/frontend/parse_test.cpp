#include "frontend/parse.h"

#include "frontend/testing/parse_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

namespace frontend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> functionNames(const model::Subject &subject) {
  std::vector<std::string> names;
  for (const model::Function &function : subject.functions)
    names.push_back(function.name);
  return names;
}

std::vector<std::string> globalNames(const model::Subject &subject) {
  std::vector<std::string> names;
  for (const model::Global &global : subject.globals)
    names.push_back(std::to_string(global.unit.index) + ":" + global.name);
  return names;
}

TEST(Parse, FindsFunctionsInTheOrderOfTheText) {
  const auto subject = parseText("int declared(void);\n"
                                 "static int second(short s) { return s; }\n"
                                 "#define MAKE(name) long name(void) { return 1; }\n"
                                 "MAKE(third)\n"
                                 "int first(int a, char b) { return a + b; }\n");
  EXPECT_THAT(functionNames(subject), ElementsAre("second", "third", "first"));
  const model::Function &second = subject.functions[0];
  EXPECT_TRUE(second.isStatic);
  EXPECT_EQ(2u, second.line);
  EXPECT_EQ(subject.units[0].path, second.file);
  EXPECT_EQ("short", subject[second.parameters[0].type].spelling);
  EXPECT_EQ("s", second.parameters[0].name);
  EXPECT_EQ(4u, subject.functions[1].line);
  EXPECT_EQ("long", subject[subject.functions[1].result].spelling);
  EXPECT_FALSE(subject.functions[2].isStatic);
}

TEST(Parse, SystemHeadersAreNotTheUsers) {
  const auto subject = parseText("#include <stdio.h>\n#include <stdlib.h>\n#include <math.h>\n"
                                 "#include <stddef.h>\n#include <stdarg.h>\n"
                                 "size_t f(void) { return sizeof(int); }\n");
  EXPECT_THAT(functionNames(subject), ElementsAre("f"));
  EXPECT_TRUE(subject.globals.empty());
}

TEST(Parse, HeaderFunctionsAppearOnceWithTheFirstUnit) {
  Snippets snippets;
  snippets.write("include/common.h", "static inline int twice(int x) { return 2 * x; }\n"
                                     "inline int thrice(int x) { return 3 * x; }\n"
                                     "static int counter;\n");
  snippets.write("a.c", "#include \"common.h\"\nint a(void) { return twice(counter); }\n");
  snippets.write("b.c", "#include \"common.h\"\nextern inline int thrice(int x);\n"
                        "int b(void) { return thrice(counter); }\n");
  const auto subject = snippets.parse({"a.c", "b.c"}, {"-Iinclude"});
  ASSERT_TRUE(subject) << subject.error().message;
  EXPECT_THAT(functionNames(*subject), ElementsAre("twice", "thrice", "a", "b"));
  EXPECT_EQ(snippets.path("include/common.h"), function(*subject, "twice").file);
  EXPECT_EQ(0u, function(*subject, "twice").unit.index);
  EXPECT_EQ(1u, function(*subject, "b").unit.index);
  EXPECT_FALSE(function(*subject, "twice").isInlineDefinition);
  EXPECT_TRUE(function(*subject, "thrice").isInlineDefinition);
  // Each unit has its own copy of a header's static variable.
  EXPECT_THAT(globalNames(*subject), ElementsAre("0:counter", "1:counter"));
}

TEST(Parse, InlineDefinitionsHaveNoSymbolUnlessExtern) {
  const auto subject = parseText("inline int plain(void) { return 1; }\n"
                                 "extern inline int emitted(void) { return 2; }\n"
                                 "static inline int local(void) { return 3; }\n");
  EXPECT_TRUE(function(subject, "plain").isInlineDefinition);
  EXPECT_FALSE(function(subject, "emitted").isInlineDefinition);
  EXPECT_FALSE(function(subject, "local").isInlineDefinition);
}

TEST(Parse, FindsDefinedGlobals) {
  const auto subject =
      parseText("extern int elsewhere;\nint tentative;\nint tentative;\n"
                "static const char *const name = \"x\";\nint table[4] = {1};\n"
                "int sized[]; int sized[7];\n_Thread_local int perThread;\n"
                "int f(void) { static int local; extern int other; return local; }\n"
                "const int limits[2] = {1, 2};\n");
  EXPECT_THAT(globalNames(subject),
              ElementsAre("0:tentative", "0:name", "0:table", "0:sized", "0:limits"));
  EXPECT_TRUE(subject.globals[1].isStatic);
  EXPECT_TRUE(subject.globals[1].isConst);
  EXPECT_FALSE(subject.globals[2].isConst);
  EXPECT_EQ(7u, subject[subject.globals[3].type].count);
  EXPECT_TRUE(subject.globals[4].isConst);
}

TEST(Parse, EmptyFileIsAnEmptySubject) {
  const auto subject = parseText("");
  EXPECT_TRUE(subject.functions.empty());
  EXPECT_EQ(1u, subject.units.size());
}

TEST(Parse, OldStyleDefinitionsHaveTheirDeclaredParameters) {
  const auto subject = parseText("int f(a, b) int a; char *b; { return a + *b; }\n"
                                 "int g() { return 1; }\n",
                                 {"-std=c89"});
  ASSERT_EQ(2u, function(subject, "f").parameters.size());
  EXPECT_EQ("char *", parameterType(subject, "f", 1).spelling);
  EXPECT_TRUE(function(subject, "g").parameters.empty());
  EXPECT_EQ(std::nullopt, function(subject, "f").undrivable);
}

TEST(Parse, FlagsReachThePreprocessor) {
  Snippets snippets;
  snippets.write("sub/config.h", "#define ENABLED 1\n");
  snippets.write("a.c", "#if ENABLED && LEVEL == 3\nint on(void) { return 1; }\n#else\n"
                        "int off(void) { return 0; }\n#endif\n");
  const auto on = snippets.parse({"a.c"}, {"-include", "sub/config.h", "-DLEVEL=3"});
  ASSERT_TRUE(on) << on.error().message;
  EXPECT_THAT(functionNames(*on), ElementsAre("on"));
  EXPECT_THAT(functionNames(*snippets.parse({"a.c"})), ElementsAre("off"));
}

TEST(Parse, PreprocessedSourceIsC) {
  Snippets snippets;
  snippets.write("a.i", "# 1 \"/usr/include/thing.h\" 1 3\nint system(void) { return 1; }\n"
                        "# 2 \"a.c\" 2\nint f(void) { return 1; }\n");
  const auto subject = snippets.parse({"a.i"});
  ASSERT_TRUE(subject) << subject.error().message;
  EXPECT_THAT(functionNames(*subject), ElementsAre("f"));
}

TEST(Parse, ErrorsAreShownAsClangPrintsThem) {
  Snippets snippets;
  snippets.write("good.c", "int good(void) { return 1; }\n");
  snippets.write("bad.c", "int unused(void) { int x; return 1; }\n"
                          "int bad(void) {\n  return missing + 1;\n}\n");
  const auto subject = snippets.parse({"good.c", "bad.c"}, {"-Wall", "-Werror"});
  ASSERT_FALSE(subject);
  const std::string bad = snippets.path("bad.c");
  EXPECT_EQ(bad + " does not compile with clang-19:\n" + bad +
                ":3:10: error: use of undeclared identifier 'missing'\n"
                "    3 |   return missing + 1;\n"
                "      |          ^\n"
                "1 error generated.",
            subject.error().message);
}

TEST(Parse, MissingHeaderIsNamed) {
  Snippets snippets;
  snippets.write("a.c", "#include \"nowhere.h\"\n");
  const auto subject = snippets.parse({"a.c"});
  ASSERT_FALSE(subject);
  EXPECT_THAT(subject.error().message, HasSubstr("fatal error: 'nowhere.h' file not found"));
}

TEST(Parse, WarningsAreNoObstacle) {
  const auto subject = parseText("#warning beware\nint f(void) { int unused; return 1 == 1; }\n",
                                 {"-Wall", "-Wextra", "-Werror", "-pedantic-errors", "-w"});
  EXPECT_EQ(1u, subject.functions.size());
}

TEST(Parse, BadFlagIsShown) {
  Snippets snippets;
  snippets.write("a.c", "int f(void) { return 1; }\n");
  const auto unknown = snippets.parse({"a.c"}, {"-fno-such-thing"});
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, HasSubstr("error: unknown argument: '-fno-such-thing'"));
  const auto value = snippets.parse({"a.c"}, {"-std=c42"});
  ASSERT_FALSE(value);
  EXPECT_THAT(value.error().message, HasSubstr("invalid value 'c42' in '-std=c42'"));
}

TEST(Parse, OtherLanguagesAreRefused) {
  Snippets snippets;
  snippets.write("a.m", "int f(void) { return 1; }\n");
  const auto subject = snippets.parse({"a.m"});
  ASSERT_FALSE(subject);
  EXPECT_THAT(subject.error().message, HasSubstr("only C and C++ sources"));
}

TEST(Parse, MissingFolderIsNamed) {
  const std::vector<model::Unit> units{{"/tmp/x.c", "/nowhere/at/all", {}}};
  const auto subject = parse(units);
  ASSERT_FALSE(subject);
  EXPECT_THAT(subject.error().message, HasSubstr("/nowhere/at/all"));
}

TEST(Parse, SmallFileIsQuick) {
  Snippets snippets;
  snippets.write("a.c", "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
                        "int f(int x) { return x > 3 ? printf(\"%d\", x) : 0; }\n");
  // Processor time: the machine may be busy with other things.
  const std::clock_t begin = std::clock();
  ASSERT_TRUE(snippets.parse({"a.c"}));
  EXPECT_LT(std::clock() - begin, 150 * CLOCKS_PER_SEC / 1000);
}

std::vector<std::string> suppliesOf(const model::Subject &subject) {
  std::vector<std::string> names;
  for (const model::Supply &supply : subject.supplies)
    names.push_back(supply.name);
  return names;
}

TEST(Undefined, IsWhatIsUsedAndDefinedInNoUnit) {
  Snippets snippets;
  snippets.write("a.c", "extern int size; int there(int); int missing(int, char *name);\n"
                        "int unused(int); extern int never; extern int own; int own = 3;\n"
                        "int f(void) { extern int local; return size + there(1) + own + local +\n"
                        "  missing(2, 0) + (int)sizeof(never); }\n");
  snippets.write("b.c", "int there(int x) { return x; }\n");
  const auto subject = snippets.parse({"a.c", "b.c"});
  ASSERT_TRUE(subject);
  EXPECT_EQ((std::vector<std::string>{"size", "missing", "local"}), suppliesOf(*subject));
  const model::Supply &missing = subject->supplies[1];
  EXPECT_EQ(model::Supply::Kind::Function, missing.kind);
  EXPECT_EQ((std::vector<std::string>{"", "name"}), missing.parameters);
  EXPECT_EQ(2u, (*subject)[missing.function].parameters.size());
}

TEST(Undefined, TheDeclarationThatSaysMostCounts) {
  Snippets snippets;
  snippets.write("a.c", "extern int table[]; int old(); int f(void) { return table[0] + old(1); }");
  snippets.write("b.c",
                 "extern int table[5]; int old(int); int g(void) { return table[1] + old(2); }");
  const auto subject = snippets.parse({"a.c", "b.c"});
  ASSERT_TRUE(subject);
  ASSERT_EQ(2u, subject->supplies.size());
  EXPECT_EQ(5u, (*subject)[subject->supplies[0].type].count);
  EXPECT_FALSE(subject->supplies[0].hasInventedBound);
  EXPECT_EQ(1u, (*subject)[subject->supplies[1].function].parameters.size());
}

TEST(Undefined, KnowsWhatBelongsTogetherAndWhatDoesNotReturn) {
  const model::Subject subject =
      parseText("extern int size; extern int values[];\n"
                "void fatal(int) __attribute__((noreturn));\n"
                "int f(int i) { if (i >= size) fatal(i); return values[i]; }\n");
  ASSERT_EQ(3u, subject.supplies.size());
  EXPECT_EQ((std::vector<model::LengthPair>{{1, 0}}), subject.supplyPairs);
  EXPECT_TRUE(subject.supplies[2].isNoreturn);
}

constexpr const char *annotations =
    "#define PURE __attribute__((annotate(\"pincer:pure\")))\n"
    "#define PARTITION(...) __attribute__((annotate(\"pincer:partition:\" #__VA_ARGS__)))\n";

TEST(Pures, AreWhatIsDeclaredSoAndCalled) {
  const model::Subject subject = parseText(
      std::string(annotations) +
      "PURE int hash(int x);\n"
      "PARTITION(x > 3, x <= 3) static double scaled(unsigned short x, _Bool b) { return b ? x : "
      "0; }\n"
      "__attribute__((const)) long outside(float f);\n"
      "__attribute__((const)) int inside(int x) { return x + 1; }\n"
      "PURE int unused(int x);\n"
      "int plain(int x);\n"
      "int f(int x) { return hash(x) + scaled(x, 1) + outside(x) + inside(x) + plain(x); }\n");
  ASSERT_EQ(3u, subject.pures.size());
  const model::PureFunction &hash = subject.pures[0], &scaled = subject.pures[1],
                            &outside = subject.pures[2];
  EXPECT_EQ("hash", hash.symbol);
  EXPECT_TRUE(hash.isAnnotated);
  EXPECT_FALSE(hash.isStatic);
  EXPECT_FALSE(hash.refused);
  EXPECT_EQ("scaled", scaled.name);
  EXPECT_TRUE(scaled.isStatic);
  EXPECT_EQ("x > 3, x <= 3", scaled.partitions);
  ASSERT_EQ(2u, scaled.parameters.size());
  EXPECT_EQ("x", scaled.parameters[0].name);
  EXPECT_EQ(16u, scaled.parameters[0].width);
  EXPECT_FALSE(scaled.parameters[0].isSigned);
  EXPECT_EQ(1u, scaled.parameters[1].width);
  EXPECT_TRUE(scaled.result.isFloat);
  EXPECT_EQ("outside", outside.name);
  EXPECT_FALSE(outside.isAnnotated);
  EXPECT_EQ(64u, outside.result.width);
  EXPECT_TRUE(outside.parameters[0].isFloat);
}

TEST(Pures, OfWhichTheUserSaidSoInVainSayWhy) {
  const model::Subject subject =
      parseText(std::string(annotations) +
                "struct pair { int a, b; };\n"
                "PURE int text(const char *s); PURE void nothing(int x); PURE int none(void);\n"
                "PURE int any(int x, ...); PURE long double wide(long double x);\n"
                "PURE struct pair both(int x);\n"
                "__attribute__((const)) int *where(int x);\n"
                "int f(int x) { nothing(x); both(x); wide(x); where(x);\n"
                "  return text(0) + none() + any(x, 1); }\n");
  ASSERT_EQ(6u, subject.pures.size());
  for (const model::PureFunction &pure : subject.pures)
    EXPECT_TRUE(pure.refused) << pure.name;
  EXPECT_EQ("its parameter 's' is no number of at most 64 bits", *subject.pures[0].refused);
}

TEST(Pures, AreOneInAllUnits) {
  Snippets snippets;
  snippets.write("a.c", std::string(annotations) +
                            "PURE int hash(int x);\n"
                            "PURE static int own(int x) { return x; }\n"
                            "__attribute__((const)) int elsewhere(int x);\n"
                            "int a(int x) { return hash(x) + own(x) + elsewhere(x); }\n");
  snippets.write("b.c", std::string(annotations) + "PURE PARTITION(x < 0) int hash(int x);\n"
                                                   "PURE static int own(int x) { return x + 1; }\n"
                                                   "int elsewhere(int x) { return x; }\n"
                                                   "int b(int x) { return hash(x) + own(x); }\n");
  const auto subject = snippets.parse({"a.c", "b.c"});
  ASSERT_TRUE(subject);
  std::vector<std::string> names;
  for (const model::PureFunction &pure : subject->pures)
    names.push_back(pure.name);
  EXPECT_EQ((std::vector<std::string>{"hash", "own", "own"}), names);
  EXPECT_EQ("x < 0", subject->pures[0].partitions);
}

} // namespace
} // namespace frontend
