#include "solver/intervals/branch_and_prune.h"

#include "expr/floating.h"
#include "solver/intervals/fewer_conditions.h"

#include <algorithm>
#include <cmath>

namespace solver::intervals {

namespace {

constexpr unsigned roundsPerBox = 6;
constexpr double fewBits = 5; // a box of no more points than that is tried point by point
constexpr std::size_t mostSeeds = 4;
constexpr std::size_t mostShaved = 6; // variables
constexpr unsigned pointsPerBox = 4;

std::uint64_t spreadWithSign(const Domain &domain) {
  return static_cast<std::uint64_t>(domain.signedHigh()) -
         static_cast<std::uint64_t>(domain.signedLow());
}
std::uint64_t spreadWithoutSign(const Domain &domain) { return domain.high() - domain.low(); }
/// The order in which an integer's values lie closer together.
bool isSplitBySign(const Domain &domain) {
  return spreadWithSign(domain) < spreadWithoutSign(domain);
}

/// The two halves of a domain; the first one has the lower values.
std::pair<Domain, Domain> halves(const Domain &domain) {
  Domain low = domain, high = domain;
  const unsigned width = domain.width();
  if (domain.isNumber()) {
    const NumberRange &range = domain.number();
    if (range.nan && range.hasNumbers()) {
      low.meetNumbers({-infinity, infinity, false});
      high.meetNumbers(NumberRange::onlyNan());
      return {low, high};
    }
    if (range.hasNumbers() && isBefore(range.low, range.high)) {
      const double half = middle(range.low, range.high, width);
      low.meetNumbers({-infinity, half, false});
      high.meetNumbers({stepped(half, 1, width), infinity, false});
      return {low, high};
    }
  }
  const std::uint64_t without = spreadWithoutSign(domain), with = spreadWithSign(domain);
  if (with < without) {
    const std::int64_t half = domain.signedLow() + static_cast<std::int64_t>(with / 2);
    low.meetSigned(domain.signedLow(), half);
    high.meetSigned(half + 1, domain.signedHigh());
  } else {
    const std::uint64_t half = domain.low() + without / 2;
    low.meetUnsigned(domain.low(), half);
    high.meetUnsigned(half + 1, domain.high());
  }
  return {low, high};
}

/// Takes a slice from an end of a domain that `halves` led to; if that can't be told, nothing.
void takeAway(Domain &domain, const Domain &slice, bool atLow) {
  if (domain.isNumber()) {
    const NumberRange &cut = slice.number();
    if (domain.number().nan || !cut.hasNumbers())
      return;
    domain.meetNumbers(atLow ? NumberRange{stepped(cut.high, 1, domain.width()), infinity, false}
                             : NumberRange{-infinity, stepped(cut.low, -1, domain.width()), false});
  } else if (isSplitBySign(domain)) {
    if (atLow && slice.signedHigh() < domain.signedHigh())
      domain.meetSigned(slice.signedHigh() + 1, domain.signedHigh());
    else if (!atLow && slice.signedLow() > domain.signedLow())
      domain.meetSigned(domain.signedLow(), slice.signedLow() - 1);
  } else {
    if (atLow && slice.high() < domain.high())
      domain.meetUnsigned(slice.high() + 1, domain.high());
    else if (!atLow && slice.low() > domain.low())
      domain.meetUnsigned(domain.low(), slice.low() - 1);
  }
}

/// The value `part` of the way from the lowest to the highest.
std::uint64_t valueAt(const Domain &domain, double part) {
  if (domain.isPoint())
    return domain.value();
  const unsigned width = domain.width();
  if (domain.isNumber() && domain.number().hasNumbers()) {
    const NumberRange &range = domain.number();
    const auto steps = static_cast<double>(stepsBetween(range.low, range.high, width)) * part;
    const double number =
        stepped(range.low, static_cast<std::int64_t>(std::min(steps, 9e18)), width);
    return domain.nearest(bitsOf(lesser(number, range.high), width));
  }
  if (domain.isNumber())
    return domain.nearest(expr::nanOf(width));
  const std::uint64_t without = spreadWithoutSign(domain), with = spreadWithSign(domain);
  const auto steps = static_cast<std::uint64_t>(
      std::min(static_cast<double>(std::min(with, without)) * part, 1.8e19));
  const std::uint64_t base =
      with < without ? static_cast<std::uint64_t>(domain.signedLow()) : domain.low();
  return domain.nearest((base + steps) & expr::maskOf(width));
}

/// Every value of a small domain of numbers or integers.
std::vector<std::uint64_t> valuesOf(const Domain &domain) {
  if (domain.isPoint())
    return {domain.value()};
  std::vector<std::uint64_t> values;
  const unsigned width = domain.width();
  const auto add = [&](std::uint64_t bits) {
    if (domain.contains(bits))
      values.push_back(bits);
  };
  if (domain.isNumber()) {
    const NumberRange &range = domain.number();
    if (range.hasNumbers())
      for (std::uint64_t i = 0; i <= stepsBetween(range.low, range.high, width); ++i)
        add(bitsOf(stepped(range.low, static_cast<std::int64_t>(i), width), width));
    if (range.nan)
      values.push_back(domain.nearest(expr::nanOf(width)));
    return values;
  }
  const std::uint64_t without = spreadWithoutSign(domain), with = spreadWithSign(domain);
  const std::uint64_t base =
      with < without ? static_cast<std::uint64_t>(domain.signedLow()) : domain.low();
  for (std::uint64_t i = 0; i <= std::min(with, without); ++i)
    add((base + i) & expr::maskOf(width));
  return values;
}

/// Which terms reach the conditions on more than one way, by position; bounds by constants don't
/// count. Ranges alone settle what does not.
std::vector<bool> repeatedIn(const Tape &tape) {
  struct Users {
    std::uint32_t count = 0, last = Tape::none;
  };
  std::vector<Users> users(tape.size());
  const auto isConstant = [&](std::uint32_t position) {
    return tape[position].operation == expr::Operation::Constant;
  };
  std::vector<bool> repeated(tape.size());
  for (auto i = static_cast<std::uint32_t>(tape.size()); i-- > 0;) {
    const Tape::Node &node = tape[i];
    repeated[i] = users[i].count > 1 || (users[i].count == 1 && repeated[users[i].last]);
    const bool isBound =
        expr::isComparison(node.operation) && isConstant(node.b) != isConstant(node.a);
    const bool isTruth = node.width == 1 && !expr::isComparison(node.operation);
    for (const std::uint32_t operand : {node.a, node.b, node.c})
      if (operand != Tape::none && !isTruth && users[operand].last != i) {
        users[operand].count += isBound ? 0 : 1;
        users[operand].last = isBound ? users[operand].last : i;
      }
  }
  return repeated;
}

double logSizeOf(const std::vector<Domain> &box) {
  double sum = 0;
  for (const Domain &domain : box)
    sum += domain.logSize();
  return sum;
}

} // namespace

BranchAndPrune::BranchAndPrune(Slice &slice, std::uint64_t mostWork)
    : slice_(slice), contractor_(slice.tape), variables_(variablesOf(slice.tape)),
      point_(slice.start), rng_(1), mostWork_(mostWork) {
  const std::vector<bool> repeated = repeatedIn(slice.tape);
  for (const Variable &variable : variables_) {
    whole_.push_back(contractor_[variable.position]);
    isRepeated_.push_back(repeated[variable.position]);
  }
}

bool BranchAndPrune::contract(Box &box) {
  contractor_.reset();
  for (std::size_t i = 0; i < box.size(); ++i)
    contractor_[variables_[i].position] = box[i];
  if (!contractor_.contract(roundsPerBox))
    return false;
  for (std::size_t i = 0; i < box.size(); ++i)
    box[i] = contractor_[variables_[i].position];
  return true;
}

/// Takes away an eighth at one end of a variable's range if nothing there satisfies the conditions.
/// False: nothing is left at all.
bool BranchAndPrune::shaveEnd(Box &box, std::size_t variable, bool atLow) {
  Domain slice = box[variable], rest = box[variable];
  for (unsigned i = 0; i < 3; ++i) {
    auto [low, high] = halves(slice);
    slice = atLow ? low : high;
  }
  if (slice.isEmpty() || slice.isPoint())
    return true;
  Box part = box;
  part[variable] = slice;
  if (contract(part))
    return true;
  takeAway(rest, slice, atLow);
  if (rest.isEmpty())
    return false;
  box[variable] = rest;
  return contract(box);
}

bool BranchAndPrune::shave(Box &box) {
  for (std::size_t i = 0; i < box.size(); ++i)
    for (const bool atLow : {true, false})
      if (!box[i].isPoint() && contractor_.isUsed(variables_[i].position) &&
          !shaveEnd(box, i, atLow))
        return false;
  return true;
}

bool BranchAndPrune::holds() { return slice_.holds(point_); }

/// The point of a box that is nearest to the run's.
BranchAndPrune::Values BranchAndPrune::nearestIn(const Box &box) const {
  Values values = slice_.start;
  for (std::size_t i = 0; i < box.size(); ++i)
    variables_[i].set(values, box[i].nearest(variables_[i].bitsIn(slice_.start)), slice_.tape);
  return values;
}

bool BranchAndPrune::tryPoints(const Box &box) {
  point_ = nearestIn(box);
  if (holds())
    return true;
  for (unsigned round = 0; round < pointsPerBox; ++round) {
    for (std::size_t i = 0; i < box.size(); ++i) {
      static constexpr double parts[] = {0.5, 0, 1};
      const double part = round == 0   ? 0.5
                          : round == 1 ? parts[rng_.below(3)]
                                       : static_cast<double>(rng_.below(1025)) / 1024;
      variables_[i].set(point_, valueAt(box[i], part), slice_.tape);
    }
    if (holds())
      return true;
  }
  return false;
}

/// Every point of a box that has few. A NaN stands for all NaNs, which may not be true where bits
/// of numbers are looked at.
BranchAndPrune::Verdict BranchAndPrune::tryAll(const Box &box) {
  std::vector<std::vector<std::uint64_t>> values;
  bool isExact = contractor_.hasAllRules(); // then a point that fails is known to fail
  for (const Domain &domain : box) {
    values.push_back(valuesOf(domain));
    if (values.back().empty())
      return Verdict::Empty;
    isExact =
        isExact && (domain.isPoint() || domain.view() != Domain::Both || !domain.number().nan);
  }
  std::vector<std::size_t> place(box.size());
  for (;;) {
    for (std::size_t i = 0; i < box.size(); ++i)
      variables_[i].set(point_, values[i][place[i]], slice_.tape);
    if (holds())
      return Verdict::Found;
    std::size_t i = 0;
    while (i < place.size() && ++place[i] == values[i].size())
      place[i++] = 0;
    if (i == place.size())
      break;
  }
  isExact_ = isExact_ && isExact;
  return Verdict::Empty;
}

BranchAndPrune::Verdict BranchAndPrune::examine(Box &box) {
  const double before = logSizeOf(box);
  if (!contract(box))
    return Verdict::Empty;
  double size = logSizeOf(box);
  if (size > fewBits && before - size < 1 && box.size() <= mostShaved) {
    if (!shave(box))
      return Verdict::Empty;
    size = logSizeOf(box);
  }
  // A proof for some of the conditions can't use that a point fails another.
  if (size <= fewBits && tries_)
    return tryAll(box);
  if (tries_ && tryPoints(box))
    return Verdict::Found;
  return Verdict::Open;
}

/// The variable that has kept the largest part of its range, one that occurs once last.
std::optional<std::size_t> BranchAndPrune::toSplit(const Box &box) const {
  std::optional<std::size_t> best;
  double most = 0;
  for (std::size_t i = 0; i < box.size(); ++i) {
    if (box[i].isPoint() || !contractor_.isUsed(variables_[i].position))
      continue;
    const auto [low, high] = halves(box[i]);
    if (low.isEmpty() && high.isEmpty())
      continue;
    const double part = (box[i].logSize() + 1e-9) / static_cast<double>(variables_[i].width) /
                        (isRepeated_[i] ? 1 : 4);
    const bool cannotShrink = low == box[i] || high == box[i];
    if (!cannotShrink && part > most) {
      most = part;
      best = i;
    }
  }
  return best;
}

/// The half with the run's value, or the one nearer to it, is next.
void BranchAndPrune::split(const Box &box, std::size_t variable) {
  auto [low, high] = halves(box[variable]);
  const std::uint64_t now = variables_[variable].bitsIn(slice_.start);
  const bool lowFirst = low.contains(box[variable].nearest(now));
  for (const Domain *half : {lowFirst ? &high : &low, lowFirst ? &low : &high})
    if (!half->isEmpty()) {
      boxes_.push_back(box);
      boxes_.back()[variable] = *half;
    }
}

BranchAndPrune::Outcome BranchAndPrune::run() {
  start_ = contractor_.work() + slice_.tape.work();
  boxes_.assign(1, whole_);
  Outcome outcome;
  while (!boxes_.empty() && !isOver()) {
    Box box = std::move(boxes_.back());
    boxes_.pop_back();
    const Verdict verdict = examine(box);
    if (verdict == Verdict::Found) {
      outcome.found = point_;
      return outcome;
    }
    if (verdict == Verdict::Empty)
      continue;
    if (const auto variable = toSplit(box))
      split(box, *variable);
    else
      isExact_ = false;
  }
  outcome.isProved = boxes_.empty() && isExact_;
  for (std::size_t i = boxes_.size(); i-- > 0 && outcome.seeds.size() < mostSeeds;)
    outcome.seeds.push_back(nearestIn(boxes_[i]));
  return outcome;
}

bool BranchAndPrune::proves(const std::vector<bool> &conditions, std::uint64_t mostWork) {
  contractor_.require(conditions);
  tries_ = false;
  isExact_ = true;
  mostWork_ = mostWork;
  return run().isProved;
}

std::vector<std::size_t> BranchAndPrune::core() {
  const std::size_t count = slice_.conditions.size();
  const std::uint64_t proof = contractor_.work() + slice_.tape.work() - start_;
  const std::uint64_t end = contractor_.work() + std::max<std::uint64_t>(8 * proof, 20'000);
  const std::vector<bool> kept = withoutSuperfluous(count, [&](const std::vector<bool> &fewer) {
    return contractor_.work() < end && proves(fewer, std::min(2 * proof, end - contractor_.work()));
  });
  contractor_.require(kept);
  return indicesOf(kept);
}

} // namespace solver::intervals
