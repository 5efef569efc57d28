#include "trace/read_table.h"

#include "expr/evaluator.h"
#include "support/rng.h"
#include "trace/testing/fake_segment.h"
#include "trace/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trace {
namespace {

using expr::Operation;
using expr::TermId;
using ::testing::HasSubstr;

TEST(Selection, IsTheEntryAtTheAddress) {
  support::Rng rng(5);
  for (int round = 0; round < 300; ++round) {
    expr::Pool pool;
    const Places places{0x1000 + rng.below(100), 1 + rng.below(40), 1 + rng.below(20)};
    // base + index * stride, or the address itself
    const bool shows = rng.oneIn(2);
    TermId address = pool.input(64, 0);
    if (shows)
      address = pool.make(Operation::Add, 64,
                          pool.make(Operation::Mul, 64, address, pool.constant(64, places.stride)),
                          pool.constant(64, places.base));
    std::vector<std::uint64_t> values;
    std::vector<TermId> entries;
    for (std::uint64_t i = 0; i < places.count; ++i) {
      values.push_back(rng.below(3));
      entries.push_back(i % 7 == 3 ? pool.input(8, 1) : pool.constant(8, values.back()));
    }
    const TermId within = isWithin(pool, places, address);
    const TermId selected = selection(pool, places, address, entries);
    for (std::uint64_t i = 0; i < places.count; ++i) {
      const std::uint64_t inputs[] = {shows ? i : places.base + i * places.stride, 77};
      expr::Evaluator evaluate(pool, inputs);
      EXPECT_EQ(evaluate(within), 1u);
      EXPECT_EQ(evaluate(selected), i % 7 == 3 ? 77 : values[i]);
    }
    for (int i = 0; i < 20; ++i) {
      const std::uint64_t inputs[] = {places.base - 30 + rng.below(900), 77};
      expr::Evaluator evaluate(pool, inputs);
      const std::uint64_t where = evaluate(address);
      EXPECT_EQ(evaluate(within), places.contain(where)) << where;
    }
  }
}

TEST(Selection, OfCharacterClassesIsSmall) {
  expr::Pool pool;
  const TermId character = pool.make(Operation::ZeroExtend, 64, pool.input(8, 0));
  const TermId address = pool.make(Operation::Add, 64, character, pool.constant(64, 0x5000));
  std::vector<TermId> entries;
  for (int c = 0; c < 256; ++c)
    entries.push_back(pool.constant(8, c >= '0' && c <= '9' ? 4 : c >= 'a' && c <= 'z' ? 2 : 0));
  const std::size_t before = pool.size();
  const TermId selected = selection(pool, {0x5000, 256, 1}, address, entries);
  EXPECT_LT(pool.size() - before, 60u);
  // A query about it is one about bits.
  EXPECT_FALSE(pool.isConstant(pool.equal(selected, pool.constant(8, 4))));
  EXPECT_TRUE(pool.isConstant(pool.equal(selected, pool.constant(8, 5))));
}

/// int t[] = {5, n, 9}, at 0x100; t[i] > 6 (slot 10); i is 2 and comes through the pointer p.
struct Read : FakeSegment {
  std::uint32_t p = input(64, 0, 0x100), i = input(64, 1, 2), n = input(32, 2, 1),
                two = constant(64, 2), scaled = add(PINCER_OP_Shl, 64, 8, i, two),
                address = add(PINCER_OP_Add, 64, 0x108, p, scaled);
  std::uint32_t table = 0, read = 0, six = constant(32, 6), greater = 0;
  const std::vector<std::uint64_t> inputs = {0x100, 2, 1};

