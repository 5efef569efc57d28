#include "solver/z3/integer_arithmetic.h"

#include <bit>
#include <optional>
#include <unordered_map>
#include <z3++.h>

namespace solver::z3worker {

using expr::Operation;

namespace {

bool isConstant(const WireQuery &query, std::uint32_t term) {
  return query.terms[term].operation == Operation::Constant;
}

/// Ones in one row, such as 0x0ff0.
bool isRow(std::uint64_t mask) {
  const std::uint64_t low = mask & -mask;
  return mask != 0 && ((mask + low) & mask) == 0;
}

class IntegerTranslation {
public:
  IntegerTranslation(z3::context &context, const WireQuery &query)
      : context_(context), query_(query) {
    for (std::uint32_t i = 0; i < query.terms.size(); ++i)
      forms_.push_back(query.terms[i].width == 1 ? makeTruth(i) : makeInteger(i));
  }
  const z3::expr &operator[](std::uint32_t term) const { return forms_[term]; }
  /// Inputs are in their range.
  const std::vector<z3::expr> &sideConditions() const { return sides_; }

private:
  z3::expr makeTruth(std::uint32_t index);
  z3::expr makeInteger(std::uint32_t index);
  z3::expr makeQuotient(const WireTerm &term);
  z3::expr makeSignedDivision(const WireTerm &term);
  z3::expr value(std::uint64_t number) { return context_.int_val(number); }
  z3::expr power(unsigned exponent) {
    return exponent < 64 ? value(1ull << exponent) : context_.int_val("18446744073709551616");
  }
  /// A truth value as a number of one bit.
  z3::expr number(std::uint32_t term) {
    return query_.terms[term].width == 1 ? z3::ite(forms_[term], value(1), value(0)) : forms_[term];
  }
  z3::expr signedNumber(std::uint32_t term) {
    const unsigned width = query_.terms[term].width;
    const z3::expr a = number(term);
    return z3::ite(a < power(width - 1), a, a - power(width));
  }
  /// From a signed number of the width.
  z3::expr wrapped(const z3::expr &a, unsigned width) {
    return z3::ite(a < 0, a + power(width), a);
  }
  z3::expr modulo(const z3::expr &a, unsigned width) { return z3::mod(a, power(width)); }

