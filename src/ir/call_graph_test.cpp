#include "ir/call_graph.h"
#include "ir/testing/subjects.h"
#include "support/file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ir {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::markSources;
using testing::writeText;

class CallGraphTest : public ::testing::Test {
protected:
  CallGraph graph(const std::vector<std::string> &texts) {
    std::vector<std::filesystem::path> sources;
    for (const std::string &text : texts)
      sources.push_back(
          writeText(folder_.path() / ("u" + std::to_string(sources.size()) + ".c"), text));
    return markSources(sources).calls;
  }
  static constexpr auto unit = [](std::size_t i) { return model::UnitId(i); };

  support::TemporaryDirectory folder_;
};

TEST_F(CallGraphTest, FollowsDirectCallsAcrossUnits) {
  const CallGraph calls =
      graph({"int puts(const char *); int other(int); static int mine(int a) "
             "{ return other(a); } int f(int a) { return mine(a); } int g(int "
             "a) { return a / 2; }",
             "int toupper(int); static int mine(int a) { return toupper(a); } int "
             "other(int a) { return mine(a); }"});
  EXPECT_THAT(Reaches(calls).of(unit(0), "f").externals, ElementsAre("toupper"));
  EXPECT_THAT(Reaches(calls).of(unit(0), "g").externals, IsEmpty());
  EXPECT_TRUE(calls.defines(unit(1), "mine"));
  EXPECT_FALSE(calls.defines(unit(1), "f"));
}

TEST_F(CallGraphTest, RecursionEnds) {
  const CallGraph calls = graph({"int odd(int); int exit2(int); int even(int a) { return a ? odd(a "
                                 "- 1) : exit2(1); } int odd(int a) { return a ? even(a - 1) : 0; "
                                 "}"});
  EXPECT_THAT(Reaches(calls).of(unit(0), "odd").externals, ElementsAre("exit2"));
}

TEST_F(CallGraphTest, AnIndirectCallReachesEveryFunctionWhoseAddressIsTaken) {
  const CallGraph calls =
      graph({"int getpid(void); int one(void) { return getpid(); } int two(void) { return 2; } "
             "int (*const table[])(void) = {one, two}; int f(int i) { return table[i](); } int "
             "h(double (*p)(double)) { return p(1.0); }"});
  const Reach reach = Reaches(calls).of(unit(0), "f");
  EXPECT_THAT(reach.externals, ElementsAre("getpid"));
  EXPECT_TRUE(reach.indirectCall);
  EXPECT_FALSE(reach.unknownTargets);
  EXPECT_TRUE(Reaches(calls).of(unit(0), "h").unknownTargets);
  EXPECT_FALSE(Reaches(calls).of(unit(0), "two").indirectCall);
}

TEST_F(CallGraphTest, CallbacksCountWhereTheirAddressIsTaken) {
  const CallGraph calls = graph({"#include <stdlib.h>\n int puts(const char *); static int "
                                 "compare(const void *a, const void *b) { return puts(\"x\"); } "
                                 "void f(int *a) { qsort(a, 3, sizeof *a, compare); }"});
  EXPECT_THAT(Reaches(calls).of(unit(0), "f").externals, ElementsAre("puts", "qsort"));
}

TEST_F(CallGraphTest, SeesAssemblyAndThreadLocals) {
  const CallGraph calls =
      graph({"static __thread int t; int f(void) { return t++; } int g(int a) { "
             "__asm__(\"nop\"); return a; } int h(int a) { return a; } int "
             "k(void) { return f(); }"});
  EXPECT_TRUE(Reaches(calls).of(unit(0), "f").threadLocal);
  EXPECT_TRUE(Reaches(calls).of(unit(0), "k").threadLocal);
  EXPECT_FALSE(Reaches(calls).of(unit(0), "f").inlineAssembly);
  EXPECT_TRUE(Reaches(calls).of(unit(0), "g").inlineAssembly);
  EXPECT_FALSE(Reaches(calls).of(unit(0), "h").threadLocal);
}

TEST_F(CallGraphTest, ListsWhatNobodyDefines) {
  const CallGraph calls = graph(
      {"extern int there, nowhere, unused; int absent(int); int present(int); int neverUsed(int); "
       "extern int maybe(void) __attribute__((weak)); int f(int a) { return absent(a) + present(a) "
       "+ there + nowhere + (maybe ? maybe() : 0); }",
       "int there = 3; int present(int a) { return a; }"});
  EXPECT_THAT(calls.undefinedSymbols(), ElementsAre(UndefinedSymbol{"absent", true, false},
                                                    UndefinedSymbol{"maybe", true, true},
                                                    UndefinedSymbol{"nowhere", false, false}));
}

} // namespace
} // namespace ir
