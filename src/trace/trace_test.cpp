#include "trace/trace.h"

#include "expr/evaluator.h"
#include "support/rng.h"
#include "trace/testing/fake_segment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

namespace trace {
namespace {

using expr::Operation;
using expr::TermId;
using ::testing::HasSubstr;

/// if (n + 1 > 5) (n is 7, slot 10); switch (s) { case 1: case 3: } (s is 3, slot 20).
struct Recorded : FakeSegment {
  std::uint32_t n = input(32, 0, 7), one = constant(32, 1), sum = add(PINCER_OP_Add, 32, 8, n, one),
                five = constant(32, 5), greater = add(PINCER_OP_SLess, 1, 1, five, sum),
                s = input(8, 1, 3);
  std::uint32_t table = addTable({1, 3});
  Recorded() {
    addEvent(PINCER_EVENT_BRANCH, 10, greater);
    addEvent(PINCER_EVENT_SWITCH, 20, s, table);
  }
};

TEST(Decode, GivesEventsOverAPool) {
  Recorded recorded;
  recorded.event(0).count = 4;
  recorded.event(1).thread = 2;
  recorded.header().threads = 3;
  recorded.header().lost[PINCER_LOST_FLOAT] = 6;
  expr::Pool pool;
  const auto trace = decode(recorded.bytes(), pool, {.inputs = 2, .slots = 23});
  ASSERT_TRUE(trace) << trace.error().message;
  ASSERT_EQ(trace->events.size(), 2u);
  EXPECT_EQ(trace->termCount, 6u);
  EXPECT_EQ(trace->lost[PINCER_LOST_FLOAT], 6u);
  EXPECT_TRUE(trace->isComplete());
  EXPECT_FALSE(trace->isStable());
  const Event &branch = trace->events[0], &choice = trace->events[1];
  const TermId sum = pool.make(Operation::Add, 32, pool.input(32, 0), pool.constant(32, 1));
  EXPECT_EQ(branch.term, pool.make(Operation::SLess, 1, pool.constant(32, 5), sum));
  EXPECT_EQ(branch.kind, Event::Kind::Branch);
  EXPECT_EQ(branch.count, 4u);
  EXPECT_EQ(branch.taken(), model::BranchId(10));
  EXPECT_EQ(Trace::condition(pool, branch), branch.term);
  EXPECT_EQ(choice.kind, Event::Kind::Switch);
  EXPECT_EQ(choice.thread, 2u);
  EXPECT_EQ(choice.cases, (std::vector<std::uint64_t>{1, 3}));
  EXPECT_EQ(choice.taken(), model::BranchId(21));
  EXPECT_EQ(Trace::condition(pool, choice), pool.equal(pool.input(8, 1), pool.constant(8, 3)));
}

TEST(Decode, KnowsWhatWasNotTaken) {
  FakeSegment log;
  const std::uint32_t s = log.input(8, 0, 9), p = log.input(1, 1, 0);
  const std::uint32_t table = log.addTable({1, 3});
  log.addEvent(PINCER_EVENT_BRANCH, 4, p);
  log.addEvent(PINCER_EVENT_SWITCH, 20, s, table);
  log.addEvent(PINCER_EVENT_CONDITION, 99, p);
  log.addEvent(PINCER_EVENT_ADDRESS, 98, s);
  expr::Pool pool;
  const auto trace = decode(log.bytes(), pool);
  ASSERT_TRUE(trace) << trace.error().message;
  const TermId input = pool.input(8, 0), condition = pool.input(1, 1);
  const auto isNot = [&](std::uint64_t value) {
    return pool.negation(pool.equal(input, pool.constant(8, value)));
  };
  EXPECT_EQ(trace->events[0].taken(), model::BranchId(5));
  EXPECT_EQ(Trace::condition(pool, trace->events[0]), pool.negation(condition));
  EXPECT_EQ(trace->events[1].taken(), model::BranchId(22));
  EXPECT_EQ(Trace::condition(pool, trace->events[1]), pool.conjunction(isNot(1), isNot(3)));
  EXPECT_FALSE(trace->events[2].taken());
  EXPECT_EQ(Trace::condition(pool, trace->events[2]), pool.negation(condition));
  EXPECT_EQ(Trace::condition(pool, trace->events[3]), pool.equal(input, pool.constant(8, 9)));
}

TEST(Decode, ReadsOnlyWhatEventsLeadTo) {
  Recorded recorded;
  const std::uint32_t unread = recorded.constant(8, 1);
  recorded.term(unread).width = 0;
  expr::Pool pool;
  EXPECT_TRUE(decode(recorded.bytes(), pool));
}

TEST(Decode, IsNotRecursive) {
  FakeSegment log;
  std::uint32_t x = log.input(32, 0, 3);
  std::uint32_t value = 3;
  for (int i = 0; i < 1'000'000; ++i) {
    value *= value;
    x = log.add(PINCER_OP_Mul, 32, value, x, x);
  }
  log.addEvent(PINCER_EVENT_VALUE, 0, x);
  expr::Pool pool;
  const auto trace = decode(log.bytes(), pool);
  ASSERT_TRUE(trace) << trace.error().message;
  const std::uint64_t inputs[] = {3};
  EXPECT_EQ(expr::Evaluator(pool, inputs)(trace->events[0].term), value);
  EXPECT_EQ(selfCheck(log.bytes(), inputs).mismatches, 0u);
}

TEST(Decode, TellsWhatIsMissing) {
  for (const int kind : {PINCER_LOST_TERMS_FULL, PINCER_LOST_EVENTS_FULL, PINCER_LOST_HOT_PLACE}) {
    Recorded recorded;
    recorded.header().lost[kind] = 1;
    expr::Pool pool;
    const auto trace = decode(recorded.bytes(), pool);
    ASSERT_TRUE(trace);
    EXPECT_FALSE(trace->isComplete());
  }
}

TEST(Decode, CutsOffCasesWithoutEnd) {
  FakeSegment log;
  const std::uint32_t s = log.input(8, 0, 9);
  log.header().tableUsed = PINCER_TABLE_CAPACITY;
  log.tables()[0] = PINCER_TABLE_CAPACITY - 1;
  for (int i = 0; i < 100'000; ++i)
    log.addEvent(PINCER_EVENT_SWITCH, 20, s, 0);
  expr::Pool pool;
  const auto trace = decode(log.bytes(), pool);
  ASSERT_TRUE(trace) << trace.error().message;
  EXPECT_LT(trace->events.size(), 1000u);
  EXPECT_EQ(trace->events.size() + trace->lost[PINCER_LOST_EVENTS_FULL], 100'000u);
  EXPECT_FALSE(trace->isComplete());
}

struct Damage {
  const char *name;
  std::function<void(Recorded &)> act;
};

class Overwritten : public ::testing::TestWithParam<Damage> {};

TEST_P(Overwritten, IsAnError) {
  Recorded recorded;
  GetParam().act(recorded);
  expr::Pool pool;
  const auto trace = decode(recorded.bytes(), pool, {.inputs = 2, .slots = 23});
  EXPECT_FALSE(trace);
}

const Damage damages[] = {
    {"magic", [](Recorded &r) { ++r.header().magic; }},
    {"parent", [](Recorded &r) { r.header().parent = 0; }},
    {"firstTerm", [](Recorded &r) { r.header().firstTerm = 5; }},
    {"termCount", [](Recorded &r) { r.header().termCount = PINCER_TERM_CAPACITY + 1; }},
    {"eventCount", [](Recorded &r) { r.header().eventCount = ~0u; }},
    {"tableUsed", [](Recorded &r) { r.header().tableUsed = PINCER_TABLE_CAPACITY + 1; }},
    {"moreEventsThanRecorded", [](Recorded &r) { r.header().eventCount = 3; }},
    {"kind", [](Recorded &r) { r.event(0).kind = 99; }},
    {"count", [](Recorded &r) { r.event(0).count = 0; }},
    {"noTerm", [](Recorded &r) { r.event(0).term = 0; }},
    {"termBeyond", [](Recorded &r) { r.event(0).term = 7; }},
    {"conditionIsWide", [](Recorded &r) { r.event(0).term = r.sum, r.event(0).value = 8; }},
    {"value", [](Recorded &r) { r.event(0).value = 0; }},
    {"slot", [](Recorded &r) { r.event(0).place = 22; }},
    {"slotOverflow", [](Recorded &r) { r.event(0).place = ~0u; }},
    {"slotOfCase", [](Recorded &r) { r.event(1).place = 21; }},
    {"table", [](Recorded &r) { r.event(1).table = 3; }},
    {"tableLength", [](Recorded &r) { r.tables()[0] = 3; }},
    {"tableLengthOverflow", [](Recorded &r) { r.tables()[0] = ~0ull; }},
    {"caseIsWide", [](Recorded &r) { r.tables()[1] = 256; }},
    {"operation", [](Recorded &r) { r.term(r.sum).operation = PINCER_OPERATION_COUNT; }},
    {"forwardOperand", [](Recorded &r) { r.term(r.sum).b = r.greater; }},
    {"ownOperand", [](Recorded &r) { r.term(r.sum).a = r.sum; }},
    {"noOperand", [](Recorded &r) { r.term(r.sum).a = 0; }},
    {"operandBeyond", [](Recorded &r) { r.term(r.sum).a = ~0u; }},
    {"widthZero", [](Recorded &r) { r.term(r.n).width = 0; }},
    {"width65", [](Recorded &r) { r.term(r.n).width = 65; }},
    {"widths", [](Recorded &r) { r.term(r.one).width = 8; }},
    {"extra", [](Recorded &r) { r.term(r.sum).extra = 1; }},
    {"constantIsWide", [](Recorded &r) { r.term(r.one).value = 1ull << 32; }},
    {"input", [](Recorded &r) { r.term(r.n).a = 2; }},
};

INSTANTIATE_TEST_SUITE_P(Log, Overwritten, ::testing::ValuesIn(damages),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(Decode, RefusesAShortLog) {
  Recorded recorded;
  expr::Pool pool;
  EXPECT_FALSE(decode(recorded.bytes().first(PINCER_SEGMENT_SIZE - 1), pool));
  EXPECT_FALSE(decode({}, pool));
}

/// Whatever bytes are overwritten: an error, or a trace that makes sense.
TEST(Decode, SurvivesRandomDamage) {
  support::Rng rng(3);
  const std::uint64_t inputs[] = {7, 3};
  int errors = 0;
  Recorded recorded;
  const PincerSegment header = recorded.header();
  for (int round = 0; round < 20'000; ++round) {
    std::byte *places[] = {reinterpret_cast<std::byte *>(&recorded.header()),
                           reinterpret_cast<std::byte *>(&recorded.term(1)),
                           reinterpret_cast<std::byte *>(&recorded.event(0)),
                           reinterpret_cast<std::byte *>(recorded.tables())};
    const std::size_t sizes[] = {sizeof(PincerSegment), 6 * sizeof(PincerTerm),
                                 2 * sizeof(PincerEvent), 3 * sizeof(std::uint64_t)};
    const std::size_t where = rng.below(4);
    std::byte &victim = places[where][rng.below(sizes[where])];
    const std::byte before = victim;
    victim = static_cast<std::byte>(rng.next());
    expr::Pool pool;
    const auto trace = decode(recorded.bytes(), pool, {.inputs = 2, .slots = 23});
    errors += !trace;
    if (trace)
      for (const Event &event : trace->events) {
        EXPECT_EQ(pool[Trace::condition(pool, event)].width, 1u);
        expr::Evaluator(pool, inputs)(event.term);
      }
    if (recorded.header().termCount < 100'000) // a pass over 8 million is not worth repeating
      selfCheck(recorded.bytes(), inputs);
    victim = before;
  }
  EXPECT_EQ(std::memcmp(&recorded.header(), &header, sizeof(header)), 0);
  EXPECT_GT(errors, 5'000);
}

TEST(SelfCheck, ComparesEveryTerm) {
  Recorded recorded;
  const std::uint64_t inputs[] = {7, 3};
  const SelfCheck good = selfCheck(recorded.bytes(), inputs);
  EXPECT_EQ(good.terms, 6u);
  EXPECT_EQ(good.mismatches, 0u) << good.first;

  const std::uint64_t others[] = {7, 4};
  EXPECT_THAT(selfCheck(recorded.bytes(), others).first, HasSubstr("term 6: Input of width 8"));

  recorded.term(recorded.sum).value = 9;
  const SelfCheck bad = selfCheck(recorded.bytes(), inputs);
  EXPECT_EQ(bad.mismatches, 1u); // 9 is greater than 5 as well
  EXPECT_EQ(bad.first, "term 3: Add of width 32 on 1, 2, 0 is 0x8, recorded was 0x9");

  recorded.term(recorded.sum).b = 17;
  EXPECT_THAT(selfCheck(recorded.bytes(), inputs).first, HasSubstr("term 3 has the operand 17"));
  EXPECT_EQ(selfCheck({}, inputs).mismatches, 1u);
}

TEST(Calls, AreTermsUnlessTheFunctionIsImpure) {
  FakeSegment log;
  const std::uint32_t x = log.input(64, 0, 5), zero = log.constant(64, 0);
  const std::uint32_t call = log.add(PINCER_OP_Call, 8, 77, x, zero, zero, 3);
  const std::uint32_t condition = log.add(PINCER_OP_Equal, 1, 1, call, log.constant(8, 77));
  log.addEvent(PINCER_EVENT_BRANCH, 0, condition);
  const auto calls = recordedCalls(log.bytes());
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0].function, 3u);
  EXPECT_EQ(calls[0].words, (expr::Words{5, 0, 0}));
  EXPECT_EQ(calls[0].value, 77u);
  EXPECT_EQ(selfCheck(log.bytes(), std::vector<std::uint64_t>{5}).mismatches, 0u);
  expr::Pool pool;
  const auto kept = decode(log.bytes(), pool);
  ASSERT_TRUE(kept);
  EXPECT_FALSE(pool.isConstant(kept->events.at(0).term));
  const auto held = decode(log.bytes(), pool, {.impure = {3}});
  ASSERT_TRUE(held);
  EXPECT_TRUE(pool.isConstant(held->events.at(0).term));
  log.term(call).b = call; // overwritten
  EXPECT_FALSE(decode(log.bytes(), pool));
  EXPECT_TRUE(recordedCalls(log.bytes()).empty());
}

} // namespace
} // namespace trace
