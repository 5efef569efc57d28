#include "ir/testing/subjects.h"
#include "support/file_system.h"
#include "support/process.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

// Normalised code computes at every optimisation level what the machine computes. Where x86 has the
// operation, the reference is the machine itself: the same text compiled by clang -O0 with nothing
// for it to fold.

namespace ir {
namespace {

namespace fs = std::filesystem;
using testing::outputOf;
using testing::writeText;

class Normalise : public ::testing::Test {
protected:
  /// Marks the program and compiles it at a level, with markers that do nothing.
  std::string compile(const std::string &level) {
    const fs::path stubs = writeText(folder_.path() / "stubs.c",
                                     "#include <stdio.h>\n#include <stdlib.h>\n"
                                     "void __pincer_branch(unsigned s, _Bool c) {}\n"
                                     "void __pincer_switch(unsigned s, ...) {}\n"
                                     "void __pincer_divide_error(void) { puts(\"divide error\"); "
                                     "exit(0); }\n");
    const std::string program = (folder_.path() / ("program" + level)).string();
    outputOf({"clang-19", "-w", level, testing::markedBitcode(source_).string(), stubs.string(),
              "-lm", "-o", program});
    return program;
  }

  void mark(const std::string &text, const std::vector<std::string> &flags = {}) {
    source_ = writeText(folder_.path() / "p.c", text);
    testing::markSources({source_}, flags);
  }

  std::string native() {
    const std::string program = (folder_.path() / "native").string();
    outputOf({"clang-19", "-w", "-O0", "-fwrapv", source_.string(), "-lm", "-o", program});
    return outputOf({program});
  }

  void expectEverywhere(const std::string &expected) {
    for (const char *level : {"-O0", "-O1", "-O2", "-O3"})
      EXPECT_EQ(expected, outputOf({compile(level)})) << level;
  }

