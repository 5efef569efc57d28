#include "emit/google_test/google_test.h"

#include "emit/google_test/cmake_lists.h"
#include "emit/google_test/layout.h"
#include "emit/testing/suite_maker.h"
#include "support/file_system.h"

#include <csignal>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace emit {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const Layout layout{"/work/out", "/work", "1.2.3"};

std::string contentsOf(const std::vector<File> &files, const std::string &path) {
  for (const File &file : files)
    if (file.path == path)
      return file.contents;
  return "(none)";
}

TEST(GoogleTest, WhatCantBeCheckedIsSaid) {
  SuiteMaker m;
  addTriangle(m);
  const std::string path = "tests/triangle_test.cpp", remark = "differs from run to run";
  EXPECT_THAT(contentsOf(googleTest(m.suite, layout), path), Not(HasSubstr(remark)));
  m.suite.tests[0].observation.reset();
  EXPECT_THAT(contentsOf(googleTest(m.suite, layout), path), HasSubstr(remark));
}

TEST(GoogleTest, WhatMayDoHarmIsDisabled) {
  SuiteMaker m;
  addTriangle(m);
  const std::string path = "tests/triangle_test.cpp";
  EXPECT_THAT(contentsOf(googleTest(m.suite, layout), path), Not(HasSubstr("DISABLED_")));
  m.subject.functions[0].facts.outsideEffect = "kill";
  EXPECT_THAT(
      contentsOf(googleTest(m.suite, layout), path),
      ::testing::AllOf(HasSubstr("TEST(Classify, DISABLED_AIsAtMost0)"), HasSubstr("call kill")));
}

TEST(GoogleTest, WhatMayChangeFilesRunsBehindAFence) {
  SuiteMaker m;
  addTriangle(m);
  const std::string path = "tests/triangle_test.cpp";
  m.subject.functions[0].facts.fencedEffect = "unlink";
  const auto files = googleTest(m.suite, layout);
  EXPECT_THAT(contentsOf(files, path),
              ::testing::AllOf(HasSubstr("TEST(Classify, AIsAtMost0)"), HasSubstr("call unlink"),
                               HasSubstr("pincer_behind_fence([] {")));
  EXPECT_THAT(contentsOf(files, "tests/pincer_main.cpp"), HasSubstr("PR_SET_SECCOMP"));
  m.suite.tests[0].unfenced = true;
  EXPECT_THAT(contentsOf(googleTest(m.suite, layout), path), HasSubstr("DISABLED_"));
}

TEST(GoogleTest, BuildingStartsNoCodeOfTheSubject) {
  SuiteMaker m;
  addTriangle(m);
  const std::string path = "tests/CMakeLists.txt";
  EXPECT_THAT(contentsOf(googleTest(m.suite, layout), path),
              ::testing::AllOf(HasSubstr("PRE_TEST"), Not(HasSubstr("Careful"))));
  m.subject.facts.startEffect = "unlink";
  EXPECT_THAT(contentsOf(googleTest(m.suite, layout), path), HasSubstr("may call unlink"));
}

TEST(GoogleTest, AbortsAreGreenDeathTests) {
  SuiteMaker m;
  addTriangle(m);
  m.endingTest(model::FunctionId(0), {scalar(9), scalar(9), scalar(9)}, model::Crashed{SIGABRT});
  const auto files = googleTest(m.suite, layout);
  EXPECT_THAT(contentsOf(files, "tests/triangle_test.cpp"),
              ::testing::AllOf(HasSubstr("#include <csignal>\n"),
                               HasSubstr("EXPECT_EXIT(classify(9, 9, 9), "
                                         "::testing::KilledBySignal(SIGABRT), \"\");")));
  EXPECT_THAT(contentsOf(files, "tests/pincer_main.cpp"), HasSubstr("std::signal(SIGABRT"));
}

