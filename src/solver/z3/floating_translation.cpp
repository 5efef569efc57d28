// Numbers are bits with us; Z3 has a sort for them, which becomes bits again before it solves
// anything. In between, what an operation gives the next one stays a number.
#include "solver/z3/floating_translation.h"

#include "expr/floating.h"

#include <cmath>

namespace solver::z3worker {

using expr::Operation;

namespace {

z3::sort sortOf(z3::context &context, unsigned width) {
  return width == 32 ? context.fpa_sort(8, 24) : context.fpa_sort(11, 53);
}

z3::expr checked(z3::context &context, Z3_ast ast) {
  context.check_error();
  return z3::expr(context, ast);
}

z3::expr direction(z3::context &context, unsigned extra) {
  switch (extra) {
  case PINCER_ROUND_DOWN:
    return checked(context, Z3_mk_fpa_rtn(context));
  case PINCER_ROUND_UP:
    return checked(context, Z3_mk_fpa_rtp(context));
  case PINCER_ROUND_ZERO:
    return checked(context, Z3_mk_fpa_rtz(context));
  case PINCER_ROUND_AWAY:
    return checked(context, Z3_mk_fpa_rna(context));
  default:
    return checked(context, Z3_mk_fpa_rne(context));
  }
}

z3::expr isNan(const z3::expr &number) {
  return checked(number.ctx(), Z3_mk_fpa_is_nan(number.ctx(), number));
}

/// Towards zero; what does not fit is the least integer.
z3::expr truncated(const FloatingTerm &term) {
  z3::context &context = term.a.ctx();
  const z3::expr &x = term.a;
  const double limit = std::ldexp(1.0, static_cast<int>(term.width) - 1);
  const auto constant = [&](double value) {
    return x.get_sort().fpa_sbits() == 24 ? context.fpa_val(static_cast<float>(value))
                                          : context.fpa_val(value);
  };
  const z3::expr whole = checked(
      context, Z3_mk_fpa_to_sbv(context, direction(context, PINCER_ROUND_ZERO), x, term.width));
  return z3::ite(
      x >= constant(-limit) && x < constant(limit), whole,
      context.bv_val(static_cast<std::uint64_t>(expr::signBitOf(term.width)), term.width));
}

} // namespace

bool isKnownToZ3(Operation operation) {
  return operation != Operation::Apply && operation != Operation::Call &&
         operation != Operation::Extended && operation != Operation::FRem &&
         operation != Operation::FMulAdd; // Z3 had wrong answers for it
}

z3::expr resultOf(const FloatingTerm &term) {
  z3::context &context = term.a.ctx();
  const z3::expr nearest = direction(context, PINCER_ROUND_EVEN);
  const z3::sort sort = sortOf(context, term.width);
  const z3::expr &a = term.a, &b = term.b;
  switch (term.operation) {
  case Operation::FAdd:
    return checked(context, Z3_mk_fpa_add(context, nearest, a, b));
  case Operation::FSub: // as a sum: Z3 fails to turn a difference into bits
    return checked(context, Z3_mk_fpa_add(context, nearest, a, -b));
  case Operation::FMul:
    return checked(context, Z3_mk_fpa_mul(context, nearest, a, b));
  case Operation::FDiv:
    return checked(context, Z3_mk_fpa_div(context, nearest, a, b));
  case Operation::FSqrt:
    return checked(context, Z3_mk_fpa_sqrt(context, nearest, a));
  case Operation::FRound:
    return checked(context,
                   Z3_mk_fpa_round_to_integral(context, direction(context, term.extra), a));
  case Operation::FEqual:
    return checked(context, Z3_mk_fpa_eq(context, a, b));
  case Operation::FLess:
    return a < b;
  case Operation::FLessEqual:
    return a <= b;
  case Operation::FUnordered:
    return isNan(a) || isNan(b);
  case Operation::FToInt:
    return truncated(term);
  case Operation::IntToF:
    return checked(context, Z3_mk_fpa_to_fp_signed(context, nearest, a, sort));
  case Operation::UIntToF:
    return checked(context, Z3_mk_fpa_to_fp_unsigned(context, nearest, a, sort));
  case Operation::FConvert:
    return checked(context, Z3_mk_fpa_to_fp_float(context, nearest, a, sort));
  default:
    throw z3::exception("an operation that Z3 is not told about");
  }
}

z3::expr numberOf(const z3::expr &bits) {
  return bits.mk_from_ieee_bv(sortOf(bits.ctx(), bits.get_sort().bv_size()));
}

z3::expr bitsOf(const z3::expr &number) {
  const unsigned width = number.get_sort().fpa_sbits() == 24 ? 32 : 64;
  return z3::ite(isNan(number), number.ctx().bv_val(expr::nanOf(width), width),
                 number.mk_to_ieee_bv());
}

void prepareNumbers() { z3::set_param("rewriter.hi_fp_unspecified", true); }

std::vector<z3::expr> onBits(const z3::expr &condition) {
  z3::context &context = condition.ctx();
  z3::goal goal(context);
  goal.add(condition);
  const z3::apply_result result = z3::tactic(context, "fpa2bv")(goal);
  std::vector<z3::expr> conditions;
  for (unsigned i = 0; i < result.size(); ++i)
    for (unsigned j = 0; j < result[i].size(); ++j)
      conditions.push_back(result[i][j]);
  return conditions;
}

} // namespace solver::z3worker
