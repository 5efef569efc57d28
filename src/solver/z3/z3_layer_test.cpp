#include "solver/z3/z3_layer.h"

#include "expr/evaluator.h"

#include <bit>
#include <chrono>
#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

namespace solver::z3worker {
namespace {

using expr::Operation;
using testing::AnyOf;

/// A layer and the queries that the tests pose to it.
class Z3LayerTest : public testing::Test {
protected:
  void make(const Limits &limits) {
    auto made = Z3Layer::make(limits, meter);
    ASSERT_TRUE(made) << made.error().message;
    layer = std::move(*made);
  }
  Answer ask(std::vector<expr::TermId> conditions, std::vector<std::uint64_t> current = {}) {
    TermMarks scratch;
    Slice slice(pool, std::move(conditions), current, scratch);
    return layer->solve(slice);
  }
  expr::TermId x(unsigned width = 32) { return pool.input(width, 0); }
  expr::TermId number(std::uint64_t value, unsigned width = 32) {
    return pool.constant(width, value);
  }
  /// Solved at once.
  void expectAnswers() {
    const Answer answer = ask({pool.equal(x(), number(77))});
    ASSERT_TRUE(std::holds_alternative<Sat>(answer)) << std::get<Unknown>(answer).why;
    EXPECT_EQ(std::get<Sat>(answer).assignment, (Assignment{{0, 77}}));
  }
  /// Two 64-bit factors of a product of two large primes, without wrapping around.
  std::vector<expr::TermId> factors() {
    const auto p = pool.input(64, 1), q = pool.input(64, 2), bound = number(1ull << 32, 64);
    return {
        pool.equal(pool.make(Operation::Mul, 64, p, q), number(4294967291ull * 4294967279ull, 64)),
        pool.make(Operation::ULess, 1, number(1, 64), p), pool.make(Operation::ULess, 1, p, bound),
        pool.make(Operation::ULess, 1, q, bound)};
  }
  /// Why an answer is unknown.
  std::string why(const Answer &answer) {
    const Unknown *unknown = std::get_if<Unknown>(&answer);
    return unknown ? unknown->why : "it is known";
  }

