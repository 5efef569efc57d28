#include "instrument/testing/symbolic_run.h"
#include "support/rng.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace instrument {
namespace {

using testing::asInputs;
using testing::Recording;
using testing::SymbolicProgram;
using Bytes = std::vector<std::uint8_t>;

Recording record(const SymbolicProgram &program, const Bytes &bytes) {
  Recording recording = program.run(bytes);
  std::string first;
  EXPECT_EQ(0u, recording.mismatches(asInputs(bytes), first)) << first;
  EXPECT_EQ(0u, recording.header.lost[PINCER_LOST_STALE]);
  EXPECT_EQ(0, recording.exitCode);
  return recording;
}

/// What the only branch of a run would be on other bytes.
bool wouldBranch(const Recording &recording, const Bytes &bytes) {
  const auto branches = recording.eventsOf(PINCER_EVENT_BRANCH);
  EXPECT_EQ(1u, branches.size());
  return !branches.empty() && recording.evaluate(branches[0].term, asInputs(bytes)) != 0;
}

PincerReadTable tableAt(const Recording &recording, std::uint32_t at) {
  return {recording.tables.at(at), recording.tables.at(at + 1), recording.tables.at(at + 2),
          recording.tables.at(at + 3)};
}

/// The table of the only event that holds an address within an object.
PincerReadTable onlyRange(const Recording &recording) {
  const auto events = recording.eventsOf(PINCER_EVENT_WITHIN);
  EXPECT_EQ(1u, events.size());
  return events.empty() ? PincerReadTable{} : tableAt(recording, events[0].table);
}

TEST(SymbolicAddresses, ATableIsReadForEveryIndex) {
  const SymbolicProgram program(
      "int out; static const unsigned char kind[256] = {['a'] = 1, ['7'] = 2, ['_'] = 9};\n"
      "void subject(unsigned char *b, int n) { if (kind[b[0]] == 9) out = 1; }");
  const Recording recording = record(program, {'x'});
  EXPECT_TRUE(wouldBranch(recording, {'_'}));
  EXPECT_FALSE(wouldBranch(recording, {'a'}));
  // Whatever the byte, it is an index of the table.
  EXPECT_TRUE(recording.eventsOf(PINCER_EVENT_WITHIN).empty());
  EXPECT_TRUE(recording.eventsOf(PINCER_EVENT_ADDRESS).empty());
}

TEST(SymbolicAddresses, AnIndexThatCouldLeaveTheObjectIsHeldWithin) {
  const SymbolicProgram program("int out; static int numbers[10] = {3, 1, 4, 1, 5, 9, 2, 6};\n"
                                "void subject(unsigned char *b, int n) { if (numbers[b[0]] == 9) "
                                "out = 1; numbers[9] = out; }");
  const Recording recording = record(program, {2});
  EXPECT_TRUE(wouldBranch(recording, {5}));
  const PincerReadTable range = onlyRange(recording);
  EXPECT_EQ(10u, range.count);
  EXPECT_EQ(4u, range.stride);
  EXPECT_EQ(range.base + 8, recording.eventsOf(PINCER_EVENT_WITHIN)[0].value);
}

TEST(SymbolicAddresses, FieldsLieAtTheDistanceOfTheirStructs) {
  const SymbolicProgram program(
      "int out; struct s { char name[5]; short level; int more[3]; } all[7];\n"
      "void subject(unsigned char *b, int n) { all[3].level = 77; all[4].more[1] = 5; "
      "if (all[b[0]].level == 77) out = 1; }");
  const Recording recording = record(program, {0});
  EXPECT_TRUE(wouldBranch(recording, {3}));
  EXPECT_EQ(20u, onlyRange(recording).stride);
  EXPECT_EQ(7u, onlyRange(recording).count);
}

TEST(SymbolicAddresses, TwoIndicesSelectTogether) {
  const SymbolicProgram program(
      "int out; short grid[4][6];\n"
      "void subject(unsigned char *b, int n) { grid[2][5] = 1; if (b[0] < 4 && b[1] < 6) { "
      "if (grid[b[0]][b[1]]) out = 1; } }");
  const Recording recording = record(program, {0, 0});
  const auto branches = recording.eventsOf(PINCER_EVENT_BRANCH);
  ASSERT_EQ(3u, branches.size());
  EXPECT_EQ(1u, recording.evaluate(branches[2].term, {2, 5}));
  EXPECT_EQ(0u, recording.evaluate(branches[2].term, {3, 5}));
}

TEST(SymbolicAddresses, LocalsAreObjects) {
  const SymbolicProgram program(
      "int out; __attribute__((noinline)) void fill(int *a, int n) { for (int i = 0; i < n; i++) "
      "a[i] = i * i; }\n"
      "void subject(unsigned char *b, int n) { int squares[12]; fill(squares, 12); "
      "if (squares[b[0] % 12] == 49) out = 1; }");
  EXPECT_TRUE(wouldBranch(record(program, {0}), {7}));
}

TEST(SymbolicAddresses, ALocalWhoseLifetimeBeginsAtTheEntryIsAnObject) {
  const SymbolicProgram program(
      "struct pair { int first, second; }; void fill(struct pair *p);\n"
      "__attribute__((noinline)) struct pair make(void) { struct pair p; fill(&p); return p; }\n"
      "__attribute__((noinline)) void fill(struct pair *p) { p->first = 1; p->second = 2; }\n"
      "int out; void subject(unsigned char *b, int n) { if (make().second == b[0]) out = 1; }");
  EXPECT_TRUE(wouldBranch(record(program, {0}), {2}));
}

TEST(SymbolicAddresses, LocalsOfCallersAreObjects) {
  const SymbolicProgram program(
      "int out; __attribute__((noinline)) void mark(short *seen, unsigned i) { seen[i] = 7; }\n"
      "__attribute__((noinline)) int look(const short *seen, unsigned i) { return seen[i]; }\n"
      "void subject(unsigned char *b, int n) { short seen[5] = {0}, others[9] = {0}; others[3] = 7;"
      " mark(seen, b[0]); if (look(seen, b[1]) + look(others, b[2]) == 14) out = 1; }");
  const Recording recording = record(program, {1, 2, 0});
  EXPECT_TRUE(wouldBranch(recording, {4, 4, 3}));
  EXPECT_FALSE(wouldBranch(recording, {4, 3, 3}));
  EXPECT_TRUE(recording.eventsOf(PINCER_EVENT_ADDRESS).empty());
  EXPECT_EQ(3u, recording.eventsOf(PINCER_EVENT_WITHIN).size());
}

TEST(SymbolicAddresses, EntriesKeepTheirTerms) {
  const SymbolicProgram program(
      "int out; void subject(unsigned char *b, int n) { unsigned char copy[4] = {b[0] + 1, 9, "
      "b[2], 7}; if (copy[b[3] & 3] == 200) out = 1; }");
  const Recording recording = record(program, {1, 2, 3, 1});
  EXPECT_TRUE(wouldBranch(recording, {199, 0, 0, 0}));
  EXPECT_TRUE(wouldBranch(recording, {0, 0, 200, 2}));
  EXPECT_FALSE(wouldBranch(recording, {199, 0, 200, 1}));
}

TEST(SymbolicAddresses, AWriteReachesEveryEntry) {
  const SymbolicProgram program("int out; static int cells[8] = {1, 2, 3, 4, 5, 6, 7, 8};\n"
                                "void subject(unsigned char *b, int n) { cells[b[0] & 7] = b[1]; "
                                "if (cells[b[2] & 7] == 100) out = 1; }");
  const Recording recording = record(program, {0, 9, 3});
  EXPECT_TRUE(wouldBranch(recording, {6, 100, 6}));
  EXPECT_FALSE(wouldBranch(recording, {5, 100, 6}));
  EXPECT_TRUE(recording.eventsOf(PINCER_EVENT_ADDRESS).empty());
}

TEST(SymbolicAddresses, AWriteOfAConstantIsSymbolicToo) {
  const SymbolicProgram program(
      "int out; static short seen[16]; void subject(unsigned char *b, int n) { "
      "seen[b[0] & 15] = 1; if (seen[9]) out = 1; }");
  EXPECT_TRUE(wouldBranch(record(program, {3}), {9}));
}

TEST(SymbolicAddresses, WritesToLargeObjectsHoldTheAddress) {
  const SymbolicProgram program(
      "int out; static int seen[256]; void subject(unsigned char *b, int n) { "
      "seen[b[0]] = 1; if (seen[b[1]] == 1) out = 1; }");
  const Recording recording = record(program, {3, 4});
  EXPECT_EQ(1u, recording.eventsOf(PINCER_EVENT_ADDRESS).size());
  EXPECT_TRUE(wouldBranch(recording, {3, 3}));
}

TEST(SymbolicAddresses, ATableThatStaysAsItIsIsStoredOnce) {
  const SymbolicProgram program(
      "unsigned out, table[256]; void subject(unsigned char *b, int n) { for (unsigned i = 0; i < "
      "256; i++) { unsigned c = i; for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xedb88320u : "
      "c >> 1; table[i] = c; }\n"
      "  unsigned crc = ~0u; for (int i = 0; i < n; i++) crc = table[(crc ^ b[i]) & 255] ^ crc >> "
      "8; if (~crc == 0xcbf43926u) out = 1; }");
  const Recording recording = record(program, {'1', '2', '3', '4', '5', '6', '7', '8', '0'});
  EXPECT_EQ(256u + sizeof(PincerReadTable) / 8, recording.tables.size());
  EXPECT_TRUE(wouldBranch(recording, {'1', '2', '3', '4', '5', '6', '7', '8', '9'}));
}

TEST(SymbolicAddresses, LargeTablesAreReadInAWindow) {
  const SymbolicProgram program(
      "int out; int big[100000]; void subject(unsigned char *b, int n) { for (int i = 0; i < "
      "100000; i++) big[i] = i ^ 5; int at = b[0] << 8 | b[1]; if (big[at] == 1000) out = 1; }");
  const Recording recording = record(program, {3, 200}); // 968
  EXPECT_TRUE(wouldBranch(recording, {3, 0xed}));        // 1005
  const PincerReadTable range = onlyRange(recording);
  EXPECT_EQ(1024u, range.count);
  EXPECT_LE(range.base, recording.eventsOf(PINCER_EVENT_WITHIN)[0].value);
  EXPECT_GT(range.base + 4096, recording.eventsOf(PINCER_EVENT_WITHIN)[0].value);
}

/// Kinds, places and outcomes of all events.
std::vector<std::tuple<int, std::uint32_t, std::uint64_t>> wayOf(const Recording &recording) {
  std::vector<std::tuple<int, std::uint32_t, std::uint64_t>> way;
  for (const PincerEvent &event : recording.events)
    way.emplace_back(event.kind, event.place, event.value);
  return way;
}

// A longer text is another object, but no other way: what was foretold from one run must be what
// the other one records.
TEST(SymbolicAddresses, TheSizeOfAnObjectDoesNotDecideHowAChosenPointerIsRecorded) {
  const SymbolicProgram program(
      "#include <string.h>\nint out; unsigned char two[2], three[3];\n"
      "__attribute__((noinline)) void look(const unsigned char *p) { if (*p == 'x') out = 1; }\n"
      "void subject(unsigned char *b, int n) { unsigned char *text = n == 2 ? two : three; "
      "memcpy(text, b, n); unsigned char *ends[2] = {text, text}; ends[b[0] & 1] = text + 2; "
      "look(ends[0]); }");
  const Recording shorter = record(program, {1, 'b'}), longer = record(program, {1, 'b', 'c'});
  EXPECT_EQ(wayOf(shorter), wayOf(longer));
  const auto choices = longer.eventsOf(PINCER_EVENT_CONDITION);
  ASSERT_EQ(1u, choices.size());
  EXPECT_NE(longer.evaluate(choices[0].term, {1, 0, 0}),
            longer.evaluate(choices[0].term, {2, 0, 0}));
}

TEST(SymbolicAddresses, FunctionsAreChosenFromTables) {
  const SymbolicProgram program(
      "#include <stdio.h>\nstatic void a(void) { puts(\"a\"); } static void b(void) { puts(\"b\"); "
      "} static void c(void) { puts(\"c\"); }\nstatic void (*const table[])(void) = {a, b, c};\n"
      "void subject(unsigned char *in, int n) { table[in[0] % 3](); }");
  const Recording recording = record(program, {1});
  EXPECT_EQ("b\n", recording.output);
  const auto values = recording.eventsOf(PINCER_EVENT_VALUE);
  ASSERT_EQ(1u, values.size());
  EXPECT_EQ(values[0].value, recording.evaluate(values[0].term, {4}));
  EXPECT_NE(values[0].value, recording.evaluate(values[0].term, {2}));
}

TEST(SymbolicAddresses, CharacterTablesOfTheLibraryAreKnown) {
  const SymbolicProgram program("#include <ctype.h>\nint out; void subject(unsigned char *b, int "
                                "n) { if (isdigit(b[0])) out = 1; }");
  const Recording recording = record(program, {'x'});
  EXPECT_TRUE(wouldBranch(recording, {'7'}));
  EXPECT_FALSE(wouldBranch(recording, {'a'}));
}

TEST(SymbolicAddresses, SizesOfAllocationsAreSaidToBeSizes) {
  const SymbolicProgram program(
      "#include <alloca.h>\n#include <stdlib.h>\nvoid *volatile out; void subject(unsigned char "
      "*b, int n) { out = malloc(b[0]); out = calloc(b[1], 3); out = realloc(out, b[2]); "
      "out = alloca(b[3]); }");
  std::vector<std::uint64_t> sizes;
  for (const PincerEvent &event : record(program, {17, 33, 21, 64}).eventsOf(PINCER_EVENT_SIZE))
    sizes.push_back(event.value);
  EXPECT_THAT(sizes, ::testing::ElementsAre(17u, 33u, 21u, 64u));
}

/// Programs that index arrays of every kind with whatever they have.
class ArrayProgram {
public:
  explicit ArrayProgram(support::Rng &rng) : rng_(rng) {}

