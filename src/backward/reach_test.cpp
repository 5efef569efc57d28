#include "backward/reach.h"
#include "ir/testing/subjects.h"
#include "model/testing/test_subject.h"
#include "solver/chain.h"

#include <filesystem>
#include <gmock/gmock.h>

namespace backward {
namespace {

namespace fs = std::filesystem;
using namespace model;

constexpr const char *text = R"(
struct node { struct node *next; long value; };
int f0(struct node *n, struct node *m) {
  if (n->next->next == n && m == n->next && n->value == 77) return 1;
  return 0;
}
static long started;
int f1(long x) {
  if (started && x == 3) return 1;
  return 0;
}
int f2(long *numbers) {
  if (numbers[2] > 4 && numbers[2] < 4) return 1;
  return 0;
}
void pincer_thunk_0(void *const *arguments, void *result) {
  *(int *)result = f0(*(void **)arguments[0], *(void **)arguments[1]);
}
void pincer_thunk_1(void *const *arguments, void *result) { *(int *)result = f1(*(long *)arguments[0]); }
void pincer_thunk_2(void *const *arguments, void *result) { *(int *)result = f2(*(void **)arguments[0]); }
)";

class ReachTest : public testing::Test {
protected:
  ReachTest() {
    const TypeId number = types.integer(8);
    const TypeId node = types.record({number, number});
    const TypeId toNode = types.pointer(node);
    types.subject.types[node.index].fields[0].type = toNode;
    for (const auto &parameters : {std::vector{toNode, toNode}, {number}, {types.pointer(number)}})
      types.function(parameters);
    for (Function &function : types.subject.functions)
      function.unit = UnitId(0);
    std::string name = (fs::temp_directory_path() / "reach_test.XXXXXX").string();
    folder = mkdtemp(name.data());
    source = ir::testing::writeText(folder / "subject.c", text);
    program = ir::testing::markSources({source});
    solver = std::move(*solver::Chain::make({.seconds = 60}));
    const fs::path units[] = {ir::testing::markedBitcode(source)};
    reacher = std::move(*Reacher::load(types.subject, program.branches, units, *solver));
  }
  ~ReachTest() override { fs::remove_all(folder); }

  Reacher::Answer reach(unsigned function, const std::string &condition) {
    for (std::size_t i = 0; i < program.branches.branches.size(); ++i)
      if (const SiteId site = program.branches.branches[i].site;
          site && program.branches[site].condition == condition &&
          program.branches[site].outcome == "true") {
        Effort effort;
        return reacher->reach(
            FunctionId(function), BranchId(i), {},
            [&](const TestCase &test) {
              tests.push_back(test);
              return true;
            },
            {}, effort);
      }
    ADD_FAILURE() << "no such condition";
    return Reacher::Answer::GaveUp;
  }

  TestSubject types;
  fs::path folder, source;
  ir::MarkedProgram program;
  std::unique_ptr<solver::Chain> solver;
  std::unique_ptr<Reacher> reacher;
  std::vector<TestCase> tests;
};

TEST_F(ReachTest, makesObjectsThatPointToEachOther) {
  EXPECT_EQ(Reacher::Answer::Taken, reach(0, "n->value == 77"));
  ASSERT_EQ(1u, tests.size());
  const auto &arguments = tests[0].arguments();
  ASSERT_TRUE(arguments[0].is<Object>());
  const auto first = arguments[0].parts()[0].parts();
  EXPECT_EQ(std::string("\x4d\0\0\0\0\0\0\0", 8), first[1].bytes());
  ASSERT_TRUE(first[0].is<Object>());
  EXPECT_EQ(Value(Inside{0, 0}), first[0].parts()[0].parts()[0]);
  EXPECT_EQ(Value(Inside{1, 0}), arguments[1]);
}

TEST_F(ReachTest, knowsWhatGlobalsBeginWith) {
  EXPECT_EQ(Reacher::Answer::GaveUp, reach(1, "started"));
  EXPECT_TRUE(tests.empty());
}

TEST_F(ReachTest, saysWhatContradictsItself) {
  EXPECT_EQ(Reacher::Answer::Contradicted, reach(2, "numbers[2] < 4"));
  EXPECT_TRUE(tests.empty());
}

} // namespace
} // namespace backward
