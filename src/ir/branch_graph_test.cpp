#include "ir/testing/subjects.h"
#include "support/file_system.h"

#include <gtest/gtest.h>

namespace ir {
namespace {

using model::BranchGraph;

class BranchGraphTest : public ::testing::Test {
protected:
  void mark(const std::string &text) { markUnits({{"u.c", text}}); }
  void markCxx(const std::string &text) { markUnits({{"u.cpp", text}}); }

  void markUnits(const std::vector<std::pair<std::string, std::string>> &units) {
    std::vector<std::filesystem::path> sources;
    for (const auto &[name, text] : units)
      sources.push_back(testing::writeText(folder_.path() / name, text));
    program_ = testing::markSources(sources);
  }

  /// An empty condition stands for any.
  std::size_t branch(const std::string &condition, const std::string &outcome) {
    for (std::size_t i = 0; i < program_.branches.branches.size(); ++i)
      if (const auto site = program_.branches.branches[i].site)
        if ((condition.empty() || program_.branches[site].condition == condition) &&
            program_.branches[site].outcome == outcome)
          return i;
    ADD_FAILURE() << "no branch " << condition << ' ' << outcome;
    return 0;
  }

  /// How far a run that took one outcome is from another one.
  std::uint32_t distance(const std::string &from, const std::string &outcome, const std::string &to,
                         const std::string &wanted) {
    std::vector<bool> goals(program_.branches.branches.size());
    goals[branch(to, wanted)] = true;
    return program_.graph.distances(goals)[branch(from, outcome)];
  }

  /// Whether a run of `function` may take these and no others, given as condition and outcome.
  bool connects(const std::string &function,
                const std::vector<std::pair<std::string, std::string>> &taken) {
    std::vector<model::BranchId> branches;
    for (const auto &[condition, outcome] : taken)
      branches.emplace_back(branch(condition, outcome));
    return program_.graph.connects({function}, branches);
  }

  bool leads(const std::string &from, const std::string &outcome, const std::string &to,
             const std::string &wanted) {
    return distance(from, outcome, to, wanted) != BranchGraph::unreachable;
  }