  std::string text() {
    std::string text = R"(#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct item { int8_t a; int16_t b[3]; int64_t c; };
static uint8_t bytes[16]; static int32_t ints[8]; static struct item items[5]; static uint16_t grid[3][4];
static const uint16_t primes[32] = {2,3,5,7,11,13,17,19,23,29,31,37,41,43,47,53,59,61,67,71,73,79,83,89,97,101,103,107,109,113,127,131};
static const int8_t odd[7] = {5,-3,9,9,-100,77,0};
static volatile int sink;
__attribute__((noinline)) static int64_t at(int32_t *p, unsigned i) { return p[i]; }
void subject(unsigned char *in, int count) {
  uint32_t local[6] = {9, 8, 7, 6, 5, 4}; int16_t *heap = malloc(20); memset(heap, 3, 20);
  int64_t x = in[0], y = in[1], z = in[2];
)";
    for (int i = 0; i < 14; ++i)
      text += "  " + statement() + "\n";
    return text + R"(  if (x > 40) sink++; if ((y & 7) == 3) sink++; if (z < 9) sink++;
  for (int i = 0; i < 8; i++) if (ints[i] + bytes[2 * i] > 50) sink++;
  free(heap);
}
)";
  }

private:
  std::string number() {
    static constexpr const char *names[] = {"x", "y", "z", "in[3]", "in[4]", "in[5]", "in[6]"};
    return names[rng_.below(std::size(names))];
  }
  std::string index(int count) {
    return fmt::format("(unsigned)({} {} {}) % {}u", number(), rng_.oneIn(2) ? "+" : "^", number(),
                       count);
  }
  std::string place(bool isWritten) {
    switch (rng_.below(isWritten ? 7 : 10)) {
    case 0:
      return fmt::format("bytes[{}]", index(16));
    case 1:
      return fmt::format("ints[{}]", index(8));
    case 2:
      return fmt::format("items[{}].b[{}]", index(5), index(3));
    case 3:
      return fmt::format("items[{}].c", index(5));
    case 4:
      return fmt::format("grid[{}][{}]", index(3), index(4));
    case 5:
      return fmt::format("local[{}]", index(6));
    case 6:
      return fmt::format("heap[{}]", index(10));
    case 7:
      return fmt::format("primes[({}) & 31]", number());
    case 8:
      return fmt::format("odd[{}]", index(7));
    default:
      return fmt::format("at(ints, {})", index(8));
    }
  }
  std::string statement() {
    const std::string variable(1, "xyz"[rng_.below(3)]);
    switch (rng_.below(5)) {
    case 0:
      return fmt::format("{} = {} {} {};", place(true), number(), rng_.oneIn(2) ? "+" : "*",
                         number());
    case 1:
      return fmt::format("{} = {} - {};", place(true), place(false), number());
    case 2:
      return fmt::format("{} += {};", variable, place(false));
    case 3:
      return fmt::format("{} = {} ^ {};", variable, place(false), place(false));
    default:
      return fmt::format("if ({} > {}) sink++;", place(false), rng_.below(60));
    }
  }

  support::Rng &rng_;
};

