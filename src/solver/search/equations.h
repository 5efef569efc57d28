#pragma once

#include "solver/search/problem.h"

namespace solver::search {

/// A comparison whose two sides shall come together, or be on one side of each other.
struct Equation {
  std::uint32_t comparison = 0;
  double wrongSide = 0; // the sign of the excess that is wrong; 0: every excess is
};

/// By how much an equation is off: 0 if it is an inequality that holds.
double residual(const Fitness &fitness, const Equation &equation);

/// For the values evaluated last: what fails and is not yet listed, up to `most` in all. What fails
/// because two sides are equal has no direction, and is left out.
void addFailing(const Fitness &fitness, std::vector<Equation> &equations, std::size_t most);
/// Equalities that hold and shall stay so.
void addKept(const Fitness &fitness, std::vector<Equation> &equations, std::size_t most);

/// How each residual changes with one variable (forward differences), with `values` as they are
/// now; `residuals` are those at `values`.
std::vector<double> slopes(Problem &problem, const std::vector<Equation> &equations,
                           const std::vector<double> &residuals, const Variable &variable,
                           Values &values);

/// A length by which steps of a variable are measured: its own size, and at least one.
double scaleOf(double x);

} // namespace solver::search
