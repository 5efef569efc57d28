// A variable is an input, or inputs that are the bytes of one number. Each step tries many values
// for one variable: numbers that stand in the conditions, neighbours at every distance in the order
// of all numbers, sums and multiples, and where a straight line through two points would meet the
// goal (the secant method, which is what finds roots). The best one is taken, and taken again with
// twice the step as long as that helps. Where no variable gets any further alone, all of them take
// one step together (Gauss and Newton's), which is what finds its way along two equations. After
// that the walk starts anew from values picked at random; the generator of those is seeded alike
// for every question.
#include "solver/floating_search.h"

#include "expr/floating.h"
#include "solver/floating_distance.h"
#include "support/rng.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace solver {

using expr::maskOf;
using expr::Operation;

namespace {

constexpr std::uint64_t mostWork = 1'000'000; // terms computed
constexpr std::size_t mostVariables = 64;
constexpr std::size_t mostConstants = 48;
constexpr std::size_t mostJoint = 8; // equations, and numbers, of a step together

/// Part of a variable: a whole input.
struct Piece {
  std::uint32_t input = 0; // place in the tape's inputs
  unsigned low = 0;        // where in the variable
};

struct Variable {
  bool isNumber = false; // of floating point
  unsigned width = 0;
  std::vector<Piece> pieces;
};

using Values = std::vector<std::uint64_t>; // by place in the tape's inputs

/// Finds what may vary, and what it is.
class Variables {
public:
  explicit Variables(const Tape &tape) : tape_(tape), taken_(tape.inputs().size()) {}

  std::vector<Variable> find() {
    for (std::uint32_t i = 0; i < tape_.size(); ++i)
      if (expr::isFloating(tape_[i].operation))
        for (const std::uint32_t operand : {tape_[i].a, tape_[i].b, tape_[i].c})
          if (operand != Tape::none && readsNumber(tape_[i].operation))
            addNumber(operand);
    for (std::uint32_t i = 0; i < tape_.inputs().size(); ++i)
      if (!taken_[i])
        found_.push_back({false, tape_.inputs()[i].width, {{i, 0}}});
    return std::move(found_);
  }

private:
  static bool readsNumber(Operation operation) {
    return operation != Operation::IntToF && operation != Operation::UIntToF;
  }

  /// The operand of an operation on numbers: through what changes the sign or picks one.
  void addNumber(std::uint32_t position) {
    for (;;) {
      const Tape::Node &node = tape_[position];
      const bool changesBits = node.operation == Operation::Xor ||
                               node.operation == Operation::And || node.operation == Operation::Or;
      if (changesBits && tape_[node.b].operation == Operation::Constant)
        position = node.a;
      else if (node.operation == Operation::ZeroExtend && // all bits but the sign
               tape_[node.a].operation == Operation::Extract && tape_[node.a].extra == 0)
        position = tape_[node.a].a;
      else
        break;
    }
    Variable variable{true, tape_[position].width, {}};
    if (isMadeOfInputs(position, 0, variable) && !variable.pieces.empty())
      found_.push_back(std::move(variable));
    else
      return;
    for (const Piece &piece : found_.back().pieces)
      taken_[piece.input] = true;
  }

  bool isMadeOfInputs(std::uint32_t position, unsigned low, Variable &variable) const {
    const Tape::Node &node = tape_[position];
    if (node.operation == Operation::Concat)
      return isMadeOfInputs(node.b, low, variable) &&
             isMadeOfInputs(node.a, low + tape_[node.b].width, variable);
    if (node.operation != Operation::Input || taken_[node.input])
      return false;
    variable.pieces.push_back({node.input, low});
    return true;
  }

