// Conditions become assumptions: each is tied to a literal once, and a query assumes the
// literals of its conditions. So the next query about the same path reuses what was translated
// and learnt, and an unsat core costs nothing. Terms of width 1 have two forms, bit vector and
// Boolean, made as needed: comparisons are Boolean in Z3 and bits with us. So have IEEE numbers:
// bits and Z3's numbers. Z3's solver gets bits only; conditions over numbers are turned first.
#include "solver/z3/session.h"

#include "expr/floating.h"
#include "solver/z3/floating_translation.h"
#include "solver/z3/integer_arithmetic.h"
#include "solver/z3/real_arithmetic.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <z3++.h>

namespace solver::z3worker {

namespace {

using expr::Operation;

constexpr unsigned mostQueries = 500;     // before a new start
constexpr std::size_t mostIdleFactor = 4; // conditions kept for each one that is asked
constexpr std::size_t mostIdle = 64;      // or at least so many

/// One query's terms as Z3's.
class Translation {
public:
  Translation(z3::context &context, const WireQuery &query)
      : context_(context), query_(query), forms_(query.terms.size()) {
    for (std::size_t i = 0; i < query.terms.size(); ++i)
      translate(i);
  }
  z3::expr boolean(std::uint32_t term);
  z3::expr bits(std::uint32_t term);

private:
  struct Form {
    std::optional<z3::expr> bits, boolean, number;
  };
  void translate(std::size_t index);
  std::optional<z3::expr> asBoolean(const WireTerm &term);
  z3::expr asBits(const WireTerm &term);
  z3::expr number(std::uint32_t term);
  z3::expr floating(const WireTerm &term);

