#include "instrument/plain/plain.h"

#include "instrument/testing/random_program.h"
#include "ir/testing/subjects.h"
#include "support/file_system.h"
#include "support/process.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace instrument {
namespace {

namespace fs = std::filesystem;
using ir::testing::markedBitcode;
using ir::testing::markSources;
using ir::testing::outputOf;
using ir::testing::writeText;

class Plain : public ::testing::Test {
protected:
  /// Lowers the text and links it with `harness`, which may use pincer_coverage; runs it.
  std::string run(const std::string &text, const std::string &harness) {
    const fs::path source = writeText(folder_.path() / "p.c", text);
    program_ = markSources({source});
    const fs::path object = folder_.path() / "p.o";
    const auto lowered = lowerPlain(markedBitcode(source), object, options_);
    EXPECT_TRUE(lowered) << (lowered ? "" : lowered.error().message);
    const fs::path main = writeText(
        folder_.path() / "main.c",
        "#include \"abi/target.h\"\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
        "unsigned char pincer_coverage[64];\n"
        "void __pincer_divide_error(void) { puts(\"divide error\"); exit(0); }\n"
        "static void show(void) { for (int i = 0; i < 64; i++) if (pincer_coverage[i]) printf(\"%d "
        "\", i); puts(\"\"); memset(pincer_coverage, 0, 64); }\n" +
            harness);
    const std::string linked = (folder_.path() / "program").string();
    outputOf({"clang-19", "-w", "-I", PINCER_SOURCE_DIRECTORY "/src", main.string(),
              object.string(), "-o", linked});
    return outputOf({linked});
  }

  /// The slot of an outcome of the n-th condition with this text.
  std::size_t slot(const std::string &condition, const std::string &outcome) const {
    const model::BranchMap &map = program_.branches;
    for (std::size_t i = 0; i < map.branches.size(); ++i)
      if (map.branches[i].site && map[map.branches[i].site].condition == condition &&
          map[map.branches[i].site].outcome == outcome)
        return i;
    ADD_FAILURE() << condition << ": " << outcome << " has no slot";
    return 0;
  }

