// How many evaluations of a query's fitness there are per second, interpreted and compiled, and
// what compiling costs.
#include "solver/search/fitness.h"
#include "solver/search/numbers.h"
#include "solver/search/search_layer.h"
#include "solver/testing/example_queries.h"
#include "support/rng.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fmt/core.h>

namespace {

using enum expr::Operation;
using expr::Operation;
using expr::TermId;

/// Of this process's own time, so that others on the machine count little.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Query {
  expr::Pool pool;
  std::vector<TermId> conditions;

  TermId x(std::uint32_t number) { return pool.input(64, number); }
  TermId k(double value) { return pool.constant(64, solver::search::bitsOf(value, 64)); }
  TermId op(Operation operation, TermId a, TermId b) {
    return pool.make(operation, expr::isComparison(operation) ? 1 : pool[a].width, a, b);
  }
  TermId of(unsigned function, TermId a) { return pool.make(Apply, 64, a, k(0), {}, function); }
  TermId dot(std::uint32_t a, std::uint32_t b) {
    TermId sum = op(FMul, x(a), x(b));
    for (std::uint32_t i = 1; i < 3; ++i)
      sum = op(FAdd, sum, op(FMul, x(a + i), x(b + i)));
    return sum;
  }
};

/// A polynomial of one variable.
void cubic(Query &q) {
  const TermId x = q.x(0), square = q.op(FMul, x, x);
  const TermId cube = q.op(FMul, square, x);
  const TermId left = q.op(FAdd, q.op(FSub, cube, q.op(FMul, q.k(2), square)), q.k(3));
  q.conditions = {q.op(FEqual, left, q.k(17.25))};
}

/// A segment against a sphere.
void sphere(Query &q) {
  const TermId a = q.dot(3, 3), b = q.op(FMul, q.k(2), q.dot(0, 3));
  const TermId c = q.op(FSub, q.dot(0, 0), q.op(FMul, q.x(6), q.x(6)));
  const TermId under = q.op(FSub, q.op(FMul, b, b), q.op(FMul, q.k(4), q.op(FMul, a, c)));
  const TermId t = q.op(FDiv, q.op(FSub, q.pool.make(FSqrt, 64, under), b), q.op(FMul, q.k(2), a));
  q.conditions = {q.op(FLess, q.k(0), a),          q.op(FLess, q.k(0), q.x(6)),
                  q.op(FLessEqual, q.k(0), under), q.op(FLess, q.k(0), t),
                  q.op(FLess, t, q.k(1)),          q.op(FLess, q.dot(0, 0), q.k(100))};
}

/// Angles.
void waves(Query &q) {
  q.conditions = {q.op(FLess, q.k(0.999), q.of(PINCER_FUNCTION_sin, q.x(0))),
                  q.op(FLess, q.of(PINCER_FUNCTION_cos, q.x(1)), q.k(-0.999)),
                  q.op(FLess, q.k(1e6), q.x(0))};
}

/// Sums of products of 32-bit integers, twelve rounds.
void integers(Query &q) {
  const auto n = [&](std::uint32_t i) { return q.pool.input(32, i); };
  TermId sum = q.pool.constant(32, 7);
  for (std::uint32_t i = 0; i < 12; ++i) {
    sum = q.op(Add, q.op(Mul, sum, q.pool.constant(32, 31)), q.op(Mul, n(i % 4), n((i + 1) % 4)));
    q.conditions.push_back(q.op(SLess, q.op(SRem, sum, q.pool.constant(32, 97)), n(i % 4)));
  }
}