  support::TemporaryDirectory folder_;
  MarkedProgram program_;
};

TEST_F(BranchGraphTest, CountsTheBranchesInBetween) {
  mark("int f(int a, int b, int c) { if (a) { if (b) { if (c) return 1; } return 2; } return 3; }");
  EXPECT_EQ(0u, distance("c", "true", "c", "true"));
  EXPECT_EQ(1u, distance("b", "true", "c", "true"));
  EXPECT_EQ(2u, distance("a", "true", "c", "true"));
  EXPECT_EQ(BranchGraph::unreachable, distance("a", "false", "c", "true"));
  EXPECT_EQ(BranchGraph::unreachable, distance("b", "false", "c", "true"));
}

TEST_F(BranchGraphTest, GoesThroughCallsAndReturns) {
  mark("static int in(int x) { if (x > 5) return 1; return 0; }\n"
       "int f(int a, int b) { if (a) { in(b); if (b == 3) return 4; } return 0; }");
  EXPECT_EQ(1u, distance("a", "true", "x > 5", "true"));
  EXPECT_EQ(1u, distance("x > 5", "false", "b == 3", "true"));
  EXPECT_EQ(BranchGraph::unreachable, distance("a", "false", "x > 5", "true"));
}

TEST_F(BranchGraphTest, WhatIsInFrontCameBeforeInTheSameCall) {
  mark("static void in(int x) { if (x > 5) __builtin_trap(); }\n"
       "int f(int a, int b) { if (a) { in(b); if (b == 3) return 4; } return 0; }\n"
       "int g(int c) { if (c == 7) { in(c); return 1; } return 0; }");
  std::vector<bool> inFront(program_.branches.branches.size());
  for (const auto each : program_.graph.inFrontOf(model::BranchId(branch("b == 3", "true")),
                                                  std::vector<bool>(inFront.size()), 100))
    inFront[each.index] = true;
  EXPECT_TRUE(inFront[branch("a", "true")]);
  EXPECT_TRUE(inFront[branch("x > 5", "false")]);
  EXPECT_FALSE(inFront[branch("c == 7", "true")]);
}

TEST_F(BranchGraphTest, KnowsLoopsAndSwitches) {
  mark("int f(int n, int k) { while (n > 0) { switch (k) { case 1: if (n == 9) return 1; break; "
       "case 2: return 2; default: break; } n--; } return 0; }");
  EXPECT_EQ(1u, distance("n > 0", "true", "", "case 1"));
  EXPECT_EQ(2u, distance("n == 9", "false", "", "case 2"));
  EXPECT_EQ(BranchGraph::unreachable, distance("n > 0", "false", "n == 9", "true"));
}

TEST_F(BranchGraphTest, ARunTakesWhatIsConnected) {
  mark("static int in(int x) { if (x > 5) return 1; return 0; }\n"
       "int f(int a, int b) { if (a) { if (b) return in(b); } return 3; }\n"
       "int g(int c) { if (c) return 1; return 0; }");
  EXPECT_TRUE(connects("f", {}));
  EXPECT_TRUE(connects("f", {{"a", "true"}, {"b", "true"}, {"x > 5", "false"}}));
  EXPECT_TRUE(connects("f", {{"a", "true"}})); // it may end anywhere
  EXPECT_FALSE(connects("f", {{"b", "true"}}));
  EXPECT_FALSE(connects("f", {{"a", "true"}, {"b", "false"}, {"x > 5", "false"}}));
  EXPECT_FALSE(connects("f", {{"a", "false"}, {"c", "true"}}));
  EXPECT_TRUE(connects("unknown", {{"c", "true"}}));
}

TEST_F(BranchGraphTest, PointersAndLibrariesLeadToWhatHasItsAddressTaken) {
  mark("int taken(int x) { if (x > 5) return 1; return 0; }\n"
       "int other(int y) { if (y) return 1; return 0; }\n"
       "int (*pointer)(int) = taken;\n"
       "void outside(void);\n"
       "int f(int a) { return pointer(a); }\n"
       "int g(int a) { outside(); return a; }\n"
       "int h(int a) { return a; }");
  EXPECT_TRUE(connects("f", {{"x > 5", "true"}}));
  EXPECT_TRUE(connects("g", {{"x > 5", "true"}}));
  EXPECT_FALSE(connects("h", {{"x > 5", "true"}}));
  EXPECT_FALSE(connects("g", {{"y", "true"}}));
  program_.graph.openToOutside("other");
  EXPECT_TRUE(connects("g", {{"y", "true"}}));
}

TEST_F(BranchGraphTest, ACallThroughAPointerLeadsToFunctionsOfItsType) {
  mark("static int fits(int x) { if (x > 5) return 1; return 0; }\n"
       "static void other(char *p) { if (*p) *p = 0; }\n"
       "int (*const first)(int) = fits;\n"
       "void (*const second)(char *) = other;\n"
       "int f(int a, int (*call)(int)) { if (a) { call(a); if (a == 3) return 2; } return 0; }");
  EXPECT_EQ(1u, distance("a", "true", "x > 5", "true"));
  EXPECT_EQ(1u, distance("x > 5", "false", "a == 3", "true")); // and back
  EXPECT_LT(1u, distance("a", "true", "*p", "true")) << "types that differ are far away...";
  EXPECT_TRUE(leads("a", "true", "*p", "true")) << "...but pointers are cast";
  EXPECT_FALSE(leads("a", "false", "x > 5", "true"));
}

TEST_F(BranchGraphTest, AddressesAreTakenInOtherUnits) {
  markUnits({{"a.c", "int taken(int x); int (*pointer)(int) = taken;\n"
                     "int f(int a) { if (a) return pointer(a); return 0; }"},
             {"b.c", "int taken(int x) { if (x > 5) return 1; return 0; }"}});
  EXPECT_TRUE(connects("f", {{"a", "true"}, {"x > 5", "true"}}));
  EXPECT_EQ(1u, distance("a", "true", "x > 5", "true"));
}

TEST_F(BranchGraphTest, ACallMayHaveAnotherTypeThanWhatItCalls) {
  markUnits({{"a.c", "int old();\n"
                     "int f(int a) { if (a) return old(a, 2L); return 0; }\n"
                     "static long cast(long x) { if (x > 5) return 1; return 0; }\n"
                     "int g(int b) { if (b) return ((int (*)(int))cast)(b); return 0; }"},
             {"b.c", "int old(y) int y; { if (y == 7) return 1; return 0; }"}});
  EXPECT_TRUE(connects("f", {{"a", "true"}, {"y == 7", "true"}}));
  EXPECT_EQ(1u, distance("a", "true", "y == 7", "true"));
  EXPECT_TRUE(connects("g", {{"b", "true"}, {"x > 5", "true"}}));
  EXPECT_EQ(1u, distance("b", "true", "x > 5", "true"));
}

TEST_F(BranchGraphTest, LibrariesCallWhatTheyAreGiven) {
  mark("#include <stdlib.h>\n"
       "static int less(const void *a, const void *b) {\n"
       "  if (*(int *)a < *(int *)b) return -1; return 1; }\n"
       "static void atEnd(void) { if (getenv(\"HOME\")) abort(); }\n"
       "int f(int *p, int n) { if (n > 1) { qsort(p, n, 4, less); if (p[0] == 9) return 1; }\n"
       "  return 0; }\n"
       "int g(int k) { if (k) atexit(atEnd); return 0; }");
  EXPECT_EQ(1u, distance("n > 1", "true", "*(int *)a < *(int *)b", "true"));
  EXPECT_EQ(1u, distance("*(int *)a < *(int *)b", "true", "p[0] == 9", "true"));
  EXPECT_TRUE(connects("f", {{"n > 1", "true"}, {"*(int *)a < *(int *)b", "true"}}));
  EXPECT_TRUE(leads("k", "true", "getenv(\"HOME\")", "true"));
}

TEST_F(BranchGraphTest, LibrariesCallWhatLiesInTables) {
  mark("struct table { int (*get)(int); };\n"
       "static int get(int x) { if (x > 5) return 1; return 0; }\n"
       "static int put(int y) { if (y == 2) return 1; return 0; }\n"
       "static const struct table table = {get}, later = {put};\n"
       "void library(const struct table *, const struct table *);\n"
       "int f(int a) { if (a) { library(&table, &later); if (a == 3) return 2; } return 0; }");
  EXPECT_TRUE(leads("a", "true", "x > 5", "true"));
  EXPECT_TRUE(leads("x > 5", "true", "a == 3", "true"))
      << "it goes on where the library was called";
  EXPECT_TRUE(leads("x > 5", "true", "y == 2", "true")) << "libraries call one after the other";
  EXPECT_TRUE(connects("f", {{"a", "true"}, {"x > 5", "true"}, {"y == 2", "false"}}));
}

TEST_F(BranchGraphTest, HandlersOfSignalsAndThreadsComeByThemselves) {
  mark("#include <signal.h>\n"
       "static volatile int seen;\n"
       "static void handler(int x) { if (x > 5) seen = 1; }\n"
       "void prepare(void) { signal(SIGALRM, handler); }\n"
       "int f(int a) { if (a) { while (!seen) ; if (a == 3) return 2; } return 0; }");
  EXPECT_TRUE(leads("a", "true", "x > 5", "true"));
  EXPECT_TRUE(leads("x > 5", "true", "a == 3", "true"));
  EXPECT_TRUE(connects("f", {{"a", "true"}, {"x > 5", "true"}, {"!seen", "false"}}));
}

TEST_F(BranchGraphTest, VirtualCallsLeadToWhatOverrides) {
  markCxx("struct Base { virtual int get(int) { return 0; } virtual ~Base() {} };\n"
          "struct One : Base { int get(int x) override { if (x > 5) return 1; return 0; }\n"
          "  ~One() override { if (open) open = 0; } int open = 1; };\n"
          "Base *make() { return new One; }\n"
          "int f(Base *b, int a) { if (a) { b->get(a); delete b; if (a == 3) return 2; }\n"
          "  return 0; }");
  EXPECT_EQ(1u, distance("a", "true", "x > 5", "true"));
  EXPECT_EQ(1u, distance("a", "true", "open", "true"));
  EXPECT_EQ(1u, distance("x > 5", "true", "a == 3", "true"));
  EXPECT_TRUE(connects("_Z1fP4Basei", {{"a", "true"}, {"x > 5", "true"}, {"open", "true"}}));
}

TEST_F(BranchGraphTest, FunctionObjectsAndThreadsRunWhatTheyHold) {
  markCxx("#include <functional>\n#include <thread>\n"
          "int f(int own) { std::function<int(int)> inner = [](int given) {\n"
          "    if (given > 5) return 1; return 0; };\n"
          "  if (own == 4) return inner(own); return 0; }\n"
          "int g(int mine) { int sum = 0; if (mine == 3) {\n"
          "  std::thread t([&] { if (mine > 7) sum = 1; }); t.join(); } return sum; }");
  EXPECT_TRUE(leads("own == 4", "true", "given > 5", "true"));
  EXPECT_TRUE(leads("mine == 3", "true", "mine > 7", "true"));
  EXPECT_TRUE(program_.graph.reachableFrom({"_Z1fi"})[branch("given > 5", "true")]);
  EXPECT_TRUE(program_.graph.reachableFrom({"_Z1gi"})[branch("mine > 7", "true")]);
}

TEST_F(BranchGraphTest, ExceptionsLeadToEveryHandlerAboveThem) {
  markCxx("[[noreturn]] static void fail(int x) { if (x > 5) throw 1; for (;;) ; }\n"
          "static int between(int x) { fail(x); for (;;) ; }\n"
          "int f(int a) { try { if (a) between(a); } catch (int) { if (a == 3) return 2; }\n"
          "  return 0; }\n"
          "int other(int b) { if (b) return 1; return 0; }");
  EXPECT_EQ(1u, distance("x > 5", "true", "a == 3", "true"));
  EXPECT_FALSE(leads("x > 5", "false", "a == 3", "true")) << "there it runs on for ever";
  EXPECT_TRUE(connects("_Z1fi", {{"a", "true"}, {"x > 5", "true"}, {"a == 3", "true"}}));
  EXPECT_FALSE(leads("x > 5", "true", "b", "true"));
}

TEST_F(BranchGraphTest, LibrariesThrowToo) {
  markCxx(
      "#include <cstddef>\n"
      "void library(); void outer(void (*)());\n"
      "static void callback() { for (static int n; n >= 0; n++) if (n == 9) throw 1; for (;;) ; }\n"
      "static void between(int x) { if (x > 5) { library(); for (;;) ; } }\n"
      "int f(int a) { try { between(a); } catch (...) { if (a == 3) return 2; } return 0; }\n"
      "int g(int b) { try { outer(callback); } catch (...) { if (b == 4) return 2; } return 0; }");
  EXPECT_EQ(1u, distance("x > 5", "true", "a == 3", "true"));
  EXPECT_EQ(1u, distance("n == 9", "true", "b == 4", "true"));
}

TEST_F(BranchGraphTest, ALongJumpLeadsToWhereStateWasSaved) {
  mark("#include <setjmp.h>\n"
       "static jmp_buf saved;\n"
       "static void leave(int x) { if (x > 5) longjmp(saved, 1); for (;;) ; }\n"
       "int f(int a) { if (setjmp(saved)) { if (a == 3) return 2; return 1; } leave(a); for (;;) ; "
       "}");
  EXPECT_EQ(2u, distance("x > 5", "true", "a == 3", "true"));
  EXPECT_TRUE(connects("f", {{"setjmp(saved)", "false"},
                             {"x > 5", "true"},
                             {"setjmp(saved)", "true"},
                             {"a == 3", "true"}}));
}

TEST_F(BranchGraphTest, FollowsComputedGotos) {
  mark("int f(int a, int b) { static void *const to[] = {&&one, &&two};\n"
       "  if (a) goto *to[b & 1]; return 0;\n"
       "one: if (b == 4) return 1; return 2;\n"
       "two: if (b == 5) return 3; return 4; }");
  EXPECT_EQ(1u, distance("a", "true", "b == 4", "true"));
  EXPECT_EQ(1u, distance("a", "true", "b == 5", "true"));
  EXPECT_TRUE(connects("f", {{"a", "true"}, {"b == 5", "true"}}));
}

TEST_F(BranchGraphTest, FollowsJumpsOfAssembly) {
  mark("int f(int a, int b) { if (a) asm goto(\"jmp %l0\" : : : : far); return 0;\n"
       "far: if (b == 4) return 1; return 2; }\n"
       "int called(int x) { if (x > 5) return 1; return 0; }\n"
       "int g(int k) { if (k) asm volatile(\"call called\" : : : \"memory\"); return 0; }");
  EXPECT_EQ(1u, distance("a", "true", "b == 4", "true"));
  EXPECT_TRUE(leads("k", "true", "x > 5", "true"));
  EXPECT_TRUE(connects("g", {{"k", "true"}, {"x > 5", "true"}}));
}

TEST_F(BranchGraphTest, OtherNamesOfAFunctionLeadToIt) {
  markUnits({{"a.c", "int target(int x) { if (x > 5) return 1; return 0; }\n"
                     "int alias(int) __attribute__((alias(\"target\")));\n"
                     "static int chosen(int y) { if (y == 2) return 1; return 0; }\n"
                     "static int (*choose(void))(int) { return chosen; }\n"
                     "int indirect(int) __attribute__((ifunc(\"choose\")));\n"
                     "int h(int c) { if (c) { indirect(c); if (c == 6) return 1; } return 0; }\n"
                     "int same(int k) { if (k) { alias(k); if (k == 8) return 1; } return 0; }"},
             {"b.c", "int alias(int); int f(int a) { if (a) { alias(a); if (a == 3) return 1; }\n"
                     "  return 0; }"}});
  EXPECT_EQ(1u, distance("a", "true", "x > 5", "true"));
  EXPECT_EQ(1u, distance("x > 5", "true", "a == 3", "true"));
  EXPECT_EQ(1u, distance("k", "true", "x > 5", "true"));
  EXPECT_TRUE(connects("f", {{"a", "true"}, {"x > 5", "true"}}));
  EXPECT_TRUE(leads("c", "true", "y == 2", "true"));
  EXPECT_TRUE(leads("y == 2", "true", "c == 6", "true"));
  EXPECT_TRUE(connects("h", {{"c", "true"}, {"y == 2", "true"}}));
}

/// Which copy the linker takes is not known here; a run of either goes on in both units.
TEST_F(BranchGraphTest, EveryCopyOfAFunctionReturnsToAllCallers) {
  const std::string copy =
      "__attribute__((weak)) int copied(int x) { if (x > 5) return 1; return 0; }\n";
  markUnits(
      {{"a.c", copy + "int f(int a) { if (a) { copied(a); if (a == 3) return 1; } return 0; }"},
       {"b.c", copy + "int g(int b) { if (b) { copied(b); if (b == 4) return 1; } return 0; }"}});
  std::vector<bool> goals(program_.branches.branches.size());
  goals[branch("b == 4", "true")] = true;
  const auto distances = program_.graph.distances(goals);
  std::size_t copies = 0;
  for (std::size_t i = 0; i < goals.size(); ++i)
    if (const auto site = program_.branches.branches[i].site;
        site && program_.branches[site].condition == "x > 5") {
      ++copies;
      EXPECT_EQ(1u, distances[i]);
    }
  EXPECT_EQ(4u, copies);
}

TEST_F(BranchGraphTest, ConstructorsAndDestructorsAreCalls) {
  markCxx("struct Guard { Guard(int x) : x(x) { if (x > 5) ++count; }\n"
          "  ~Guard() { if (x == 2) --count; } int x; static int count; };\n"
          "int Guard::count; static Guard whole(3);\n"
          "int f(int a) { if (a) { Guard guard(a); if (a == 3) return 1; } return 0; }");
  EXPECT_EQ(1u, distance("a", "true", "x > 5", "true"));
  EXPECT_EQ(1u, distance("x > 5", "true", "a == 3", "true"));
  EXPECT_EQ(1u, distance("a == 3", "true", "x == 2", "true"));
  EXPECT_TRUE(connects(
      "_Z1fi", {{"a", "true"}, {"x > 5", "true"}, {"a == 3", "false"}, {"x == 2", "true"}}));
}

TEST_F(BranchGraphTest, SaysWhatNoneOfSomeFunctionsLeadsTo) {
  mark("static int in(int x) { if (x > 5) return 1; return 0; }\n"
       "int f(int a) { if (a) return in(a); return 0; }\n"
       "int g(int b) { if (b) return 1; return 0; }\n"
       "int (*pointer)(int) = g;\n"
       "int h(int c) { if (c) return pointer(c); return 0; }");
  const auto reaches = [&](const std::string &function, const std::string &condition) {
    return bool(program_.graph.reachableFrom({function})[branch(condition, "true")]);
  };
  EXPECT_TRUE(reaches("f", "a"));
  EXPECT_TRUE(reaches("f", "x > 5"));
  EXPECT_FALSE(reaches("f", "b"));
  EXPECT_TRUE(reaches("h", "b"));
  EXPECT_TRUE(reaches("unknown", "b")) << "nothing is known of it";
}

} // namespace
} // namespace ir