  const Tape &tape_;
  std::vector<bool> taken_;
  std::vector<Variable> found_;
};

/// The steps x for which the sums of slopes[i] * x[i] come nearest to `wanted`, by the equations of
/// Gauss; a trace of damping keeps them solvable. Empty if that gives no numbers.
std::vector<double> leastSquares(const std::vector<std::vector<double>> &slopes,
                                 const std::vector<double> &wanted) {
  const std::size_t n = slopes.size();
  const auto product = [](const std::vector<double> &a, const std::vector<double> &b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      sum += a[i] * b[i];
    return sum;
  };
  std::vector<std::vector<double>> rows(n, std::vector<double>(n + 1));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      rows[i][j] = product(slopes[i], slopes[j]);
    rows[i][i] += rows[i][i] * 1e-12 + 1e-30;
    rows[i][n] = product(slopes[i], wanted);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto pivot = std::max_element(
        rows.begin() + static_cast<std::ptrdiff_t>(i), rows.end(),
        [&](const auto &a, const auto &b) { return std::abs(a[i]) < std::abs(b[i]); });
    std::swap(rows[i], *pivot);
    for (std::size_t j = 0; j < n; ++j)
      if (j != i) {
        const double factor = rows[j][i] / rows[i][i];
        for (std::size_t k = i; k <= n; ++k)
          rows[j][k] -= factor * rows[i][k];
      }
  }
  std::vector<double> steps;
  for (std::size_t i = 0; i < n; ++i) {
    steps.push_back(rows[i][n] / rows[i][i]);
    if (!std::isfinite(steps.back()))
      return {};
  }
  return steps;
}

class Walk {
public:
  explicit Walk(Slice &slice)
      : slice_(slice), tape_(slice.tape), variables_(Variables(tape_).find()), rng_(1) {}

  /// Values that hold, or none.
  std::optional<Values> run();

private:
  struct Move {
    std::uint64_t bits = 0;
    std::int64_t step = 0; // from the value before, in order; 0: a leap
  };

  void collectConstants();
  double cost(const Values &values);
  bool isOver() const { return tape_.work() > end_; }
  std::uint64_t bitsOf(const Variable &variable, const Values &values) const;
  void set(const Variable &variable, Values &values, std::uint64_t bits) const;
  bool mattersNow(const Variable &variable) const;
  void markWhatMatters();

  void addLeaps(const Variable &variable, std::uint64_t now);
  void addSteps(const Variable &variable, std::uint64_t now);
  void addSecants(const Variable &variable, std::uint64_t now);
  std::optional<std::uint64_t> moved(const Variable &variable, std::uint64_t from,
                                     std::int64_t step) const;
  bool improve(const Variable &variable);
  void accelerate(const Variable &variable, std::int64_t step);
  std::vector<std::uint32_t> equations() const;
  bool stepTogether(const std::vector<std::uint32_t> &goals, Values &values);
  bool improveTogether();
  void descend();
  void scatter();

  Slice &slice_;
  Tape &tape_;
  std::vector<Variable> variables_;
  support::Rng rng_;
  std::uint64_t end_ = 0;
  std::vector<double> numbers_;         // constants of the conditions
  std::vector<std::uint64_t> integers_; // the same
  std::vector<bool> matters_;           // by input: below a condition that is false
  Values values_;
  double cost_ = 0;
  std::vector<Move> moves_;
};

void Walk::collectConstants() {
  for (std::uint32_t i = 0; i < tape_.size(); ++i) {
    const Tape::Node &node = tape_[i];
    for (const std::uint32_t operand : {node.a, node.b, node.c}) {
      if (operand == Tape::none || tape_[operand].operation != Operation::Constant)
        continue;
      const unsigned width = tape_[operand].width;
      const std::uint64_t value = tape_.value(operand);
      const bool isNumber = expr::isFloating(node.operation) && (width == 32 || width == 64);
      if (isNumber && numbers_.size() < mostConstants)
        numbers_.push_back(numberOf(value, width));
      else if (!isNumber && width > 1 && integers_.size() < mostConstants)
        integers_.push_back(value);
    }
  }
  for (const std::uint64_t value : integers_)
    if (numbers_.size() < mostConstants)
      numbers_.push_back(static_cast<double>(static_cast<std::int64_t>(value)));
  for (const double value :
       {0.0, 1.0, HUGE_VAL, static_cast<double>(NAN), 5e-324, std::numeric_limits<double>::max()})
    numbers_.push_back(value);
  for (const std::uint64_t value : {0, 1, -1})
    integers_.push_back(value);
}

