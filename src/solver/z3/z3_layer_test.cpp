#include "solver/z3/z3_layer.h"

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
    EXPECT_EQ(std::get<Sat>(answer).model, (Model{{0, 77}}));
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

TEST_F(Z3LayerTest, FindsModelsAndKeepsWhatDoesNotMatter) {
  make({});
  const auto y = pool.input(32, 1);
  const Answer answer = ask({pool.equal(pool.make(Operation::Mul, 32, x(), x()), number(49)),
                             pool.make(Operation::ULess, 1, x(), number(100)),
                             pool.make(Operation::ULess, 1, y, number(1000))},
                            {1, 5});
  ASSERT_TRUE(std::holds_alternative<Sat>(answer));
  EXPECT_EQ(std::get<Sat>(answer).model, (Model{{0, 7}}));
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

TEST_F(Z3LayerTest, StepsEndAHardQuestion) {
  make({.steps = 50'000, .seconds = 100});
  EXPECT_EQ(why(ask(factors())), "steps");
  const pid_t worker = layer->workerProcess();
  expectAnswers();
  EXPECT_EQ(layer->workerProcess(), worker) << "no need for another";
}

TEST_F(Z3LayerTest, TimeEndsAHardQuestion) {
  make({.steps = 4'000'000'000, .seconds = 0.2});
  EXPECT_EQ(why(ask(factors())), "time");
  EXPECT_EQ(layer->workerProcess(), -1);
  expectAnswers();
}

TEST_F(Z3LayerTest, MemoryEndsALargeQuestion) {
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
