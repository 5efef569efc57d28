#include "model/program.h"

#include "model/growth.h"
#include "model/json.h"
#include "model/value_access.h"

#include <cstring>
#include <gtest/gtest.h>

namespace model {
namespace {

Subject subjectWithMain(std::size_t parameters, const char *path = "/work/prog.c") {
  Subject subject;
  subject.types.push_back(
      {.kind = TypeKind::Integer, .spelling = "int", .isSigned = true, .size = 4, .alignment = 4});
  subject.units.push_back({path, "/work", {}});
  Function helper, main;
  helper.name = "helper";
  main.name = "main";
  for (Function *function : {&helper, &main}) {
    function->unit = UnitId(0);
    function->file = path;
    function->result = TypeId(0);
  }
  main.parameters.resize(parameters, {"", TypeId(0)});
  main.undrivable = "it is the program's entry point";
  subject.functions = {helper, main};
  return subject;
}

Value bytes(std::string contents) { return Object{.bytes = std::move(contents)}; }
Value number(std::uint64_t n) {
  Value value = Bytes{std::string(8, '\0')};
  std::memcpy(value.memory().data(), &n, sizeof n);
  return value;
}
Value list(Value pointer, std::uint64_t length) {
  return Parts{.parts = {std::move(pointer), number(length)}};
}
SupplyId supplyNamed(const Subject &subject, const std::string &name) {
  for (std::size_t i = 0; i < subject.supplies.size(); ++i)
    if (shownName(subject.supplies[i]) == name)
      return SupplyId(i);
  return {};
}

TEST(Program, TestsCallMainOnlyAndSupplyWhatItReads) {
  Subject subject = subjectWithMain(2);
  ASSERT_TRUE(makeProgram(subject, {.files = {"a/./b.txt", "a/b.txt"}, .variables = {"MODE"}}));
  EXPECT_TRUE(subject.functions[0].undrivable);
  EXPECT_FALSE(subject.functions[1].undrivable);
  EXPECT_TRUE(subject.functions[1].parameters.empty());
  EXPECT_EQ(2u, subject.program->parameterCount);
  EXPECT_EQ("prog", subject.program->name);
  ASSERT_EQ(4u, subject.supplies.size()); // the file was named twice
  EXPECT_TRUE(supplyNamed(subject, "argv"));
  EXPECT_TRUE(supplyNamed(subject, "stdin"));
  EXPECT_TRUE(supplyNamed(subject, "a/b.txt"));
  EXPECT_TRUE(supplyNamed(subject, "MODE"));
  EXPECT_EQ((std::vector<std::string>{"a/./b.txt", "a/b.txt"}),
            subject.functions[1].constants.strings);
}

TEST(Program, AMainWithoutParametersReadsNoArguments) {
  Subject subject = subjectWithMain(0);
  ASSERT_TRUE(makeProgram(subject, {}));
  EXPECT_FALSE(supplyNamed(subject, "argv"));
}

TEST(Program, RefusesWhatIsNoProgramOrNoName) {
  Subject none = subjectWithMain(0);
  none.functions.pop_back();
  EXPECT_FALSE(makeProgram(none, {}));
  Subject two = subjectWithMain(0);
  two.functions.push_back(two.functions[1]);
  two.functions[2].file = "/work/other.c";
  const auto status = makeProgram(two, {});
  ASSERT_FALSE(status);
  EXPECT_NE(std::string::npos, status.error().message.find("/work/prog.c, /work/other.c"));
  for (const char *file : {"/etc/passwd", "../x", "a/../../x", "", ".", "a/"}) {
    Subject subject = subjectWithMain(0);
    EXPECT_FALSE(makeProgram(subject, {.files = {file}})) << file;
  }
  for (const char *name : {"", "A=B", "1A", "A B"}) {
    Subject subject = subjectWithMain(0);
    EXPECT_FALSE(makeProgram(subject, {.variables = {name}})) << name;
  }
}

TEST(Program, ARunIsWhatTheDriverMakesOfTheTest) {
  Subject subject = subjectWithMain(2);
  ASSERT_TRUE(makeProgram(subject, {.files = {"in", "absent"}, .variables = {"MODE", "UNSET"}}));
  const Value texts =
      Object{.parts = {bytes(std::string("-x\0", 3)), Null{}, Inside{.object = 1, .offset = 1},
                       bytes(std::string("unused\0", 7))}};
  TestCase test{subject.program->main, {}, {}};
  const auto supply = [&](const char *name, Value value) {
    test.supplied.push_back({supplyNamed(subject, name), 0, std::move(value)});
  };
  supply("argv", list(texts, 3)); // objects 0 to 2
  supply("stdin", list(bytes(std::string("a\0b\0", 4)), 3));
  supply("in", list(bytes(std::string("12\0", 3)), 1000)); // more than there is
  supply("absent", list(Null{}, 5));
  supply("MODE", bytes(std::string("fast\0slow\0", 10)));
  supply("UNSET", Null{});
  const ProgramRun run = programRun(subject, test);
  EXPECT_EQ((std::vector<std::string>{"-x", "", "x"}), run.arguments);
  EXPECT_EQ(std::string("a\0b", 3), run.input);
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ((Pairs{{"in", std::string("12\0", 3)}}), run.files);
  EXPECT_EQ((Pairs{{"MODE", "fast"}}), run.environment);
}

TEST(Program, ASeedIsReadFromTheOneFileOrFromStandardInput) {
  for (const bool hasFile : {false, true}) {
    Subject subject = subjectWithMain(2);
    ASSERT_TRUE(makeProgram(
        subject, {.files = hasFile ? std::vector<std::string>{"in"} : std::vector<std::string>{}}));
    for (std::size_t i = 0; i < subject.supplies.size(); ++i)
      subject.functions[1].facts.supplies.emplace_back(i);
    const std::string raw("\0x\xff", 3);
    const TestCase seed = programSeed(subject, raw);
    const ProgramRun run = programRun(subject, seed);
    EXPECT_EQ(hasFile ? "" : raw, run.input);
    EXPECT_EQ(raw, mainInput(subject, run));
    const auto again = testFromJson(subject, toJson(subject, seed));
    ASSERT_TRUE(again);
    EXPECT_EQ(seed, *again);
  }
}

TEST(Program, InputsGrowFromNothing) {
  Subject subject = subjectWithMain(2);
  ASSERT_TRUE(makeProgram(subject, {}));
  const Value nothing = Null{};
  TestCase test{subject.program->main, {}, {}};
  test.supplied.push_back({supplyNamed(subject, "argv"), 0, list(nothing, 2)});
  test.supplied.push_back({supplyNamed(subject, "stdin"), 0, list(nothing, 3)});
  growToLengths(subject, test, 64);
  const ProgramRun run = programRun(subject, test);
  EXPECT_EQ((std::vector<std::string>{"", ""}), run.arguments);
  EXPECT_EQ(std::string(3, '\0'), run.input);
  // None of the arguments is null: they can be solved for.
  for (const Value &text : test.supplied[0].value.parts()[0].parts())
    EXPECT_TRUE(text.is<Object>());
}

} // namespace
} // namespace model
