// The second variable is found by secants from where it was for the value before, so that it takes
// one or two steps each time.
#include "solver/search/scan.h"

#include "solver/search/equations.h"

#include <cmath>

namespace solver::search {

namespace {

constexpr unsigned mostPairs = 12;
constexpr unsigned mostSteps = 4;

class Scan {
public:
  Scan(Problem &problem, Point &point, std::uint32_t comparison)
      : problem_(problem), point_(point), comparison_(comparison), trial_(point.values) {}

  /// True if a solution was found.
  bool run(const Variable &counted, const Variable &solved, std::uint64_t range) {
    trial_ = point_.values;
    for (std::uint64_t i = 0; i < range && !problem_.isOver(); ++i) {
      const auto number = static_cast<std::int64_t>(i / 2);
      counted.setReal(trial_, static_cast<double>(i % 2 ? -number - 1 : number));
      if (solve(solved))
        return true;
    }
    return false;
  }

private:
  bool solve(const Variable &solved) {
    for (unsigned step = 0; step < mostSteps; ++step) {
      if (problem_.cost(trial_).steps == 0) {
        point_ = {trial_, {}};
        return true;
      }
      const double off = problem_.fitness.excess(comparison_);
      const double x = solved.real(trial_);
      solved.setReal(trial_, x + 1);
      problem_.cost(trial_);
      const double slope = problem_.fitness.excess(comparison_) - off;
      const double next = std::round(x - off / slope);
      const bool hasNext = off != 0 && slope != 0 && std::abs(next) < 9e18;
      solved.setReal(trial_, hasNext ? next : x);
      if (!hasNext || next == x)
        return false;
    }
    return false;
  }

  Problem &problem_;
  Point &point_;
  std::uint32_t comparison_;
  Values trial_;
};

} // namespace

bool scan(Problem &problem, Point &point, std::uint64_t range) {
  problem.cost(point.values);
  problem.markWhatMatters();
  std::vector<Equation> equations;
  addFailing(problem.fitness, equations, 1);
  if (equations.empty())
    return false;
  std::vector<const Variable *> integers;
  for (const Variable &variable : problem.variables)
    if (!variable.isNumber() && variable.width() > 8 && problem.matters(variable))
      integers.push_back(&variable);
  unsigned pairs = 0;
  Scan scan(problem, point, equations.front().comparison);
  for (const Variable *counted : integers)
    for (const Variable *solved : integers)
      if ((counted != solved || integers.size() == 1) && pairs++ < mostPairs)
        if (scan.run(*counted, *solved, range))
          return true;
  return false;
}

} // namespace solver::search
