#pragma once

#include "expr/floating.h"
#include "expr/pool.h"
#include "solver/search/numbers.h"

#include <string>
#include <vector>

namespace solver::search {

/// For tests and measurements: terms written as one writes formulas.
class Formula {
public:
  Formula(expr::Pool &pool, expr::TermId term) : pool_(&pool), term_(term) {}
  expr::TermId term() const { return term_; }

  Formula apply(expr::Operation onNumbers, expr::Operation onIntegers, const Formula &other) const;
  Formula of(unsigned function) const; // of libm
  Formula root() const { return {*pool_, pool_->make(expr::Operation::FSqrt, width(), term_)}; }
  Formula size() const; // its absolute value
  Formula operator!() const { return {*pool_, pool_->negation(term_)}; }
  Formula with(double value) const; // a constant of the same kind
  unsigned width() const { return (*pool_)[term_].width; }

  bool isInteger = false;

private:
  expr::Pool *pool_;
  expr::TermId term_;
};

#define PINCER_OPERATOR(symbol, onNumbers, onIntegers)                                             \
  inline Formula operator symbol(const Formula &a, const Formula &b) {                             \
    return a.apply(expr::Operation::onNumbers, expr::Operation::onIntegers, b);                    \
  }                                                                                                \
  inline Formula operator symbol(const Formula &a, double b) { return a symbol a.with(b); }        \
  inline Formula operator symbol(double a, const Formula &b) { return b.with(a) symbol b; }
PINCER_OPERATOR(+, FAdd, Add)
PINCER_OPERATOR(-, FSub, Sub)
PINCER_OPERATOR(*, FMul, Mul)
PINCER_OPERATOR(/, FDiv, SDiv)
PINCER_OPERATOR(%, FRem, SRem)
PINCER_OPERATOR(==, FEqual, Equal)
PINCER_OPERATOR(<, FLess, SLess)
PINCER_OPERATOR(<=, FLessEqual, SLessEqual)
#undef PINCER_OPERATOR
inline Formula operator>(const Formula &a, const Formula &b) { return b < a; }
inline Formula operator>(const Formula &a, double b) { return a.with(b) < a; }
inline Formula operator>=(const Formula &a, const Formula &b) { return b <= a; }
inline Formula operator>=(const Formula &a, double b) { return a.with(b) <= a; }
inline Formula operator!=(const Formula &a, const Formula &b) { return !(a == b); }
inline Formula operator!=(const Formula &a, double b) { return !(a == b); }

/// Queries that have a solution and are hard for solvers, by name.
struct Example {
  std::string name;
  std::vector<expr::TermId> conditions;
};
std::vector<Example> exampleQueries(expr::Pool &pool);

} // namespace solver::search
