#include "generate/concolic/concolic_generator.h"

#include "model/testing/test_subject.h"
#include "solver/chain.h"

#include <atomic>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <thread>

namespace generate {
namespace {

using expr::Operation;
using expr::TermId;
using model::BranchGraph;
using model::BranchId;
using model::TestCase;
using model::TestSubject;
using model::TypeId;
using model::Value;
using trace::Event;

/// A run in the making: what a program that is written out in a test records.
class Scene {
public:
  Scene(const model::Subject &subject, const TestCase &test)
      : subject_(subject), test_(test), pool_(std::make_unique<expr::Pool>()) {
    TestCase named = test;
    std::uint64_t address = 0x1000;
    for (const model::Input &input : model::inputsOf(subject, named, 100)) {
      std::uint64_t value = 0;
      if (!input.isPointer)
        std::memcpy(&value, input.value->bytes().data() + input.at, input.width / 8);
      else if (input.value->is<model::Object>())
        value = addresses_.emplace_back(address += 0x100);
      else if (const auto *inside = input.value->find<model::Inside>())
        value = addresses_.at(inside->object);
      widths_.push_back(input.width);
      inputs_.push_back(value);
    }
  }

  TermId input(std::uint32_t i) { return pool_->input(widths_[i], i); }
  TermId number(std::uint64_t value) { return pool_->constant(32, value); }
  TermId make(Operation operation, TermId a, TermId b) { return pool_->make(operation, 32, a, b); }
  TermId equal(TermId a, TermId b) { return pool_->equal(a, b); }
  std::uint64_t value(std::uint32_t i) const { return inputs_[i]; }
  expr::Pool &pool() { return *pool_; }

  /// A branch with a marker; `place` is its true outcome. Returns what it was.
  bool branch(std::uint32_t place, TermId condition, bool value) {
    if (!pool_->isConstant(condition))
      trace_.events.push_back(
          {.kind = Event::Kind::Branch, .place = place, .term = condition, .value = value});
    return value;
  }

  void event(Event event) { trace_.events.push_back(std::move(event)); }

  std::unique_ptr<Path> finish() {
    return std::make_unique<Path>(subject_, test_, inputs_, std::move(pool_), std::move(trace_));
  }

private:
  const model::Subject &subject_;
  const TestCase &test_;
  std::unique_ptr<expr::Pool> pool_;
  std::vector<std::uint64_t> inputs_, addresses_;
  std::vector<unsigned> widths_;
  trace::Trace trace_;
};

using Program = std::function<void(Scene &)>;

class ConcolicGeneratorTest : public testing::Test {
protected:
  void SetUp() override {
    auto made = solver::Chain::make({});
    ASSERT_TRUE(made) << made.error().message;
    solver_ = std::move(*made);
    flips_ = std::make_unique<FlipSolver>(*solver_, FlipSolver::Mode::AtOnce);
  }

  /// Runs proposals until the predicate holds of one, and says how many it took; 0: it gave up.
  int search(const Program &program, TestCase first, const BranchGraph &graph,
             const std::vector<bool> &wanted, const std::function<bool(const TestCase &)> &isGoal,
             int most = 100, const std::set<std::uint32_t> &errors = {}) {
    generator_ = std::make_unique<ConcolicGenerator>(types_.subject, graph, *flips_, budget_);
    generator_->want(wanted);
    if (!errors.empty())
      generator_->wantErrors([=](const Step &error, bool) { return errors.contains(error.place); });
    Scene run(types_.subject, first);
    program(run);
    generator_->add(run.finish());
    for (int i = 1; i <= most; ++i) {
      auto proposal = generator_->propose(100);
      while (!proposal && generator_->mustWait()) {
        flips_->wait(1);
        proposal = generator_->propose(100);
      }
      if (!proposal)
        return 0;
      if (isGoal(proposal->test))
        return i;
      Scene next(types_.subject, proposal->test);
      program(next);
      generator_->add(next.finish(), proposal->prediction ? &*proposal->prediction : nullptr);
    }
    return 0;
  }

