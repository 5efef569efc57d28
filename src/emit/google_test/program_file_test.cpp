#include "emit/google_test/program_file.h"

#include "emit/google_test/google_test.h"
#include "emit/testing/suite_maker.h"
#include "model/program.h"

#include <gtest/gtest.h>

namespace emit {
namespace {

/// A program with one file and one environment variable.
class ProgramSuite : public ::testing::Test {
protected:
  ProgramSuite() {
    maker.unit("/work/src/prog.c");
    maker.function("main", maker.intType,
                   {{"argc", maker.intType}, {"argv", maker.pointerTo(maker.charType)}});
    EXPECT_TRUE(model::makeProgram(maker.subject, {.files = {"data"}, .variables = {"MODE"}}));
  }

  model::KeptTest &add(model::Outcome outcome, const std::vector<std::string> &arguments,
                       const std::string &input, const model::Value &file = null(),
                       const model::Value &mode = null()) {
    std::vector<model::Value> texts;
    for (const std::string &argument : arguments)
      texts.push_back(text(argument));
    model::KeptTest &test = maker.endingTest(maker.subject.program->main, {}, std::move(outcome));
    const auto list = [](model::Value pointer, std::uint64_t length) {
      return parts({std::move(pointer), scalar(length)});
    };
    const std::uint64_t count = arguments.size();
    const std::uint64_t size = file.bytes().empty() ? 0 : file.bytes().size() - 1;
    test.test.supplied = {{model::SupplyId(0), 0, list(objectOf(texts), count)},
                          {model::SupplyId(1), 0, list(text(input), input.size())},
                          {model::SupplyId(2), 0, list(file, size)},
                          {model::SupplyId(3), 0, mode}};
    return test;
  }