double Walk::cost(const Values &values) {
  tape_.evaluate(values);
  double sum = 0;
  for (std::size_t i = 0; i < slice_.conditions.size(); ++i)
    sum += distance(tape_, tape_.root(i));
  return sum;
}

std::uint64_t Walk::bitsOf(const Variable &variable, const Values &values) const {
  std::uint64_t bits = 0;
  for (const Piece &piece : variable.pieces)
    bits |= values[piece.input] << piece.low;
  return bits;
}

void Walk::set(const Variable &variable, Values &values, std::uint64_t bits) const {
  for (const Piece &piece : variable.pieces)
    values[piece.input] = bits >> piece.low & maskOf(tape_.inputs()[piece.input].width);
}

/// For the values that the tape holds.
void Walk::markWhatMatters() {
  matters_.assign(tape_.inputs().size(), false);
  std::vector<bool> below(tape_.size());
  for (std::size_t i = 0; i < slice_.conditions.size(); ++i)
    below[tape_.root(i)] = tape_.value(tape_.root(i)) == 0;
  for (auto i = static_cast<std::uint32_t>(tape_.size()); i-- > 0;) {
    if (!below[i])
      continue;
    for (const std::uint32_t operand : {tape_[i].a, tape_[i].b, tape_[i].c})
      if (operand != Tape::none)
        below[operand] = true;
    if (tape_[i].input != Tape::none)
      matters_[tape_[i].input] = true;
  }
}

bool Walk::mattersNow(const Variable &variable) const {
  return std::any_of(variable.pieces.begin(), variable.pieces.end(),
                     [&](const Piece &piece) { return matters_[piece.input]; });
}