  Meter meter;
  expr::Pool pool;
  std::unique_ptr<Z3Layer> layer;
};

TEST_F(Z3LayerTest, FindsAssignmentsAndKeepsWhatDoesNotMatter) {
  make({});
  const auto y = pool.input(32, 1);
  const Answer answer = ask({pool.equal(pool.make(Operation::Mul, 32, x(), x()), number(49)),
                             pool.make(Operation::ULess, 1, x(), number(100)),
                             pool.make(Operation::ULess, 1, y, number(1000))},
                            {1, 5});
  ASSERT_TRUE(std::holds_alternative<Sat>(answer));
  EXPECT_EQ(std::get<Sat>(answer).assignment, (Assignment{{0, 7}}));
}

TEST_F(Z3LayerTest, CoresAreSmall) {
  make({});
  const auto y = pool.input(32, 1);
  const Answer answer =
      ask({pool.make(Operation::ULess, 1, y, x()), pool.make(Operation::ULess, 1, x(), number(10)),
           pool.make(Operation::ULess, 1, number(5), y),
           pool.make(Operation::ULess, 1, number(20), x())});
  ASSERT_TRUE(std::holds_alternative<Unsat>(answer));
  EXPECT_EQ(std::get<Unsat>(answer).core, (std::vector<std::size_t>{1, 3}));
}

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

TEST_F(Z3LayerTest, SolvesFloatingPoint) {
  make({.steps = 20'000'000, .seconds = 60});
  const auto d = pool.input(64, 1);
  const auto sum = pool.make(Operation::FAdd, 64, d, number(bits(1.25), 64));
  const Answer answer = ask({pool.make(Operation::FEqual, 1, sum, number(bits(4.0), 64))});
  ASSERT_TRUE(std::holds_alternative<Sat>(answer)) << why(answer);
  EXPECT_EQ(std::get<Sat>(answer).assignment, (Assignment{{1, bits(2.75)}}));
  // d < 1 and d > 2, with an integer in between
  const Answer never = ask({pool.make(Operation::FLess, 1, d, number(bits(1), 64)),
                            pool.make(Operation::SLess, 1, number(3), x()),
                            pool.make(Operation::FLess, 1, number(bits(2), 64), d)});
  ASSERT_TRUE(std::holds_alternative<Unsat>(never)) << why(never);
  EXPECT_EQ(std::get<Unsat>(never).core, (std::vector<std::size_t>{0, 2}));
}

/// Every operation that Z3 is told about, on numbers that are given: the result is ours, no other.
TEST_F(Z3LayerTest, ComputesAsWeDo) {
  make({.steps = 20'000'000, .seconds = 60});
  const auto a = pool.input(32, 1), b = pool.input(32, 2), n = pool.input(32, 3);
  const std::vector<std::uint64_t> values = {0, std::bit_cast<std::uint32_t>(2.75f),
                                             std::bit_cast<std::uint32_t>(-0.3f), 77};
  std::vector<expr::TermId> terms = {
      pool.make(Operation::FSqrt, 32, a),       pool.make(Operation::FConvert, 64, b),
      pool.make(Operation::FToInt, 32, a),      pool.make(Operation::FToInt, 64, b),
      pool.make(Operation::IntToF, 64, n),      pool.make(Operation::UIntToF, 32, n),
      pool.make(Operation::FLess, 1, a, b),     pool.make(Operation::FLessEqual, 1, b, a),
      pool.make(Operation::FUnordered, 1, a, b)};
  for (const Operation operation :
       {Operation::FAdd, Operation::FSub, Operation::FMul, Operation::FDiv})
    terms.push_back(pool.make(operation, 32, a, b));
  for (unsigned direction = 0; direction < PINCER_ROUND_COUNT; ++direction)
    terms.push_back(pool.make(Operation::FRound, 32, a, {}, {}, direction));
  expr::Evaluator evaluate(pool, values);
  std::vector<expr::TermId> conditions;
  for (std::uint32_t i = 1; i < 4; ++i) {
    conditions.push_back(pool.equal(pool.input(32, i), pool.constant(32, values[i])));
  }
  for (const expr::TermId term : terms) {
    const std::string name = expr::nameOf(pool[term].operation);
    const auto same = pool.equal(term, pool.constant(pool[term].width, evaluate(term)));
    conditions.push_back(same);
    const Answer yes = ask(conditions);
    EXPECT_TRUE(std::holds_alternative<Sat>(yes)) << name << ": " << why(yes);
    conditions.back() = pool.negation(same);
    const Answer no = ask(conditions);
    EXPECT_TRUE(std::holds_alternative<Unsat>(no)) << name << ": " << why(no);
    conditions.pop_back();
  }
}

TEST_F(Z3LayerTest, KnowsWhatIntegersBecome) {
  make({.steps = 20'000'000, .seconds = 60});
  const auto f = pool.input(32, 1);
  // (int)f == 7, and f is no whole number
  const auto whole = pool.make(Operation::FToInt, 32, f);
  const auto back = pool.make(Operation::IntToF, 32, whole);
  const Answer answer =
      ask({pool.equal(whole, number(7)), pool.negation(pool.make(Operation::FEqual, 1, back, f))});
  ASSERT_TRUE(std::holds_alternative<Sat>(answer)) << why(answer);
  // Only what does not fit becomes the least integer without being near it.
  const Answer huge =
      ask({pool.equal(whole, number(0x8000'0000)),
           pool.make(Operation::FLess, 1, number(std::bit_cast<std::uint32_t>(0.0f)), f)});
  EXPECT_TRUE(std::holds_alternative<Sat>(huge)) << why(huge);
}

TEST_F(Z3LayerTest, UnknownFunctionsAreHeldAndProveNothing) {
  make({.steps = 20'000'000, .seconds = 60});
  const auto d = pool.input(64, 1);
  const auto sine = pool.make(Operation::Apply, 64, d, number(0, 64), {}, PINCER_FUNCTION_sin);
  const auto isOne = pool.make(Operation::FEqual, 1, sine, number(bits(1), 64));
  EXPECT_EQ(why(ask({isOne}, {0, bits(0.5)})), "a function that Z3 does not know");
  const auto isSmall = pool.make(Operation::FLess, 1, sine, number(bits(0.5), 64));
  const Answer other = ask({isSmall, pool.equal(x(), number(77))}, {0, bits(0.5)});
  ASSERT_TRUE(std::holds_alternative<Sat>(other)) << why(other);
  EXPECT_EQ(std::get<Sat>(other).assignment, (Assignment{{0, 77}}));
  const Answer never =
      ask({isSmall, pool.equal(x(), number(77)), pool.equal(x(), number(78))}, {0, bits(0.5)});
  ASSERT_TRUE(std::holds_alternative<Unsat>(never)) << why(never);
  EXPECT_EQ(std::get<Unsat>(never).core, (std::vector<std::size_t>{1, 2}));
}

TEST_F(Z3LayerTest, StepsEndAHardQuery) {
  make({.steps = 50'000, .seconds = 100});
  EXPECT_EQ(why(ask(factors())), "steps");
  const pid_t worker = layer->workerProcess();
  expectAnswers();
  EXPECT_EQ(layer->workerProcess(), worker) << "no need for another";
}

TEST_F(Z3LayerTest, TimeEndsAHardQuery) {
  make({.steps = 4'000'000'000, .seconds = 0.2});
  EXPECT_EQ(why(ask(factors())), "time");
  EXPECT_EQ(layer->workerProcess(), -1);
  expectAnswers();
}

TEST_F(Z3LayerTest, MemoryEndsALargeQuery) {
  make({.steps = 4'000'000'000, .seconds = 100, .memoryBytes = 24ull << 20});
  auto product = x(64);
  for (std::uint32_t i = 1; i < 64; ++i)
    product = pool.make(Operation::Mul, 64, product, pool.input(64, i));
  EXPECT_THAT(why(ask({pool.equal(product, number(12345, 64))})),
              AnyOf("memory", "the solver crashed"));
  expectAnswers();
}

TEST_F(Z3LayerTest, ADeadWorkerIsReplaced) {
  make({});
  expectAnswers();
  for (int i = 0; i < 3; ++i) {
    const pid_t worker = layer->workerProcess();
    ASSERT_EQ(kill(worker, SIGKILL), 0);
    EXPECT_EQ(why(ask({pool.equal(x(), number(78))})), "the solver crashed");
    expectAnswers();
    EXPECT_NE(layer->workerProcess(), worker);
  }
}

TEST_F(Z3LayerTest, AWorkerThatDiesAtWorkIsReplaced) {
  make({.steps = 4'000'000'000, .seconds = 100});
  expectAnswers();
  const pid_t worker = layer->workerProcess();
  std::thread killer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    kill(worker, SIGKILL);
  });
  EXPECT_EQ(why(ask(factors())), "the solver crashed");
  killer.join();
  expectAnswers();
}

TEST_F(Z3LayerTest, AStoppedWorkerIsGivenUp) {
  make({.seconds = 0.1}); // of the worker; it may take ten times that, and a second
  expectAnswers();
  kill(layer->workerProcess(), SIGSTOP);
  EXPECT_EQ(why(ask({pool.equal(x(), number(78))})), "time");
  expectAnswers();
}

TEST_F(Z3LayerTest, WorkersEndWithTheirLayer) {
  make({});
  expectAnswers();
  const pid_t worker = layer->workerProcess();
  ASSERT_EQ(kill(worker, 0), 0);
  layer.reset();
  for (int i = 0; i < 500 && kill(worker, 0) == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_NE(kill(worker, 0), 0);
}

} // namespace
} // namespace solver::z3worker