  Read() {
    for (const std::uint64_t word : {0x100, 3, 4, 1, 0, 5, static_cast<int>(n), 1, 0, 9})
      tables()[header().tableUsed++] = word;
    read = add(static_cast<PincerOperation>(PINCER_OP_READ), 32, 9, address, table);
    greater = add(PINCER_OP_SLess, 1, 1, six, read);
  }
  support::Result<Trace> decoded(expr::Pool &pool) const {
    return decode(bytes(), pool, {.inputs = 3, .slots = 20, .pointers = {{0, 0x100}}});
  }
};

TEST(Decode, ReadsSelectAmongAllEntries) {
  Read read;
  read.addEvent(PINCER_EVENT_WITHIN, 7, read.address, read.table);
  read.addEvent(PINCER_EVENT_BRANCH, 10, read.greater);
  expr::Pool pool;
  const auto trace = read.decoded(pool);
  ASSERT_TRUE(trace) << trace.error().message;
  ASSERT_EQ(trace->events.size(), 2u);
  EXPECT_EQ(trace->events[0].kind, Event::Kind::Within);
  const TermId within = Trace::condition(pool, trace->events[0]), greater = trace->events[1].term;
  const auto holds = [&](TermId condition, std::vector<std::uint64_t> inputs) {
    return expr::Evaluator(pool, inputs)(condition) != 0;
  };
  EXPECT_TRUE(holds(within, {0x100, 0, 1}));
  EXPECT_FALSE(holds(within, {0x100, 3, 1}));
  EXPECT_FALSE(holds(within, {0x101, 1, 1}));
  EXPECT_TRUE(holds(greater, {0x100, 2, 1}));
  EXPECT_FALSE(holds(greater, {0x100, 0, 1}));
  EXPECT_FALSE(holds(greater, {0x100, 1, 6}));
  EXPECT_TRUE(holds(greater, {0x100, 1, 7}));
  EXPECT_TRUE(holds(greater, {0x0, 1, 7})) << "the pointer is held where it is";
  EXPECT_EQ(selfCheck(read.bytes(), read.inputs).mismatches, 0u);
}

TEST(Decode, AReadIsHeldWithinItsTable) {
  Read read;
  read.addEvent(PINCER_EVENT_BRANCH, 10, read.greater);
  read.addEvent(PINCER_EVENT_BRANCH, 10, read.greater);
  expr::Pool pool;
  const auto trace = read.decoded(pool);
  ASSERT_TRUE(trace) << trace.error().message;
  ASSERT_EQ(trace->events.size(), 3u);
  EXPECT_EQ(trace->events[0].kind, Event::Kind::Within);
  EXPECT_EQ(trace->events[0].value, 0x108u);
  EXPECT_EQ(expr::Evaluator(pool, read.inputs)(Trace::condition(pool, trace->events[0])), 1u);
}

TEST(Decode, AByteCannotLeaveATableOf256) {
  FakeSegment log;
  const std::uint32_t c = log.input(8, 0, 'x'), base = log.constant(64, 0x1000),
                      wide = log.add(PINCER_OP_ZeroExtend, 64, 'x', c),
                      address = log.add(PINCER_OP_Add, 64, 0x1000 + 'x', wide, base);
  for (const std::uint64_t word : {0x1000, 256, 1, 0})
    log.tables()[log.header().tableUsed++] = word;
  for (std::uint64_t i = 0; i < 256; ++i)
    log.tables()[log.header().tableUsed++] = i / 16;
  log.addEvent(PINCER_EVENT_VALUE, 8,
               log.add(static_cast<PincerOperation>(PINCER_OP_READ), 8, 'x' / 16, address, 0));
  expr::Pool pool;
  const auto trace = decode(log.bytes(), pool);
  ASSERT_TRUE(trace) << trace.error().message;
  EXPECT_EQ(trace->events.size(), 1u);
}

TEST(Decode, ALargeReadIsWhatItWas) {
  FakeSegment log;
  const std::uint32_t address = log.input(64, 0, 0x1000 + 17);
  const std::uint64_t count = 50'000;
  for (const std::uint64_t word :
       {std::uint64_t{0x1000}, count, std::uint64_t{1}, std::uint64_t{0}})
    log.tables()[log.header().tableUsed++] = word;
  for (std::uint64_t i = 0; i < count; ++i)
    log.tables()[log.header().tableUsed++] = i & 0xff;
  const auto read = log.add(static_cast<PincerOperation>(PINCER_OP_READ), 8, 17, address, 0);
  log.addEvent(PINCER_EVENT_WITHIN, 7, address, 0);
  log.addEvent(PINCER_EVENT_VALUE, 8, read);
  expr::Pool pool;
  const auto trace = decode(log.bytes(), pool);
  ASSERT_TRUE(trace) << trace.error().message;
  ASSERT_EQ(trace->events.size(), 3u);
  EXPECT_EQ(trace->events[1].kind, Event::Kind::Address);
  EXPECT_EQ(Trace::condition(pool, trace->events[1]),
            pool.equal(pool.input(64, 0), pool.constant(64, 0x1011)));
  EXPECT_EQ(trace->events[2].term, pool.constant(8, 17));
}

/// Reads of one table without end stay within a bound.
TEST(Decode, ManyReadsAreBounded) {
  FakeSegment log;
  for (const std::uint64_t word : {0x1000, 4096, 1, 0})
    log.tables()[log.header().tableUsed++] = static_cast<std::uint64_t>(word);
  support::Rng rng(1);
  for (int i = 0; i < 4096; ++i)
    log.tables()[log.header().tableUsed++] = rng.below(256);
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const std::uint32_t address = log.input(64, i, 0x1000);
    const auto read =
        log.add(static_cast<PincerOperation>(PINCER_OP_READ), 8, log.tables()[4], address, 0);
    log.addEvent(PINCER_EVENT_VALUE, 8, read);
  }
  expr::Pool pool;
  const auto trace = decode(log.bytes(), pool);
  ASSERT_TRUE(trace) << trace.error().message;
  EXPECT_EQ(trace->events.size(), 4000u);
  EXPECT_LT(pool.size(), 4'000'000u);
  EXPECT_EQ(trace->events[0].kind, Event::Kind::Within);
  EXPECT_EQ(trace->events[3998].kind, Event::Kind::Address);
}

