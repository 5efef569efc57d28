#include "solver/slice.h"

#include <utility>

namespace solver {

namespace {

constexpr std::uint64_t workToComeNearer = 200'000; // terms computed

} // namespace

Slice::Slice(const expr::Pool &pool, std::vector<expr::TermId> conditions,
             std::span<const std::uint64_t> current, TermMarks &scratch)
    : pool(pool), conditions(std::move(conditions)), tape(pool, this->conditions, scratch) {
  for (const Tape::Input &input : tape.inputs()) {
    const std::uint64_t value = input.number < current.size() ? current[input.number] : 0;
    start.push_back(value & expr::maskOf(input.width));
  }
}

Sat Slice::solution(std::vector<std::uint64_t> values) {
  const std::uint64_t end = tape.work() + workToComeNearer;
  for (std::size_t i = 0; i < values.size() && tape.work() < end; ++i) {
    if (values[i] == start[i])
      continue;
    const std::uint64_t found = std::exchange(values[i], start[i]);
    if (!holds(values))
      values[i] = found;
  }
  Sat sat;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != start[i])
      sat.assignment[tape.inputs()[i].number] = values[i];
  return sat;
}

} // namespace solver
