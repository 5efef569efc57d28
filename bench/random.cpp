// How many tests per second random search proposes, fresh ones and mutated ones.
#include "generate/random/random_generator.h"
#include "model/testing/test_subject.h"

#include <benchmark/benchmark.h>

namespace {

using model::TestSubject;

void propose(benchmark::State &state, const TestSubject &types, model::FunctionId function) {
  support::Rng rng(1);
  const generate::Sequences sequences(types.subject);
  generate::RandomGenerator generator(types.subject, function, sequences, rng);
  std::vector<model::TestCase> tests;
  generator.propose(1024, tests);
  for (std::size_t i = 0; state.range(0) != 0 && i < 16; ++i)
    generator.observe(tests[i], {model::Returned{}, {model::BranchId(i)}, {}, {}});
  for (auto _ : state)
    generator.propose(1024, tests);
  state.SetItemsProcessed(state.iterations() * 1024);
}

void threeInts(benchmark::State &state) {
  TestSubject types;
  const auto integer = types.integer(4);
  propose(state, types, types.function({integer, integer, integer}, {}, {.integers = {10, 100}}));
}
BENCHMARK(threeInts)->ArgName("seeds")->Arg(0)->Arg(16);

void textAndStruct(benchmark::State &state) {
  TestSubject types;
  const auto integer = types.integer(4);
  const auto record = types.record({integer, types.real(8), types.array(types.character(), 16)});
  propose(state, types,
          types.function({types.text(), types.pointer(record)}, {},
                         {.integers = {10, 100}, .strings = {"get", "set %d"}}));
}
BENCHMARK(textAndStruct)->ArgName("seeds")->Arg(0)->Arg(16);

void arrayWithLength(benchmark::State &state) {
  TestSubject types;
  const auto integer = types.integer(4);
  propose(state, types, types.function({types.pointer(integer), integer}, {{0, 1}}));
}
BENCHMARK(arrayWithLength)->ArgName("seeds")->Arg(0)->Arg(16);

} // namespace
