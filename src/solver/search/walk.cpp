#include "solver/search/walk.h"

#include "solver/search/equations.h"
#include "solver/search/linear.h"

#include <algorithm>
#include <cmath>

namespace solver::search {

namespace {

constexpr std::size_t mostVariables = 32; // whose slopes are looked at
constexpr std::size_t mostAlone = 12;     // that are tried alone
constexpr unsigned rest = 3;              // steps that a condition which was stepped towards waits

class Walk {
public:
  Walk(Problem &problem, Point &best)
      : problem_(problem), fitness_(problem.fitness), best_(best), at_(best.values),
        isLinear_(linearTerms(problem.slice.tape)), waits_(fitness_.conditions()) {}

  void run(unsigned steps) {
    for (now_ = 0; now_ < steps && !best_.isSolution() && !problem_.isOver(); ++now_)
      step();
  }

private:
  struct Slope {
    const Variable *variable;
    double x, slope; // and how fast the equation changes with it
  };
  struct Wall { // a linear condition that holds
    std::size_t condition;
    std::uint32_t comparison;
    double excess;
  };

  void step() {
    problem_.cost(at_);
    const std::size_t chosen = choose();
    if (chosen == fitness_.conditions())
      return leap();
    waits_[chosen] = now_ + rest;
    const std::uint32_t comparison = fitness_.comparisonIn(chosen);
    const double off = fitness_.excess(comparison);
    findWalls();
    findSlopes({comparison, 0}, off);
    if (slopes_.empty())
      return leap();
    // Past the goal by little or much: an inequality has room behind it.
    const double reach = problem_.rng.oneIn(2) ? 1 + 1e-9 : 1 + 0.5 * random();
    next_ = {};
    next_.cost.steps = 1e9;
    tryTogether(off * reach);
    for (std::size_t i = 0; i < std::min(slopes_.size(), mostAlone); ++i)
      tryAlone(slopes_[i], off * reach);
    if (next_.values.empty())
      return leap();
    at_ = next_.values;
    if (next_.cost.steps < best_.cost.steps)
      best_ = next_;
  }

  double random() { return static_cast<double>(problem_.rng.next() >> 11) * 0x1p-53; }

  /// A condition that fails, has waited longest, and says by how much it fails; none: the number of
  /// conditions. For the values evaluated last.
  std::size_t choose() {
    std::size_t chosen = fitness_.conditions(), candidates = 0;
    for (std::size_t i = 0; i < fitness_.conditions(); ++i) {
      if (fitness_.holds(i))
        continue;
      const std::uint32_t comparison = fitness_.comparisonIn(i);
      if (comparison == Tape::none || !std::isfinite(fitness_.excess(comparison)) ||
          fitness_.excess(comparison) == 0)
        continue;
      const unsigned least = chosen == fitness_.conditions() ? ~0u : waits_[chosen];
      if (waits_[i] < least) {
        chosen = i;
        candidates = 1;
      } else if (waits_[i] == least && problem_.rng.oneIn(++candidates)) {
        chosen = i;
      }
    }
    return chosen;
  }

  void findWalls() {
    walls_.clear();
    for (std::size_t i = 0; i < fitness_.conditions(); ++i) {
      const std::uint32_t comparison = fitness_.comparisonIn(i);
      if (!fitness_.holds(i) || comparison == Tape::none)
        continue;
      const Tape::Node &node = fitness_.tape()[comparison];
      const double excess = fitness_.excess(comparison);
      if (isLinear_[node.a] && isLinear_[node.b] && std::isfinite(excess) && excess != 0)
        walls_.push_back({i, comparison, excess});
    }
  }

  void findSlopes(const Equation &equation, double off) {
    slopes_.clear();
    problem_.markWhatMatters();
    for (const Variable &variable : problem_.variables) {
      const double x = variable.real(at_);
      if (slopes_.size() == mostVariables || !problem_.matters(variable) || !std::isfinite(x))
        continue;
      const double slope = slopes(problem_, {equation}, {off}, variable, at_).front();
      if (slope != 0)
        slopes_.push_back({&variable, x, slope});
    }
    std::sort(slopes_.begin(), slopes_.end(), [](const Slope &a, const Slope &b) {
      return std::abs(a.slope) * scaleOf(a.x) > std::abs(b.slope) * scaleOf(b.x);
    });
  }

  void tryTogether(double off) {
    double squares = 0;
    for (const Slope &each : slopes_)
      squares += each.slope * scaleOf(each.x) * each.slope * scaleOf(each.x);
    std::vector<double> steps;
    for (const Slope &each : slopes_)
      steps.push_back(-off * each.slope * scaleOf(each.x) * scaleOf(each.x) / squares);
    tryStep(slopes_, steps);
  }

  void tryAlone(const Slope &slope, double off) { tryStep({slope}, {-off / slope.slope}); }

  void tryStep(const std::vector<Slope> &along, const std::vector<double> &steps) {
    double share = 1;
    for (int round = 0; round < 2 && share > 0; ++round) {
      Values values = at_;
      for (std::size_t i = 0; i < along.size(); ++i) {
        const double there = along[i].x + share * steps[i];
        if (!std::isfinite(there))
          return;
        along[i].variable->setReal(values, there);
      }
      if (values == at_ || problem_.isOver())
        return;
      const Distance cost = problem_.cost(values);
      if (cost.steps < next_.cost.steps)
        next_ = {values, cost};
      share = shareUpToWalls();
      if (share == 1)
        return;
    }
  }

  /// The part of a step that the linear conditions allow, for the values evaluated last.
  double shareUpToWalls() const {
    double share = 1;
    for (const Wall &wall : walls_) {
      if (fitness_.holds(wall.condition))
        continue;
      const double there = fitness_.excess(wall.comparison);
      const double part = wall.excess / (wall.excess - there);
      share = std::min(share, std::isfinite(part) ? std::max(part * (1 - 1e-9), 0.0) : 0);
    }
    return share;
  }

  /// Somewhere else in one variable.
  void leap() {
    const Values elsewhere = scattered(problem_);
    const Variable &variable = problem_.variables[problem_.rng.below(problem_.variables.size())];
    variable.set(at_, variable.bits(elsewhere));
  }

  Problem &problem_;
  Fitness &fitness_;
  Point &best_;
  Values at_;
  std::vector<bool> isLinear_;  // by position
  std::vector<unsigned> waits_; // by condition: the step until which it waits
  unsigned now_ = 0;
  std::vector<Wall> walls_;
  std::vector<Slope> slopes_; // the steepest first
  Point next_;
};

} // namespace

void walk(Problem &problem, Point &best, unsigned steps) { Walk(problem, best).run(steps); }

} // namespace solver::search