  support::TemporaryDirectory folder_;
  PlainOptions options_;
  ir::MarkedProgram program_;
};

TEST_F(Plain, BranchesSetTheirSlots) {
  const std::string output =
      run("int f(int a, int b) { if (a > 3 && b) return 1; return 2; }",
          "int f(int, int);\n"
          "int main(void) { f(1, 1); show(); f(4, 0); show(); f(4, 1); show(); return 0; }\n");
  EXPECT_EQ(fmt::format("{} \n{} {} \n{} {} \n", slot("a > 3", "false"), slot("a > 3", "true"),
                        slot("b", "false"), slot("a > 3", "true"), slot("b", "true")),
            output);
}

TEST_F(Plain, SwitchesSetTheSlotOfTheCase) {
  const std::string output = run(
      "int f(long a) { switch (a) { case -5: return 1; case 0x100000000: return 2; case 7: a++; "
      "default: return 3; } }",
      "int f(long);\n"
      "int main(void) { f(-5); show(); f(0x100000000); show(); f(0); show(); f(7); show(); "
      "return 0; }\n");
  EXPECT_EQ(fmt::format("{} \n{} \n{} \n{} \n", slot("case -5", "case -5"),
                        slot("case 0x100000000", "case 0x100000000"), slot("default", "default"),
                        slot("case 7", "case 7")),
            output);
}

TEST_F(Plain, WideRangesAndTheirDefault) {
  const std::string output =
      run("int f(int a) { switch (a) { case 1: return 0; case 5 ... 200: return 1; case 1000 ... "
          "2000: return 2; } return 3; }",
          "int f(int);\n"
          "int main(void) { int values[] = {1, 100, 1500, 3}; for (int i = 0; i < 4; i++) { "
          "f(values[i]); for (int k = 0; k < 64; k++) putchar('0' + pincer_coverage[k]); "
          "memset(pincer_coverage, 0, 64); } return 0; }\n");
  const std::size_t slots[] = {slot("case 1", "case 1"), slot("case 5 ... 200", "case 5 ... 200"),
                               slot("case 1000 ... 2000", "case 1000 ... 2000"),
                               slot("a", "default")};
  for (std::size_t call = 0; call < 4; ++call)
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_EQ(i == call ? '1' : '0', output[64 * call + slots[i]]) << call << " " << i;
}

TEST_F(Plain, MeasuresHowFarStateIsFromTheOtherOutcome) {
  options_.measuresNearness = true;
  const std::string output =
      run("struct s { int count; unsigned char mode; double load; };\n"
          "static long total;\n"
          "int f(struct s *s, int x) { int c = s->count; if (c > 3) return 1; if (s->mode == 200) "
          "return 2; if (s->load < 1.5) return 3; if (total != x) return 4; return x > 7; }",
          "struct s { int count; unsigned char mode; double load; };\n"
          "int f(struct s *, int);\n"
          "uint64_t pincer_least_distances[64];\n"
          "void pincer_came_nearer(uint32_t slot, uint64_t distance) { printf(\"%u:%lx \", slot, "
          "distance); }\n"
          "static void all(int count, int mode, double load) { struct s s = {count, mode, load}; "
          "f(&s, -5); puts(\"\"); }\n"
          "int main(void) { all(-2, 10, 1.5); memset(pincer_least_distances, 255, 512); "
          "all(-2, 10, 1.5); all(9, 0, 0); all(0, 200, 0); all(0, 255, 1.25); return 0; }\n");
  const std::size_t count = slot("c > 3", "true"), mode = slot("s->mode == 200", "true"),
                    load = slot("s->load < 1.5", "true"), total = slot("total != x", "true");
  EXPECT_EQ(fmt::format("\n{}:5 {}:be {}:0 {}:5 \n{}:6 \n{}:3 {}:0 \n{}:3 {}:37 "
                        "{}:3fd0000000000000 \n",
                        count, mode, load, total + 1, count + 1, count, mode + 1, count, mode,
                        load + 1),
            output);
}

TEST_F(Plain, MeasuresHowFarCountsAreFromTheOtherOutcome) {
  options_.measuresNearness = true;
  const std::string output = run(
      "int f(const char *text, int x) { unsigned char words = 0; for (; *text; ++text) if (*text "
      "== ' ') words++; if (words > 4) return 1; return x > 7; }",
      "int f(const char *, int);\n"
      "uint64_t pincer_least_distances[64];\n"
      "void pincer_came_nearer(uint32_t slot, uint64_t distance) { printf(\"%u:%lx \", slot, "
      "distance); }\n"
      "int main(void) { memset(pincer_least_distances, 255, 512); f(\"\", 1); f(\" b \", 2); "
      "f(\"      \", 3); return 0; }\n");
  const std::size_t words = slot("words > 4", "true");
  EXPECT_EQ(fmt::format("{}:4 {}:2 {}:2 ", words, words, words + 1), output);
}

TEST_F(Plain, ListsWritableVariables) {
  const std::string output =
      run("int shared = 3; static long hidden[5]; const int fixed = 4; static __thread int own;\n"
          "int f(int a) { static short calls = 9; calls += a; hidden[a] += calls; own++; return "
          "(int)hidden[a] + shared++ + fixed; }",
          "int f(int); extern int shared;\n"
          "extern PincerRange __start_pincer_ranges[], __stop_pincer_ranges[];\n"
          "int main(void) {\n"
          "  int first = f(2);\n"
          "  unsigned long total = 0, has = 0;\n"
          "  for (PincerRange *r = __start_pincer_ranges; r != __stop_pincer_ranges; r++) {\n"
          "    total += r->size; has |= r->address == &shared && r->size == sizeof shared;\n"
          "  }\n"
          "  printf(\"%lu %lu\\n\", total, has);\n"
          "  return 0;\n"
          "}\n");
  EXPECT_EQ("46 1\n", output);
}

TEST_F(Plain, LocalsStartAsFreshMemoryDoes) {
  const std::string output = run(
      "struct s { char c; double d; int *p; };\n"
      "unsigned word(int x) { unsigned w; if (x) w = 7; return w; }\n"
      "int sum(int x) { unsigned char all[100]; all[3] = 1; return all[x] + all[3]; }\n"
      "int members(void) { struct s s; return (unsigned char)s.c == ((unsigned long)s.p & 255); }\n"
      "int bypassed(int x) { if (x) goto end; int y; y = 5; end: return y; }\n"
      "int set(int x) { int y; if (x) y = 1; else y = 2; return y; }\n",
      "unsigned word(int); int sum(int), members(void), bypassed(int), set(int);\n"
      "extern unsigned char pincer_fresh_bytes[4096];\n"
      "static void all(void) { printf(\"%x %d %d %d %d %d\\n\", word(0), sum(50), members(), "
      "bypassed(0), bypassed(1) & 255, set(1)); }\n"
      "int main(void) { all(); memset(pincer_fresh_bytes, 0xa5, 4096); all(); return 0; }\n");
  EXPECT_EQ("0 1 1 5 0 1\na5a5a5a5 166 1 5 165 1\n", output);
}

TEST_F(Plain, KnowsWhetherALocalMayBeReadTooEarly) {
  const auto reads = [&](const std::string &body) {
    const fs::path source = writeText(folder_.path() / "r.c", body);
    markSources({source});
    return lowerPlain(markedBitcode(source), folder_.path() / "r.o")->readsFreshLocals;
  };
  EXPECT_TRUE(reads("int f(int x) { int y; if (x) y = 1; return y; }"));
  EXPECT_TRUE(reads("int f(int x) { int y; if (x) y = 3; return y == 3; }")); // never of a fill
  EXPECT_TRUE(reads("struct s { int a, b; }; int f(int x) { struct s y; if (x) y.a = 3; return y.a "
                    "== 3; }"));
  EXPECT_TRUE(reads("void g(int *); int f(void) { int y; g(&y); return y; }"));
  EXPECT_FALSE(reads("int f(int x) { int y; if (x) y = 1; else y = 2; return y; }"));
  EXPECT_FALSE(
      reads("int f(int n) { int i, s; s = 0; for (i = 0; i < n; i++) s += i; return s; }"));
}

TEST_F(Plain, DivideErrorsAreKept) {
  EXPECT_EQ("divide error\n", run("int f(int a) { int unused = 5 / a; return 1; }",
                                  "int f(int); int main(void) { f(0); return 0; }\n"));
}

TEST_F(Plain, MissingBitcodeIsAnErrorThatNamesIt) {
  const auto status = lowerPlain("/nowhere/x.bc", "/nowhere/x.o");
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, ::testing::HasSubstr("/nowhere/x.bc"));
}

