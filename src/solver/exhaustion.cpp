#include "solver/exhaustion.h"

namespace solver {

namespace {

constexpr unsigned mostBits = 16;
constexpr std::uint64_t mostWork = 600'000; // terms computed in the worst case; some milliseconds

/// The bits of `number` handed out to the inputs, in the order of the tape. As a difference to the
/// values of the run it makes us try near ones first.
void spread(std::uint64_t number, const Slice &slice, std::vector<std::uint64_t> &values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const unsigned width = slice.tape.inputs()[i].width;
    values[i] = slice.start[i] ^ (number & expr::maskOf(width));
    number >>= width;
  }
}

} // namespace

Answer Exhaustion::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "exhaustion");
  unsigned bits = 0;
  for (const Tape::Input &input : slice.tape.inputs()) {
    bits += input.width;
    if (bits > mostBits)
      return next_.solve(slice);
  }
  if ((slice.tape.size() << bits) > mostWork)
    return next_.solve(slice);
  // Every assignment fails one of the conditions marked here, so they can't hold together.
  std::vector<bool> failed(slice.conditions.size());
  std::vector<std::uint64_t> values(slice.start.size());
  for (std::uint64_t number = 0; number >> bits == 0; ++number) {
    spread(number, slice, values);
    const std::uint32_t condition = slice.tape.firstFalse(values);
    if (condition == Tape::none)
      return meter_.answered("exhaustion", slice.solution(std::move(values)));
    failed[condition] = true;
  }
  Unsat unsat;
  for (std::size_t i = 0; i < failed.size(); ++i)
    if (failed[i])
      unsat.core.push_back(i);
  return meter_.answered("exhaustion", std::move(unsat));
}

} // namespace solver
