#include "build/harness_inputs.h"

#include "build/thunks.h"
#include "frontend/parse.h"
#include "support/file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using ::testing::HasSubstr;

class HarnessInputs : public ::testing::Test {
protected:
  model::Subject parse(const std::string &text) {
    const auto path = folder_.path() / "harness.c";
    EXPECT_TRUE(support::writeFile(path, text));
    const model::Unit unit{.path = path.string(), .directory = folder_.path().string()};
    auto subject = frontend::parse({&unit, 1}, PINCER_SOURCE_DIRECTORY "/src/harness/include");
    EXPECT_TRUE(subject) << subject.error().message;
    return std::move(*subject);
  }

  support::TemporaryDirectory folder_;
};

TEST_F(HarnessInputs, AMainThatAsksForInputsIsDriven) {
  model::Subject subject = parse("int __VERIFIER_nondet_int();\n"
                                 "int main(int argc, char **argv) {\n"
                                 "  return argc + __VERIFIER_nondet_int(); }\n");
  EXPECT_FALSE(build::needsHarnessUnit(subject)) << "a function that nobody defines will do";
  const auto harness = build::findHarness(subject);
  ASSERT_TRUE(harness);
  EXPECT_FALSE(subject[*harness].undrivable);
  EXPECT_TRUE(subject[*harness].parameters.empty());
  subject.supplies.clear(); // what the stubs of the others look like is not the question
  EXPECT_THAT(build::unitText(subject, model::UnitId(0)),
              HasSubstr("(pincer_program_main)(1, (char *[]){(char *)\"program\", 0})"));
}

TEST_F(HarnessInputs, OtherMainsAreNot) {
  model::Subject subject = parse("int other(void); int main(void) { return other(); }");
  EXPECT_FALSE(build::needsHarnessUnit(subject));
  EXPECT_FALSE(build::findHarness(subject));
  EXPECT_TRUE(subject.functions.front().undrivable);
}

TEST_F(HarnessInputs, CallsAndHeadersOfHarnessesNeedTheUnit) {
  EXPECT_TRUE(build::needsHarnessUnit(
      parse("void klee_assume(unsigned long); void f(void) { klee_assume(1); }")));
  const model::Subject subject = parse("#include <pincer.h>\nint f(void) { return 1; }");
  EXPECT_TRUE(build::needsHarnessUnit(subject));
  EXPECT_EQ(subject.units.front().flags.front(), "-idirafter");
  EXPECT_EQ(subject.functions.size(), 1u) << "what the header defines is not the user's";
  EXPECT_FALSE(build::needsHarnessUnit(parse("void klee_assume(int x) {} ")));
}

TEST_F(HarnessInputs, AFuzzTargetTakesBytesWithoutANul) {
  model::Subject subject =
      parse("int LLVMFuzzerInitialize(int *argc, char ***argv) { return 0; }\n"
            "int LLVMFuzzerTestOneInput(const unsigned char *a, unsigned long b) { return 0; }");
  const auto target = build::findHarness(subject);
  ASSERT_TRUE(target);
  const model::Function &function = subject[*target];
  EXPECT_EQ(function.name, "LLVMFuzzerTestOneInput");
  EXPECT_EQ(function.lengthPairs, (std::vector<model::LengthPair>{{0, 1}}));
  EXPECT_EQ(subject[subject[function.parameters[0].type].element].kind, model::TypeKind::Void);
  EXPECT_THAT(build::unitText(subject, model::UnitId(0)),
              HasSubstr("__asm__(\"LLVMFuzzerInitialize\")"));
}

} // namespace