void measure(const char *name, void (*fill)(Query &), double seconds) {
  Query query;
  fill(query);
  solver::TermMarks scratch;
  solver::Slice slice(query.pool, query.conditions, {}, scratch);
  const solver::search::Skeleton skeleton(slice.tape, query.conditions.size());
  solver::search::FitnessCompiler compiler;
  { // the first one sets LLVM up
    Query first;
    first.conditions = {first.op(FLess, first.x(0), first.x(1))};
    solver::Slice small(first.pool, first.conditions, {}, scratch);
    compiler.compiled(small.tape, solver::search::Skeleton(small.tape, 1));
  }
  const double start = now();
  const auto *code = compiler.compiled(slice.tape, skeleton);
  const double compiling = now() - start;
  std::vector<std::uint64_t> inputs(slice.tape.inputs().size()), values(slice.tape.size());
  std::vector<solver::search::Distance> distances;
  support::Rng rng(1);
  const auto rate = [&](auto evaluate) {
    std::uint64_t count = 0;
    double total = 0;
    const double begin = now();
    while (now() < begin + seconds)
      for (int i = 0; i < 1000; ++i, ++count) {
        inputs[count % inputs.size()] = solver::search::bitsOf(
            static_cast<double>(rng.below(2000)) - 1000, slice.tape.inputs()[0].width);
        total += evaluate();
      }
    return total < 0 ? 0 : static_cast<double>(count) / (now() - begin);
  };
  const double interpreted = rate([&] {
    slice.tape.evaluate(inputs);
    solver::search::measure(skeleton, slice.tape, distances);
    return distances.back().steps;
  });
  const double compiled = rate([&] { return code->run(inputs.data(), values.data()).steps; });
  fmt::print("{:<12}{:>8}{:>14.2f}{:>14.2f}{:>10.1f}{:>12.2f}\n", name, slice.tape.size(),
             interpreted / 1e6, compiled / 1e6, compiled / interpreted, compiling * 1e3);
}

/// Fails always.
class GiveUp : public solver::Layer {
  solver::Answer solve(solver::Slice &) override { return solver::Unknown{"given up"}; }
};

/// Seconds until an example is solved by a quick and then a thorough search; negative: it was not.
double secondsToSolve(expr::Pool &pool, const solver::search::Example &example,
                      std::uint64_t seed) {
  using namespace solver::search;
  solver::TermMarks scratch;
  solver::Meter meter;
  FitnessCompiler compiler;
  GiveUp last;
  SearchLayer thorough(Effort::Thorough, compiler, last, meter, seed);
  SearchLayer quick(Effort::Quick, compiler, thorough, meter, seed);
  solver::Slice slice(pool, example.conditions, {}, scratch);
  const double start = now();
  const solver::Answer answer = quick.solve(slice);
  const double seconds = now() - start;
  return std::holds_alternative<solver::Sat>(answer) ? seconds : -seconds;
}

void solveExamples(std::uint64_t seeds) {
  expr::Pool pool;
  std::size_t solvedAlways = 0;
  const auto examples = solver::search::exampleQueries(pool);
  fmt::print("\n{:<24}{:>10}{:>12}{:>12}\n", "query", "solved", "median ms", "worst ms");
  for (const auto &example : examples) {
    std::vector<double> times;
    std::size_t solved = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const double seconds = secondsToSolve(pool, example, seed);
      solved += seconds >= 0;
      times.push_back(std::abs(seconds) * 1e3);
    }
    std::sort(times.begin(), times.end());
    solvedAlways += solved == seeds;
    fmt::print("{:<24}{:>7}/{}{:>12.2f}{:>12.2f}\n", example.name, solved, seeds,
               times[times.size() / 2], times.back());
  }
  fmt::print("{} of {} solved with every seed\n", solvedAlways, examples.size());
}

} // namespace

int main(int count, char **arguments) {
  const double seconds = count > 1 ? std::atof(arguments[1]) : 1;
  fmt::print("{:<12}{:>8}{:>14}{:>14}{:>10}{:>12}\n", "query", "terms", "interpreted", "compiled",
             "ratio", "compiling");
  fmt::print("{:<12}{:>8}{:>14}{:>14}{:>10}{:>12}\n", "", "", "M/s", "M/s", "", "ms");
  measure("cubic", cubic, seconds);
  measure("sphere", sphere, seconds);
  measure("waves", waves, seconds);
  measure("integers", integers, seconds);
  solveExamples(count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 10);
}
