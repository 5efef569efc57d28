// Whether an equation of numbers can hold to the last bit is a matter of luck at each of its
// solutions. So first the last bits of all variables are shaken; then one variable moves away, the
// others follow by Newton's steps, and luck is tried there.
#include "solver/search/polish.h"

#include "expr/floating.h"
#include "solver/search/newton.h"
#include "solver/search/numbers.h"

#include <cmath>

namespace solver::search {

namespace {

constexpr double nearSteps = 0.3; // 20 bits of each equation at most
constexpr unsigned shakes = 300;  // at one place
constexpr unsigned otherPlaces = 40;

bool isNear(Problem &problem, const Point &point) {
  std::size_t failing = 0;
  problem.cost(point.values);
  for (std::size_t i = 0; i < problem.fitness.conditions(); ++i)
    failing += !problem.fitness.holds(i);
  return point.cost.steps < nearSteps * static_cast<double>(failing);
}

/// Each number by a few places in the order of numbers.
void shake(Problem &problem, Point &point, unsigned tries) {
  const Values middle = point.values;
  for (unsigned i = 0; i < tries && !point.isSolution() && !problem.isOver(); ++i) {
    const std::uint64_t reach = 1 + i / 16;
    Values trial = middle;
    for (const Variable &variable : problem.variables) {
      const std::uint64_t bits = variable.bits(trial);
      if (!variable.isNumber() || !std::isfinite(numberOf(bits, variable.width())))
        continue;
      const auto step = static_cast<std::int64_t>(problem.rng.below(2 * reach + 1) - reach);
      variable.set(trial, bitsAt(orderOf(bits, variable.width()) + step, variable.width()));
    }
    if (const Distance cost = problem.cost(trial); cost.steps < point.cost.steps)
      point = {std::move(trial), cost};
  }
}

} // namespace

void polish(Problem &problem, Point &point) {
  if (point.isSolution() || !isNear(problem, point))
    return;
  shake(problem, point, shakes);
  for (unsigned i = 0; i < otherPlaces && !point.isSolution() && !problem.isOver(); ++i) {
    const Variable &variable = problem.variables[problem.rng.below(problem.variables.size())];
    const double x = variable.real(point.values);
    if (!variable.isNumber() || !std::isfinite(x))
      continue;
    const double part = static_cast<double>(problem.rng.below(2001)) * 1e-3 - 1; // of its size
    const double far = std::ldexp(part, -static_cast<int>(problem.rng.below(12)));
    Values values = point.values;
    variable.setReal(values, x + far * (std::abs(x) + 1e-3));
    Point other = problem.pointAt(std::move(values));
    stepTogether(problem, other);
    if (!other.isSolution() && isNear(problem, other))
      shake(problem, other, shakes / 10);
    if (other.cost.steps < point.cost.steps)
      point = std::move(other);
  }
}

} // namespace solver::search