  z3::context &context_;
  const WireQuery &query_;
  std::vector<z3::expr> forms_; // by term: a truth value for width 1, an integer for others
  std::vector<z3::expr> sides_;
};

z3::expr IntegerTranslation::makeTruth(std::uint32_t index) {
  const WireTerm &term = query_.terms[index];
  const auto a = [&] { return forms_[term.a]; };
  const auto b = [&] { return forms_[term.b]; };
  switch (term.operation) {
  case Operation::Constant:
    return context_.bool_val(term.value != 0);
  case Operation::Input:
    return context_.bool_const(("i" + std::to_string(term.value)).c_str());
  case Operation::And:
    return a() && b();
  case Operation::Or:
    return a() || b();
  case Operation::Xor:
    return a() != b();
  case Operation::Choose:
    return z3::ite(a(), b(), forms_[term.c]);
  case Operation::Equal:
    return a() == b();
  case Operation::ULess:
    return number(term.a) < number(term.b);
  case Operation::ULessEqual:
    return number(term.a) <= number(term.b);
  case Operation::SLess:
    return signedNumber(term.a) < signedNumber(term.b);
  case Operation::SLessEqual:
    return signedNumber(term.a) <= signedNumber(term.b);
  default: // Extract, as hasIntegers says
    return z3::mod(z3::expr(number(term.a) / power(term.extra)), value(2)) == 1;
  }
}

/// By what is no constant, or unsigned.
z3::expr IntegerTranslation::makeQuotient(const WireTerm &term) {
  const z3::expr a = number(term.a), b = number(term.b);
  const bool wantsRest = term.operation == Operation::URem;
  const z3::expr result = wantsRest ? z3::mod(a, b) : a / b;
  const z3::expr byZero = wantsRest ? a : power(term.width) - 1;
  return z3::ite(b == 0, byZero, result);
}

/// Towards zero: of the magnitudes, with the sign put back.
z3::expr IntegerTranslation::makeSignedDivision(const WireTerm &term) {
  const auto magnitude = [](const z3::expr &a) { return z3::ite(a < 0, -a, a); };
  const z3::expr a = signedNumber(term.a), b = signedNumber(term.b);
  if (term.operation == Operation::SRem) {
    const z3::expr rest = z3::mod(magnitude(a), magnitude(b));
    return z3::ite(b == 0, number(term.a), wrapped(z3::ite(a < 0, -rest, rest), term.width));
  }
  const z3::expr quotient = magnitude(a) / magnitude(b);
  const z3::expr byZero = z3::ite(a < 0, value(1), power(term.width) - 1);
  // The least number by -1 is one too large to be signed, but right as it stands.
  return z3::ite(b == 0, byZero,
                 wrapped(z3::ite((a < 0) != (b < 0), -quotient, quotient), term.width));
}

z3::expr IntegerTranslation::makeInteger(std::uint32_t index) {
  const WireTerm &term = query_.terms[index];
  const unsigned width = term.width;
  const auto a = [&] { return number(term.a); };
  const auto b = [&] { return number(term.b); };
  const auto widthOf = [&](std::uint32_t operand) { return query_.terms[operand].width; };
  const auto constant = [&](std::uint32_t operand) { return query_.terms[operand].value; };
  switch (term.operation) {
  case Operation::Constant:
    return value(term.value);
  case Operation::Input: {
    const z3::expr input = context_.int_const(("i" + std::to_string(term.value)).c_str());
    sides_.push_back(input >= 0 && input < power(width));
    return input;
  }
  case Operation::Add: {
    const z3::expr sum = a() + b();
    return z3::ite(sum < power(width), sum, sum - power(width));
  }
  case Operation::Sub:
    return wrapped(a() - b(), width);
  case Operation::Mul:
    return modulo(a() * b(), width);
  case Operation::UDiv:
  case Operation::URem:
    return makeQuotient(term);
  case Operation::SDiv:
  case Operation::SRem:
    return makeSignedDivision(term);
  case Operation::And: { // with a row of ones
    const auto low = static_cast<unsigned>(std::countr_zero(constant(term.b)));
    const auto ones = static_cast<unsigned>(std::popcount(constant(term.b)));
    return z3::mod(z3::expr(a() / power(low)), power(ones)) * power(low);
  }
  case Operation::Xor: // with ones alone
    return power(width) - 1 - a();
  case Operation::Shl:
    return constant(term.b) >= width
               ? value(0)
               : modulo(a() * power(static_cast<unsigned>(constant(term.b))), width);
  case Operation::LShr:
    return constant(term.b) >= width ? value(0)
                                     : a() / power(static_cast<unsigned>(constant(term.b)));
  case Operation::AShr: // Z3's quotient by a positive number rounds down
    return wrapped(signedNumber(term.a) / power(static_cast<unsigned>(
                                              std::min<std::uint64_t>(constant(term.b), width))),
                   width);
  case Operation::Choose:
    return z3::ite(forms_[term.a], b(), number(term.c));
  case Operation::ZeroExtend:
    return a();
  case Operation::SignExtend:
    return wrapped(signedNumber(term.a), width);
  case Operation::Extract:
    return modulo(a() / power(term.extra), width);
  case Operation::MulHigh:
    return (a() * b()) / power(width);
  case Operation::WideDiv:
  case Operation::WideRem: {
    const z3::expr divisor = number(term.c), dividend = a() * power(width) + b();
    return term.operation == Operation::WideRem
               ? z3::ite(divisor == 0, b(), z3::mod(dividend, divisor))
               : z3::ite(divisor == 0, power(width) - 1, modulo(dividend / divisor, width));
  }
  default: // Concat
    return a() * power(widthOf(term.b)) + b();
  }
}

Solution solutionOf(const WireQuery &query, const IntegerTranslation &terms,
                    const z3::model &model) {
  Solution solution;
  for (std::uint32_t i = 0; i < query.terms.size(); ++i) {
    if (query.terms[i].operation != Operation::Input)
      continue;
    const z3::expr value = model.eval(terms[i], true);
    std::uint64_t number = 0;
    if (query.terms[i].width == 1)
      number = value.is_true();
    else if (!value.is_numeral_u64(number))
      continue;
    solution.values.emplace_back(static_cast<std::uint32_t>(query.terms[i].value), number);
  }
  return solution;
}

} // namespace

bool hasIntegers(const WireQuery &query) {
  for (const WireTerm &term : query.terms) {
    const bool byConstant = expr::operandCount(term.operation) >= 2 && isConstant(query, term.b);
    switch (term.operation) {
    case Operation::And:
      if (term.width > 1 && !(byConstant && isRow(query.terms[term.b].value)))
        return false;
      break;
    case Operation::Xor:
      if (term.width > 1 && !(byConstant && query.terms[term.b].value == expr::maskOf(term.width)))
        return false;
      break;
    case Operation::Or:
      if (term.width > 1)
        return false;
      break;
    case Operation::Shl:
    case Operation::LShr:
    case Operation::AShr:
      if (!byConstant || term.width == 1)
        return false;
      break;
    case Operation::Constant:
    case Operation::Input:
    case Operation::Choose:
    case Operation::Equal:
    case Operation::ULess:
    case Operation::ULessEqual:
    case Operation::SLess:
    case Operation::SLessEqual:
    case Operation::Extract:
      break;
    case Operation::Add:
    case Operation::Sub:
    case Operation::Mul:
    case Operation::UDiv:
    case Operation::SDiv:
    case Operation::URem:
    case Operation::SRem:
    case Operation::ZeroExtend:
    case Operation::SignExtend:
    case Operation::Concat:
    case Operation::MulHigh:
    case Operation::WideDiv:
    case Operation::WideRem:
      if (term.width == 1)
        return false;
      break;
    default:
      return false;
    }
  }
  return true;
}

Reply overIntegers(const WireQuery &query) {
  z3::context context;
  const IntegerTranslation terms(context, query);
  z3::solver solver(context, z3::solver::simple());
  z3::params parameters(context);
  parameters.set("rlimit", static_cast<unsigned>(query.steps));
  solver.set(parameters);
  for (const z3::expr &side : terms.sideConditions())
    solver.add(side);
  std::vector<z3::expr> assumed;
  std::unordered_map<unsigned, std::uint32_t> places;
  for (std::uint32_t i = 0; i < query.conditions.size(); ++i) {
    assumed.push_back(context.bool_const(("c" + std::to_string(i)).c_str()));
    places.emplace(assumed.back().id(), i);
    solver.add(z3::implies(assumed.back(), terms[query.conditions[i]]));
  }
  switch (solver.check(static_cast<unsigned>(assumed.size()), assumed.data())) {
  case z3::sat:
    return solutionOf(query, terms, solver.get_model());
  case z3::unsat: {
    Contradiction contradiction;
    for (const z3::expr &literal : solver.unsat_core())
      contradiction.core.push_back(places.at(literal.id()));
    return contradiction;
  }
  default:
    return Surrender{"steps"};
  }
}

} // namespace solver::z3worker