/// What the markers of a program say, in order, when it is compiled at a level.
std::string events(const fs::path &source, const std::string &level) {
  const fs::path printer = writeText(
      source.string() + ".printer.c",
      "#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
      "void __pincer_branch(unsigned slot, unsigned char c) { printf(\"%u %d\\n\", slot, c "
      "& 1); }\n"
      "void __pincer_switch(unsigned slot, ...) { va_list list; va_start(list, slot); "
      "printf(\"%u: %d\\n\", slot, va_arg(list, int)); va_end(list); }\n"
      "void __pincer_divide_error(void) { puts(\"divide error\"); exit(0); }\n");
  const std::string program = source.string() + level;
  outputOf(
      {"clang-19", "-w", level, markedBitcode(source).string(), printer.string(), "-o", program});
  const auto result = support::runCommand({{program}, {}});
  return fmt::format("{}ended with {}\n", result->output, result->exitCode);
}

class Events : public ::testing::TestWithParam<int> {};

TEST_P(Events, AreTheSameAtEveryLevel) {
  support::TemporaryDirectory folder;
  support::Rng rng(static_cast<std::uint64_t>(GetParam()));
  const fs::path source = writeText(folder.path() / "p.c", testing::randomProgram(rng));
  markSources({source});
  const std::string expected = events(source, "-O0");
  EXPECT_LT(100u, expected.size());
  EXPECT_EQ(expected, events(source, "-O1"));
  EXPECT_EQ(expected, events(source, "-O2"));
}
INSTANTIATE_TEST_SUITE_P(Seeds, Events, ::testing::Range(1, 5));

TEST(EventsOfCrashes, ComeBeforeTheCrashAtEveryLevel) {
  support::TemporaryDirectory folder;
  const fs::path source =
      writeText(folder.path() / "p.c", "#include <stdio.h>\n"
                                       "static int table[4];\n"
                                       "int work(int n, int d, int *p) {\n"
                                       "  int s = 0;\n"
                                       "  for (int i = 0; i < n; i++) {\n"
                                       "    if (i & 1) s += 2;\n"
                                       "    s += 100 / d;\n"
                                       "    if (s > 350 && p == 0) __builtin_unreachable();\n"
                                       "  }\n"
                                       "  if (!p) s++;\n"
                                       "  return s + *p;\n"
                                       "}\n"
                                       "int main(void) {\n"
                                       "  setvbuf(stdout, 0, _IONBF, 0);\n"
                                       "  volatile int zero = 0;\n"
                                       "  table[1] = work(3, 1, table);\n"
                                       "  table[2] = work(2, 50, 0) ? 1 : 0;\n"
                                       "  return work(4, zero, table) > 3;\n"
                                       "}\n");
  markSources({source});
  const std::string expected = events(source, "-O0");
  EXPECT_THAT(expected, ::testing::EndsWith("ended with 139\n"));
  EXPECT_EQ(expected, events(source, "-O1"));
  EXPECT_EQ(expected, events(source, "-O2"));
}

} // namespace
} // namespace instrument
