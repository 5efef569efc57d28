#include "solver/z3/real_arithmetic.h"

#include "expr/floating.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <z3++.h>

namespace solver::z3worker {

using expr::Operation;

namespace {

double numberOf(std::uint64_t bits, unsigned width) {
  return width == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                     : std::bit_cast<double>(bits);
}

class RealTranslation {
public:
  RealTranslation(z3::context &context, const WireQuery &query)
      : context_(context), query_(query), forms_(query.terms.size()) {}

  z3::expr truth(std::uint32_t index);
  /// What must hold besides: roots are roots, divisors are not zero, integers are in range.
  const std::vector<z3::expr> &sideConditions() const { return sides_; }
  Solution solutionOf(const z3::model &model) const;

private:
  struct Form {
    std::optional<z3::expr> truth, number, integer;
  };

  z3::expr number(std::uint32_t index);
  z3::expr integer(std::uint32_t index);
  z3::expr makeTruth(const WireTerm &term);
  z3::expr makeNumber(std::uint32_t index);
  z3::expr makeInteger(std::uint32_t index);
  z3::expr constant(double number);
  z3::expr root(const z3::expr &square);
  bool isConstant(std::uint32_t index, std::uint64_t value) const {
    return query_.terms[index].operation == Operation::Constant &&
           query_.terms[index].value == value;
  }

