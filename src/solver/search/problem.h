#pragma once

#include "solver/search/fitness.h"
#include "solver/search/variables.h"
#include "support/rng.h"

namespace solver::search {

/// Values, and how far they are from a solution.
struct Point {
  Values values;
  Distance cost;

  bool isSolution() const { return cost.steps == 0; }
};

/// One query as the ways to search see it: its fitness, its variables, and how much may still be
/// computed.
class Problem {
public:
  /// `work`: how much may be computed (Fitness::work).
  Problem(Slice &slice, FitnessCompiler &compiler, std::uint64_t work, std::uint64_t seed);

  Distance cost(const Values &values) { return fitness(values); }
  Point pointAt(Values values);
  bool isOver() const { return fitness.work() > end_; }
  /// Does a variable take part in a condition that is false, for the values evaluated last?
  void markWhatMatters();
  bool matters(const Variable &variable) const;

  Slice &slice;
  Fitness fitness;
  std::vector<Variable> variables;
  std::vector<double> numbers;         // constants of the conditions, and a few that always matter
  std::vector<std::uint64_t> integers; // the same
  support::Rng rng;

private:
  void collectConstants();
  void collectExtended();

  std::uint64_t end_;
  std::vector<bool> matters_; // by place in the tape's inputs
};

/// Another point to start from: some variables stay as they are in the run, some get a constant,
/// some anything.
Values scattered(Problem &problem);

} // namespace solver::search