TEST(GoogleTest, WhatTheSuiteDoesNotConfirmIsDisabled) {
  SuiteMaker m;
  addTriangle(m);
  m.suite.tests[3].unconfirmed = "failed to die";
  EXPECT_THAT(contentsOf(googleTest(m.suite, layout), "tests/triangle_crash_test.cpp"),
              ::testing::AllOf(HasSubstr("failed to die\nTEST(Scale, DISABLED_")));
}

TEST(GoogleTest, MainKeepsItsNameAndGetsAnotherSymbol) {
  SuiteMaker m;
  addTriangle(m);
  m.function("main", m.intType, {});
  m.subject.functions.back().mainParameters = "(int, char **)";
  EXPECT_THAT(contentsOf(googleTest(m.suite, layout), "tests/triangle_exports.c"),
              HasSubstr("extern int main(int, char **) __asm__(\"pincer_program_main\");\n"
                        "#include \"../../src/triangle.c\"\n"
                        "extern int pincer_program_main(int, char **);\n"));
}

TEST(GoogleTest, UndefinedSymbolsAreLinkedAround) {
  SuiteMaker m;
  addTriangle(m);
  m.subject.facts.undefined = {"missing"};
  const auto files = googleTest(m.suite, layout);
  EXPECT_THAT(contentsOf(files, "tests/CMakeLists.txt"), HasSubstr("pincer_undefined.cpp"));
  EXPECT_THAT(contentsOf(files, "tests/pincer_undefined.cpp"), HasSubstr("__asm__(\"missing\")"));
}

TEST(GoogleTest, TestsSetAndFeedWhatNobodyDefines) {
  SuiteMaker m;
  addTriangle(m);
  using Supply = model::Supply;
  const auto function = m.type({.kind = model::TypeKind::Function,
                                .spelling = "int (int, int *)",
                                .element = m.intType,
                                .parameters = {m.intType, m.pointerTo(m.intType)}});
  const auto call = m.record(model::TypeKind::Struct, "struct pincer_read_call",
                             {{"result", m.intType, 0, {}},
                              {"writes_value", m.boolType, 32, {}},
                              {"out_value", m.intType, 64, {}}},
                             12);
  const model::UnitId unit(0);
  m.subject.supplies = {
      {.kind = Supply::Kind::Variable, .name = "limit", .unit = unit, .type = m.intType},
      {.kind = Supply::Kind::Function,
       .name = "read",
       .unit = unit,
       .type = call,
       .function = function,
       .parameters = {"channel", "value"},
       .written = {1}}};
  model::KeptTest &test = m.suite.tests[0];
  test.test.supplied = {{model::SupplyId(0), 0, scalar(7)},
                        {model::SupplyId(1), 0, parts({scalar(3), scalar(true), scalar(9)})}};
  test.observation->supplied = {scalar(8), test.test.supplied[1].value};
  const auto files = googleTest(m.suite, layout);
  EXPECT_THAT(contentsOf(files, "tests/triangle_test.cpp"),
              ::testing::AllOf(HasSubstr("  limit = 7;\n"), HasSubstr("  EXPECT_EQ(8, limit);\n"),
                               HasSubstr("{{.result = 3, .writes_value = true, .out_value = 9}};"),
                               HasSubstr("  pincer_read_gives(readGives, 1);\n")));
  EXPECT_THAT(contentsOf(files, "tests/pincer_undefined.cpp"),
              ::testing::AllOf(HasSubstr("__attribute__((weak)) int limit;"),
                               HasSubstr("int read_(int, int *value) {"),
                               HasSubstr("*value = call.out_value;")))
      << "read is a name that GoogleTest's headers bring along";
  EXPECT_THAT(contentsOf(files, "tests/pincer_main.cpp"), HasSubstr("pincer_undefined_reset();"));
}

