// Levenberg and Marquardt's method in the space of equations: of the steps that would make all of
// them true the shortest one is taken, each variable measured by its own size; there may be more
// variables than equations or fewer. Halfway an equation that holds may not, so only where the
// steps lead to counts; what fails on the way becomes an equation too.
#include "solver/search/newton.h"

#include "solver/search/equations.h"

#include <algorithm>
#include <cmath>

namespace solver::search {

namespace {

constexpr std::size_t mostEquations = 16, mostVariables = 32;
constexpr unsigned mostSteps = 24;
constexpr double beyond = 1e-3; // how far an inequality is overshot, in parts of the way to it

using Matrix = std::vector<std::vector<double>>; // by rows

/// Solves `rows` * x = right by elimination. Empty if that gives no numbers.
std::vector<double> solution(Matrix rows, std::vector<double> right) {
  const std::size_t n = right.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t j = i + 1; j < n; ++j)
      if (std::abs(rows[j][i]) > std::abs(rows[pivot][i]))
        pivot = j;
    std::swap(rows[i], rows[pivot]);
    std::swap(right[i], right[pivot]);
    for (std::size_t j = i + 1; j < n; ++j) {
      const double factor = rows[j][i] / rows[i][i];
      for (std::size_t k = i; k < n; ++k)
        rows[j][k] -= factor * rows[i][k];
      right[j] -= factor * right[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k)
      right[i] -= rows[i][k] * right[k];
    right[i] /= rows[i][i];
    if (!std::isfinite(right[i]))
      return {};
  }
  return right;
}

class Newton {
public:
  Newton(Problem &problem, Point &point) : problem_(problem), best_(point), values_(point.values) {}

  bool run() {
    const double before = best_.cost.steps;
    problem_.cost(values_);
    addFailing(problem_.fitness, equations_, mostEquations);
    addKept(problem_.fitness, equations_, mostEquations);
    for (unsigned i = 0; i < mostSteps && !isDone() && !equations_.empty(); ++i)
      if (!step())
        break;
    return best_.cost.steps < before;
  }

private:
  bool isDone() const { return best_.isSolution() || problem_.isOver(); }

  /// For the values evaluated last.
  std::vector<double> residuals() const {
    std::vector<double> found;
    for (const Equation &equation : equations_) {
      const double off = residual(problem_.fitness, equation);
      found.push_back(equation.wrongSide == 0 ? off : off * (1 + beyond));
    }
    return found;
  }

  /// One line per equation: its slopes along all variables, in their scales.
  Matrix jacobian(const std::vector<double> &off) {
    Matrix lines(equations_.size());
    moved_.clear();
    for (const Variable &variable : problem_.variables) {
      if (moved_.size() == mostVariables)
        break;
      const double x = variable.real(values_);
      if (!std::isfinite(x))
        continue;
      moved_.push_back(&variable);
      const std::vector<double> column = slopes(problem_, equations_, off, variable, values_);
      for (std::size_t i = 0; i < lines.size(); ++i)
        lines[i].push_back(column[i] * scaleOf(x));
    }
    return lines;
  }

  /// The next values with so much damping, by lines of length one.
  Values stepped(const Matrix &lines, const std::vector<double> &off, double damping) const {
    const std::size_t n = lines.size();
    Matrix products(n, std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < lines[i].size(); ++k)
          products[i][j] += lines[i][k] * lines[j][k];
      products[i][i] += damping;
    }
    const std::vector<double> weights = solution(std::move(products), off);
    Values next = values_;
    for (std::size_t k = 0; k < moved_.size() && !weights.empty(); ++k) {
      double step = 0;
      for (std::size_t i = 0; i < n; ++i)
        step += lines[i][k] * weights[i];
      const double x = moved_[k]->real(values_), there = x - step * scaleOf(x);
      if (std::isfinite(there) && there != x)
        moved_[k]->setReal(next, there);
    }
    return next;
  }

  /// Shortens each line to one, and what it is off by likewise. Lines without slopes stay.
  static void normalise(Matrix &lines, std::vector<double> &off) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      double length = 0;
      for (const double slope : lines[i])
        length += slope * slope;
      length = std::sqrt(length);
      if (!(length > 0) || !std::isfinite(length)) {
        std::fill(lines[i].begin(), lines[i].end(), 0);
        off[i] = 0;
        continue;
      }
      for (double &slope : lines[i])
        slope /= length;
      off[i] /= length;
    }
  }

  bool step() {
    problem_.cost(values_);
    std::vector<double> off = residuals();
    const std::vector<double> rawOff = off;
    Matrix lines = jacobian(off);
    normalise(lines, off);
    double merit = 0;
    for (const double part : rawOff)
      merit += std::abs(part);
    for (double damping = 1e-14; damping < 1e3; damping = std::max(damping * 1000, 1e-6)) {
      Values next = stepped(lines, off, damping);
      if (next == values_ || isDone())
        return false;
      const Distance cost = problem_.cost(next);
      if (cost.steps < best_.cost.steps)
        best_ = {next, cost};
      double now = 0;
      for (const double part : residuals())
        now += std::abs(part);
      if (now < merit || (damping < 1e-9 && now < 4 * merit)) {
        addFailing(problem_.fitness, equations_, mostEquations);
        values_ = std::move(next);
        return true;
      }
    }
    return false;
  }

  Problem &problem_;
  Point &best_;
  Values values_;
  std::vector<Equation> equations_;
  std::vector<const Variable *> moved_;
};

} // namespace

bool stepTogether(Problem &problem, Point &point) { return Newton(problem, point).run(); }

} // namespace solver::search