void Walk::addLeaps(const Variable &variable, std::uint64_t now) {
  const unsigned width = variable.width;
  if (!variable.isNumber) {
    for (const std::uint64_t value : integers_)
      for (const std::uint64_t near : {value, value + 1, value - 1, 0 - value})
        moves_.push_back({near & maskOf(width), 0});
    moves_.push_back({~now & maskOf(width), 0});
    return;
  }
  const auto leap = [&](double number) { moves_.push_back({solver::bitsOf(number, width), 0}); };
  const double x = numberOf(now, width);
  for (const double number : numbers_)
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
std::optional<std::uint64_t> Walk::moved(const Variable &variable, std::uint64_t from,
                                         std::int64_t step) const {
  const unsigned width = variable.width;
  if (!variable.isNumber)
    return (from + static_cast<std::uint64_t>(step)) & maskOf(width);
  const std::int64_t last = orderOf(solver::bitsOf(HUGE_VAL, width), width);
  std::int64_t order = 0;
  if (expr::isNan(from, width) || __builtin_add_overflow(orderOf(from, width), step, &order) ||
      order > last || order < -last)
    return {};
  return bitsAt(order, width);
}

void Walk::addSteps(const Variable &variable, std::uint64_t now) {
  for (unsigned power = 0; power + 1 < variable.width;
       power += variable.isNumber && power > 3 ? 4 : 1)
    for (const std::int64_t step : {std::int64_t{1} << power, -(std::int64_t{1} << power)})
      if (const auto bits = moved(variable, now, step))
        moves_.push_back({*bits, step});
}

/// Where the two sides of the first comparisons that fail would meet if they were straight lines.
void Walk::addSecants(const Variable &variable, std::uint64_t now) {
  constexpr unsigned mostRoots = 4, mostRounds = 8;
  const auto toNumber = [&](std::uint64_t bits) {
    return variable.isNumber ? numberOf(bits, variable.width)
                             : static_cast<double>(expr::signedValue(bits, variable.width));
  };
  const auto toBits = [&](double number) -> std::uint64_t {
    if (variable.isNumber)
      return solver::bitsOf(number, variable.width);
    return std::abs(number) < 9e18
               ? static_cast<std::uint64_t>(std::llround(number)) & maskOf(variable.width)
               : 0;
  };
  const double x0 = toNumber(now);
  if (!std::isfinite(x0))
    return;
  Values trial = values_;
  tape_.evaluate(trial);
  std::vector<std::pair<std::uint32_t, double>> failing; // with what they are off by
  for (std::size_t i = 0; i < slice_.conditions.size() && failing.size() < mostRoots; ++i)
    if (tape_.value(tape_.root(i)) == 0)
      if (const std::uint32_t comparison = comparisonIn(tape_, tape_.root(i));
          comparison != Tape::none)
        failing.emplace_back(comparison, excess(tape_, comparison));
  for (const auto &[comparison, off] : failing) {
    double x = x0, y = off, width = variable.isNumber ? std::max(std::abs(x0) * 1e-4, 1e-3) : 1;
    for (unsigned round = 0; round < mostRounds && std::isfinite(y) && y != 0; ++round) {
      set(variable, trial, toBits(x + width));
      tape_.evaluate(trial);
      const double slope = (excess(tape_, comparison) - y) / width;
      const double next = x - y / slope;
      if (!std::isfinite(next) || next == x)
        break;
      const std::uint64_t bits = toBits(next);
      moves_.push_back({bits, 0});
      set(variable, trial, bits);
      tape_.evaluate(trial);
      y = excess(tape_, comparison);
      width = variable.isNumber ? std::max(std::abs(next - x) * 1e-3, std::abs(next) * 1e-9) : 1;
      x = toNumber(bits);
    }
  }
}

void Walk::accelerate(const Variable &variable, std::int64_t step) {
  Values trial = values_;
  while (cost_ > 0 && !isOver() && !__builtin_mul_overflow(step, std::int64_t{2}, &step)) {
    const auto bits = moved(variable, bitsOf(variable, values_), step);
    if (!bits)
      return;
    set(variable, trial, *bits);
    const double now = cost(trial);
    if (now >= cost_)
      return;
    cost_ = now;
    values_ = trial;
  }
}

/// One step, the best there is.
bool Walk::improve(const Variable &variable) {
  const std::uint64_t now = bitsOf(variable, values_);
  moves_.clear();
  addSecants(variable, now);
  addLeaps(variable, now);
  addSteps(variable, now);
  Values trial = values_;
  const Move *best = nullptr;
  double least = cost_;
  for (const Move &move : moves_) {
    if (isOver() || least == 0)
      break;
    if (move.bits == now)
      continue;
    set(variable, trial, move.bits);
    if (const double here = cost(trial); here < least) {
      least = here;
      best = &move;
    }
  }
  if (!best)
    return false;
  set(variable, values_, best->bits);
  cost_ = least;
  if (best->step != 0)
    accelerate(variable, best->step);
  return true;
}

/// What fails, and what must stay equal, as comparisons. For the values that the tape holds.
std::vector<std::uint32_t> Walk::equations() const {
  std::vector<std::uint32_t> found;
  for (std::size_t i = 0; i < slice_.conditions.size() && found.size() < mostJoint; ++i) {
    const std::uint32_t comparison = comparisonIn(tape_, tape_.root(i));
    if (comparison == Tape::none)
      continue;
    const Operation operation = tape_[comparison].operation;
    const bool isEquality = operation == Operation::FEqual || operation == Operation::Equal;
    if (tape_.value(tape_.root(i)) == 0 || isEquality)
      found.push_back(comparison);
  }
  return found;
}

/// All numbers one step further, by how fast each side of each equation changes with each.
bool Walk::stepTogether(const std::vector<std::uint32_t> &goals, Values &values) {
  tape_.evaluate(values);
  std::vector<double> off;
  for (const std::uint32_t goal : goals)
    off.push_back(excess(tape_, goal));
  std::vector<const Variable *> numbers;
  std::vector<std::vector<double>> slopes; // by variable, then by equation
  for (const Variable &variable : variables_) {
    if (!variable.isNumber || numbers.size() == mostJoint)
      continue;
    const double x = numberOf(bitsOf(variable, values), variable.width);
    const double step = std::max(std::abs(x) * 1e-6, 1e-6);
    Values trial = values;
    set(variable, trial, solver::bitsOf(x + step, variable.width));
    tape_.evaluate(trial);
    std::vector<double> slope;
    for (std::size_t i = 0; i < goals.size(); ++i)
      slope.push_back((excess(tape_, goals[i]) - off[i]) / step);
    numbers.push_back(&variable);
    slopes.push_back(std::move(slope));
  }
  const std::vector<double> steps = leastSquares(slopes, off);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double x = numberOf(bitsOf(*numbers[i], values), numbers[i]->width);
    set(*numbers[i], values, solver::bitsOf(x - steps[i], numbers[i]->width));
  }
  return !steps.empty();
}

