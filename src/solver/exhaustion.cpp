#include "solver/exhaustion.h"

#include <optional>

namespace solver {

namespace {

constexpr unsigned mostBits = 16;
constexpr std::uint64_t mostWork = 600'000;      // terms computed in the worst case: milliseconds
constexpr std::uint64_t mostWholeWork = 300'000; // terms computed to check the whole slice

/// The part of a slice that is tried.
struct Part {
  std::vector<std::uint32_t> inputs;    // places in the tape's inputs
  std::vector<std::uint32_t> positions; // terms over these inputs alone
  unsigned bits = 0;
};

/// Inputs below the conditions that don't hold; none if they are too many.
std::optional<Part> inputsToTry(Slice &slice) {
  Tape &tape = slice.tape;
  tape.evaluate(slice.start);
  std::vector<bool> below(tape.size());
  for (std::size_t i = 0; i < slice.conditions.size(); ++i)
    below[tape.root(i)] = tape.value(tape.root(i)) == 0;
  Part part;
  for (auto i = static_cast<std::uint32_t>(tape.size()); i-- > 0;) {
    if (!below[i])
      continue;
    const Tape::Node &node = tape[i];
    for (const std::uint32_t operand : {node.a, node.b, node.c})
      if (operand != Tape::none)
        below[operand] = true;
    if (node.input == Tape::none)
      continue;
    part.inputs.push_back(node.input);
    part.bits += node.width;
    if (part.bits > mostBits)
      return {};
  }
  return part;
}

/// Adds the terms that depend on nothing but the inputs to try.
void addPositions(const Tape &tape, Part &part) {
  std::vector<bool> tried(tape.inputs().size());
  for (const std::uint32_t input : part.inputs)
    tried[input] = true;
  std::vector<bool> depends(tape.size()); // on something else
  for (std::uint32_t i = 0; i < tape.size(); ++i) {
    const Tape::Node &node = tape[i];
    depends[i] = node.input != Tape::none && !tried[node.input];
    for (const std::uint32_t operand : {node.a, node.b, node.c})
      if (operand != Tape::none && depends[operand])
        depends[i] = true;
    const bool isLeaf = node.a == Tape::none;
    if (!depends[i] && (!isLeaf || node.condition != Tape::none))
      part.positions.push_back(i);
  }
}

/// The bits of `number` handed out to the inputs. As a difference to the values of the run it makes
/// us try near ones first.
void spread(std::uint64_t number, const Slice &slice, const Part &part,
            std::vector<std::uint64_t> &values) {
  for (const std::uint32_t input : part.inputs) {
    const unsigned width = slice.tape.inputs()[input].width;
    values[input] = slice.start[input] ^ (number & expr::maskOf(width));
    number >>= width;
  }
}

std::optional<Answer> tryAll(Slice &slice, const Part &part) {
  Tape &tape = slice.tape;
  const bool whole = part.inputs.size() == tape.inputs().size();
  const std::uint64_t limit = part.positions.size() << part.bits;
  const std::uint64_t end = tape.work() + limit + mostWholeWork;
  // Every assignment fails one of the conditions marked here, so they can't hold together.
  std::vector<bool> failed(slice.conditions.size());
  bool proved = true;
  std::vector<std::uint64_t> values = slice.start;
  for (std::uint64_t number = 0; number >> part.bits == 0; ++number) {
    spread(number, slice, part, values);
    const std::uint32_t condition = tape.firstFalse(values, part.positions);
    if (condition != Tape::none) {
      failed[condition] = true;
      continue;
    }
    proved = false;
    if (whole || slice.holds(values))
      return slice.solution(std::move(values));
    if (tape.work() > end)
      return {};
  }
  if (!proved)
    return {};
  Unsat unsat;
  for (std::size_t i = 0; i < failed.size(); ++i)
    if (failed[i])
      unsat.core.push_back(i);
  return unsat;
}

} // namespace

Answer Exhaustion::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "exhaustion");
  std::optional<Part> part = inputsToTry(slice);
  if (!part)
    return next_.solve(slice);
  addPositions(slice.tape, *part);
  if ((part->positions.size() << part->bits) > mostWork)
    return next_.solve(slice);
  if (std::optional<Answer> answer = tryAll(slice, *part))
    return meter_.answered("exhaustion", std::move(*answer));
  return next_.solve(slice);
}

} // namespace solver
