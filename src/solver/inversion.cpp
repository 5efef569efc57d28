#include "solver/inversion.h"

#include "solver/goals.h"

#include <algorithm>

namespace solver {

namespace {

constexpr unsigned mostSteps = 2'000;       // goals undone in one query
constexpr std::uint64_t mostWork = 300'000; // terms computed to check candidates

/// Goals that remain, and the inputs chosen so far (by place in the tape's inputs).
struct State {
  Goals goals;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> chosen;
};

/// Depth first through the ways to reach the goals.
class Search {
public:
  explicit Search(Slice &slice) : slice_(slice), tape_(slice.tape) {}

  /// Values that hold, or none.
  std::vector<std::uint64_t> run();

private:
  void findOwnTerms();
  bool choose(State &state, std::uint32_t input, std::uint64_t value);
  bool holds(const State &state, std::vector<std::uint64_t> &values);
  void advance(State state);

  Slice &slice_;
  Tape &tape_;
  std::vector<std::uint64_t> possible_;
  std::vector<std::vector<std::uint32_t>> ownTerms_; // by input: positions that depend on it alone
  std::vector<std::uint64_t> values_;                // the run's, while one of them is changed
  std::vector<State> stack_;
};

void Search::findOwnTerms() {
  constexpr std::uint32_t several = Tape::none - 1; // Tape::none: no input
  std::vector<std::uint32_t> owners(tape_.size(), Tape::none);
  ownTerms_.resize(tape_.inputs().size());
  for (std::uint32_t i = 0; i < tape_.size(); ++i) {
    const Tape::Node &node = tape_[i];
    std::uint32_t owner = node.input;
    for (const std::uint32_t operand : {node.a, node.b, node.c}) {
      const std::uint32_t other = operand == Tape::none ? Tape::none : owners[operand];
      if (other != Tape::none && other != owner)
        owner = owner == Tape::none ? other : several;
    }
    owners[i] = owner;
    if (owner < ownTerms_.size())
      ownTerms_[owner].push_back(i);
  }
}

/// False if the input was chosen to be something else, or can't be this for its own conditions.
bool Search::choose(State &state, std::uint32_t input, std::uint64_t value) {
  for (const auto &[place, chosen] : state.chosen)
    if (place == input)
      return chosen == value;
  values_[input] = value;
  const bool possible = tape_.firstFalse(values_, ownTerms_[input]) == Tape::none;
  values_[input] = slice_.start[input];
  state.chosen.emplace_back(input, value);
  return possible;
}

bool Search::holds(const State &state, std::vector<std::uint64_t> &values) {
  values = slice_.start;
  for (const auto &[place, chosen] : state.chosen)
    values[place] = chosen;
  return slice_.holds(values);
}

/// Undoes one goal of the state.
void Search::advance(State state) {
  const Goal goal = state.goals.back();
  state.goals.pop_back();
  const Tape::Node &node = tape_[goal.position];
  if (node.operation == expr::Operation::Input) {
    if (choose(state, node.input, goal.value))
      stack_.push_back(std::move(state));
    return;
  }
  if (tape_.value(goal.position) == goal.value) {
    stack_.push_back(std::move(state));
    return;
  }
  const std::vector<Goals> ways = waysTo(tape_, possible_, goal);
  for (std::size_t i = ways.size(); i-- > 0;) {
    State next = state;
    next.goals.insert(next.goals.end(), ways[i].begin(), ways[i].end());
    stack_.push_back(std::move(next));
  }
}

std::vector<std::uint64_t> Search::run() {
  const std::uint64_t end = tape_.work() + mostWork;
  tape_.evaluate(slice_.start);
  possible_ = possibleBits(tape_);
  values_ = slice_.start;
  findOwnTerms();
  State first;
  for (std::size_t i = 0; i < slice_.conditions.size(); ++i)
    if (tape_.value(tape_.root(i)) == 0)
      first.goals.push_back({tape_.root(i), 1});
  stack_.push_back(std::move(first));
  std::vector<std::uint64_t> values;
  for (unsigned step = 0; step < mostSteps && !stack_.empty() && tape_.work() < end; ++step) {
    State state = std::move(stack_.back());
    stack_.pop_back();
    if (!state.goals.empty())
      advance(std::move(state));
    else if (holds(state, values))
      return values;
  }
  return {};
}

} // namespace

Answer Inversion::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "inversion");
  std::vector<std::uint64_t> values = Search(slice).run();
  if (values.empty())
    return next_.solve(slice);
  return meter_.answered("inversion", slice.solution(std::move(values)));
}

} // namespace solver
