// Conditions are edges of a graph whose nodes are terms. All conditions but those that are false in
// the run hold for the run's values, so a circle leads through one that is false: only such are
// looked for. Comparisons of numbers that are negated hold for a NaN too; they count where another
// condition compares the same number and holds, which no NaN does.
#include "solver/orders.h"

#include "expr/floating.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <span>
#include <unordered_map>

namespace solver {

namespace {

using expr::Operation;
using expr::Term;
using expr::TermId;

constexpr std::size_t mostEdges = 2'000;
constexpr std::size_t mostFalse = 8; // conditions that are false in the run

class OrderGraph {
public:
  using Reasons = std::vector<std::size_t>; // conditions

  explicit OrderGraph(const expr::Pool &pool) : pool_(pool) {}

  void add(TermId condition, std::size_t number);
  /// After all conditions are added.
  void finish();
  std::size_t size() const { return edges_.size() + different_.size(); }
  /// Conditions of a circle, this one among them; empty: there is none.
  Reasons circleThrough(std::size_t condition) const;

private:
  enum class Order : std::uint8_t { Unsigned, Signed, Numbers };
  struct Edge {
    std::size_t from, to;
    bool isStrict;
    Reasons reasons;
  };
  struct Different {
    std::size_t a, b;
    Reasons reasons;
  };
  struct Negated { // of numbers, to be looked at when all conditions are known
    Term comparison;
    std::size_t condition;
  };
  using Path = std::vector<const Edge *>;

  void addTrue(TermId condition, std::size_t number);
  void addFalse(TermId condition, std::size_t number);
  void isNoNan(const Term &comparison, std::size_t condition) {
    compared_.emplace(comparison.a.index, condition);
    compared_.emplace(comparison.b.index, condition);
  }
  void addNegatedNumbers(const Negated &negated);
  void addConstants();
  void less(Order order, TermId a, TermId b, bool isStrict, Reasons reasons) {
    edges_.push_back({node(order, a), node(order, b), isStrict, std::move(reasons)});
  }
  void same(Order order, TermId a, TermId b, std::size_t condition) {
    less(order, a, b, false, {condition});
    less(order, b, a, false, {condition});
  }
  void differ(Order order, TermId a, TermId b, Reasons reasons) {
    different_.push_back({node(order, a), node(order, b), std::move(reasons)});
  }
  std::size_t node(Order order, TermId term);
  bool isBelow(Order order, TermId a, TermId b) const;

  std::optional<Path> path(std::size_t from, std::size_t to, bool wantsStrict) const;
  static Reasons reasonsOf(Reasons first, std::span<const Path> paths);
  Reasons circle(const Edge &edge) const;
  Reasons circle(const Different &different) const;