/// Checks that the events of one run say how the other went, as long as what was held holds.
std::size_t expectForetold(const Recording &first, const Recording &second, const Bytes &bytes) {
  const std::vector<std::uint64_t> values = first.evaluateAll(asInputs(bytes));
  for (std::size_t i = 0; i < first.events.size(); ++i) {
    const PincerEvent &event = first.events[i];
    const std::uint64_t value = values[event.term - 1];
    if (event.kind == PINCER_EVENT_WITHIN) {
      const PincerReadTable range = tableAt(first, event.table);
      if ((value - range.base) % range.stride || (value - range.base) / range.stride >= range.count)
        return i;
    } else if (event.kind != PINCER_EVENT_BRANCH && value != event.value) {
      return i;
    }
    if (i >= second.events.size()) {
      ADD_FAILURE() << "event " << i << " is missing";
      return i;
    }
    EXPECT_EQ(event.kind, second.events[i].kind);
    EXPECT_EQ(event.place, second.events[i].place);
    EXPECT_EQ(value, second.events[i].value) << first.text(event.term);
    if (value != event.value || ::testing::Test::HasFailure())
      if (event.kind == PINCER_EVENT_BRANCH || ::testing::Test::HasFailure())
        return i + 1;
  }
  return first.events.size();
}

class RandomArrays : public ::testing::TestWithParam<int> {};

