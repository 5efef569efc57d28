// The alternating variable method. Each step tries many values for one variable: numbers that stand
// in the conditions, neighbours at every distance in the order of all numbers, sums and multiples,
// and where a straight line through two points would meet the goal (the secant method, which is
// what finds roots). The best one is taken, and taken again with twice the step as long as that
// helps.
#include "solver/search/descent.h"

#include "expr/floating.h"
#include "solver/search/newton.h"
#include "solver/search/numbers.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace solver::search {

using expr::maskOf;

namespace {

constexpr std::size_t mostVariables = 64;

class Descent {
public:
  Descent(Problem &problem, Point &point) : problem_(problem), point_(point) {}
  void run();

private:
  struct Move {
    std::uint64_t bits = 0;
    std::int64_t step = 0; // from the value before, in order; 0: a leap
  };

  bool isDone() const { return point_.isSolution() || problem_.isOver(); }
  void addLeaps(const Variable &variable, std::uint64_t now);
  void addSteps(const Variable &variable, std::uint64_t now);
  void addSecants(const Variable &variable);
  std::optional<std::uint64_t> moved(const Variable &variable, std::uint64_t from,
                                     std::int64_t step) const;
  bool improve(const Variable &variable);
  void accelerate(const Variable &variable, std::int64_t step);

  Problem &problem_;
  Point &point_;
  std::vector<Move> moves_;
};

void Descent::addLeaps(const Variable &variable, std::uint64_t now) {
  const unsigned width = variable.width();
  if (!variable.isNumber()) {
    for (const std::uint64_t value : problem_.integers)
      for (const std::uint64_t near : {value, value + 1, value - 1, 0 - value})
        moves_.push_back({near & maskOf(width), 0});
    moves_.push_back({~now & maskOf(width), 0});
    return;
  }
  const auto leap = [&](double number) { moves_.push_back({bitsOf(number, width), 0}); };
  const double x = numberOf(now, width);
  for (const double number : problem_.numbers)
    for (const double near : {number, -number})
      leap(near);
  for (const double number :
       {-x, 2 * x, x / 2, 10 * x, x / 10, 1 / x, std::sqrt(std::abs(x)), x * x, std::trunc(x)})
    leap(number);
  for (const double step : {0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 1e4, 1e6})
    for (const double sign : {1.0, -1.0})
      leap(x + sign * step);
}

/// None past the end of the order.
std::optional<std::uint64_t> Descent::moved(const Variable &variable, std::uint64_t from,
                                            std::int64_t step) const {
  const unsigned width = variable.width();
  if (!variable.isNumber())
    return (from + static_cast<std::uint64_t>(step)) & maskOf(width);
  const std::int64_t last = orderOf(bitsOf(HUGE_VAL, width), width);
  std::int64_t order = 0;
  if (expr::isNan(from, width) || __builtin_add_overflow(orderOf(from, width), step, &order) ||
      order > last || order < -last)
    return {};
  return bitsAt(order, width);
}

void Descent::addSteps(const Variable &variable, std::uint64_t now) {
  for (unsigned power = 0; power + 1 < variable.width();
       power += variable.isNumber() && power > 3 ? 4 : 1)
    for (const std::int64_t step : {std::int64_t{1} << power, -(std::int64_t{1} << power)})
      if (const auto bits = moved(variable, now, step))
        moves_.push_back({*bits, step});
}

/// Where the two sides of the first comparisons that fail would meet if they were straight lines.
void Descent::addSecants(const Variable &variable) {
  constexpr unsigned mostRoots = 4, mostRounds = 8;
  Fitness &fitness = problem_.fitness;
  const double x0 = variable.real(point_.values);
  if (!std::isfinite(x0))
    return;
  Values trial = point_.values;
  fitness(trial);
  std::vector<std::pair<std::uint32_t, double>> failing; // with what they are off by
  for (std::size_t i = 0; i < fitness.conditions() && failing.size() < mostRoots; ++i)
    if (!fitness.holds(i))
      if (const std::uint32_t comparison = fitness.comparisonIn(i); comparison != Tape::none)
        failing.emplace_back(comparison, fitness.excess(comparison));
  for (const auto &[comparison, off] : failing) {
    double x = x0, y = off, width = variable.isNumber() ? std::max(std::abs(x0) * 1e-4, 1e-3) : 1;
    for (unsigned round = 0; round < mostRounds && std::isfinite(y) && y != 0; ++round) {
      variable.setReal(trial, x + width);
      fitness(trial);
      const double slope = (fitness.excess(comparison) - y) / width;
      const double next = x - y / slope;
      if (!std::isfinite(next) || next == x)
        break;
      const std::uint64_t bits = variable.bitsNear(next);
      moves_.push_back({bits, 0});
      variable.set(trial, bits);
      fitness(trial);
      y = fitness.excess(comparison);
      width = variable.isNumber() ? std::max(std::abs(next - x) * 1e-3, std::abs(next) * 1e-9) : 1;
      x = variable.real(trial);
    }
  }
}

void Descent::accelerate(const Variable &variable, std::int64_t step) {
  Values trial = point_.values;
  while (!isDone() && !__builtin_mul_overflow(step, std::int64_t{2}, &step)) {
    const auto bits = moved(variable, variable.bits(point_.values), step);
    if (!bits)
      return;
    variable.set(trial, *bits);
    const Distance now = problem_.cost(trial);
    if (now.steps >= point_.cost.steps)
      return;
    point_ = {trial, now};
  }
}

/// One step, the best there is.
bool Descent::improve(const Variable &variable) {
  const std::uint64_t now = variable.bits(point_.values);
  moves_.clear();
  addSecants(variable);
  addLeaps(variable, now);
  addSteps(variable, now);
  Values trial = point_.values;
  const Move *best = nullptr;
  Distance least = point_.cost;
  for (const Move &move : moves_) {
    if (problem_.isOver() || least.steps == 0)
      break;
    if (move.bits == now)
      continue;
    variable.set(trial, move.bits);
    if (const Distance here = problem_.cost(trial); here.steps < least.steps) {
      least = here;
      best = &move;
    }
  }
  if (!best)
    return false;
  variable.set(point_.values, best->bits);
  point_.cost = least;
  if (best->step != 0)
    accelerate(variable, best->step);
  return true;
}

void Descent::run() {
  for (bool better = true; better && !isDone();) {
    better = false;
    problem_.cost(point_.values);
    problem_.markWhatMatters();
    std::size_t tried = 0;
    for (const Variable &variable : problem_.variables)
      if (!isDone() && problem_.matters(variable) && tried++ < mostVariables)
        better = improve(variable) || better;
    if (!better && !isDone())
      better = stepTogether(problem_, point_);
  }
}

} // namespace

void descend(Problem &problem, Point &point) { Descent(problem, point).run(); }

} // namespace solver::search
