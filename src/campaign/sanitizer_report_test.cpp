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

TEST(SanitizerReport, TellsNullFromWild) {
  const std::string head = "==1==ERROR: AddressSanitizer: SEGV on unknown address ";
  EXPECT_EQ("null-dereference",
            readSanitizerReport(head + "0x000000000008 (pc 0x1)\n", oneFile())->kind);
  EXPECT_EQ("wild-pointer",
            readSanitizerReport(head + "0x7fff00000008 (pc 0x1)\n", oneFile())->kind);
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

} // namespace
} // namespace campaign
