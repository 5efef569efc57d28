#include "solver/intervals/libm_errors.h"

#include "expr/operation.h"
#include "solver/intervals/number_range.h"

namespace solver::intervals {

namespace {

constexpr double all = infinity;

/// The one table of assumptions. Every entry was compared with glibc's list of errors seen in its
/// own tests (sysdeps/x86_64/fpu/libm-test-ulps of a later version than Debian 12 has, and from
/// exp10 on of an earlier one too; double and float, rounded to nearest) and is at least twice what
/// stands there: 1 for sin, cos,
/// tan, asin, acos, atan, exp, exp2, expm1, log, log1p, erf, pow, hypot; 2 for sinh, cosh, tanh,
/// asinh, acosh, atanh, exp10, log2, log10 and atan2 (of floats); 4 for cbrt; 5 for erfc. That list
/// is no proof, hence the factor. Functions that are missing have no rule: j0, j1, y0, y1, tgamma
/// and lgamma, whose errors grow near their zeros.
Assumed assumptionOn(unsigned function) {
  switch (function) {
  case PINCER_FUNCTION_sin:
    return {Course::Sine, 4, -1, 1, -all, all};
  case PINCER_FUNCTION_cos:
    return {Course::Cosine, 4, -1, 1, -all, all};
  case PINCER_FUNCTION_tan:
    return {Course::Tangent, 4, -all, all, -all, all};
  case PINCER_FUNCTION_asin:
    return {Course::Growing, 4, -2, 2, -1, 1};
  case PINCER_FUNCTION_acos:
    return {Course::Falling, 4, 0, 4, -1, 1};
  case PINCER_FUNCTION_atan:
    return {Course::Growing, 4, -2, 2, -all, all};
  case PINCER_FUNCTION_sinh:
    return {Course::Growing, 4, -all, all, -all, all};
  case PINCER_FUNCTION_cosh:
    return {Course::Even, 4, 1, all, -all, all};
  case PINCER_FUNCTION_tanh:
    return {Course::Growing, 4, -1, 1, -all, all};
  case PINCER_FUNCTION_asinh:
    return {Course::Growing, 4, -all, all, -all, all};
  case PINCER_FUNCTION_acosh:
    return {Course::Growing, 4, 0, all, 1, all};
  case PINCER_FUNCTION_atanh:
    return {Course::Growing, 4, -all, all, -1, 1};
  case PINCER_FUNCTION_exp:
  case PINCER_FUNCTION_exp2:
  case PINCER_FUNCTION_exp10:
    return {Course::Growing, 4, 0, all, -all, all};
  case PINCER_FUNCTION_expm1:
    return {Course::Growing, 4, -1, all, -all, all};
  case PINCER_FUNCTION_log:
  case PINCER_FUNCTION_log2:
  case PINCER_FUNCTION_log10:
    return {Course::Growing, 4, -all, all, -0.0, all};
  case PINCER_FUNCTION_log1p:
    return {Course::Growing, 4, -all, all, -1, all};
  case PINCER_FUNCTION_logb:
    return {Course::Even, 0, -all, all, -all, all};
  case PINCER_FUNCTION_cbrt:
    return {Course::Growing, 8, -all, all, -all, all};
  case PINCER_FUNCTION_erf:
    return {Course::Growing, 4, -1, 1, -all, all};
  case PINCER_FUNCTION_erfc:
    return {Course::Falling, 10, 0, 2, -all, all};
  case PINCER_FUNCTION_atan2:
    return {Course::Angle, 4, -4, 4, -all, all};
  case PINCER_FUNCTION_pow:
    return {Course::Power, 4, -all, all, -all, all};
  case PINCER_FUNCTION_hypot:
    return {Course::Hypotenuse, 4, 0, all, -all, all};
  case PINCER_FUNCTION_fdim:
    return {Course::PositiveDifference, 0, 0, all, -all, all};
  case PINCER_FUNCTION_nextafter:
    return {Course::Neighbour, 0, -all, all, -all, all};
  case PINCER_FUNCTION_remainder:
    return {Course::Remainder, 0, -all, all, -all, all};
  default:
    return {};
  }
}

} // namespace

const Assumed &assumedOf(unsigned function) {
  struct Table {
    Assumed of[PINCER_FUNCTION_COUNT];
    Table() {
      for (unsigned i = 0; i < PINCER_FUNCTION_COUNT; ++i)
        of[i] = assumptionOn(i);
    }
  };
  static const Table table;
  static const Assumed unknown;
  return function < PINCER_FUNCTION_COUNT ? table.of[function] : unknown;
}

} // namespace solver::intervals