  TestSubject types_;
  const BranchGraph graphOfTwo_{2};
  std::unique_ptr<solver::Chain> solver_;
  std::unique_ptr<FlipSolver> flips_;
  PathBudget budget_{1ull << 30};
  std::unique_ptr<ConcolicGenerator> generator_;
};

std::uint32_t numberOf(const Value &value) {
  std::uint32_t number = 0;
  std::memcpy(&number, value.bytes().data(), sizeof number);
  return number;
}

TEST_F(ConcolicGeneratorTest, FollowsNestedConditions) {
  const TypeId number = types_.integer(4);
  const TestCase zero{types_.function({number, number}),
                      {model::Bytes{std::string(4, '\0')}, model::Bytes{std::string(4, '\0')}}};
  BranchGraph graph(4);
  graph.addEdge(0, 2);
  graph.addEdge(0, 3);
  const auto program = [](Scene &run) {
    const auto a = run.value(0), b = run.value(1);
    if (run.branch(0, run.equal(run.input(0), run.number(77)), a == 77))
      run.branch(2,
                 run.equal(run.make(Operation::Mul, run.input(1), run.number(3)), run.number(21)),
                 (b * 3 & 0xffffffff) == 21);
  };
  EXPECT_EQ(2, search(program, zero, graph, {false, false, true, false}, [](const TestCase &test) {
              return numberOf(test.arguments()[0]) == 77 && numberOf(test.arguments()[1]) == 7;
            }));
  EXPECT_EQ(0u, generator_->counts().wrongPredictions);
}

TEST_F(ConcolicGeneratorTest, WhatIsAskedForGoesWrongNowhere) {
  const TypeId number = types_.integer(4);
  const TestCase dirty{types_.function({number}),
                       {model::Bytes{std::string("\x4d\x00\x01\x00", 4)}}};
  const auto programWith = [](std::uint64_t mask, std::uint64_t wanted) {
    return [=](Scene &run) {
      const bool isFine = run.value(0) < 1000;
      run.event({.kind = Event::Kind::Check,
                 .place = 7,
                 .term = run.pool().make(Operation::ULess, 1, run.input(0), run.number(1000)),
                 .value = isFine});
      run.branch(
          0,
          run.equal(run.make(Operation::And, run.input(0), run.number(mask)), run.number(wanted)),
          (run.value(0) & mask) == wanted);
    };
  };
  const auto isClean = [](const TestCase &test) {
    return numberOf(test.arguments()[0]) < 1000 && numberOf(test.arguments()[0]) % 256 == 0x4d;
  };
  EXPECT_EQ(1, search(programWith(0xff, 0x4d), dirty, graphOfTwo_, {true, false}, isClean));
  EXPECT_EQ(1u, generator_->askedFor(BranchId(0)).sat);
  EXPECT_EQ(0, search(programWith(0x10000, 0x10000), dirty, graphOfTwo_, {true, false},
                      [](const TestCase &) { return false; }));
  EXPECT_GE(generator_->askedFor(BranchId(0)).unsat, 1u);
  EXPECT_EQ(0u, generator_->askedFor(BranchId(0)).sat);
  EXPECT_EQ(0u, generator_->counts().wrongPredictions);
}

/// Two checks; the second one comes on two ways, and fails on one of them alone.
void divide(Scene &run) {
  const TermId a = run.input(0), b = run.input(1);
  const auto check = [&](std::uint32_t place, TermId condition, bool value) {
    run.event({.kind = Event::Kind::Check, .place = place, .term = condition, .value = value});
  };
  const auto isNot = [&](TermId term, std::uint64_t value) {
    return run.pool().negation(run.equal(term, run.number(value)));
  };
  check(3, run.pool().make(Operation::ULess, 1, a, run.number(1000)), run.value(0) < 1000);
  if (run.branch(0, run.pool().make(Operation::ULess, 1, run.number(9), a), run.value(0) > 9))
    check(7, isNot(b, 123456), run.value(1) != 123456);
  else
    check(7, isNot(a, 50), true);
}

TEST_F(ConcolicGeneratorTest, AnErrorIsSoughtOnEveryWayToIt) {
  const TypeId number = types_.integer(4);
  const TestCase zero{types_.function({number, number}),
                      {model::Bytes{std::string(4, '\0')}, model::Bytes{std::string(4, '\0')}}};
  const auto isMade = [](const TestCase &test) {
    const std::uint32_t a = numberOf(test.arguments()[0]);
    return a > 9 && a < 1000 && numberOf(test.arguments()[1]) == 123456;
  };
  BranchGraph graph(2);
  const std::uint32_t decision = graph.addPlace();
  graph.addEdge(decision, 0);
  graph.addEdge(decision, 1);
  EXPECT_EQ(2, search(divide, zero, graph, {false, false}, isMade, 100, {7}));
  EXPECT_EQ(0u, generator_->counts().wrongPredictions);
  EXPECT_EQ(1u, generator_->errors().at({Event::Kind::Check, 7, 0}).asked.sat);
}

TEST_F(ConcolicGeneratorTest, ErrorsThatNobodyWantsAreNotSought) {
  const TypeId number = types_.integer(4);
  const TestCase zero{types_.function({number, number}),
                      {model::Bytes{std::string(4, '\0')}, model::Bytes{std::string(4, '\0')}}};
  const auto never = [](const TestCase &) { return false; };
  EXPECT_EQ(0, search(divide, zero, graphOfTwo_, {false, false}, never, 100, {8}));
  EXPECT_TRUE(generator_->isDry());
  EXPECT_EQ(0u, generator_->counts().flips);
}

TEST_F(ConcolicGeneratorTest, AnErrorThatNoInputMakesIsGivenUp) {
  const TypeId number = types_.integer(4);
  const TestCase start{types_.function({number}), {model::Bytes{std::string("\x04\0\0\0", 4)}}};
  // while (i < n) 100 / (2 * i + 1 + 2 * n): each round is another way.
  BranchGraph graph(2);
  graph.addEdge(0, 0);
  graph.addEdge(0, 1);
  const auto program = [](Scene &run) {
    for (std::uint64_t i = 0; i < 1000; ++i) {
      if (!run.branch(0, run.pool().make(Operation::ULess, 1, run.number(i), run.input(0)),
                      i < run.value(0)))
        return;
      const TermId even = run.make(Operation::Mul, run.input(0), run.number(2));
      const TermId odd = run.make(Operation::Add, even, run.number(2 * i + 1));
      run.event({.kind = Event::Kind::Check,
                 .place = 7,
                 .term = run.pool().negation(
                     run.equal(run.make(Operation::Add, odd, run.number(0)), run.number(0))),
                 .value = 1});
    }
  };
  search(program, start, graph, {false, false}, [](const TestCase &) { return false; }, 200, {7});
  EXPECT_FALSE(generator_->isAnyErrorOpen());
  EXPECT_TRUE(generator_->isDry());
}

/// a[i], of four numbers of 4 bytes at 0x4000; null: of the argument.
TEST_F(ConcolicGeneratorTest, ABrokenBoundIsTheNextPlaceBehindTheObject) {
  const TypeId number = types_.integer(8);
  const TestCase zero{types_.function({number}), {model::Bytes{std::string(8, '\0')}}};
  const auto program = [](Scene &run) {
    expr::Pool &pool = run.pool();
    const TermId scaled = pool.make(Operation::Mul, 64, run.input(0), pool.constant(64, 4));
    run.event({.kind = Event::Kind::Bounds,
               .place = 7,
               .term = pool.make(Operation::Add, 64, scaled, pool.constant(64, 0x4000)),
               .value = 0x4000 + 4 * run.value(0),
               .places = {0x4000, 13, 1}});
  };
  const auto isNext = [](const TestCase &test) {
    std::int64_t index = 0;
    std::memcpy(&index, test.arguments()[0].bytes().data(), sizeof index);
    index = index << 2 >> 2; // times four
    return (index >= 4 && index <= 8) || (index < 0 && index >= -4);
  };
  EXPECT_EQ(1, search(program, zero, graphOfTwo_, {false, false}, isNext, 100, {7}));
}

TEST_F(ConcolicGeneratorTest, ALoopDoesNotStarveTheRest) {
  const TypeId number = types_.integer(4);
  const TestCase start{
      types_.function({number, number}),
      {model::Bytes{std::string("\x40\0\0\0", 4)}, model::Bytes{std::string(4, '\0')}}};
  // while (i < a) i++; if (b == 5) goal; each way through the loop looks new, and the goal is as
  // near.
  BranchGraph graph(4);
  for (const std::uint32_t next : {0u, 1u})
    graph.addEdge(0, next);
  graph.addEdge(1, 2);
  graph.addEdge(1, 3);
  const auto program = [](Scene &run) {
    std::uint64_t i = 0;
    while (run.branch(0, run.pool().make(Operation::ULess, 1, run.number(i), run.input(0)),
                      i < run.value(0)) &&
           i < 200)
      ++i;
    run.branch(2, run.equal(run.input(1), run.number(5)), run.value(1) == 5);
  };
  const int steps = search(program, start, graph, {false, false, true, false},
                           [](const TestCase &test) { return numberOf(test.arguments()[1]) == 5; });
  EXPECT_GT(steps, 0);
  EXPECT_LT(steps, 10);
}

TEST_F(ConcolicGeneratorTest, TriesSizesOfEveryClass) {
  const TypeId number = types_.integer(4);
  const TestCase start{types_.function({number}), {model::Bytes{std::string("\x11\0\0\0", 4)}}};
  // malloc(n); whether that leads to the wanted branch, nobody knows.
  std::set<int> classes;
  const auto program = [](Scene &run) {
    run.event({.kind = Event::Kind::Size, .term = run.input(0), .value = run.value(0)});
    run.branch(0, run.equal(run.input(0), run.number(17)), run.value(0) == 17);
  };
  const auto note = [&](const TestCase &test) {
    const std::uint32_t size = numberOf(test.arguments()[0]);
    classes.insert(size < 2          ? static_cast<int>(size)
                   : size <= 64      ? 2
                   : size < 4096     ? 3
                   : size < 1u << 31 ? 4
                                     : 5);
    return false;
  };
  search(program, start, BranchGraph(2), {true, true}, note);
  EXPECT_EQ(classes, (std::set<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(generator_->counts().wrongPredictions, 0u);
}

TEST_F(ConcolicGeneratorTest, OtherAddressesAreNear) {
  const TypeId number = types_.integer(4);
  const TestCase start{types_.function({number}), {model::Bytes{std::string("\x03\0\0\0", 4)}}};
  // array[n] = 1
  std::set<std::uint32_t> indices;
  const auto program = [](Scene &run) {
    const TermId index = run.pool().make(Operation::SignExtend, 64, run.input(0));
    const TermId address =
        run.pool().make(Operation::Add, 64, index, run.pool().constant(64, 0x10000));
    run.event({.kind = Event::Kind::Address, .term = address, .value = 0x10000 + run.value(0)});
  };
  search(program, start, BranchGraph(2), {true, true}, [&](const TestCase &test) {
    indices.insert(numberOf(test.arguments()[0]));
    return false;
  });
  EXPECT_GE(indices.size(), 3u);
  for (const std::uint32_t index : indices)
    EXPECT_LT(index + 0x40000, 0x80000u) << "wild addresses only end runs";
}

/// int t[4] = {5, 6, 7, 8}; if (t[n] == 8) goal;
TEST_F(ConcolicGeneratorTest, FindsTheEntryOfATable) {
  const TypeId number = types_.integer(4);
  const TestCase start{types_.function({number}), {model::Bytes{std::string(4, '\0')}}};
  const auto program = [](Scene &run) {
    const trace::Places places{0x10000, 4, 4};
    expr::Pool &pool = run.pool();
    const TermId index = pool.make(Operation::ZeroExtend, 64, run.input(0));
    const TermId address = pool.make(Operation::Add, 64, pool.constant(64, places.base),
                                     pool.make(Operation::Shl, 64, index, pool.constant(64, 2)));
    run.event({.kind = Event::Kind::Within,
               .term = address,
               .value = places.base + 4 * run.value(0),
               .places = places});
    std::vector<TermId> entries;
    for (const std::uint64_t entry : {5, 6, 7, 8})
      entries.push_back(run.number(entry));
    const TermId read = trace::selection(pool, places, address, entries);
    run.branch(0, run.equal(read, run.number(8)), run.value(0) == 3);
  };
  EXPECT_EQ(1, search(program, start, BranchGraph(2), {true, false},
                      [](const TestCase &test) { return numberOf(test.arguments()[0]) == 3; }));
}

/// What library functions do: one finds the end of a text, another compares it with a word. The
/// branch behind them knows only the character that decided.
void compareWithWord(Scene &run, std::string_view word) {
  expr::Pool &pool = run.pool();
  const auto is = [&](std::uint32_t place, std::uint32_t i, char wanted) {
    const TermId condition = run.equal(run.input(i + 1), pool.constant(8, wanted));
    const bool value = run.value(i + 1) == static_cast<std::uint8_t>(wanted);
    run.event({.kind = Event::Kind::Condition, .place = place, .term = condition, .value = value});
    return value;
  };
  for (std::uint32_t i = 0; !is(10, i, '\0');)
    ++i;
  std::uint32_t i = 0;
  while (i < word.size() && is(11, i, word[i]))
    ++i;
  const char wanted = i < word.size() ? word[i] : '\0';
  run.branch(0, run.equal(run.input(i + 1), pool.constant(8, wanted)),
             run.value(i + 1) == static_cast<std::uint8_t>(wanted));
}

TEST_F(ConcolicGeneratorTest, DecisionsOfALibraryThatStandInTheWayAreLeftOpen) {
  const TestCase start{types_.function({types_.text()}),
                       {model::Object{.bytes = std::string("abxyz\0", 6)}}};
  EXPECT_EQ(1, search([](Scene &run) { compareWithWord(run, "ab"); }, start, graphOfTwo_,
                      {true, false},
                      [](const TestCase &test) {
                        return test.arguments()[0].bytes().starts_with(std::string("ab\0", 3));
                      }));
  EXPECT_EQ(generator_->counts().guesses, 1u);
}

TEST_F(ConcolicGeneratorTest, ATextGrowsInItsMiddle) {
  // The wanted branch sees where the first '=' is, but not what made it so.
  const TestCase start{types_.function({types_.text()}),
                       {model::Object{.bytes = std::string("a=\0", 3)}}};
  const auto program = [](Scene &run) {
    std::uint32_t i = 0;
    const auto isEqualsSign = [&] {
      const TermId condition = run.equal(run.input(i + 1), run.pool().constant(8, '='));
      return run.branch(0, condition, run.value(i + 1) == '=');
    };
    while (run.value(i + 1) != 0 && !isEqualsSign())
      ++i;
    if (run.value(i + 1) == 0)
      return;
    run.branch(2, run.equal(run.input(i + 2), run.pool().constant(8, 'z')),
               run.value(i + 2) == 'z');
  };
  BranchGraph graph(4);
  graph.addEdge(0, 2);
  EXPECT_GT(search(program, start, graph, {false, false, true, false},
                   [](const TestCase &test) {
                     return test.arguments()[0].bytes() == std::string("aaa=\0", 5);
                   }),
            0);
}

TEST_F(ConcolicGeneratorTest, AWayThatOneRunCouldNotGoIsTriedFromAnother) {
  const TypeId number = types_.integer(4);
  const TestCase first{types_.function({number}), {model::Bytes{std::string(4, '\0')}}};
  TestCase second = first;
  second.arguments()[0].memory()[0] = 9;
  generator_ = std::make_unique<ConcolicGenerator>(types_.subject, graphOfTwo_, *flips_, budget_);
  generator_->want({true, false});
  // In the run that comes nearer, something was held that the other one knows as an input.
  for (const auto &[test, knows] : {std::pair(second, false), std::pair(first, true)}) {
    Scene run(types_.subject, test);
    const TermId square = run.make(Operation::Mul, run.input(0), run.input(0));
    run.branch(0, run.equal(knows ? run.input(0) : square, run.number(77)), false);
    generator_->add(run.finish());
  }
  const auto proposal = generator_->propose(100);
  ASSERT_TRUE(proposal);
  EXPECT_EQ(77u, numberOf(proposal->test.arguments()[0]));
}

TEST_F(ConcolicGeneratorTest, CountsRunsThatWentElsewhere) {
  const TypeId number = types_.integer(4);
  const TestCase zero{types_.function({number}), {model::Bytes{std::string(4, '\0')}}};
  const BranchGraph graph(2);
  // The condition that is recorded is not the one that decides.
  const auto program = [](Scene &run) {
    run.branch(0, run.equal(run.input(0), run.number(77)), false);
  };
  EXPECT_EQ(0, search(program, zero, graph, {true, false}, [](const TestCase &) { return false; }));
  EXPECT_EQ(1u, generator_->counts().wrongPredictions);
}

TEST_F(ConcolicGeneratorTest, WhatLeadsNowhereIsNotTried) {
  const TypeId number = types_.integer(4);
  const TestCase zero{types_.function({number}), {model::Bytes{std::string(4, '\0')}}};
  const BranchGraph graph(2);
  const auto program = [](Scene &run) {
    run.branch(0, run.equal(run.input(0), run.number(77)), run.value(0) == 77);
  };
  EXPECT_EQ(0, search(program, zero, graph, {false, false}, [](const TestCase &) { return true; }));
  EXPECT_TRUE(generator_->isDry());
  EXPECT_EQ(0u, generator_->counts().flips);
}

/// Branch 2 contradicts branch 0, but not branch 4.
TEST_F(ConcolicGeneratorTest, AContradictionSaysWithWhat) {
  const TypeId number = types_.integer(4);
  const TestCase zero{types_.function({number, number}),
                      {model::Bytes{std::string(4, '\0')}, model::Bytes{std::string(4, '\0')}}};
  const BranchGraph graph(6);
  const auto program = [](Scene &run) {
    run.branch(4, run.equal(run.input(1), run.number(0)), run.value(1) == 0);
    run.branch(0, run.pool().make(Operation::ULess, 1, run.input(0), run.number(5)),
               run.value(0) < 5);
    run.branch(2, run.equal(run.input(0), run.number(9)), run.value(0) == 9);
  };
  search(program, zero, graph, {false, false, true, false, false, false},
         [](const TestCase &) { return false; });
  const Asked asked = generator_->askedFor(model::BranchId(2));
  EXPECT_EQ(1u, asked.unsat);
  EXPECT_EQ(std::vector<model::CoreCondition>{model::BranchId(0)}, asked.core);
}

TEST_F(ConcolicGeneratorTest, KnowsWhichRunsArrived) {
  const TypeId number = types_.integer(4);
  const TestCase zero{types_.function({number}), {model::Bytes{std::string(4, '\0')}}};
  const auto program = [](Scene &run) {
    run.branch(0, run.equal(run.input(0), run.number(77)), run.value(0) == 77);
  };
  search(program, zero, graphOfTwo_, {true, false}, [](const TestCase &) { return false; });
  EXPECT_EQ(1u, generator_->askedFor(model::BranchId(0)).arrived);
  // The recorded condition is not the one that decides.
  const auto wrong = [](Scene &run) {
    run.branch(0, run.equal(run.input(0), run.number(77)), false);
  };
  search(wrong, zero, graphOfTwo_, {true, false}, [](const TestCase &) { return false; });
  EXPECT_EQ(0u, generator_->askedFor(model::BranchId(0)).arrived);
  EXPECT_EQ(1u, generator_->askedFor(model::BranchId(0)).sat);
}

TEST_F(ConcolicGeneratorTest, KnowsWhatWasTakenWithoutAFormula) {
  const TypeId number = types_.integer(4);
  const TestCase zero{types_.function({number}), {model::Bytes{std::string(4, '\0')}}};
  const BranchGraph graph(4);
  generator_ = std::make_unique<ConcolicGenerator>(types_.subject, graph, *flips_, budget_);
  generator_->want({false, false, true, false});
  Scene run(types_.subject, zero);
  run.branch(0, run.equal(run.input(0), run.number(77)), false);
  std::shared_ptr<Path> path = run.finish();
  path->setCovered({model::BranchId(1), model::BranchId(3)});
  generator_->add(path);
  EXPECT_FALSE(generator_->withoutFormula().contains(model::BranchId(1)));
  ASSERT_TRUE(generator_->withoutFormula().contains(model::BranchId(3)));
  EXPECT_EQ(1u, generator_->withoutFormula().at(model::BranchId(3)).runs);
  EXPECT_EQ(1u, generator_->asked().at(model::BranchId(0)).waiting);
}

/// Solves nothing before it is told to.
class SlowSolver : public solver::Solver {
public:
  explicit SlowSolver(solver::Solver &next) : next_(next) {}
  solver::Answer solve(const solver::Query &query) override {
    while (!isOpen && !isStopped)
      std::this_thread::yield();
    return isStopped ? solver::Unknown{"stopped"} : next_.solve(query);
  }
  void stop() override { isStopped = true; }

  std::atomic<bool> isOpen = false, isStopped = false;

private:
  solver::Solver &next_;
};

class BesideTest : public ConcolicGeneratorTest {
protected:
  static constexpr std::uint32_t rounds = 40;

  /// Finds the one number in a loop of comparisons: many flips, of which each run knows one more.
  static void loop(Scene &run) {
    for (std::uint32_t i = 0; i < rounds; ++i)
      if (!run.branch(0, run.equal(run.input(i), run.number(i * 3)), run.value(i) == i * 3))
        return;
    run.branch(2, run.equal(run.input(rounds), run.number(77)), run.value(rounds) == 77);
  }
  TestCase zero() {
    const TypeId number = types_.integer(4);
    return {types_.function(std::vector<TypeId>(rounds + 1, number)),
            std::vector<Value>(rounds + 1, model::Bytes{std::string(4, '\0')})};
  }
  BranchGraph graph() const {
    BranchGraph graph(4);
    graph.addEdge(0, 2);
    graph.addEdge(0, 0);
    return graph;
  }
};

TEST_F(BesideTest, FindsTheSame) {
  const auto isGoal = [](const TestCase &test) { return numberOf(test.arguments()[rounds]) == 77; };
  const BranchGraph graph = this->graph();
  EXPECT_GT(search(loop, zero(), graph, {false, false, true, false}, isGoal), 0);
  flips_ = std::make_unique<FlipSolver>(*solver_, FlipSolver::Mode::Beside);
  EXPECT_GT(search(loop, zero(), graph, {false, false, true, false}, isGoal, 200), 0);
  EXPECT_EQ(0u, generator_->counts().wrongPredictions);
  flips_->stop();
  EXPECT_GT(flips_->secondsSolving(), 0);
}

TEST_F(BesideTest, NobodyWaitsForASlowSolver) {
  SlowSolver slow(*solver_);
  FlipSolver flips(slow, FlipSolver::Mode::Beside);
  const BranchGraph graph = this->graph();
  ConcolicGenerator generator(types_.subject, graph, flips, budget_);
  generator.want({true, false, false, false});
  const TestCase test = zero();
  Scene run(types_.subject, test);
  loop(run);
  generator.add(run.finish());
  EXPECT_FALSE(generator.propose(100));
  EXPECT_TRUE(generator.mustWait());
  EXPECT_FALSE(generator.isDry());
  EXPECT_EQ(1u, generator.asked().at(BranchId(0)).waiting);
  slow.isOpen = true;
  EXPECT_TRUE(flips.wait(60));
  EXPECT_FALSE(generator.mustWait());
  EXPECT_TRUE(generator.propose(100));
  EXPECT_FALSE(flips.wait(60)); // there is no more to wait for
}

TEST_F(BesideTest, WhatIsBeingSolvedIsGivenUp) {
  SlowSolver slow(*solver_);
  FlipSolver flips(slow, FlipSolver::Mode::Beside);
  const BranchGraph graph = this->graph();
  ConcolicGenerator generator(types_.subject, graph, flips, budget_);
  generator.want({true, false, false, false});
  const TestCase test = zero();
  Scene run(types_.subject, test);
  loop(run);
  generator.add(run.finish());
  EXPECT_FALSE(generator.propose(100));
  flips.stop();
  EXPECT_FALSE(generator.propose(100)); // whatever is asked now
}

TEST_F(ConcolicGeneratorTest, TheOldestRunsAreGivenUpForMemory) {
  const TypeId number = types_.integer(4);
  const TestCase test{types_.function({number}), {model::Bytes{std::string(4, '\0')}}};
  const auto runTo = [&](std::uint32_t place) {
    Scene run(types_.subject, test);
    run.branch(place, run.equal(run.input(0), run.number(7)), false);
    return std::shared_ptr<Path>(run.finish());
  };
  const std::shared_ptr<Path> first = runTo(0), second = runTo(2);
  const BranchGraph graph(4);
  PathBudget budget(first->bytes() + second->bytes() / 2);
  ConcolicGenerator generator(types_.subject, graph, *flips_, budget);
  generator.want({true, false, true, false});
  generator.add(first);
  EXPECT_EQ(0u, budget.givenUp());
  generator.add(second);
  EXPECT_EQ(1u, budget.givenUp());
  EXPECT_TRUE(first->isGivenUp());
  EXPECT_FALSE(second->isGivenUp());
  EXPECT_EQ(0u, generator.asked()[BranchId(0)].waiting);
  EXPECT_EQ(1u, generator.asked()[BranchId(2)].waiting);
}

class PointerSearch : public ConcolicGeneratorTest {
protected:
  /// if (p == 0) ..., the test being on the other side of it.
  static void testsForNull(Scene &run) {
    run.branch(0, run.equal(run.input(0), run.pool().constant(64, 0)), run.value(0) == 0);
  }
  const BranchGraph graph_{2};
};

TEST_F(PointerSearch, MakesPointersNull) {
  const TypeId pointer = types_.pointer(types_.integer(4));
  const TestCase test{types_.function({pointer}), {model::Object{.bytes = std::string(4, '\0')}}};
  EXPECT_EQ(1, search(testsForNull, test, graph_, {true, false},
                      [](const TestCase &made) { return made.arguments()[0].is<model::Null>(); }));
}

TEST_F(PointerSearch, NullIsTheCallersFaultButForTheEndOfAList) {
  const TypeId link = types_.pointer(types_.integer(4)); // struct node { struct node *next; };
  const TypeId node = types_.record({link});
  types_.subject.types[link.index].element = node;
  const Value last = model::Parts{{model::Null{}}};
  const Value first = model::Parts{{model::Object{.parts = {last}}}};
  const TestCase test{types_.function({link}), {model::Object{.parts = {first}}}};
  for (const std::uint32_t number : {0u, 1u}) { // the list, and its first link
    const auto program = [number](Scene &run) {
      run.event({.kind = Event::Kind::Address,
                 .place = 7,
                 .term = run.input(number),
                 .value = run.value(number)});
    };
    const auto isNull = [number](const TestCase &made) {
      const Value &list = made.arguments()[0];
      const Value &pointer = number == 0 ? list : list.parts()[0].parts()[0];
      return pointer.is<model::Null>();
    };
    EXPECT_EQ(1, search(program, test, graph_, {false, false}, isNull, 100, {7}));
    EXPECT_EQ(number == 0, generator_->errors().at(errorAt(Event::Kind::Address, 7)).isCallers);
  }
}

TEST_F(PointerSearch, MakesObjects) {
  const TypeId pointer = types_.pointer(types_.integer(4));
  const TestCase test{types_.function({pointer}), {model::Null{}}};
  EXPECT_EQ(1, search(testsForNull, test, graph_, {false, true}, [](const TestCase &made) {
              return made.arguments()[0].is<model::Object>() &&
                     made.arguments()[0].bytes().size() == 4;
            }));
}

TEST_F(PointerSearch, MakesPointersAlike) {
  const TypeId pointer = types_.pointer(types_.integer(4));
  const Value object = model::Object{.bytes = std::string(4, '\0')};
  const TestCase test{types_.function({pointer, pointer}), {object, object}};
  const auto program = [](Scene &run) {
    run.branch(0, run.equal(run.input(0), run.input(1)), run.value(0) == run.value(1));
  };
  EXPECT_EQ(1, search(program, test, graph_, {true, false}, [](const TestCase &made) {
              const Value &p = made.arguments()[0], &q = made.arguments()[1];
              return (p.is<model::Inside>()) != (q.is<model::Inside>()) ||
                     (p.is<model::Null>() && q.is<model::Null>());
            }));
}

} // namespace
} // namespace generate