TEST(GoogleTest, WhatIsSuppliedMayLeadIntoATextThatIsPassed) {
  SuiteMaker m;
  addTriangle(m);
  const auto length = m.function("length", m.intType, {{"text", m.pointerTo(m.charType, true)}});
  m.subject.supplies = {{.kind = model::Supply::Kind::Variable,
                         .name = "place",
                         .unit = model::UnitId(0),
                         .type = m.pointerTo(m.voidType)}};
  const model::Value text = model::Object{.bytes = std::string("abc\0", 4)};
  m.test(length, {text}, scalar(3)).test.supplied = {
      {model::SupplyId(0), 0, model::Inside{.object = 0, .offset = 0}}};
  EXPECT_THAT(
      contentsOf(googleTest(m.suite, layout), "tests/triangle_test.cpp"),
      ::testing::AllOf(HasSubstr("  char text[] = \"abc\";\n"), HasSubstr("  place = text;\n")))
      << "a pointer to void takes no address of a constant";
}

TEST(GoogleTest, SymbolsAreReadOnlyForStaticLocals) {
  SuiteMaker m;
  addTriangle(m);
  const std::string path = "tests/pincer_main.cpp";
  EXPECT_THAT(contentsOf(googleTest(m.suite, layout), path), Not(HasSubstr("SHT_SYMTAB")));
  m.subject.functions[0].facts.hasStaticLocals = true;
  EXPECT_THAT(contentsOf(googleTest(m.suite, layout), path), HasSubstr("SHT_SYMTAB"));
}

TEST(GoogleTest, WhatStaysBehindStaysInAProcessOfItsOwn) {
  SuiteMaker m;
  addTriangle(m);
  const auto inOwn = HasSubstr("pincer_in_own_process");
  EXPECT_THAT(contentsOf(googleTest(m.suite, layout), "tests/triangle_test.cpp"), Not(inOwn));
  EXPECT_THAT(contentsOf(googleTest(m.suite, layout), "tests/pincer_main.cpp"), Not(inOwn));
  m.subject.functions[0].facts.keptState = "history";
  EXPECT_THAT(contentsOf(googleTest(m.suite, layout), "tests/triangle_test.cpp"),
              ::testing::AllOf(HasSubstr("to 'history'"), HasSubstr("  pincer_in_own_process([] {\n"
                                                                    "    EXPECT_EQ(")));
  EXPECT_THAT(contentsOf(googleTest(m.suite, layout), "tests/pincer_main.cpp"),
              HasSubstr("extern \"C\" void pincer_in_own_process("));
}

TEST(GoogleTest, TriangleIsAsInTheGoldenFile) {
  SuiteMaker m;
  addTriangle(m);
  std::string text;
  for (const File &file : googleTest(m.suite, layout))
    text += "==> " + file.path + " <==\n" + file.contents;
  const std::string path = PINCER_SOURCE_DIRECTORY "/tests/golden/triangle_suite.txt";
  if (std::getenv("PINCER_UPDATE_GOLDEN")) {
    ASSERT_TRUE(support::writeFile(path, text));
  }
  const auto golden = support::readFile(path);
  ASSERT_TRUE(golden);
  EXPECT_EQ(*golden, text) << "if this is wanted, run emit_test with PINCER_UPDATE_GOLDEN=1";
}

class Emitted : public ::testing::Test {
protected:
  Emitted() { m.unit("/work/a.c"); }
  std::string tests() { return contentsOf(googleTest(m.suite, layout), "tests/a_test.cpp"); }
  SuiteMaker m;
};

TEST_F(Emitted, BytesThatReadAsTextAreShownAsText) {
  const auto parse = m.function("parse", m.intType, {{"data", m.pointerTo(m.voidType, true)}});
  const auto given = [](const std::string &bytes) { return model::Object{.bytes = bytes}; };
  m.test(parse, {given("<a\1'")}, scalar(0));
  m.test(parse, {given("a\1\2")}, scalar(1));
  EXPECT_THAT(tests(), ::testing::AllOf(HasSubstr("data[] = {'<', 'a', 1, '\\''};"),
                                        HasSubstr("data[] = {97, 1, 2};")));
}