  support::TemporaryDirectory folder_;
  fs::path source_;
};

TEST_F(Normalise, ShiftAmountsAreMasked) {
  mark("#include <stdio.h>\n"
       "int main(void) {\n"
       "  int n = 40, m = -1; long l = 65; unsigned u = 0x80000000u; signed char c = -2;\n"
       "  printf(\"%d %d %u %ld %lu %d\\n\", 1 << n, -256 >> n, u >> m, 1L << l, ~0UL >> l, c >> "
       "n);\n"
       "  unsigned __int128 w = 1; w <<= 130 + n - 40; printf(\"%lu\\n\", (unsigned long)w);\n"
       "  return 0;\n"
       "}\n");
  expectEverywhere("256 -1 1 2 9223372036854775807 -1\n4\n");
}

TEST_F(Normalise, ShiftsAreThoseOfTheMachine) {
  mark("#include <stdio.h>\n"
       "#include <stdint.h>\n"
       "#define TRY(T, F) { volatile T v = (T)values[i]; volatile int n = amounts[j]; "
       "printf(#T \" \" F \" \" F \"\\n\", (T)(v << n), (T)(v >> n)); }\n"
       "int64_t values[] = {0, 1, -1, 5, -77, 0x7fffffff, -0x80000000L, 0x123456789abcdefL};\n"
       "int amounts[] = {0, 1, 7, 8, 15, 16, 31, 32, 33, 40, 63, 64, 65, 100, -1, -40};\n"
       "int main(void) {\n"
       "  for (int i = 0; i < 8; i++) for (int j = 0; j < 16; j++) {\n"
       "    TRY(int8_t, \"%d\") TRY(uint8_t, \"%u\") TRY(int16_t, \"%d\") TRY(uint16_t, \"%u\")\n"
       "    TRY(int32_t, \"%d\") TRY(uint32_t, \"%u\") TRY(int64_t, \"%ld\") TRY(uint64_t, "
       "\"%lu\")\n"
       "  }\n"
       "  return 0;\n"
       "}\n");
  expectEverywhere(native());
}

TEST_F(Normalise, FloatToIntegerIsThatOfTheMachine) {
  mark(
      "#include <stdio.h>\n"
      "#include <stdint.h>\n"
      "#include <math.h>\n"
      "#define TO(T, F) printf(\" \" F, (T)v);\n"
      "#define FROM(S) { volatile S v = (S)x; printf(#S); TO(int8_t, \"%d\") TO(uint8_t, \"%u\") "
      "TO(int16_t, \"%d\") TO(uint16_t, \"%u\") TO(int32_t, \"%d\") TO(uint32_t, \"%u\") "
      "TO(int64_t, \"%ld\") TO(uint64_t, \"%lu\") puts(\"\"); }\n"
      "long double values[] = {0, -0.0, 0.5, -0.9, 1, -1, 127, 128, 200.7, -129, 255, 256, 32767,\n"
      "  32768, -32768, -32769, 40000, 65535, 65536, 70000, 2147483647, 2147483647.5L,\n"
      "  2147483648.0L, -2147483648.0L, -2147483648.5L, -2147483649.0L, 4294967295.0L,\n"
      "  4294967296.0L, 1e10L, -1e10L, 0x1p62L, 0x1p63L, -0x1p63L, 0x1p63L + 1, -0x1p63L - 1,\n"
      "  0x1.8p63L, 0x1p64L - 1, 0x1p64L, 0x1.8p64L, -0x1p64L, 1e30L, -1e30L, 1e300L, INFINITY,\n"
      "  -INFINITY, NAN};\n"
      "int main(void) {\n"
      "  for (int i = 0; i < sizeof values / sizeof *values; i++) {\n"
      "    long double x = values[i]; printf(\"%Lg\\n\", x);\n"
      "    FROM(float) FROM(double) FROM(long double)\n"
      "  }\n"
      "  return 0;\n"
      "}\n");
  expectEverywhere(native());
}

TEST_F(Normalise, KnownNumbersConvertAlikeAtEveryLevel) {
  mark("#include <stdio.h>\n"
       "int main(void) {\n"
       "  double big = 1e20, nan = big * 0; nan = (big - big) / nan; float f = -5.5f;\n"
       "  printf(\"%d %ld %u %lu %d %d %u\\n\", (int)big, (long)big, (unsigned)big, (unsigned "
       "long)big, (int)nan, (short)big, (unsigned)f);\n"
       "  return 0;\n"
       "}\n");
  expectEverywhere("-2147483648 -9223372036854775808 0 9223372036854775808 -2147483648 0 "
                   "4294967291\n");
}

TEST_F(Normalise, DivisionByZeroAndOverflowAreDivideErrors) {
  for (const char *expression :
       {"a / z", "a % z", "(unsigned)a / (unsigned)z", "l / (long)z", "lowest / m", "lowest % m",
        "lowestLong / m", "(__int128)a / z", "a / (_BitInt(17))z"}) {
    mark(fmt::format("#include <stdio.h>\n#include <limits.h>\n"
                     "int main(void) {{ int a = 7, z = 0, m = -1, lowest = INT_MIN; long l = 9, "
                     "lowestLong = LONG_MIN; int unused = (int)({}); puts(\"went on\"); return 0; "
                     "}}\n",
                     expression));
    SCOPED_TRACE(expression);
    expectEverywhere("divide error\n");
  }
}

TEST_F(Normalise, OtherDivisionsGoOn) {
  mark(
      "#include <stdio.h>\n"
      "int main(void) {\n"
      "  int a = -7, b = 2; unsigned u = 7; long l = -9; __int128 w = (__int128)1 << 127;\n"
      "  printf(\"%d %d %u %ld %d\\n\", a / b, a % b, u / b, l / -1, (int)((w / (__int128)(b - 3)) "
      ">> 127));\n"
      "  return 0;\n"
      "}\n");
  expectEverywhere("-3 -1 3 9 -1\n");
}

TEST_F(Normalise, WhatIsNotInitialisedIsZero) {
  mark("#include <stdio.h>\n"
       "struct s { int a; char b; long c[9]; };\n"
       "int noReturn(int a) { if (a) return 3; }\n"
       "int skipped(int a) { if (a) goto past; { int x = 5; past: return x; } }\n"
       "int inSwitch(int a) { switch (a) { int y; case 1: y = 7; default: return y; } }\n"
       "struct s whole(int a) { struct s r; if (a) return r; }\n"
       "int main(void) {\n"
       "  struct s r = whole(1), q = whole(0); int v[4]; int t;\n"
       "  printf(\"%d %d %d %d %ld %ld %d %d\\n\", noReturn(0), skipped(1), inSwitch(2), r.a, "
       "q.c[3], r.c[8], v[2], t);\n"
       "  return 0;\n"
       "}\n");
  expectEverywhere("0 0 0 0 0 0 0 0\n");
}

TEST_F(Normalise, BrokenPromisesDecideNothing) {
  mark("#include <stdio.h>\n"
       "#include <string.h>\n"
       "__attribute__((nonnull)) int isNull(int *p) { return p == 0; }\n"
       "int crooked(int *p) { int v = *p; return ((unsigned long)p & 3) != 0; }\n"
       "int aliased(int *restrict a, int *restrict b) { *a = 1; *b = 2; return *a; }\n"
       "int aligned(char *p) { char *q = __builtin_assume_aligned(p, 16); return ((unsigned long)q "
       "& 15) != 0; }\n"
       "int assumed(int a) { __builtin_assume(a > 3); return a > 3; }\n"
       "enum { SIZE = 4 }; int table[SIZE];\n"
       "__attribute__((pure)) int counted(int a) { return table[0] += a; }\n"
       "int clz(unsigned x) { return __builtin_clz(x); }\n"
       "int main(void) {\n"
       "  char room[64] = {0}; int x; int *volatile null = 0;\n"
       "  printf(\"%d %d %d %d %d \", isNull(null), crooked((int *)(room + 1)), aliased(&x, &x), "
       "aligned(room + 1) | aligned(room + 2), assumed(1));\n"
       "  counted(2); counted(3); printf(\"%d %d\\n\", counted(4), clz(0));\n"
       "  return 0;\n"
       "}\n",
       {"-ffast-math"});
  expectEverywhere("1 1 2 1 0 9 32\n");
}

TEST_F(Normalise, UnreachableCodeTraps) {
  mark("int main(int argc, char **argv) { if (argc == 1) __builtin_unreachable(); return 0; }\n");
  for (const char *level : {"-O0", "-O1", "-O2"}) {
    const auto result = support::runCommand({{compile(level)}, {}});
    EXPECT_EQ(128 + 4, result->exitCode) << level; // SIGILL
  }
}

} // namespace
} // namespace ir
