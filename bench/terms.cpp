// Terms made, found again and evaluated per second.
#include "expr/evaluator.h"
#include "expr/pool.h"
#include "support/rng.h"

#include <benchmark/benchmark.h>

namespace {

using expr::Operation;
using expr::Pool;
using expr::TermId;

/// CRC-32 of `bytes` symbolic bytes, bit by bit as C programs do it.
TermId crc(Pool &pool, std::uint32_t bytes) {
  const auto op = [&](Operation operation, TermId a, TermId b) {
    return pool.make(operation, 32, a, b);
  };
  const TermId one = pool.constant(32, 1), zero = pool.constant(32, 0);
  const TermId polynomial = pool.constant(32, 0xedb8'8320);
  TermId sum = pool.constant(32, ~0ull);
  for (std::uint32_t i = 0; i < bytes; ++i) {
    sum = op(Operation::Xor, sum, pool.make(Operation::ZeroExtend, 32, pool.input(8, i)));
    for (int bit = 0; bit < 8; ++bit) {
      const TermId mask = op(Operation::Sub, zero, op(Operation::And, sum, one));
      sum = op(Operation::Xor, op(Operation::LShr, sum, one), op(Operation::And, polynomial, mask));
    }
  }
  return sum;
}

void makeCrc(benchmark::State &state) {
  std::size_t size = 0;
  for (auto _ : state) {
    Pool pool;
    benchmark::DoNotOptimize(crc(pool, 1000));
    size = pool.size();
  }
  state.SetItemsProcessed(state.iterations() * 1000 * 8 * 5);
  state.counters["terms"] = static_cast<double>(size);
}
BENCHMARK(makeCrc);

void evaluateCrc(benchmark::State &state) {
  Pool pool;
  const TermId sum = crc(pool, 1000);
  const std::vector<std::uint64_t> inputs(1000, 'a');
  expr::Evaluator evaluate(pool, inputs);
  for (auto _ : state) {
    evaluate.assign(inputs);
    benchmark::DoNotOptimize(evaluate(sum));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pool.size()));
}
BENCHMARK(evaluateCrc);

/// Terms that have been made before.
void findAgain(benchmark::State &state) {
  Pool pool;
  const TermId x = pool.input(32, 0);
  for (auto _ : state)
    for (std::uint64_t i = 0; i < 1000; ++i)
      benchmark::DoNotOptimize(pool.make(Operation::SLess, 1, x, pool.constant(32, 7 * i)));
  state.SetItemsProcessed(state.iterations() * 1000);
}
BENCHMARK(findAgain);

/// A maximum that is kept as a loop goes on, of which each round looks at the low byte.
void chainOfChoices(benchmark::State &state) {
  for (auto _ : state) {
    Pool pool;
    TermId most = pool.input(32, 0);
    for (std::uint32_t i = 1; i < 10'000; ++i) {
      most = pool.make(Operation::Choose, 32, pool.input(1, i), pool.constant(32, i), most);
      benchmark::DoNotOptimize(pool.make(Operation::Extract, 8, most));
      benchmark::DoNotOptimize(pool.equal(most, pool.constant(32, 5)));
    }
  }
  state.SetItemsProcessed(state.iterations() * 30'000);
}
BENCHMARK(chainOfChoices);

} // namespace