TEST_F(Emitted, ANumberThatMayBeAnAddressIsNotCompared) {
  const auto either =
      m.record(model::TypeKind::Union, "union either",
               {{"number", m.doubleType, 0, {}}, {"function", m.pointerTo(m.voidType), 0, {}}}, 8);
  const auto number =
      m.record(model::TypeKind::Union, "union number", {{"number", m.doubleType, 0, {}}}, 8);
  m.test(m.function("f", either, {}), {}, unionOf(scalar(1.5)));
  m.test(m.function("g", number, {}), {}, unionOf(scalar(2.5)));
  auto &changing = m.test(m.function("h", m.voidType, {{"e", m.pointerTo(either)}}),
                          {objectOf({unionOf(scalar(0.0))})}, nothing());
  changing.observation->arguments = {objectOf({unionOf(scalar(3.5))})};
  EXPECT_THAT(tests(), Not(HasSubstr("EXPECT_DOUBLE_EQ(1.5")));
  EXPECT_THAT(tests(), Not(HasSubstr("EXPECT_DOUBLE_EQ(3.5")));
  EXPECT_THAT(tests(), HasSubstr("EXPECT_DOUBLE_EQ(2.5"));
}

TEST_F(Emitted, NoFileForAKindWithoutTests) {
  m.test(m.function("f", m.voidType, {}), {}, nothing());
  const auto files = googleTest(m.suite, layout);
  EXPECT_NE("(none)", contentsOf(files, "tests/a_test.cpp"));
  EXPECT_EQ("(none)", contentsOf(files, "tests/a_crash_test.cpp"));
  EXPECT_EQ("(none)", contentsOf(files, "tests/a_ub_test.cpp"));
  EXPECT_THAT(contentsOf(files, "tests/CMakeLists.txt"), Not(HasSubstr("crash_tests")));
}

TEST_F(Emitted, EveryFileStartsWithTheMarker) {
  m.endingTest(m.function("f", m.voidType, {}), {}, model::Crashed{11});
  for (const File &file : googleTest(m.suite, layout))
    EXPECT_TRUE(file.contents.starts_with("// Auto-generated by pincer 1.2.3; do not edit.\n") ||
                file.contents.starts_with("# Auto-generated by pincer 1.2.3; do not edit.\n"))
        << file.path;
}

TEST_F(Emitted, LocalsDoNotHideWhatTheTestNeeds) {
  const auto ints = m.pointerTo(m.intType, true);
  const auto f = m.function("total", m.intType, {{"total", ints}, {"class", ints}, {"", ints}});
  m.test(f, {object({1, 2}), object({3, 4}), object({5, 6})}, scalar(1));
  EXPECT_THAT(tests(), HasSubstr("  const int total_[] = {1, 2};\n"
                                 "  const int class_[] = {3, 4};\n"
                                 "  const int argument3[] = {5, 6};\n"
                                 "  EXPECT_EQ(1, total(total_, class_, argument3));\n"));
}

TEST_F(Emitted, UnchangedObjectsAreNotChecked) {
  const auto f = m.function("f", m.voidType, {{"p", m.pointerTo(m.intType)}});
  m.test(f, {object({1, 2, 3})}, nothing()).observation->arguments[0] = object({1, 5, 3});
  EXPECT_THAT(tests(), HasSubstr("  f(p);\n  EXPECT_EQ(5, p[1]);\n}"));
}

TEST_F(Emitted, ObjectsAreNotConstIfTheCalleeBreaksItsPromise) {
  const auto f = m.function("f", m.voidType, {{"p", m.pointerTo(m.intType, true)}});
  m.test(f, {object({1})}, nothing()).observation->arguments[0] = object({2});
  EXPECT_THAT(tests(), HasSubstr("  int p = 1;\n  f(&p);\n  EXPECT_EQ(2, p);\n"));
}

