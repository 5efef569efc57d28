#include "campaign/sanitizer_report.h"

#include <gtest/gtest.h>

namespace campaign {
namespace {

model::Subject oneFile() {
  model::Subject subject;
  subject.units = {{.path = "/src/a.c"}};
  return subject;
}

TEST(SanitizerReport, SilenceIsNoVerdict) {
  EXPECT_FALSE(readSanitizerReport("hello\nworld\n", oneFile()));
}

TEST(SanitizerReport, ReadsUndefinedBehaviour) {
  const auto verdict = readSanitizerReport(
      "/src/a.c:5:11: runtime error: signed integer overflow: 2147483647 + 1 cannot be "
      "represented in type 'int'\nSUMMARY: UndefinedBehaviorSanitizer: ...\n",
      oneFile());
  ASSERT_TRUE(verdict);
  EXPECT_EQ("signed-integer-overflow", verdict->kind);
  EXPECT_EQ("/src/a.c", verdict->file);
  EXPECT_EQ(5u, verdict->line);
}

TEST(SanitizerReport, BlamesWhoCalledTheLibrary) {
  const auto verdict = readSanitizerReport(
      "/usr/include/c++/12/bits/stl_vector.h:1124:9: runtime error: reference binding to null "
      "pointer of type 'int'\n"
      "    #0 0x55 in std::vector<int>::operator[](unsigned long) "
      "/usr/include/c++/12/bits/stl_vector.h:1124:2\n"
      "    #0 0x55 in last(int) /src/a.c:43:21\n",
      oneFile());
  ASSERT_TRUE(verdict);
  EXPECT_EQ("null-dereference", verdict->kind);
  EXPECT_EQ("/src/a.c", verdict->file);
  EXPECT_EQ(43u, verdict->line);
}

TEST(SanitizerReport, BlamesTheInnermostFrameOfTheUser) {
  const auto verdict = readSanitizerReport(
      "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60200 at pc 0x5 bp 0x7 sp "
      "0x7\n"
      "WRITE of size 4 at 0x60200 thread T0\n"
      "    #0 0x49 in memcpy (/out/sanitized+0x49)\n"
      "    #1 0x51 in copy /src/a.c:12:3\n"
      "    #2 0x52 in pincer_thunk_0 /out/unit0.c:4:1\n",
      oneFile());
  ASSERT_TRUE(verdict);
  EXPECT_EQ("heap-buffer-overflow", verdict->kind);
  EXPECT_EQ("heap-buffer-overflow on address, WRITE of size 4", verdict->message);
  EXPECT_EQ("/src/a.c", verdict->file);
  EXPECT_EQ(12u, verdict->line);
}

TEST(SanitizerReport, TellsWhoseMemoryItIs) {
  const std::string report =
      "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60200 at pc 0x5 bp 0x7 sp "
      "0x7\n"
      "READ of size 4 at 0x60200 thread T0\n"
      "    #0 0x51 in sum /src/a.c:12:3\n"
      "\n"
      "0x60200 is located 0 bytes after 8-byte region [0x601f8,0x60200)\n"
      "allocated by thread T0 here:\n"
      "    #0 0x49 in malloc (/out/sanitized+0x49)\n";
  EXPECT_TRUE(readSanitizerReport(report + "    #1 0x52 in layOut /lib/call.c:4:1\n\n", oneFile())
                  ->isOfTest);
  EXPECT_FALSE(
      readSanitizerReport(report + "    #1 0x51 in make /src/a.c:3:1\n\n", oneFile())->isOfTest);
}

TEST(SanitizerReport, NeverBlamesALineOfOurs) {
  model::Subject subject = oneFile();
  subject.units.push_back({.path = "/lib/harness.c", .isOurs = true});
  const auto verdict = readSanitizerReport(
      "==1==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x60200 at pc 0x5\n"
      "    #0 0x49 in mark /lib/harness.c:61:5\n"
      "    #1 0x51 in main /src/a.c:12:3\n",
      subject);
  ASSERT_TRUE(verdict);
  EXPECT_EQ("/src/a.c", verdict->file);
}

TEST(SanitizerReport, TellsNullFromWild) {
  const std::string head = "==1==ERROR: AddressSanitizer: SEGV on unknown address ";
  EXPECT_EQ("null-dereference",
            readSanitizerReport(head + "0x000000000008 (pc 0x1)\n", oneFile())->kind);
  EXPECT_EQ("wild-pointer",
            readSanitizerReport(head + "0x7fff00000008 (pc 0x1)\n", oneFile())->kind);
}

TEST(SanitizerReport, AnOffsetFromNullIsNoAccess) {
  const auto kind = [](const std::string &message) {
    return readSanitizerReport("/src/a.c:5:11: runtime error: " + message + "\n", oneFile())->kind;
  };
  EXPECT_EQ("null-pointer-arithmetic", kind("applying non-zero offset 20 to null pointer"));
  EXPECT_EQ("null-pointer-arithmetic", kind("applying zero offset to null pointer"));
  EXPECT_EQ("null-pointer-arithmetic",
            kind("member access within null pointer of type 'struct s'"));
  EXPECT_EQ("pointer-overflow",
            kind("applying non-zero offset to non-null pointer 0x1 produced null pointer"));
  EXPECT_EQ("pointer-overflow", kind("subtraction of unsigned offset from 0x1 overflowed to 0x9"));
  EXPECT_EQ("null-dereference", kind("load of null pointer of type 'int'"));
  EXPECT_EQ("null-dereference", kind("store to null pointer of type 'int'"));
  EXPECT_EQ("null-argument",
            kind("null pointer passed as argument 1, which is declared to never be null"));
}

TEST(SanitizerReport, ReadsFailedAssertions) {
  const auto verdict = readSanitizerReport(
      "sanitized: /src/a.c:9: int push(int): Assertion `count < limit' failed.\n", oneFile());
  ASSERT_TRUE(verdict);
  EXPECT_EQ("assertion-failure", verdict->kind);
  EXPECT_EQ("/src/a.c", verdict->file);
  EXPECT_EQ(9u, verdict->line);
  EXPECT_EQ("Assertion `count < limit' failed.", verdict->message);
}

TEST(SanitizerReport, ReadsLeaksOfTheSubjectsOwn) {
  const std::string leaks = "pincer leak: 16 bytes\n"
                            "    #0 0x49 in malloc (/out/sanitized+0x49)\n"
                            "    #1 0x52 in pincer_thunk_0 /out/unit0.c:4:1\n"
                            "\n"
                            "pincer leak: 24 bytes\n"
                            "    #0 0x49 in malloc (/out/sanitized+0x49)\n"
                            "    #1 0x51 in push /src/a.c:12:3\n"
                            "\n";
  const auto verdict = readSanitizerReport(leaks, oneFile());
  ASSERT_TRUE(verdict);
  EXPECT_EQ("memory-leak", verdict->kind);
  EXPECT_TRUE(verdict->isLeak);
  EXPECT_FALSE(isUndefined(*verdict));
  EXPECT_EQ(12u, verdict->line) << "what a thunk allocated is not the subject's";
  EXPECT_TRUE(verdict->message.starts_with("24 bytes")) << verdict->message;
  EXPECT_FALSE(readSanitizerReport(leaks.substr(0, leaks.find("\n\n") + 2), oneFile()));
}

TEST(SanitizerReport, MessagesDoNotSayWhereThingsHappenToLie) {
  EXPECT_EQ("load of misaligned address for type 'short', which requires 2 byte alignment",
            readSanitizerReport("/src/a.c:3:5: runtime error: load of misaligned address "
                                "0x50300041 for type 'short', which requires 2 byte alignment\n",
                                oneFile())
                ->message);
  EXPECT_EQ("SEGV on unknown address",
            readSanitizerReport("==1==ERROR: AddressSanitizer: SEGV on unknown address (pc 0x1 bp "
                                "0x2)\n",
                                oneFile())
                ->message);
}

const std::string memoryReport = "==1==WARNING: MemorySanitizer: use-of-uninitialized-value\n"
                                 "    #0 0x49 in memcmp (/out/memory+0x49)\n"
                                 "    #1 0x51 in sum /src/a.c:12:3\n"
                                 "    #2 0x52 in pincer_thunk_0 /out/unit0.c:4:1\n"
                                 "\n";

TEST(MemoryReport, NamesTheUseAndTheVariable) {
  const auto verdict = readMemoryReport(
      memoryReport +
          "  Uninitialized value was created by an allocation of 'total' in the stack frame\n"
          "    #0 0x51 in sum /src/a.c:9:3\n",
      oneFile());
  ASSERT_TRUE(verdict);
  EXPECT_EQ("uninitialised-read", verdict->kind);
  EXPECT_EQ(12u, verdict->line);
  EXPECT_EQ("use of an uninitialised value of 'total' (a.c:9)", verdict->message);
}

TEST(MemoryReport, NamesTheUseAndTheAllocation) {
  const auto verdict =
      readMemoryReport(memoryReport + "  Uninitialized value was created by a heap allocation\n"
                                      "    #0 0x41 in malloc (/out/memory+0x41)\n"
                                      "    #1 0x51 in sum /src/a.c:8:3\n",
                       oneFile());
  ASSERT_TRUE(verdict);
  EXPECT_EQ("use of an uninitialised value in memory that is allocated (a.c:8)", verdict->message);
}

TEST(MemoryReport, NamesTheEndOfAFunctionThatGivesAValue) {
  const auto verdict = readMemoryReport(
      memoryReport +
          "  Uninitialized value was created by an allocation of 'retval' in the stack frame\n"
          "    #0 0x51 in sum /src/a.c:8:3\n",
      oneFile());
  ASSERT_TRUE(verdict);
  EXPECT_EQ("missing-return", verdict->kind);
}

TEST(MemoryReport, GapsThatAreWrittenToAFileAreNoUse) {
  const std::string gap =
      "sum: Uninitialized bytes in fwrite at offset 1 inside [0x7ffd, 8)\n" + memoryReport;
  EXPECT_FALSE(readMemoryReport(gap, oneFile()));
  const auto verdict =
      readMemoryReport(gap + "==1==WARNING: MemorySanitizer: use-of-uninitialized-value\n"
                             "    #0 0x51 in sum /src/a.c:14:3\n",
                       oneFile());
  ASSERT_TRUE(verdict);
  EXPECT_EQ(14u, verdict->line);
}

/// std::terminate prints the name of what was thrown, which libstdc++ put together.
TEST(MemoryReport, WhatALibraryDoesIsNotTheSubjectsFault) {
  const std::string frames = "    #0 0x49 in fputs (/out/memory+0x49)\n"
                             "    #1 0x7f01  (/lib/x86_64-linux-gnu/libstdc++.so.6+0x27249)\n"
                             "    #2 0x51 in stops /src/a.c:12:3\n";
  EXPECT_FALSE(readMemoryReport(
      "==1==WARNING: MemorySanitizer: use-of-uninitialized-value\n" + frames, oneFile()));
  EXPECT_FALSE(readMemoryReport(
      memoryReport + "  Uninitialized value was created by a heap allocation\n" + frames,
      oneFile()));
}

TEST(MemoryReport, WhatLiesOutsideTheSubjectIsNotItsFault) {
  EXPECT_FALSE(readMemoryReport("==1==WARNING: MemorySanitizer: use-of-uninitialized-value\n"
                                "    #0 0x49 in memcmp (/out/memory+0x49)\n"
                                "\n"
                                "  Uninitialized value was created by a heap allocation\n"
                                "    #1 0x51 in sum /src/a.c:8:3\n",
                                oneFile()));
}

} // namespace
} // namespace campaign