TEST_P(RandomArrays, TermsAreWhatTheProgramComputes) {
  support::Rng rng(static_cast<std::uint64_t>(GetParam()));
  const std::string text = ArrayProgram(rng).text();
  const SymbolicProgram program(text);
  Bytes bytes(8);
  std::vector<Recording> recordings;
  std::size_t foretold = 0;
  for (int round = 0; round < 12; ++round) {
    for (std::uint8_t &byte : bytes)
      if (round == 0 || rng.oneIn(4))
        byte = static_cast<std::uint8_t>(rng.oneIn(3) ? rng.below(4) : rng.below(256));
    recordings.push_back(record(program, bytes));
    if (round > 0)
      foretold += expectForetold(recordings[recordings.size() - 2], recordings.back(), bytes);
  }
  EXPECT_LT(0u, foretold);
  if (HasFailure())
    std::cerr << text;
  if (getenv("PINCER_TEST_VERBOSE"))
    fmt::print("{} terms, {} events, {} foretold\n", recordings[0].terms.size(),
               recordings[0].events.size(), foretold);
}
INSTANTIATE_TEST_SUITE_P(
    Seeds, RandomArrays,
    ::testing::Range(1, 1 + (getenv("PINCER_TEST_SEEDS") ? atoi(getenv("PINCER_TEST_SEEDS")) : 4)));

} // namespace
} // namespace instrument
