#include "generate/concolic/evidence.h"

#include "expr/floating.h"
#include "expr/reachable.h"

#include <fmt/format.h>
#include <set>

namespace generate {

using expr::Operation;
using model::CoreCondition;
using model::HeldBy;
using trace::Event;

namespace {

HeldBy holderOf(Event::Kind kind) {
  switch (kind) {
  case Event::Kind::Address:
  case Event::Kind::Within:
    return HeldBy::Address;
  case Event::Kind::Value:
    return HeldBy::Value;
  case Event::Kind::Size:
    return HeldBy::Size;
  case Event::Kind::Check:
  case Event::Kind::Bounds:
    return HeldBy::Check;
  default:
    return HeldBy::Decision;
  }
}

/// A query has what holds of inputs in any run, the events before the flip, restraints, and last
/// what is wanted, which is part of every contradiction: all the others hold in the run.
std::vector<CoreCondition> conditionsOf(const Flip &flip, const std::vector<std::size_t> &core) {
  std::vector<CoreCondition> conditions;
  std::size_t behind = 0;
  for (const std::size_t condition : core) {
    const auto event = flip.path->eventOf(condition);
    if (event && *event < flip.event) {
      const Event &held = flip.path->trace().events[*event];
      conditions.push_back(isMarked(held.kind) ? CoreCondition(held.taken())
                                               : CoreCondition(holderOf(held.kind)));
    } else if (condition < flip.path->domainCount()) {
      conditions.emplace_back(HeldBy::Domain);
    } else {
      ++behind;
    }
  }
  if (behind > 1)
    conditions.emplace_back(HeldBy::Length);
  return conditions;
}

} // namespace

std::vector<std::string> hardParts(const expr::Pool &pool, expr::TermId condition) {
  std::set<std::string> parts;
  const auto varies = [&](expr::TermId term) { return term && !pool.isConstant(term); };
  for (const expr::TermId id : expr::reachable(pool, {&condition, 1})) {
    const expr::Term &term = pool[id];
    switch (term.operation) {
    case Operation::Mul:
    case Operation::MulHigh:
      if (varies(term.a) && varies(term.b))
        parts.insert("product of inputs");
      break;
    case Operation::UDiv:
    case Operation::SDiv:
    case Operation::URem:
    case Operation::SRem:
      parts.insert(fmt::format("{}-bit division", term.width));
      break;
    case Operation::WideDiv:
    case Operation::WideRem:
      parts.insert("128-bit division");
      break;
    case Operation::Shl:
    case Operation::LShr:
    case Operation::AShr:
      if (varies(term.b))
        parts.insert("shift by an input");
      break;
    case Operation::Apply:
      parts.insert(fmt::format("a call of {}", expr::nameOfFunction(term.extra)));
      break;
    case Operation::Call:
      parts.insert(pool.oracle() ? fmt::format("a call of {}", pool.oracle()->nameOf(term.extra))
                                 : "a call");
      break;
    case Operation::Extended:
      parts.insert("long double");
      break;
    default:
      if (expr::isFloating(term.operation))
        parts.insert("floating point");
    }
  }
  return {parts.begin(), parts.end()};
}

void note(const Flip &flip, const FlipAnswer &answer, Asked &asked) {
  if (std::holds_alternative<solver::Sat>(answer.answer))
    ++asked.sat;
  if (const auto *unsat = std::get_if<solver::Unsat>(&answer.answer)) {
    ++asked.unsat;
    asked.core = conditionsOf(flip, unsat->core);
  }
  if (const auto *unknown = std::get_if<solver::Unknown>(&answer.answer)) {
    if (unknown->why == "stopped") { // not by the solver: the search is over
      ++asked.waiting;
      return;
    }
    ++asked.unknown;
    asked.why = unknown->why;
    asked.hardParts = answer.hardParts;
  }
}

} // namespace generate