/// Halfway an equation that holds may not, so only where the steps lead to counts.
bool Walk::improveTogether() {
  constexpr unsigned mostSteps = 12;
  tape_.evaluate(values_);
  const std::vector<std::uint32_t> goals = equations();
  const double costBefore = cost_;
  Values trial = values_;
  for (unsigned i = 0; i < mostSteps && cost_ > 0 && !isOver() && stepTogether(goals, trial); ++i)
    if (const double now = cost(trial); now < cost_) {
      cost_ = now;
      values_ = trial;
    }
  return cost_ < costBefore;
}

void Walk::descend() {
  cost_ = cost(values_);
  for (bool better = true; better && cost_ > 0 && !isOver();) {
    better = false;
    tape_.evaluate(values_);
    markWhatMatters();
    std::size_t tried = 0;
    for (const Variable &variable : variables_)
      if (cost_ > 0 && !isOver() && mattersNow(variable) && tried++ < mostVariables)
        better = improve(variable) || better;
    if (!better && cost_ > 0)
      better = improveTogether();
  }
}

/// Another point to start from: some variables stay, some get a constant, some anything.
void Walk::scatter() {
  values_ = slice_.start;
  for (const Variable &variable : variables_) {
    const std::uint64_t kind = rng_.below(4);
    if (kind == 0)
      continue;
    std::uint64_t bits = 0;
    if (variable.isNumber) {
      const double size =
          std::ldexp(1 + static_cast<double>(rng_.below(1 << 20)) * 0x1p-20,
                     static_cast<int>(rng_.below(kind == 3 ? 120 : 16)) - (kind == 3 ? 60 : 4));
      const double picked = kind == 1 ? numbers_[rng_.below(numbers_.size())] : size;
      bits = solver::bitsOf(rng_.oneIn(2) ? -picked : picked, variable.width);
    } else {
      bits = (kind == 1   ? integers_[rng_.below(integers_.size())]
              : kind == 2 ? rng_.below(256)
                          : rng_.next()) &
             maskOf(variable.width);
    }
    set(variable, values_, bits);
  }
}

std::optional<Values> Walk::run() {
  end_ = tape_.work() + mostWork;
  tape_.evaluate(slice_.start);
  collectConstants();
  for (values_ = slice_.start; !isOver(); scatter()) {
    descend();
    if (cost_ == 0 && slice_.holds(values_))
      return values_;
  }
  return {};
}

} // namespace

Answer FloatingSearch::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "search");
  if (slice.tape.hasNumbers())
    if (auto values = Walk(slice).run())
      return meter_.answered("search", slice.solution(std::move(*values)));
  return next_.solve(slice);
}

} // namespace solver
