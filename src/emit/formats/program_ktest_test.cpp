#include "emit/formats/program_ktest.h"

#include "emit/formats/corpus.h"
#include "emit/testing/suite_maker.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace emit {
namespace {

using model::ProgramRun;

/// A program with two files and one environment variable.
class ProgramKTest : public ::testing::Test {
protected:
  ProgramKTest() {
    maker.unit("/work/src/prog.c");
    maker.function("main", maker.intType,
                   {{"argc", maker.intType}, {"argv", maker.pointerTo(maker.charType)}});
    EXPECT_TRUE(
        model::makeProgram(maker.subject, {.files = {"data", "B"}, .variables = {"MODE", "X"}}));
    model::Subject &subject = maker.subject;
    for (std::size_t i = 0; i < subject.supplies.size(); ++i)
      subject.functions[subject.program->main.index].facts.supplies.emplace_back(i);
  }

  static void expectSame(const ProgramRun &a, const ProgramRun &b) {
    EXPECT_EQ(a.arguments, b.arguments);
    EXPECT_EQ(a.input, b.input);
    EXPECT_EQ(a.files, b.files);
    EXPECT_EQ(a.environment, b.environment);
  }

  SuiteMaker maker;
};

TEST_F(ProgramKTest, ComesBackAsItWas) {
  const ProgramRun runs[] = {
      {},
      {.arguments = {"", "-x", "data", "-sym-arg", "3"}, .input = std::string("a\0b", 3)},
      {.files = {{"data", "1"}, {"B", std::string(300, '\0')}}, .environment = {{"X", "on"}}},
      {.arguments = {"B"}, .files = {{"B", ""}}, .environment = {{"MODE", ""}, {"X", "A"}}}};
  for (const ProgramRun &run : runs) {
    const auto test =
        testFromKTest(maker.subject, maker.subject.program->main,
                      *readKTest(writeKTest(programKTest(maker.subject, run, "prog"))));
    ASSERT_TRUE(test);
    expectSame(run, model::programRun(maker.subject, *test));
  }
}

TEST_F(ProgramKTest, IsNamedAsKleeNamesIt) {
  const KTest test =
      programKTest(maker.subject,
                   {.arguments = {"-n", "data"}, .input = "in", .files = {{"data", "12"}}}, "prog");
  EXPECT_EQ((std::vector<std::string>{"prog", "-sym-arg", "2", "-sym-arg", "1", "-sym-files", "2",
                                      "2", "-sym-stdin", "2"}),
            test.arguments);
  std::vector<std::string> names;
  for (const KTest::Object &object : test.objects)
    names.push_back(object.name);
  EXPECT_EQ(
      (std::vector<std::string>{"arg00", "arg01", "A_data", "A_data_stat", "stdin", "stdin_stat"}),
      names);
  EXPECT_EQ(std::string("A\0", 2), test.objects[1].bytes);
  EXPECT_EQ(sizeof(struct stat), test.objects[3].bytes.size());
}

TEST_F(ProgramKTest, ReadsWhatKleeWrites) {
  const KTest test{{"prog.bc", "first", "--sym-args", "0", "3", "4", "-sym-arg", "2", "--sym-files",
                    "1", "4", "A", "--max-fail", "1", "last"},
                   {{"n_args", std::string("\2\0\0\0", 4)},
                    {"arg00", std::string("ab\0\0\0", 5)},
                    {"arg01", std::string("\0\xff\xff\xff\0", 5)},
                    {"arg02", std::string("xy\0", 3)},
                    {"A-data", "file"},
                    {"A-data-stat", std::string(144, '\xff')},
                    {"stdin", "typed"},
                    {"model_version", std::string("\1\0\0\0", 4)}}};
  expectSame({.arguments = {"first", "ab", "", "xy", "data", "last"},
              .input = "typed",
              .files = {{"data", "file"}}},
             programRunOf(maker.subject, test));
}

/// What is missing or makes no sense is nothing.
TEST_F(ProgramKTest, SurvivesDamage) {
  for (const std::vector<std::string> &words :
       {std::vector<std::string>{}, {"prog"}, {"prog", "-sym-arg"}, {"prog", "-sym-args", "1"}}) {
    KTest test{words, {{"n_args", "\xff\xff\xff\xff"}, {"Z_data", "no such file"}}};
    expectSame({}, programRunOf(maker.subject, test));
  }
}

} // namespace
} // namespace emit
