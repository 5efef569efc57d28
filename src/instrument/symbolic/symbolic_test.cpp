#include "instrument/symbolic/symbolic.h"

#include "instrument/testing/random_arithmetic.h"
#include "instrument/testing/symbolic_checks_test.h"
#include "ir/checks.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace instrument {
namespace {

using testing::Bytes;
using testing::expectForetold;
using testing::record;
using testing::Recording;
using testing::SymbolicProgram;

TEST(Symbolic, BranchesOnArithmeticAreRecorded) {
  const SymbolicProgram program("#include <stdio.h>\n"
                                "int add(int a, int b) { return a * 3 + b; }\n"
                                "void subject(unsigned char *b, int n) { int x = add(b[0], b[1]); "
                                "if (x > 100) puts(\"large\"); "
                                "else puts(\"small\"); }");
  const Recording small = record(program, {10, 20});
  EXPECT_EQ("small\n", small.output);
  const auto branches = small.eventsOf(PINCER_EVENT_BRANCH);
  ASSERT_EQ(1u, branches.size());
  EXPECT_EQ(0u, branches[0].value);
  EXPECT_EQ(1u, small.evaluate(branches[0].term, {40, 0}));
  EXPECT_EQ(0u, small.evaluate(branches[0].term, {30, 10}));
  const Recording large = record(program, {40, 0});
  EXPECT_EQ("large\n", large.output);
  EXPECT_EQ(1u, large.eventsOf(PINCER_EVENT_BRANCH)[0].value);
}

TEST(Symbolic, ChecksAreEventsOfACheckedTargetAlone) {
  const std::vector<std::string> flags(std::begin(ir::checkFlags), std::end(ir::checkFlags));
  const char *const text = "int out, table[5];\n"
                           "void subject(unsigned char *b, int n) {\n"
                           "  int x = b[0] * 100000000;\n"
                           "  if (x == 700000000) out = 1;\n"
                           "  if (b[1]) out += 1000 / b[1];\n"
                           "  out += table[b[2]];\n"
                           "}\n";
  EXPECT_TRUE(
      record(SymbolicProgram(text, "", flags), {30, 4, 2}).eventsOf(PINCER_EVENT_CHECK).empty());
  const SymbolicProgram program(text, "", flags, SymbolicProgram::Form::Checked);
  const Recording bad = record(program, {30, 4, 2});
  // of the product and of the index; that b[1] is no zero the run has said before; no sum of small
  // numbers overflows
  const auto checks = bad.eventsOf(PINCER_EVENT_CHECK);
  ASSERT_GE(checks.size(), 2u);
  EXPECT_EQ(0u, checks[0].value) << "3000000000 is no int";
  EXPECT_EQ(1u, bad.evaluate(checks[0].term, {21, 4, 2}));
  EXPECT_EQ(0u, bad.evaluate(checks[0].term, {22, 4, 2}));
  bool isIndexChecked = false;
  for (const PincerEvent &check : checks)
    isIndexChecked |= check.value == 1 && bad.evaluate(check.term, {30, 4, 5}) == 0 &&
                      bad.evaluate(check.term, {30, 4, 4}) == 1;
  EXPECT_TRUE(isIndexChecked);
}

TEST(Symbolic, AnAccessThroughASymbolicAddressHasBoundsInACheckedTargetAlone) {
  const char *const text = "int out; short table[6];\n"
                           "void subject(unsigned char *b, int n) {\n"
                           "  out += table[b[0] / 32];\n" // 0 to 7
                           "  out += table[b[1] % 6];\n"  // safe, and seen to be
                           "}\n";
  EXPECT_TRUE(record(SymbolicProgram(text), {64, 4}).eventsOf(PINCER_EVENT_BOUNDS).empty());
  const Recording checked =
      record(SymbolicProgram(text, "", {}, SymbolicProgram::Form::Checked), {64, 4});
  const auto bounds = checked.eventsOf(PINCER_EVENT_BOUNDS);
  ASSERT_EQ(1u, bounds.size());
  const std::uint64_t lowest = checked.tables.at(bounds[0].table);
  EXPECT_EQ(11u, checked.tables.at(bounds[0].table + 1)); // places of two bytes among twelve
  EXPECT_EQ(lowest + 4, bounds[0].value);
  EXPECT_EQ(lowest + 12, checked.evaluate(bounds[0].term, {192, 4}));
}

std::vector<std::uint64_t> outcomes(const Recording &recording, int kind) {
  std::vector<std::uint64_t> values;
  for (const PincerEvent &event : recording.eventsOf(kind))
    values.push_back(event.value);
  return values;
}

// Memory that is kept from run to run tells nobody of the run before.
TEST(Symbolic, ARunRecordsTheSameWhateverWasRecordedBefore) {
  const SymbolicProgram program(R"(
    int out;
    void subject(unsigned char *b, int n) {
      unsigned x = 7;
      for (int i = 0; i < 3 * n; i++) {
        unsigned char c = b[i % n];
        if (c > 100) x = x * 31 + c; else x ^= c + b[n - 1 - i % n];
        if (x % 5 == 1) out++;
        switch (c) { case 10: out += 2; break; case 37: out += 3; break; case 99: out += 4; }
      }
    })");
  Bytes bytes, before;
  for (int i = 0; i < 60; ++i) {
    bytes.push_back(static_cast<std::uint8_t>(i * 37));
    before.push_back(static_cast<std::uint8_t>(i * 91 + 5));
  }
  const Recording alone = record(program, bytes), after = program.run(bytes, before);
  const auto asBytes = [](const auto &records) {
    return std::string_view(reinterpret_cast<const char *>(records.data()),
                            records.size() * sizeof records[0]);
  };
  EXPECT_GT(alone.terms.size(), 500u);
  EXPECT_TRUE(asBytes(alone.terms) == asBytes(after.terms));
  EXPECT_TRUE(asBytes(alone.events) == asBytes(after.events));
}

TEST(Symbolic, SwitchesAreRecordedWithTheirCases) {
  const SymbolicProgram program(
      "int out; void subject(unsigned char *b, int n) { switch ((signed char)b[0]) { case 3: out = "
      "1; break; case -5: out = 2; break; case 100: out = 3; break; default: out = 4; } }");
  const Recording recording = record(program, {251});
  const auto switches = recording.eventsOf(PINCER_EVENT_SWITCH);
  ASSERT_EQ(1u, switches.size());
  const std::uint32_t table = switches[0].table;
  ASSERT_EQ(3u, recording.tables.at(table));
  const unsigned width = recording.terms.at(switches[0].term - 1).width;
  const std::uint64_t mask = width == 64 ? ~0ull : (1ull << width) - 1;
  EXPECT_THAT(std::vector<std::uint64_t>(recording.tables.begin() + table + 1,
                                         recording.tables.begin() + table + 4),
              ::testing::UnorderedElementsAre(3u, std::uint64_t(-5) & mask, 100u));
  EXPECT_EQ(std::uint64_t(-5) & mask, switches[0].value);
}

TEST(Symbolic, LoopsGoBetweenConcreteAndSymbolicRounds) {
  const SymbolicProgram program(
      "#include <stdio.h>\n"
      "int large; void subject(unsigned char *b, int n) { int kept = 0; for (int i = 0; i < n; "
      "i++) "
      "{ int here = b[i] * 3; if (here > 100) large++; if (i == 7) kept = here + i; } "
      "if (kept == 61) puts(\"kept\"); printf(\"%d\", large); }",
      "void pincerTraceInput(unsigned, void *, unsigned long, unsigned);\n"
      "void nameInputs(unsigned char *b, int n) { pincerTraceInput(3, b + 3, 0, 8); "
      "pincerTraceInput(7, b + 7, 0, 8); }");
  const Recording recording = record(program, {90, 1, 2, 80, 4, 90, 6, 7, 90, 9});
  EXPECT_EQ("4", recording.output);
  const auto branches = recording.eventsOf(PINCER_EVENT_BRANCH);
  EXPECT_THAT(outcomes(recording, PINCER_EVENT_BRANCH), ::testing::ElementsAre(1u, 0u, 0u));
  EXPECT_EQ(1u, recording.evaluate(branches.at(2).term, {0, 0, 0, 0, 0, 0, 0, 18}));
  EXPECT_EQ("kept\n3", record(program, {90, 1, 2, 3, 4, 90, 6, 18, 90, 9}).output);
}

TEST(Symbolic, SumsAreCarriedThroughConcreteRounds) {
  const SymbolicProgram program(
      "#include <stdio.h>\n"
      "int hits[4]; void subject(unsigned char *b, int n) { int sum = 0; "
      "for (int i = 0; i < n; i++) if (i % 3 == 1) { sum += b[i]; hits[i & 3]++; } "
      "if (sum == 300) puts(\"found\"); printf(\"%d\", sum); }",
      "void pincerTraceInput(unsigned, void *, unsigned long, unsigned);\n"
      "void nameInputs(unsigned char *b, int n) { pincerTraceInput(1, b + 1, 0, 8); }");
  const Recording recording = record(program, {0, 10, 0, 0, 20, 0, 0, 30, 0, 0});
  EXPECT_EQ("60", recording.output);
  const auto branches = recording.eventsOf(PINCER_EVENT_BRANCH);
  ASSERT_THAT(outcomes(recording, PINCER_EVENT_BRANCH), ::testing::ElementsAre(0u));
  EXPECT_EQ(1u, recording.evaluate(branches.at(0).term, {0, 250}));
  EXPECT_EQ(0u, recording.evaluate(branches.at(0).term, {0, 249}));
}

TEST(Symbolic, BranchesWithoutMarkersAreConditions) {
  // Division is guarded by a branch of ours.
  const SymbolicProgram program(
      "int out; void subject(unsigned char *b, int n) { out = 100 / b[0]; }");
  const Recording fine = record(program, {7});
  ASSERT_EQ(1u, fine.eventsOf(PINCER_EVENT_CONDITION).size());
  const PincerEvent guard = fine.eventsOf(PINCER_EVENT_CONDITION)[0];
  EXPECT_NE(guard.value, fine.evaluate(guard.term, {0}));
  EXPECT_EQ(9, record(program, {0}).exitCode);
}

TEST(Symbolic, AddressesAreRecordedBeforeTheyAreUsed) {
  const SymbolicProgram program(
      "int out, *p; void subject(unsigned char *b, int n) { out = ((volatile char *)0)[b[0]]; }");
  const Recording recording = record(program, {17});
  EXPECT_NE(0, recording.exitCode);
  ASSERT_EQ(1u, recording.eventsOf(PINCER_EVENT_ADDRESS).size());
  EXPECT_EQ(17u, recording.eventsOf(PINCER_EVENT_ADDRESS)[0].value);
}

TEST(Symbolic, SizesAreHeld) {
  const SymbolicProgram program(
      "#include <stdlib.h>\n#include <string.h>\nchar a[300], c[300]; void *volatile out;\n"
      "void subject(unsigned char *b, int n) { out = malloc(b[0]); memcpy(a, c, b[1]); }");
  const Recording recording = record(program, {17, 33});
  EXPECT_THAT(outcomes(recording, PINCER_EVENT_SIZE), ::testing::ElementsAre(17u));
  EXPECT_THAT(outcomes(recording, PINCER_EVENT_VALUE), ::testing::ElementsAre(33u));
}

TEST(Symbolic, CallbacksFromTheLibraryReadNoStaleTerms) {
  // The comparison is called by a sort of which we know nothing, with pointers that have no terms,
  // right after calls with terms.
  const SymbolicProgram program(
      "#include <stdio.h>\n#include <stdlib.h>\n"
      "void sort(void *, int, int (*)(const void *, const void *));\n"
      "int calls; __attribute__((noinline)) int compare(const void *a, "
      "const void *b) { calls++; return *(unsigned char *)a - "
      "*(unsigned char *)b; }\n"
      "void subject(unsigned char *b, int n) { volatile int first = "
      "compare(b + 1, b); sort(b, n, compare);\n"
      "  volatile int again = compare(b, b); int r = compare(b, b + 1); "
      "if (r < 0) puts(\"less\"); if (b[0] == 1) puts(\"one\"); }",
      "#include <stdlib.h>\n"
      "void sort(void *b, int n, int (*compare)(const void *, const void *)) "
      "{ qsort(b, n, 1, compare); }");
  const Recording recording = record(program, {9, 1, 5, 3, 7, 2});
  EXPECT_EQ("less\none\n", recording.output);
  // What it moved has the terms of where it was: not the values there, so concrete.
  const auto branches = recording.eventsOf(PINCER_EVENT_BRANCH);
  for (const PincerEvent &event : branches)
    EXPECT_EQ(event.value, recording.evaluate(event.term, {9, 1, 5, 3, 7, 2}));
  EXPECT_LT(0u, recording.header.lost[PINCER_LOST_STALE]);
}

TEST(Symbolic, JumpsAcrossFramesLeaveNothingBehind) {
  const SymbolicProgram program(
      "#include <setjmp.h>\n#include <stdio.h>\njmp_buf back; volatile int depth;\n"
      "__attribute__((noinline)) int inner(int x, int y) { if (x > 10) longjmp(back, 1); return x "
      "+ y; }\n"
      "__attribute__((noinline)) int outer(int x) { return inner(x, x * 2) + 1; }\n"
      "void subject(unsigned char *b, int n) { volatile int kept = b[1];\n"
      "  if (setjmp(back) == 0) { depth = outer(b[0]); } else { puts(\"jumped\"); if (kept == 5) "
      "puts(\"five\"); }\n"
      "  if (outer(b[1]) > 3) puts(\"large\"); }");
  const Recording recording = record(program, {50, 5});
  EXPECT_EQ("jumped\nfive\nlarge\n", recording.output);
  EXPECT_EQ(0u, recording.header.lost[PINCER_LOST_STALE]);
  const auto branches = recording.eventsOf(PINCER_EVENT_BRANCH);
  ASSERT_EQ(4u, branches.size());
  EXPECT_EQ(0u, recording.evaluate(branches[0].term, {10, 0}));
  EXPECT_EQ(1u, recording.evaluate(branches[3].term, {0, 1}));
}

TEST(Symbolic, SignalHandlersDoNotDisturb) {
  const SymbolicProgram program(
      "#include <signal.h>\n#include <stdio.h>\n#include <sys/time.h>\n"
      "volatile int ticks, wrong; unsigned char *shared;\n"
      "__attribute__((noinline)) int work(int a, int b) { return a * 3 + b; }\n"
      "void handler(int s) { ticks++; if (work(shared[1], 1) == 777) wrong = 1; }\n"
      "void subject(unsigned char *b, int n) { shared = b; signal(SIGALRM, handler);\n"
      "  struct itimerval t = {{0, 100}, {0, 100}}; setitimer(ITIMER_REAL, &t, 0); unsigned s = "
      "0;\n"
      "  for (int i = 0; i < 300000 || ticks < 20; i++) { int r = work(b[0], i & 1023); if (r == "
      "40) s++; }\n"
      "  struct itimerval off = {0}; setitimer(ITIMER_REAL, &off, 0); if (!wrong) puts(\"done\"); "
      "}");
  const Recording recording = record(program, {7, 8});
  EXPECT_EQ("done\n", recording.output);
  EXPECT_EQ(0u, recording.header.lost[PINCER_LOST_STALE]);
}

TEST(Symbolic, JumpsOutOfSignalHandlersDoNotEndRecording) {
  const SymbolicProgram program(
      "#include <setjmp.h>\n#include <signal.h>\n#include <stdio.h>\n#include <sys/time.h>\n"
      "sigjmp_buf back; volatile int ticks; volatile unsigned i;\n"
      "void handler(int s) { ticks++; siglongjmp(back, 1); }\n"
      "void subject(unsigned char *b, int n) { signal(SIGALRM, handler);\n"
      "  struct itimerval t = {{0, 500}, {0, 500}}; setitimer(ITIMER_REAL, &t, 0);\n"
      "  sigsetjmp(back, 1); volatile int s = 0;\n"
      "  while (ticks < 100) { i++; if (b[0] * 3 + (i & 65535) == 40) s++; }\n"
      "  struct itimerval off = {0}; setitimer(ITIMER_REAL, &off, 0);\n"
      "  if (b[1] == 8) puts(\"eight\"); }");
  const Recording recording = record(program, {7, 8});
  EXPECT_EQ("eight\n", recording.output);
  const auto branches = recording.eventsOf(PINCER_EVENT_BRANCH);
  ASSERT_LT(1u, branches.size());
  EXPECT_EQ(0u, recording.evaluate(branches.back().term, {7, 9}));
  EXPECT_EQ(1u, recording.evaluate(branches.back().term, {0, 8}));
}

TEST(Symbolic, WhatTheSystemWroteIsConcrete) {
  const SymbolicProgram program(
      "#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\n"
      "void subject(unsigned char *b, int n) { int f = open(\"/dev/zero\", O_RDONLY); if (read(f, "
      "b, 3) != 3) return; close(f);\n"
      "  if (b[0] == 0) puts(\"zero\"); if (b[1] == 0) puts(\"zero\"); if (b[3] == 9) "
      "puts(\"nine\"); }");
  // The second byte is zero before and after: its old term would fit by chance.
  const Recording recording = record(program, {5, 0, 6, 9});
  EXPECT_EQ("zero\nzero\nnine\n", recording.output);
  EXPECT_EQ(1u, recording.eventsOf(PINCER_EVENT_BRANCH).size());
}

TEST(Symbolic, FreshMemoryHasNoTerms) {
  const SymbolicProgram program("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
                                "void subject(unsigned char *b, int n) { unsigned char *p = "
                                "malloc(40); memset(p, b[0], 40); free(p);\n"
                                "  unsigned char *q = calloc(1, 40); if (q == p) puts(\"reused\"); "
                                "if (q[35] == 0) puts(\"zero\"); }",
                                "");
  const Recording recording = record(program, {0});
  EXPECT_THAT(recording.output, ::testing::EndsWith("zero\n"));
  EXPECT_TRUE(recording.eventsOf(PINCER_EVENT_BRANCH).empty());
}

TEST(Symbolic, MovedBlocksKeepTheirTerms) {
  const SymbolicProgram program("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
                                "void subject(unsigned char *b, int n) { unsigned char *p = "
                                "malloc(20); memcpy(p, b, 4); void *block = malloc(20);\n"
                                "  p = realloc(p, 100000); if (p[2] == 7) puts(\"seven\"); }");
  const Recording recording = record(program, {1, 2, 7, 4});
  ASSERT_EQ(1u, recording.eventsOf(PINCER_EVENT_BRANCH).size());
  EXPECT_EQ("seven\n", recording.output);
}

TEST(Symbolic, LongLoopsAreCountedAndCut) {
  const SymbolicProgram program(
      "#include <stdio.h>\n"
      "void subject(unsigned char *b, int n) { unsigned odd = 0, small = 0;\n"
      "  for (int i = 0; i < 10000000; i++) { if (b[0] < 10) small++; if (((b[1] ^ i) & 1) != 0) "
      "odd++; }\n"
      "  printf(\"%u %u\\n\", odd, small); }");
  const Recording recording = record(program, {1, 2});
  EXPECT_EQ("5000000 10000000\n", recording.output);
  const auto branches = recording.eventsOf(PINCER_EVENT_BRANCH);
  ASSERT_LE(2u, branches.size());
  EXPECT_GE(10u + 2 * PINCER_EVENTS_PER_PLACE, branches.size());
  EXPECT_EQ(10000000u, branches[0].count);
  EXPECT_LT(0u, recording.header.lost[PINCER_LOST_HOT_PLACE]);
}

TEST(Symbolic, AFullLogEndsRecordingAndNothingElse) {
  const SymbolicProgram program(
      "#include <stdio.h>\n"
      "void subject(unsigned char *b, int n) { unsigned x = b[0]; volatile unsigned sum = 0;\n"
      "  for (unsigned i = 0; i < 6000000; i++) { x = x * 1664525 + (i | 1); }\n"
      "  if (x == 12345) puts(\"hit\"); if (b[1] == 3) puts(\"three\"); printf(\"%u\\n\", x); }");
  const Recording recording = program.run({1, 3});
  unsigned x = 1;
  for (unsigned i = 0; i < 6000000; i++)
    x = x * 1664525 + (i | 1);
  EXPECT_EQ(fmt::format("three\n{}\n", x), recording.output);
  EXPECT_EQ(std::uint32_t(PINCER_TERM_CAPACITY), recording.header.termCount);
  EXPECT_LT(0u, recording.header.lost[PINCER_LOST_TERMS_FULL]);
}

TEST(Symbolic, WhatHasNoTermsIsCounted) {
  const SymbolicProgram program(
      "#include <stdio.h>\nvoid show(char *, int); __float128 d; unsigned _BitInt(200) w; char "
      "text[99];\n"
      "void subject(unsigned char *b, int n) { d = b[0]; w = (unsigned _BitInt(200))*(unsigned "
      "long "
      "*)b * *(unsigned long *)b; "
      "show(text, b[1]); show(text, b[1]); show(text, b[1]); if (d > 3) puts(\"large\"); if "
      "((unsigned long)(w >> 64) == 5) "
      "puts(\"five\"); if "
      "(text[0] == '2') puts(\"two\"); }",
      "#include <stdio.h>\nvoid show(char *text, int number) { sprintf(text, \"%d\", number); }");
  const Recording recording = record(program, {9, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ("large\ntwo\n", recording.output);
  EXPECT_LT(0u, recording.header.lost[PINCER_LOST_FLOAT]);
  EXPECT_LT(0u, recording.header.lost[PINCER_LOST_WIDE]);
  EXPECT_LT(0u, recording.header.lost[PINCER_LOST_CALL]);
  EXPECT_TRUE(recording.eventsOf(PINCER_EVENT_BRANCH).empty());
}

TEST(Symbolic, ThreadsDoNotMixTheirTerms) {
  const SymbolicProgram program(
      "#include <pthread.h>\n#include <stdio.h>\nunsigned char *shared; int hits[2];\n"
      "__attribute__((noinline)) int twist(int a, int b) { return (a * 7 + b) & 255; }\n"
      "void *work(void *mine) { long k = (long)mine; for (int i = 0; i < 20000; i++) if "
      "(twist(shared[k], i) == k) hits[k]++; return 0; }\n"
      "void subject(unsigned char *b, int n) { shared = b; pthread_t t[2]; for (long i = 0; i < 2; "
      "i++) pthread_create(&t[i], 0, "
      "work, (void *)i); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); printf(\"%d %d\\n\", "
      "hits[0], hits[1]); }");
  const Recording recording = record(program, {3, 200});
  EXPECT_EQ("78 78\n", recording.output);
  EXPECT_EQ(0u, recording.header.lost[PINCER_LOST_STALE]);
  EXPECT_EQ(3u, recording.header.threads); // the first names the inputs
  for (const PincerEvent &event : recording.events)
    EXPECT_LT(0, event.thread);
}

TEST(Symbolic, BitFieldsAreInputsOfTheirOwn) {
  const SymbolicProgram program(
      "#include <stdio.h>\nstruct s { unsigned a : 3, b : 11, c : 2; };\n"
      "void subject(unsigned char *b, int n) { struct s *p = (struct s *)b; if (p->a == 5) "
      "puts(\"a\"); if (p->b == 1000) puts(\"b\"); "
      "if (p->c == 2) puts(\"c\"); }",
      "void pincerTraceInput(unsigned, void *, unsigned long, unsigned);\n"
      "void nameInputs(unsigned char *b, int n) { pincerTraceInput(0, b, 0, 3); "
      "pincerTraceInput(1, b, 3, 11); pincerTraceInput(2, "
      "b, 14, 2); }");
  const unsigned bits = 5 | 1000 << 3 | 2 << 14;
  const Recording recording = program.run({std::uint8_t(bits), std::uint8_t(bits >> 8), 0, 0});
  EXPECT_EQ("a\nb\nc\n", recording.output);
  std::string first;
  EXPECT_EQ(0u, recording.mismatches({5, 1000, 2}, first)) << first;
  const auto branches = recording.eventsOf(PINCER_EVENT_BRANCH);
  ASSERT_EQ(3u, branches.size());
  EXPECT_EQ(0u, recording.evaluate(branches[0].term, {4, 1000, 2}));
  EXPECT_EQ(1u, recording.evaluate(branches[0].term, {5, 0, 0}));
  EXPECT_EQ(0u, recording.evaluate(branches[1].term, {5, 1001, 2}));
  EXPECT_EQ(1u, recording.evaluate(branches[1].term, {0, 1000, 0}));
  EXPECT_EQ(1u, recording.evaluate(branches[2].term, {0, 0, 2}));
}

TEST(Symbolic, LibraryFunctionsGoToOurs) {
  const SymbolicProgram program(
      "#include <stdio.h>\n#include <string.h>\n"
      "int isdigit(int c) { return c == 7; }\n"
      "void subject(unsigned char *b, int n) { printf(\"%d %d\\n\", (int)strlen((char *)b), "
      "isdigit(7)); }",
      "unsigned long __pincer_our_strlen(const char *s) { return 1234; }");
  EXPECT_EQ("1234 1\n", record(program, {65, 0}).output);
}

/// Whatever C has; compiled so that calls may unwind.
constexpr const char *everything = R"(#include <stdio.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <stdlib.h>
typedef int v4 __attribute__((vector_size(16)));
static _Atomic int shared; static _Thread_local int own;
static void clean(int *p) { if (*p == 77) puts("cleaned 77"); }
__attribute__((noinline)) int may_throw(int x) { if (x == 200) puts("200"); return x + 1; }
int guarded(int x) { int k __attribute__((cleanup(clean))) = x; int r = may_throw(x * 2); if (r > 100) puts("guarded large"); return r; }
static int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(l, int); va_end(l); return s; }
static int two(int x) { return x * 2; } static int three(int x) { return x * 3; }
static int (*table[])(int) = {two, three};
union pun { float f; unsigned u; unsigned char b[4]; };
static _Complex double cz;
static int goes(int x) { static void *labels[] = {&&a, &&b, &&c}; goto *labels[x % 3]; a: return 1; b: return 2; c: return 3; }
struct big { char text[100]; int n; };
__attribute__((noinline)) struct big make(int x) { struct big b = {0}; snprintf(b.text, 100, "%d", x); b.n = x; return b; }
__attribute__((noinline)) int take(struct big b, int y) { return b.n * y + b.text[0]; }
void subject(unsigned char *in, int n) {
  if (guarded(in[0]) == 155) puts("155");
  atomic_fetch_add(&shared, in[1]); if (shared > 50) puts("shared");
  int expected = in[1]; if (atomic_compare_exchange_strong(&shared, &expected, in[2])) puts("exchanged"); if (shared == 9) puts("nine");
  own = in[3]; if (own == 4) puts("own");
  v4 a = {in[0], in[1], in[2], in[3]}; a = a + a; if (a[2] == 18) puts("vector");
  int z = in[4]; __asm__("addl $1, %0" : "+r"(z)); if (z == 6) puts("asm");
  if (sum(3, in[0], in[1], 5) > 100) puts("sum");
  if (table[in[5] & 1](in[6]) > 20) puts("indirect");
  union pun p; p.f = 1.5f; p.b[0] = in[7]; if (p.u & 1) puts("odd"); 
  long double ld = in[0]; if (ld > 3) puts("ld"); cz = in[1]; if (__real__ cz > 1) puts("cz");
  int vla[in[8] + 1]; vla[in[8]] = in[9]; if (vla[in[8]] == 10) puts("vla");
  if (goes(in[9]) == 2) puts("goto");
  struct big b = make(in[2]); if (take(b, in[3]) > 40) puts("big");
  unsigned __int128 w = in[0]; w = w << 70 | in[1]; if ((unsigned)(w >> 70) == 77) puts("wide");
  char c = in[10]; _Bool t = c; if (t) puts("bool"); char *s = malloc(3); s[0] = c; if (s[0] == 11) puts("s"); free(s);
  int *q = in[11] ? &expected : 0; if (q) puts("q");
  for (int i = 0; i < in[11]; i++) if (i * i == in[0]) puts("square");
  double d = in[0]; in[12] = (unsigned char)(d * 2); if (in[12] == 154) puts("through float");
}
)";

TEST(Symbolic, EveryKindOfCodeComputesWhatItAlwaysDid) {
  const SymbolicProgram program(everything, "", {"-fexceptions"});
  const Recording recording =
      record(program, {77, 60, 9, 4, 5, 1, 7, 1, 3, 10, 11, 9, 13, 14, 15, 16});
  EXPECT_EQ(
      "guarded large\ncleaned 77\n155\nshared\nexchanged\nnine\nown\nvector\nasm\nsum\nindirect\n"
      "odd\nld\ncz\nvla\ngoto\nbig\nwide\nbool\ns\nq\nthrough float\n",
      recording.output);
  EXPECT_EQ(0u, recording.header.lost[PINCER_LOST_STALE]);
  EXPECT_LT(30u, recording.eventsOf(PINCER_EVENT_BRANCH).size());
}

TEST(Symbolic, CoverageIsThatOfThePlainLowering) {
  const SymbolicProgram program(
      "#include <stdio.h>\nextern unsigned char pincer_coverage[];\n"
      "void subject(unsigned char *b, int n) { if (b[0] > 4) b[1]++; switch (b[2]) { case 1: "
      "b[1]++; break; case 2: b[1]--; } "
      "for (int i = 0; i < 10; i++) printf(\"%d\", pincer_coverage[i]); }");
  const Recording symbolic = record(program, {9, 0, 2});
  EXPECT_EQ("1010", symbolic.output.substr(0, 4)); // the if, the loop so far
  EXPECT_EQ("010", symbolic.output.substr(4, 3));
}

/// The second, simpler checker: in random programs every term has the value that the program
/// computed, and evaluated on other bytes it says how the run on those bytes goes, up to where the
/// two part.
class RandomArithmetic : public ::testing::TestWithParam<int> {};

TEST_P(RandomArithmetic, TermsAreWhatTheProgramComputes) {
  support::Rng rng(static_cast<std::uint64_t>(GetParam()));
  const std::string text = testing::randomArithmetic(rng);
  const SymbolicProgram program(text);
  Bytes bytes(16);
  std::vector<Recording> recordings;
  std::vector<Bytes> inputs;
  for (int round = 0; round < 10; ++round) {
    for (std::uint8_t &byte : bytes)
      if (round == 0 || rng.oneIn(8))
        byte = static_cast<std::uint8_t>(rng.oneIn(3) ? rng.below(4) : rng.below(256));
    inputs.push_back(bytes);
    recordings.push_back(record(program, bytes));
    EXPECT_EQ(0, recordings.back().exitCode);
    EXPECT_EQ(0u, recordings.back().header.lost[PINCER_LOST_STALE]);
  }
  EXPECT_LT(10u, recordings[0].terms.size());
  std::size_t foretold = 0;
  for (std::size_t i = 1; i < recordings.size(); ++i)
    foretold += expectForetold(recordings[i - 1], recordings[i], inputs[i]);
  EXPECT_LT(0u, foretold);
  RecordProperty("foretold", static_cast<int>(foretold));
  if (HasFailure())
    std::cerr << text;
  if (getenv("PINCER_TEST_VERBOSE"))
    fmt::print("{} terms, {} events, {} foretold, lost {}\n", recordings[0].terms.size(),
               recordings[0].events.size(), foretold, fmt::join(recordings[0].header.lost, " "));
}
INSTANTIATE_TEST_SUITE_P(
    Seeds, RandomArithmetic,
    ::testing::Range(1, 1 + (getenv("PINCER_TEST_SEEDS") ? atoi(getenv("PINCER_TEST_SEEDS")) : 8)));

} // namespace
} // namespace instrument
