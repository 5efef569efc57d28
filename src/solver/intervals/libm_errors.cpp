#include "solver/intervals/libm_errors.h"

#include "expr/operation.h"
#include "solver/intervals/number_range.h"

namespace solver::intervals {

namespace {

constexpr double all = infinity;

/// The one table of assumptions. Errors that were seen, in units in the last place, double and
/// float, rounded to nearest. In Debian 12's glibc 2.36 itself, against 113 bits, at three million
/// points of all kinds for each function (and at a million without fused multiplications), the
/// worst are: 1.3 for sin, cos, tan, asin, acos, atan, exp, exp2, expm1, log, log2, log1p, erf,
/// pow, hypot; 1.5 for atan2; 2.2 for sinh, cosh, tanh, asinh, acosh, atanh, exp10, log10; 3.3 for
/// cbrt; 4 for erfc; none for logb, fdim and remainder. glibc's list of what its own tests saw
/// (libm-test-ulps) has no more than half of what is assumed here. Neither is a proof, hence the
/// factor. Functions that are missing have no rule: j0, j1, y0, y1, tgamma and lgamma, whose errors
/// grow near their zeros.
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