  SuiteMaker maker;
};

TEST_F(ProgramSuite, SaysWhatIsReadAndWhatIsExpected) {
  model::KeptTest &test = add(model::Exited{3}, {"-x", "a \"b\""}, "line\n");
  EXPECT_EQ((std::vector<std::string>{
                "EXPECT_EQ(3, pincer::run({.arguments = {\"-x\", \"a \\\"b\\\"\"}, .input = "
                "\"line\\n\"}).exitCode);"}),
            programStatements(googleTestDialect(), maker.subject, test, false));
  test.output = "out\n";
  EXPECT_EQ((std::vector<std::string>{"const pincer::Ending ending = pincer::run({.arguments = "
                                      "{\"-x\", \"a \\\"b\\\"\"}, .input = \"line\\n\"});",
                                      "EXPECT_EQ(3, ending.exitCode);",
                                      "EXPECT_EQ(\"out\\n\", ending.output);"}),
            programStatements(googleTestDialect(), maker.subject, test, false));
}

TEST_F(ProgramSuite, RawBytesKeepTheirNul) {
  model::KeptTest &test = add(model::Exited{-1}, {}, std::string("a\0b", 3), text("f"), text("on"));
  EXPECT_EQ((std::vector<std::string>{
                "EXPECT_EQ(255, pincer::run({.input = std::string(\"a\\000b\", 3), .files = "
                "{{\"data\", \"f\"}}, .environment = {{\"MODE\", \"on\"}}}).exitCode);"}),
            programStatements(googleTestDialect(), maker.subject, test, false));
}

TEST_F(ProgramSuite, LongOutputIsOnlyMeasured) {
  model::KeptTest &test = add(model::Exited{0}, {}, "");
  test.output = std::string(100'000, 'x');
  EXPECT_EQ("EXPECT_EQ(100000u, ending.output.size());",
            programStatements(googleTestDialect(), maker.subject, test, false).back());
}

TEST_F(ProgramSuite, CrashesStandApart) {
  add(model::Exited{0}, {}, "");
  add(model::Crashed{11}, {"boom"}, "");
  std::string green, crash, exports;
  for (const File &file : googleTest(maker.suite, {"/work/out", "/work", "0"})) {
    green += file.path == "tests/prog_test.cpp" ? file.contents : "";
    crash += file.path == "tests/prog_crash_test.cpp" ? file.contents : "";
    exports += file.path == "tests/prog_exports.c" ? file.contents : "";
  }
  EXPECT_NE(std::string::npos, green.find("#include \"pincer_program.h\""));
  EXPECT_NE(std::string::npos, green.find("EXPECT_EQ(0, pincer::run({}).exitCode);"));
  EXPECT_NE(std::string::npos,
            crash.find("EXPECT_TRUE(pincer::run({.arguments = {\"boom\"}}).crashed());"));
  EXPECT_NE(std::string::npos, exports.find("return pincer_program_main(argc, argv);"));
}

TEST_F(ProgramSuite, WhatCouldOpenAPathOutOfItsFolderIsRisky) {
  model::KeptTest &inside = add(model::Exited{0}, {"name"}, "text");
  const model::TestCase harmless = inside.test;
  const model::TestCase absolute = add(model::Exited{0}, {"/etc/passwd"}, "").test;
  const model::TestCase read = add(model::Exited{0}, {}, "a/b").test;
  EXPECT_FALSE(pathRisk(maker.subject, absolute)); // it can't open anything
  maker.subject.functions[0].facts.fencedEffect = "fopen";
  EXPECT_TRUE(pathRisk(maker.subject, harmless)); // who knows what else it does
  maker.subject.facts.changesOnlyFiles = true;
  EXPECT_FALSE(pathRisk(maker.subject, harmless));
  EXPECT_TRUE(pathRisk(maker.subject, absolute));
  maker.subject.supplies[2].input->name = "in/data";
  EXPECT_FALSE(pathRisk(maker.subject, add(model::Exited{0}, {"in/data"}, "").test));
  EXPECT_TRUE(pathRisk(maker.subject, read));
  EXPECT_TRUE(pathRisk(maker.subject, add(model::Exited{0}, {".."}, "").test));
  maker.subject.functions[0].constants.strings = {"/var/log/x"};
  EXPECT_TRUE(pathRisk(maker.subject, harmless));
}

TEST_F(ProgramSuite, WhatMayChangeFilesRunsBehindAFence) {
  add(model::Exited{0}, {"/etc/passwd"}, "");
  add(model::Crashed{11}, {"boom"}, "");
  maker.subject.functions[0].facts.fencedEffect = "fopen";
  const auto textOf = [&](const std::string &path) {
    std::string text;
    for (const File &file : googleTest(maker.suite, {"/work/out", "/work", "0"}))
      text += file.path == path ? file.contents : "";
    return text;
  };
  for (const char *path : {"tests/prog_test.cpp", "tests/prog_crash_test.cpp"}) {
    const std::string text = textOf(path);
    EXPECT_NE(std::string::npos, text.find("if (!pincer_has_fence())")) << text;
    EXPECT_NE(std::string::npos, text.find("pincer::runBehindFence({.arguments = {\"")) << text;
    EXPECT_EQ(std::string::npos, text.find("DISABLED_")) << text;
  }
  EXPECT_NE(std::string::npos, textOf("tests/pincer_main.cpp").find("bool pincer_raise_fence("));
  maker.suite.tests[0].unfenced = true;
  EXPECT_NE(std::string::npos, textOf("tests/prog_test.cpp").find("DISABLED_"));
  maker.subject.functions[0].facts.outsideEffect = "kill";
  EXPECT_EQ(std::string::npos, textOf("tests/prog_crash_test.cpp").find("runBehindFence"));
}

TEST_F(ProgramSuite, TheCorpusHoldsWhatIsReadFromTheOneFile) {
  add(model::Exited{0}, {}, "input", text("contents"));
  add(model::Exited{0}, {"x"}, "input", text("contents"));
  const std::vector<File> files = corpusFiles(maker.suite);
  ASSERT_EQ(1u, files.size());
  EXPECT_EQ("contents", files[0].contents);
}

} // namespace
} // namespace emit