  z3::context &context_;
  const WireQuery &query_;
  std::vector<Form> forms_;
};

z3::expr Translation::boolean(std::uint32_t term) {
  Form &form = forms_[term];
  if (!form.boolean)
    form.boolean = *form.bits == context_.bv_val(1, 1);
  return *form.boolean;
}

z3::expr Translation::bits(std::uint32_t term) {
  Form &form = forms_[term];
  if (!form.bits && form.number)
    form.bits = bitsOf(*form.number);
  if (!form.bits)
    form.bits = z3::ite(*form.boolean, context_.bv_val(1, 1), context_.bv_val(0, 1));
  return *form.bits;
}

void Translation::translate(std::size_t index) {
  const WireTerm &term = query_.terms[index];
  Form &form = forms_[index];
  if (term.width == 1)
    form.boolean = asBoolean(term);
  else if (expr::givesNumber(term.operation))
    form.number = floating(term);
  if (!form.boolean && !form.number)
    form.bits = asBits(term);
}

z3::expr Translation::number(std::uint32_t term) {
  Form &form = forms_[term];
  if (!form.number)
    form.number = numberOf(bits(term));
  return *form.number;
}

z3::expr Translation::floating(const WireTerm &term) {
  const bool ofInteger =
      term.operation == Operation::IntToF || term.operation == Operation::UIntToF;
  const z3::expr a = ofInteger ? bits(term.a) : number(term.a);
  const z3::expr b = expr::operandCount(term.operation) == 2 ? number(term.b) : a;
  return resultOf({term.operation, term.width, term.extra, a, b});
}

/// Where Z3 has it as a Boolean.
std::optional<z3::expr> Translation::asBoolean(const WireTerm &term) {
  const bool onBooleans = expr::isComparison(term.operation) && query_.terms[term.a].width == 1;
  switch (term.operation) {
  case Operation::Constant:
    return context_.bool_val(term.value != 0);
  case Operation::And:
    return boolean(term.a) && boolean(term.b);
  case Operation::Or:
    return boolean(term.a) || boolean(term.b);
  case Operation::Xor:
    if (query_.terms[term.b].operation == Operation::Constant)
      return query_.terms[term.b].value != 0 ? !boolean(term.a) : boolean(term.a);
    return boolean(term.a) != boolean(term.b);
  case Operation::Choose:
    return z3::ite(boolean(term.a), boolean(term.b), boolean(term.c));
  case Operation::Equal:
    return onBooleans ? boolean(term.a) == boolean(term.b) : bits(term.a) == bits(term.b);
  case Operation::ULess:
    return z3::ult(bits(term.a), bits(term.b));
  case Operation::ULessEqual:
    return z3::ule(bits(term.a), bits(term.b));
  case Operation::SLess:
    return z3::slt(bits(term.a), bits(term.b));
  case Operation::SLessEqual:
    return z3::sle(bits(term.a), bits(term.b));
  case Operation::FEqual:
  case Operation::FLess:
  case Operation::FLessEqual:
  case Operation::FUnordered:
    return floating(term);
  default:
    return {};
  }
}

z3::expr Translation::asBits(const WireTerm &term) {
  const auto a = [&] { return bits(term.a); };
  const auto b = [&] { return bits(term.b); };
  const auto grown = [&] { return term.width - query_.terms[term.a].width; };
  switch (term.operation) {
  case Operation::Constant:
    return context_.bv_val(static_cast<std::uint64_t>(term.value), term.width);
  case Operation::Input:
    return context_.bv_const(("i" + std::to_string(term.value)).c_str(), term.width);
  case Operation::Add:
    return a() + b();
  case Operation::Sub:
    return a() - b();
  case Operation::Mul:
    return a() * b();
  case Operation::UDiv:
    return z3::udiv(a(), b());
  case Operation::SDiv:
    return a() / b();
  case Operation::URem:
    return z3::urem(a(), b());
  case Operation::SRem:
    return z3::srem(a(), b());
  case Operation::And:
    return a() & b();
  case Operation::Or:
    return a() | b();
  case Operation::Xor:
    return a() ^ b();
  case Operation::Shl:
    return z3::shl(a(), b());
  case Operation::LShr:
    return z3::lshr(a(), b());
  case Operation::AShr:
    return z3::ashr(a(), b());
  case Operation::Choose:
    return z3::ite(boolean(term.a), b(), bits(term.c));
  case Operation::ZeroExtend:
    return z3::zext(a(), grown());
  case Operation::SignExtend:
    return z3::sext(a(), grown());
  case Operation::Extract:
    return a().extract(term.extra + term.width - 1u, term.extra);
  case Operation::Concat:
    return z3::concat(a(), b());
  case Operation::MulHigh:
    return (z3::zext(a(), term.width) * z3::zext(b(), term.width))
        .extract(2u * term.width - 1, term.width);
  case Operation::WideDiv:
    return z3::udiv(z3::concat(a(), b()), z3::zext(bits(term.c), term.width))
        .extract(term.width - 1u, 0);
  case Operation::WideRem:
    return z3::urem(z3::concat(a(), b()), z3::zext(bits(term.c), term.width))
        .extract(term.width - 1u, 0);
  default: // comparisons are Boolean
    return floating(term);
  }
}

std::string reasonOf(const std::string &said) {
  const auto says = [&](const char *word) { return said.find(word) != std::string::npos; };
  if (says("memory"))
    return "memory";
  // Where the bound strikes while Z3 prepares the query, it gives no reason.
  const bool bound = says("resource") || says("cancel") || says("limit") || says("no reason");
  return bound ? "steps" : "Z3: " + said.substr(0, said.find('\n'));
}

} // namespace

class Session::State {
public:
  State() : solver_(context_, "QF_BV") {}

  Reply answer(const WireQuery &query);
  bool isFresh() const { return queries_ == 0; }
  bool isWornOut(const WireQuery &query) const {
    return queries_ >= mostQueries ||
           literals_.size() > mostIdle + mostIdleFactor * query.conditions.size();
  }

private:
  z3::expr literalOf(const z3::expr &condition, bool hasNumbers);
  Solution solutionOf(const WireQuery &query, Translation &terms);
  Contradiction coreOf(const std::vector<z3::expr> &assumed);