TEST_F(Emitted, WrittenTextIsComparedAsTextUpToItsEnd) {
  const auto f = m.function("f", m.voidType, {{"s", m.pointerTo(m.charType)}});
  m.test(f, {text("abcdef")}, nothing()).observation->arguments[0] =
      text(std::string("x\0cdef", 6));
  m.test(f, {text("abcdef")}, nothing()).observation->arguments[0] =
      text(std::string("x\0Cdef", 6));
  EXPECT_THAT(tests(), HasSubstr("  EXPECT_STREQ(\"x\", s);\n"));
  EXPECT_THAT(tests(), HasSubstr("  EXPECT_EQ(std::string(\"x\\000Cdef\\000\", 7), "
                                 "std::string(s, 7));\n"));
}

TEST_F(Emitted, PointersPastTheEnd) {
  const auto ints = m.pointerTo(m.intType);
  const auto f = m.function("f", ints, {{"p", ints}});
  m.test(f, {object({1, 2})}, inside(0, 8));
  EXPECT_THAT(tests(), HasSubstr("EXPECT_EQ(p + 2, f(p));"));
}

TEST_F(Emitted, WhatSuppliesPointIntoHasAName) {
  const model::UnitId unit(0);
  const auto constText = m.pointerTo(m.charType, true), ints = m.pointerTo(m.intType);
  m.subject.supplies = {
      {.kind = model::Supply::Kind::Variable, .name = "rest", .unit = unit, .type = constText},
      {.kind = model::Supply::Kind::Variable, .name = "last", .unit = unit, .type = ints}};
  const auto f =
      m.function("f", m.voidType, {{"s", constText}, {"p", m.pointerTo(m.intType, true)}});
  auto &test = m.test(f, {text("abc"), object({1, 2})}, nothing());
  test.test.supplied = {{model::SupplyId(0), 0, inside(0, 1)},
                        {model::SupplyId(1), 0, inside(1, 4)}};
  test.observation->supplied = {inside(0, 1), inside(1, 4)};
  EXPECT_THAT(tests(),
              ::testing::AllOf(HasSubstr("  char s[] = \"abc\";\n"), HasSubstr("  rest = s + 1;\n"),
                               HasSubstr("  int p[] = {1, 2};\n"), HasSubstr("  last = p + 1;\n")));
}

TEST_F(Emitted, WhatSuppliesPointIntoIsThereBeforeTheFirstCall) {
  const model::UnitId unit(0);
  const auto ints = m.pointerTo(m.intType);
  m.subject.supplies = {
      {.kind = model::Supply::Kind::Variable, .name = "last", .unit = unit, .type = ints}};
  const auto first = m.function("first", m.voidType, {});
  const auto second = m.function("second", m.voidType, {{"p", m.pointerTo(m.intType, true)}});
  auto &test = m.test(second, {object({1, 2})}, nothing());
  test.test.steps.insert(test.test.steps.begin(), {first, {}});
  test.test.supplied = {{model::SupplyId(0), 0, inside(0, 4)}};
  test.observation->supplied = {inside(0, 4)};
  EXPECT_THAT(tests(), HasSubstr("  int p[] = {1, 2};\n  last = p + 1;\n  first();\n"));
}

TEST_F(Emitted, DangerousTestsAreDisabled) {
  const auto f = m.function("f", m.voidType, {});
  for (const model::Outcome &outcome :
       {model::Outcome(model::TimedOut{}), model::Outcome(model::OutOfMemory{}),
        model::Outcome(model::TooMuchOutput{}), model::Outcome(model::Forbidden{"unlink"})})
    m.endingTest(f, {}, outcome);
  const std::string text = contentsOf(googleTest(m.suite, layout), "tests/a_crash_test.cpp");
  std::size_t disabled = 0;
  for (std::size_t at = 0; (at = text.find("TEST(", at)) != std::string::npos; ++at)
    disabled += text.compare(at, 18, "TEST(F, DISABLED_T") == 0 ||
                text.substr(at).starts_with("TEST(F, DISABLED_");
  EXPECT_EQ(4u, disabled) << text;
}

