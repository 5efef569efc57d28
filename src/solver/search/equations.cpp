#include "solver/search/equations.h"

#include <algorithm>
#include <cmath>

namespace solver::search {

using expr::Operation;

namespace {

bool isListed(const std::vector<Equation> &equations, std::uint32_t comparison) {
  return std::any_of(equations.begin(), equations.end(),
                     [&](const Equation &other) { return other.comparison == comparison; });
}

bool isEquality(const Fitness &fitness, std::uint32_t comparison) {
  const Operation operation = fitness.tape()[comparison].operation;
  return operation == Operation::FEqual || operation == Operation::Equal;
}

} // namespace

double residual(const Fitness &fitness, const Equation &equation) {
  const double excess = fitness.excess(equation.comparison);
  return excess * equation.wrongSide < 0 ? 0 : excess;
}

void addFailing(const Fitness &fitness, std::vector<Equation> &equations, std::size_t most) {
  for (std::size_t i = 0; i < fitness.conditions() && equations.size() < most; ++i) {
    if (fitness.holds(i))
      continue;
    const std::uint32_t comparison = fitness.comparisonIn(i);
    if (comparison == Tape::none || isListed(equations, comparison))
      continue;
    const double excess = fitness.excess(comparison);
    if (std::isfinite(excess) && excess != 0)
      equations.push_back(
          {comparison, isEquality(fitness, comparison) ? 0 : std::copysign(1, excess)});
  }
}

void addKept(const Fitness &fitness, std::vector<Equation> &equations, std::size_t most) {
  for (std::size_t i = 0; i < fitness.conditions() && equations.size() < most; ++i) {
    const std::uint32_t comparison = fitness.comparisonIn(i);
    if (fitness.holds(i) && comparison != Tape::none && isEquality(fitness, comparison) &&
        fitness.value(comparison) != 0 && !isListed(equations, comparison))
      equations.push_back({comparison, 0});
  }
}

double scaleOf(double x) { return std::max(std::abs(x), 1.0); }

std::vector<double> slopes(Problem &problem, const std::vector<Equation> &equations,
                           const std::vector<double> &residuals, const Variable &variable,
                           Values &values) {
  const std::uint64_t bits = variable.bits(values);
  const double x = variable.real(values);
  const double share = variable.width() == 32 ? 1e-3 : 1e-7;
  variable.setReal(values, variable.isNumber() ? x + scaleOf(x) * share : x + 1);
  const double step = variable.real(values) - x;
  problem.fitness(values);
  variable.set(values, bits);
  std::vector<double> found;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    const double excess = problem.fitness.excess(equations[i].comparison);
    const double slope = residuals[i] == 0 ? 0 : (excess - residuals[i]) / step;
    found.push_back(std::isfinite(slope) ? slope : 0);
  }
  return found;
}

} // namespace solver::search