  z3::context &context_;
  const WireQuery &query_;
  std::vector<Form> forms_;
  std::vector<z3::expr> sides_;
};

z3::expr RealTranslation::constant(double number) {
  if (!std::isfinite(number))
    number = number < 0 ? -1.7e308 : 1.7e308;
  const z3::expr exact = context_.fpa_val(number);
  return z3::expr(context_, Z3_mk_fpa_to_real(context_, exact)).simplify();
}

z3::expr RealTranslation::root(const z3::expr &square) {
  const std::string name = "root" + std::to_string(sides_.size());
  const z3::expr root = context_.real_const(name.c_str());
  sides_.push_back(root >= 0 && root * root == square);
  return root;
}

z3::expr RealTranslation::truth(std::uint32_t index) {
  if (!forms_[index].truth)
    forms_[index].truth = makeTruth(query_.terms[index]);
  return *forms_[index].truth;
}

z3::expr RealTranslation::number(std::uint32_t index) {
  if (!forms_[index].number)
    forms_[index].number = makeNumber(index);
  return *forms_[index].number;
}

z3::expr RealTranslation::integer(std::uint32_t index) {
  if (!forms_[index].integer)
    forms_[index].integer = makeInteger(index);
  return *forms_[index].integer;
}

z3::expr RealTranslation::makeTruth(const WireTerm &term) {
  const bool onTruths = query_.terms[term.a].width == 1;
  switch (term.operation) {
  case Operation::And:
    return truth(term.a) && truth(term.b);
  case Operation::Or:
    return truth(term.a) || truth(term.b);
  case Operation::Xor:
    return truth(term.a) != truth(term.b);
  case Operation::Choose:
    return z3::ite(truth(term.a), truth(term.b), truth(term.c));
  case Operation::Equal:
    return onTruths ? truth(term.a) == truth(term.b) : integer(term.a) == integer(term.b);
  case Operation::ULess:
  case Operation::SLess:
    return onTruths ? context_.bool_val(term.value != 0) : integer(term.a) < integer(term.b);
  case Operation::ULessEqual:
  case Operation::SLessEqual:
    return onTruths ? context_.bool_val(term.value != 0) : integer(term.a) <= integer(term.b);
  case Operation::FEqual:
    return number(term.a) == number(term.b);
  case Operation::FLess:
    return number(term.a) < number(term.b);
  case Operation::FLessEqual:
    return number(term.a) <= number(term.b);
  case Operation::FUnordered:
    return context_.bool_val(false);
  case Operation::Input:
    return context_.bool_const(("t" + std::to_string(term.value)).c_str());
  default:
    return context_.bool_val(term.value != 0);
  }
}

z3::expr RealTranslation::makeNumber(std::uint32_t index) {
  const WireTerm &term = query_.terms[index];
  const std::uint64_t sign = expr::signBitOf(term.width);
  switch (term.operation) {
  case Operation::Input:
    return context_.real_const(("x" + std::to_string(term.value)).c_str());
  case Operation::FAdd:
    return number(term.a) + number(term.b);
  case Operation::FSub:
    return number(term.a) - number(term.b);
  case Operation::FMul:
    return number(term.a) * number(term.b);
  case Operation::FMulAdd:
    return number(term.a) * number(term.b) + number(term.c);
  case Operation::FDiv:
    sides_.push_back(number(term.b) != 0);
    return number(term.a) / number(term.b);
  case Operation::FSqrt:
    return root(number(term.a));
  case Operation::FRound:
  case Operation::FConvert:
    return number(term.a);
  case Operation::IntToF:
  case Operation::UIntToF:
    return integer(term.a);
  case Operation::Choose:
    return z3::ite(truth(term.a), number(term.b), number(term.c));
  case Operation::Xor:
    if (isConstant(term.b, sign))
      return -number(term.a);
    break;
  case Operation::ZeroExtend: // all bits but the sign: the absolute value
    if (const WireTerm &low = query_.terms[term.a];
        low.operation == Operation::Extract && low.extra == 0 && low.width + 1u == term.width) {
      const z3::expr x = number(low.a);
      return z3::ite(x >= 0, x, -x);
    }
    break;
  default:
    break;
  }
  return constant(numberOf(term.value, term.width));
}

z3::expr RealTranslation::makeInteger(std::uint32_t index) {
  const WireTerm &term = query_.terms[index];
  switch (term.operation) {
  case Operation::Input: {
    const z3::expr n = context_.real_const(("n" + std::to_string(term.value)).c_str());
    const double limit = std::ldexp(1.0, term.width - 1);
    sides_.push_back(n >= constant(-limit) && n < constant(limit));
    return n;
  }
  case Operation::Add:
    return integer(term.a) + integer(term.b);
  case Operation::Sub:
    return integer(term.a) - integer(term.b);
  case Operation::Mul:
    return integer(term.a) * integer(term.b);
  case Operation::SignExtend:
  case Operation::ZeroExtend:
    return integer(term.a);
  case Operation::FToInt:
    return number(term.a);
  case Operation::Choose:
    return z3::ite(truth(term.a), integer(term.b), integer(term.c));
  default:
    return constant(static_cast<double>(expr::signedValue(term.value, term.width)));
  }
}

/// None if the model does not say.
std::optional<double> valueIn(const z3::model &model, const z3::expr &variable) {
  if (!model.has_interp(variable.decl()))
    return {};
  constexpr unsigned digits = 40;
  z3::expr value = model.get_const_interp(variable.decl());
  if (value.is_algebraic())
    value = value.algebraic_lower(digits);
  if (!value.is_numeral())
    return {};
  // Z3's own conversion fails for large numbers.
  const std::string text = Z3_get_numeral_string(value.ctx(), value);
  const std::size_t slash = text.find('/');
  const long double numerator = std::strtold(text.c_str(), nullptr);
  const long double denominator =
      slash == std::string::npos ? 1 : std::strtold(text.c_str() + slash + 1, nullptr);
  const auto rounded = static_cast<double>(numerator / denominator);
  return std::isfinite(rounded) ? std::optional(rounded) : std::nullopt;
}

Solution RealTranslation::solutionOf(const z3::model &model) const {
  Solution solution;
  for (std::size_t i = 0; i < query_.terms.size(); ++i) {
    const WireTerm &term = query_.terms[i];
    if (term.operation != Operation::Input)
      continue;
    const auto input = static_cast<std::uint32_t>(term.value);
    if (forms_[i].number) {
      if (const auto value = valueIn(model, *forms_[i].number))
        solution.values.emplace_back(
            input, term.width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(*value))
                                    : std::bit_cast<std::uint64_t>(*value));
    } else if (forms_[i].integer) {
      const auto value = valueIn(model, *forms_[i].integer);
      if (value && std::abs(*value) < 9e18)
        solution.values.emplace_back(input, static_cast<std::uint64_t>(std::llround(*value)) &
                                                expr::maskOf(term.width));
    } else if (forms_[i].truth && model.has_interp(forms_[i].truth->decl())) {
      solution.values.emplace_back(
          input, model.get_const_interp(forms_[i].truth->decl()).is_true() ? 1 : 0);
    }
  }
  return solution;
}

} // namespace

Reply overReals(const WireQuery &query) {
  z3::context context;
  RealTranslation terms(context, query);
  z3::solver solver = z3::tactic(context, "qfnra-nlsat").mk_solver();
  z3::params parameters(context);
  parameters.set("rlimit", static_cast<unsigned>(query.steps));
  solver.set(parameters);
  for (const std::uint32_t condition : query.conditions)
    solver.add(terms.truth(condition));
  for (const z3::expr &side : terms.sideConditions())
    solver.add(side);
  switch (solver.check()) {
  case z3::sat:
    return terms.solutionOf(solver.get_model());
  case z3::unsat:
    return Surrender{"no real numbers"};
  default:
    return Surrender{"steps"};
  }
}

} // namespace solver::z3worker