TEST_F(Emitted, SourcesOfOneNameDoNotMeet) {
  m.test(m.function("helper", m.intType, {}), {}, scalar(1));
  m.subject.functions.back().isStatic = true;
  m.unit("/work/sub/a.c");
  m.test(m.function("helper", m.intType, {}), {}, scalar(2));
  m.subject.functions.back().isStatic = true;
  const auto files = googleTest(m.suite, layout);
  EXPECT_THAT(contentsOf(files, "tests/work_a_test.cpp"), HasSubstr("pincer_work_a_helper()"));
  EXPECT_THAT(contentsOf(files, "tests/sub_a_test.cpp"), HasSubstr("pincer_sub_a_helper()"));
}

TEST_F(Emitted, ConditionsCannotBreakOutOfTheirComment) {
  m.test(m.function("f", m.voidType, {}), {}, nothing(), {m.site(3, "a\n== 1 \\", "true", "f")});
  EXPECT_THAT(tests(), HasSubstr("// covers a.c:3 a == 1 \\ (true)\nTEST("));
}

TEST(Wrapped, BreaksAtCommasOutsideLiterals) {
  const std::string item = "\"a, b\", ', ', ";
  std::string line = "f(";
  for (int i = 0; i < 12; ++i)
    line += item;
  line += "1);";
  std::string joined;
  const std::string text = wrapped(line, 2);
  for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
    end = std::min(text.find('\n', at), text.size());
    EXPECT_LE(end - at, 100u);
    const std::string part = text.substr(at, end - at);
    joined += (at == 0 ? "" : " ") + part.substr(part.find_first_not_of(' '));
  }
  EXPECT_EQ(line, joined);
}

TEST(PortableFlags, KeepMeaningAndLosePlace) {
  const support::TemporaryDirectory work;
  const std::string source = (work.path() / "src").string();
  ASSERT_TRUE(support::writeFile(work.path() / "src" / "config.h", ""));
  const model::Unit unit{source + "/a.c",
                         source,
                         {"-I../include",
                          "-I",
                          "own",
                          "-isystem",
                          "/usr/include/x",
                          "-include",
                          "config.h",
                          "-include",
                          "stdint.h",
                          "-DA=1",
                          "-D",
                          "B",
                          "-UC",
                          "-std=c99",
                          "-Wall",
                          "-Werror",
                          "-O2",
                          "-g",
                          "-MF",
                          "x.d",
                          "-m32",
                          "-fsigned-char",
                          "-ftrivial-auto-var-init=zero",
                          "-fsanitize=address",
                          "-Xclang",
                          "-DNOT",
                          "-lz"}};
  const std::string here = "${CMAKE_CURRENT_SOURCE_DIR}/";
  EXPECT_THAT(portableFlags(unit, (work.path() / "out" / "tests").string()),
              ElementsAre("-I" + here + "../../include", "-I" + here + "../../src/own", "-isystem",
                          "/usr/include/x", "-include", here + "../../src/config.h", "-include",
                          "stdint.h", "-DA=1", "-DB", "-UC", "-std=c99", "-m32", "-fsigned-char",
                          "-ftrivial-auto-var-init=zero", "-lz"));
}

TEST(Layout, TellsNaturalFromPackedAndOverAligned) {
  SuiteMaker m;
  const auto make = [&](std::uint64_t second, std::uint64_t size, std::uint64_t alignment) {
    return m.record(model::TypeKind::Struct, "struct s",
                    {{"c", m.charType, 0, {}}, {"i", m.intType, second, {}}}, size, alignment);
  };
  EXPECT_TRUE(hasNaturalLayout(m.subject, make(32, 8, 4)));
  EXPECT_FALSE(hasNaturalLayout(m.subject, make(8, 5, 1)));
  EXPECT_FALSE(hasNaturalLayout(m.subject, make(32, 16, 16)));
  EXPECT_FALSE(hasNaturalLayout(m.subject, make(64, 12, 4)));
}

} // namespace
} // namespace emit