TEST(Decode, BoundsSayWhereAnAddressStays) {
  FakeSegment log;
  const std::uint32_t address = log.input(64, 0, 0x1004);
  const std::uint32_t at = log.addTable({0x1000, 13}) + 1; // behind the number of its words
  log.addEvent(PINCER_EVENT_BOUNDS, 7, address, at);
  expr::Pool pool;
  const auto trace = decode(log.bytes(), pool);
  ASSERT_TRUE(trace) << trace.error().message;
  ASSERT_EQ(1u, trace->events.size());
  const expr::TermId condition = Trace::condition(pool, trace->events[0]);
  const auto isWithin = [&](std::uint64_t value) {
    const std::vector<std::uint64_t> inputs = {value};
    return expr::Evaluator(pool, inputs)(condition) == 1;
  };
  EXPECT_TRUE(isWithin(0x1000) && isWithin(0x1001) && isWithin(0x100c));
  EXPECT_FALSE(isWithin(0xfff) || isWithin(0x100d));
  log.tables()[at + 1] = 4;
  expr::Pool other;
  EXPECT_FALSE(decode(log.bytes(), other)) << "the run's own address is not within";
  log.event(0).table = at + 1;
  EXPECT_FALSE(decode(log.bytes(), other)) << "the table ends";
}

TEST(Decode, ReadsThatMakeNoSenseAreErrors) {
  const std::function<void(Read &)> damages[] = {
      [](Read &r) { r.term(r.read).b = 9; },      [](Read &r) { r.tables()[1] = 4; },
      [](Read &r) { r.tables()[1] = 0; },         [](Read &r) { r.tables()[1] = ~0ull; },
      [](Read &r) { r.tables()[2] = 0; },         [](Read &r) { r.tables()[2] = 3; },
      [](Read &r) { r.tables()[0] = 0x101; },     [](Read &r) { r.tables()[0] = ~0ull; },
      [](Read &r) { r.tables()[6] = r.read; },    [](Read &r) { r.tables()[6] = r.p; },
      [](Read &r) { r.term(r.read).a = r.six; },  [](Read &r) { r.term(r.read).a = r.greater; },
      [](Read &r) { r.term(r.read).width = 16; }, [](Read &r) { r.term(r.read).width = 0; },
      [](Read &r) { r.term(r.read).a = 0; },
  };
  for (const auto &damage : damages) {
    Read read;
    read.addEvent(PINCER_EVENT_BRANCH, 10, read.greater);
    damage(read);
    expr::Pool pool;
    EXPECT_FALSE(read.decoded(pool)) << &damage - damages;
    selfCheck(read.bytes(), read.inputs); // survives it
  }
  Read read;
  read.addEvent(PINCER_EVENT_WITHIN, 7, read.scaled, read.table);
  expr::Pool pool;
  EXPECT_FALSE(read.decoded(pool)) << "another address";
}

TEST(SelfCheck, LooksUpWhatWasRead) {
  Read read;
  read.tables()[9] = 8;
  EXPECT_THAT(selfCheck(read.bytes(), read.inputs).first,
              HasSubstr("what is read at 0x108 is 0x8, recorded was 0x9"));
}

} // namespace
} // namespace trace