  const expr::Pool &pool_;
  struct Node {
    Order order;
    TermId term;
    std::vector<std::size_t> edges; // that leave it
  };
  std::vector<std::pair<TermId, bool>> work_; // conditions and parts of them: do they hold?
  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, std::size_t> nodeOf_;
  std::vector<Edge> edges_;
  std::vector<Different> different_;
  std::vector<Negated> negated_;
  std::unordered_map<std::uint32_t, std::size_t>
      compared_; // numbers, by a condition that no NaN fits
};

std::size_t OrderGraph::node(Order order, TermId term) {
  const std::uint64_t key = std::uint64_t{term.index} << 2 | static_cast<std::uint64_t>(order);
  const auto [place, isNew] = nodeOf_.emplace(key, nodes_.size());
  if (isNew)
    nodes_.push_back({order, term, {}});
  return place->second;
}

void OrderGraph::add(TermId condition, std::size_t number) {
  work_.push_back({condition, true});
  while (!work_.empty()) {
    const auto [term, holds] = work_.back();
    work_.pop_back();
    if (holds)
      addTrue(term, number);
    else
      addFalse(term, number);
  }
}

void OrderGraph::addTrue(TermId condition, std::size_t number) {
  const Term &term = pool_[condition];
  switch (term.operation) {
  case Operation::And:
    work_.push_back({term.a, true});
    work_.push_back({term.b, true});
    break;
  case Operation::Xor:
    if (pool_.isConstant(term.b))
      work_.push_back({term.a, false});
    break;
  case Operation::ULess:
  case Operation::ULessEqual:
    less(Order::Unsigned, term.a, term.b, term.operation == Operation::ULess, {number});
    break;
  case Operation::SLess:
  case Operation::SLessEqual:
    less(Order::Signed, term.a, term.b, term.operation == Operation::SLess, {number});
    break;
  case Operation::Equal:
    same(Order::Unsigned, term.a, term.b, number);
    same(Order::Signed, term.a, term.b, number);
    break;
  case Operation::FLess:
  case Operation::FLessEqual:
    isNoNan(term, number);
    less(Order::Numbers, term.a, term.b, term.operation == Operation::FLess, {number});
    break;
  case Operation::FEqual:
    isNoNan(term, number);
    same(Order::Numbers, term.a, term.b, number);
    break;
  default:
    break;
  }
}

void OrderGraph::addFalse(TermId condition, std::size_t number) {
  const Term &term = pool_[condition];
  switch (term.operation) {
  case Operation::Or:
    work_.push_back({term.a, false});
    work_.push_back({term.b, false});
    break;
  case Operation::Equal:
    differ(Order::Unsigned, term.a, term.b, {number});
    differ(Order::Signed, term.a, term.b, {number});
    break;
  case Operation::FLess:
  case Operation::FLessEqual:
  case Operation::FEqual:
    negated_.push_back({term, number});
    break;
  case Operation::FUnordered:
    isNoNan(term, number);
    break;
  default: // negated orders of integers are orders the other way round
    break;
  }
}

void OrderGraph::addNegatedNumbers(const Negated &negated) {
  const Term &term = negated.comparison;
  Reasons reasons = {negated.condition};
  for (const TermId operand : {term.a, term.b}) {
    if (pool_.isConstant(operand)) {
      if (expr::isNan(pool_[operand].value, pool_[operand].width))
        return;
      continue;
    }
    const auto witness = compared_.find(operand.index);
    if (witness == compared_.end())
      return;
    reasons.push_back(witness->second);
  }
  if (term.operation == Operation::FEqual)
    differ(Order::Numbers, term.a, term.b, std::move(reasons));
  else
    less(Order::Numbers, term.b, term.a, term.operation == Operation::FLessEqual,
         std::move(reasons));
}

/// Of two constants that no condition compares: is the first one less?
bool OrderGraph::isBelow(Order order, TermId a, TermId b) const {
  const unsigned width = pool_[a].width;
  const std::uint64_t x = pool_[a].value, y = pool_[b].value;
  switch (order) {
  case Order::Unsigned:
    return x < y;
  case Order::Signed:
    return expr::signedValue(x, width) < expr::signedValue(y, width);
  default:
    return expr::apply(Operation::FLess, 1, 0, {x, width}, {y, width}) != 0;
  }
}

/// Constants are in order without any condition.
void OrderGraph::addConstants() {
  std::vector<std::size_t> constants;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Term &term = pool_[nodes_[i].term];
    const bool isNan = nodes_[i].order == Order::Numbers && expr::isNan(term.value, term.width);
    if (pool_.isConstant(nodes_[i].term) && !isNan)
      constants.push_back(i);
  }
  const auto kind = [&](std::size_t i) {
    return std::pair(nodes_[i].order, pool_[nodes_[i].term].width);
  };
  std::sort(constants.begin(), constants.end(), [&](std::size_t a, std::size_t b) {
    if (kind(a) != kind(b))
      return kind(a) < kind(b);
    return isBelow(nodes_[a].order, nodes_[a].term, nodes_[b].term);
  });
  for (std::size_t i = 1; i < constants.size(); ++i) {
    const std::size_t a = constants[i - 1], b = constants[i];
    if (kind(a) != kind(b))
      continue;
    const bool isStrict = isBelow(nodes_[a].order, nodes_[a].term, nodes_[b].term);
    edges_.push_back({a, b, isStrict, {}});
    if (!isStrict) // the two zeros
      edges_.push_back({b, a, false, {}});
  }
}

void OrderGraph::finish() {
  for (const Negated &negated : negated_)
    addNegatedNumbers(negated);
  addConstants();
  for (std::size_t i = 0; i < edges_.size(); ++i)
    nodes_[edges_[i].from].edges.push_back(i);
}

/// A shortest one; with `wantsStrict` one of its edges is strict.
std::optional<OrderGraph::Path> OrderGraph::path(std::size_t from, std::size_t to,
                                                 bool wantsStrict) const {
  constexpr std::size_t none = ~std::size_t{0};
  struct Step {
    std::size_t edge = none, before = none; // a state: node * 2 + strict so far
    bool isSeen = false;
  };
  std::vector<Step> steps(2 * nodes_.size());
  std::deque<std::size_t> open = {2 * from};
  steps[2 * from].isSeen = true;
  while (!open.empty()) {
    const std::size_t state = open.front();
    open.pop_front();
    if (state / 2 == to && (state % 2 != 0 || !wantsStrict)) {
      Path found;
      for (std::size_t at = state; steps[at].edge != none; at = steps[at].before)
        found.push_back(&edges_[steps[at].edge]);
      return found;
    }
    for (const std::size_t edge : nodes_[state / 2].edges) {
      const std::size_t next = 2 * edges_[edge].to + (state % 2 | (edges_[edge].isStrict ? 1 : 0));
      if (steps[next].isSeen)
        continue;
      steps[next] = {edge, state, true};
      open.push_back(next);
    }
  }
  return {};
}

OrderGraph::Reasons OrderGraph::reasonsOf(Reasons first, std::span<const Path> paths) {
  for (const Path &path : paths)
    for (const Edge *edge : path)
      first.insert(first.end(), edge->reasons.begin(), edge->reasons.end());
  return first;
}

OrderGraph::Reasons OrderGraph::circle(const Different &different) const {
  const auto there = path(different.a, different.b, false);
  const auto back = there ? path(different.b, different.a, false) : std::nullopt;
  return back ? reasonsOf(different.reasons, std::array{*there, *back}) : Reasons();
}

OrderGraph::Reasons OrderGraph::circle(const Edge &edge) const {
  if (const auto back = path(edge.to, edge.from, !edge.isStrict))
    return reasonsOf(edge.reasons, std::array{*back});
  if (edge.isStrict || !path(edge.to, edge.from, false))
    return {};
  // All in the circle are equal: are any two of them said to differ?
  for (const Different &different : different_)
    if (auto found = circle(different); !found.empty())
      return found;
  return {};
}

OrderGraph::Reasons OrderGraph::circleThrough(std::size_t condition) const {
  const auto isReason = [&](const Reasons &reasons) {
    return std::find(reasons.begin(), reasons.end(), condition) != reasons.end();
  };
  for (const Edge &edge : edges_)
    if (isReason(edge.reasons))
      if (auto found = circle(edge); !found.empty())
        return found;
  for (const Different &different : different_)
    if (isReason(different.reasons))
      if (auto found = circle(different); !found.empty())
        return found;
  return {};
}

} // namespace

/// Empty: no circle was found.
std::vector<std::size_t> Orders::circleIn(Slice &slice) {
  OrderGraph graph(slice.pool);
  for (std::size_t i = 0; i < slice.conditions.size(); ++i) {
    graph.add(slice.conditions[i], i);
    if (graph.size() > mostEdges)
      return {};
  }
  graph.finish();
  slice.tape.evaluate(slice.start);
  std::size_t tried = 0;
  for (std::size_t i = 0; i < slice.conditions.size() && tried < mostFalse; ++i) {
    if (slice.tape.value(slice.tape.root(i)) != 0)
      continue;
    ++tried;
    if (auto circle = graph.circleThrough(i); !circle.empty())
      return circle;
  }
  return {};
}

Answer Orders::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "orders");
  std::vector<std::size_t> core = circleIn(slice);
  if (core.empty())
    return next_.solve(slice);
  std::sort(core.begin(), core.end());
  core.erase(std::unique(core.begin(), core.end()), core.end());
  return meter_.answered("orders", Unsat{.core = std::move(core)});
}

} // namespace solver