  z3::context context_;
  z3::solver solver_;
  std::unordered_map<unsigned, std::pair<z3::expr, z3::expr>> literals_; // by the condition's id
  unsigned queries_ = 0;
};

/// The literal that stands for a condition. The condition is kept with it so that its id stays
/// taken.
z3::expr Session::State::literalOf(const z3::expr &condition, bool hasNumbers) {
  const auto known = literals_.find(condition.id());
  if (known != literals_.end())
    return known->second.second;
  const std::string name = "c" + std::to_string(literals_.size());
  const z3::expr literal = context_.bool_const(name.c_str());
  if (hasNumbers)
    for (const z3::expr &part : onBits(z3::implies(literal, condition)))
      solver_.add(part);
  else
    solver_.add(z3::implies(literal, condition));
  literals_.emplace(condition.id(), std::pair(condition, literal));
  return literal;
}

Solution Session::State::solutionOf(const WireQuery &query, Translation &terms) {
  Solution solution;
  const z3::model model = solver_.get_model();
  for (std::uint32_t i = 0; i < query.terms.size(); ++i) {
    if (query.terms[i].operation != Operation::Input)
      continue;
    const z3::func_decl input = terms.bits(i).decl();
    if (!model.has_interp(input))
      continue;
    std::uint64_t value = 0;
    if (model.get_const_interp(input).is_numeral_u64(value))
      solution.values.emplace_back(static_cast<std::uint32_t>(query.terms[i].value), value);
  }
  return solution;
}

Contradiction Session::State::coreOf(const std::vector<z3::expr> &assumed) {
  std::unordered_map<unsigned, std::uint32_t> places;
  for (std::uint32_t i = 0; i < assumed.size(); ++i)
    places.emplace(assumed[i].id(), i);
  Contradiction contradiction;
  for (const z3::expr &literal : solver_.unsat_core())
    contradiction.core.push_back(places.at(literal.id()));
  return contradiction;
}

Reply Session::State::answer(const WireQuery &query) {
  ++queries_;
  Translation terms(context_, query);
  const bool hasNumbers =
      std::any_of(query.terms.begin(), query.terms.end(),
                  [](const WireTerm &term) { return expr::isFloating(term.operation); });
  std::vector<z3::expr> assumed;
  for (const std::uint32_t condition : query.conditions)
    assumed.push_back(literalOf(terms.boolean(condition), hasNumbers));
  z3::params parameters(context_);
  parameters.set("rlimit", static_cast<unsigned>(query.steps));
  solver_.set(parameters);
  switch (solver_.check(static_cast<unsigned>(assumed.size()), assumed.data())) {
  case z3::sat:
    return solutionOf(query, terms);
  case z3::unsat:
    return coreOf(assumed);
  default:
    return Surrender{reasonOf(solver_.reason_unknown())};
  }
}

Session::Session(std::uint64_t mostBytes) : mostBytes_(mostBytes) { prepareNumbers(); }
Session::~Session() = default;

void Session::renew(const WireQuery &query) {
  if (!state_ || state_->isWornOut(query) || Z3_get_estimated_alloc_size() > mostBytes_) {
    state_.reset(); // first: the new one shall find the memory free
    state_ = std::make_unique<State>();
  }
}

Reply Session::bitByBit(const WireQuery &query) {
  renew(query);
  const bool wasFresh = state_->isFresh();
  Reply reply = state_->answer(query);
  if (std::holds_alternative<Surrender>(reply)) {
    // What was too hard would be in the way of what comes next, and maybe the earlier conditions
    // were in the way of this one.
    state_.reset();
    if (!wasFresh)
      return bitByBit(query);
  }
  return reply;
}

Reply Session::answer(const WireQuery &query) {
  try {
    if (query.kind == WireQuery::Kind::Integers)
      return overIntegers(query);
    return query.kind == WireQuery::Kind::Reals ? overReals(query) : bitByBit(query);
  } catch (const z3::exception &exception) {
    const std::string why = reasonOf(exception.msg());
    broken_ = why == "memory";
    if (!broken_)
      state_.reset();
    return Surrender{why};
  } catch (const std::bad_alloc &) {
    broken_ = true;
    return Surrender{"memory"};
  }
}

} // namespace solver::z3worker
