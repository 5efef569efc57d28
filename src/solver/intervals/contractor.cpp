#include "solver/intervals/contractor.h"

#include "expr/floating.h"

namespace solver::intervals {

using expr::Operation;

namespace {

constexpr std::uint64_t workOfFunction = 20; // of libm, in rules of other operations

bool readsNumbers(Operation operation) {
  return expr::isFloating(operation) && operation != Operation::IntToF &&
         operation != Operation::UIntToF;
}

Domain::View both(Domain::View a, Domain::View b) { return static_cast<Domain::View>(a | b); }

} // namespace

Contractor::Contractor(const Tape &tape)
    : tape_(tape), linkOf_(tape.size(), Tape::none), used_(tape.size()) {
  findViews();
  for (std::uint32_t i = 0; i < tape.size(); ++i) {
    whole_.emplace_back(tape[i].width, views_[i]);
    if (tape[i].operation == Operation::Constant)
      whole_.back().meetValue(tape.value(i));
    else if (tape[i].operation != Operation::Input)
      addLink(i);
  }
  whole_.emplace_back();
  for (std::size_t i = 0; i < tape.conditionCount(); ++i)
    roots_.push_back(tape.root(i));
  require(std::vector<bool>(roots_.size(), true));
}

/// A term is looked at as its users look at it, and as it was made. What a choice gives is looked
/// at like what it chooses from.
void Contractor::findViews() {
  views_.assign(tape_.size(), static_cast<Domain::View>(0));
  const auto look = [&](std::uint32_t position, Domain::View view) {
    if (position == Tape::none)
      return;
    const bool canBeNumber = tape_[position].width == 32 || tape_[position].width == 64;
    views_[position] = both(views_[position], canBeNumber ? view : Domain::Integer);
  };
  const auto viewOf = [](bool isNumber) { return isNumber ? Domain::Number : Domain::Integer; };
  for (std::uint32_t i = 0; i < tape_.size(); ++i) {
    const Tape::Node &node = tape_[i];
    if (node.a == Tape::none)
      continue;
    if (node.operation == Operation::Choose) {
      look(node.a, Domain::Integer);
      continue;
    }
    look(i, viewOf(expr::givesNumber(node.operation)));
    for (const std::uint32_t operand : {node.a, node.b, node.c})
      look(operand, viewOf(readsNumbers(node.operation)));
  }
  const auto passOn = [&](std::uint32_t i) {
    const Tape::Node &node = tape_[i];
    if (node.operation != Operation::Choose)
      return false;
    const Domain::View view = both(views_[i], both(views_[node.b], views_[node.c]));
    bool changes = false;
    for (const std::uint32_t position : {i, node.b, node.c}) {
      changes = changes || views_[position] != view;
      views_[position] = view;
    }
    return changes;
  };
  for (bool changed = true; changed;) { // up and down, so that chains of choices take few rounds
    changed = false;
    for (std::uint32_t i = 0; i < tape_.size(); ++i)
      changed = passOn(i) || changed;
    for (auto i = static_cast<std::uint32_t>(tape_.size()); i-- > 0;)
      changed = passOn(i) || changed;
  }
  for (Domain::View &view : views_)
    if (view == 0) // a condition that is an input, or a choice of nothing but choices
      view = Domain::Integer;
  for (std::uint32_t i = 0; i < tape_.size(); ++i)
    if (const std::uint32_t x = absoluteOf(i); x != Tape::none && (views_[i] & Domain::Number))
      views_[x] = both(views_[x], Domain::Number);
}

/// What the term at the position is the absolute value of: all bits but the sign.
std::uint32_t Contractor::absoluteOf(std::uint32_t position) const {
  const Tape::Node &node = tape_[position];
  if (node.operation != Operation::ZeroExtend || (node.width != 32 && node.width != 64))
    return Tape::none;
  const Tape::Node &inner = tape_[node.a];
  const bool isAbsolute = inner.operation == Operation::Extract && inner.extra == 0 &&
                          inner.width + 1u == node.width && tape_[inner.a].width == node.width;
  return isAbsolute ? inner.a : Tape::none;
}

void Contractor::addLink(std::uint32_t position) {
  const Tape::Node &node = tape_[position];
  const auto absent = static_cast<std::uint32_t>(tape_.size());
  const auto place = [&](std::uint32_t operand) {
    return operand == Tape::none ? absent : operand;
  };
  Link link{{node.operation, node.width, node.extra, node.a == node.b},
            position,
            place(node.a),
            place(node.b),
            place(node.c)};
  if (views_[position] & Domain::Number)
    link.absoluteOf = absoluteOf(position);
  linkOf_[position] = static_cast<std::uint32_t>(links_.size());
  links_.push_back(link);
}

void Contractor::require(const std::vector<bool> &conditions) {
  work_ += tape_.size() / 4; // what is done here, in rules
  used_.assign(tape_.size(), false);
  roots_.clear();
  for (std::size_t i = 0; i < conditions.size(); ++i)
    if (conditions[i]) {
      roots_.push_back(tape_.root(i));
      used_[roots_.back()] = true;
    }
  functions_ = 0;
  hasAllRules_ = true;
  for (auto i = static_cast<std::uint32_t>(tape_.size()); i-- > 0;) {
    if (!used_[i])
      continue;
    functions_ += tape_[i].operation == Operation::Apply ? 1 : 0;
    hasAllRules_ = hasAllRules_ && (tape_[i].a == Tape::none || hasRule(tape_[i].operation));
    for (const std::uint32_t operand : {tape_[i].a, tape_[i].b, tape_[i].c})
      if (operand != Tape::none)
        used_[operand] = true;
  }
  active_.clear();
  leaves_.clear();
  for (std::uint32_t i = 0; i < tape_.size(); ++i)
    if (used_[i] && linkOf_[i] != Tape::none)
      active_.push_back(linkOf_[i]);
    else if (used_[i] && tape_[i].operation == Operation::Input)
      leaves_.push_back(i);
  reset();
}

void Contractor::reset() { domains_ = whole_; }

/// What `value` is where the condition has an outcome: known more of if the condition compares it,
/// or what it is computed from.
Domain Contractor::assuming(std::uint32_t condition, bool holds, std::uint32_t value) const {
  Domain result = domains_[value];
  const Tape::Node &comparison = tape_[condition];
  if (!expr::isComparison(comparison.operation) || linkOf_[condition] == Tape::none)
    return result;
  Domain outcome(1, Domain::Integer), a = domains_[comparison.a], b = domains_[comparison.b], none;
  outcome.meetValue(holds ? 1 : 0);
  const Shape shape{comparison.operation, 1, comparison.extra, comparison.a == comparison.b};
  backward(shape, outcome, a, b, none);
  if (a.isEmpty() || b.isEmpty()) {
    result.makeEmpty();
    return result;
  }
  const auto known = [&](std::uint32_t position) -> const Domain & {
    return position == comparison.a ? a : position == comparison.b ? b : domains_[position];
  };
  if (value == comparison.a || value == comparison.b) {
    result.meet(known(value));
    return result;
  }
  if (linkOf_[value] == Tape::none)
    return result;
  const Link &link = links_[linkOf_[value]];
  forward(link.shape, result, known(link.a), known(link.b), known(link.c));
  return result;
}

void Contractor::forwardChoice(const Link &link) {
  Domain &condition = domains_[link.a];
  if (condition.isPoint())
    return forward(link.shape, domains_[link.z], condition, domains_[link.b], domains_[link.c]);
  const Domain yes = assuming(link.a, true, link.b), no = assuming(link.a, false, link.c);
  if (yes.isEmpty())
    condition.meetValue(0);
  if (no.isEmpty())
    condition.meetValue(1);
  Domain either = yes;
  either.join(no);
  domains_[link.z].meet(either);
}

bool Contractor::forwardPass() {
  work_ += active_.size() + functions_ * workOfFunction;
  for (const std::uint32_t place : active_) {
    const Link &link = links_[place];
    Domain &z = domains_[link.z];
    if (link.shape.operation == Operation::Choose)
      forwardChoice(link);
    else
      forward(link.shape, z, domains_[link.a], domains_[link.b], domains_[link.c]);
    if (link.absoluteOf != Tape::none && !z.isEmpty())
      forwardAbsolute(z, domains_[link.absoluteOf]);
    if (z.isEmpty())
      return false;
  }
  return true;
}

bool Contractor::backwardPass() {
  work_ += active_.size() + functions_ * workOfFunction;
  for (std::size_t i = active_.size(); i-- > 0;) {
    const Link &link = links_[active_[i]];
    const Domain &z = domains_[link.z];
    if (link.absoluteOf != Tape::none) {
      backwardAbsolute(z, domains_[link.absoluteOf]);
      if (domains_[link.absoluteOf].isEmpty())
        return false;
    }
    backward(link.shape, z, domains_[link.a], domains_[link.b], domains_[link.c]);
    if (domains_[link.a].isEmpty() || domains_[link.b].isEmpty() || domains_[link.c].isEmpty())
      return false;
  }
  return true;
}

double Contractor::size() const {
  double sum = 0;
  for (const std::uint32_t leaf : leaves_)
    sum += domains_[leaf].logSize();
  return sum;
}

bool Contractor::contract(unsigned mostRounds) {
  constexpr double worthwhile = 0.1; // bits, of all inputs together
  for (const std::uint32_t root : roots_) {
    domains_[root].meetValue(1);
    if (domains_[root].isEmpty())
      return false;
  }
  double before = size();
  for (unsigned round = 0; round < mostRounds; ++round) {
    if (!forwardPass() || !backwardPass())
      return false;
    const double now = size();
    if (before - now < worthwhile)
      break;
    before = now;
  }
  return true;
}

} // namespace solver::intervals
