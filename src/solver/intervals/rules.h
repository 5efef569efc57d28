#pragma once

#include "expr/operation.h"
#include "solver/intervals/domain.h"

namespace solver::intervals {

/// One operation of abi/operations.h, and what is known of its result and its operands. An operand
/// that the operation does not have is `none`.
struct Shape {
  expr::Operation operation = expr::Operation::Constant;
  std::uint8_t width = 0; // of the result
  std::uint16_t extra = 0;
  bool isSquare = false; // both operands are the same term
};

/// False: nothing is said of what the operation gives, not even for known operands.
bool hasRule(expr::Operation operation);

/// Takes from `z` what the operation can't give for operands in `a`, `b` and `c`, as the machine
/// computes it. What is said of functions of libm rests on libm_errors.h.
void forward(const Shape &shape, Domain &z, const Domain &a, const Domain &b, const Domain &c);

/// Takes from the operands what can't give a result in `z`. Operands may be the same object.
void backward(const Shape &shape, const Domain &z, Domain &a, Domain &b, Domain &c);

/// z is x without its sign; fabs, which terms have as bits.
void forwardAbsolute(Domain &z, const Domain &x);
void backwardAbsolute(const Domain &z, Domain &x);

// The parts of the above, by kind of operation.
void forwardInteger(const Shape &shape, Domain &z, const Domain &a, const Domain &b,
                    const Domain &c);
void backwardInteger(const Shape &shape, const Domain &z, Domain &a, Domain &b, Domain &c);
void forwardNumber(const Shape &shape, Domain &z, const Domain &a, const Domain &b,
                   const Domain &c);
void backwardNumber(const Shape &shape, const Domain &z, Domain &a, Domain &b, Domain &c);
/// Comparisons of numbers.
void forwardOrder(const Shape &shape, Domain &z, const Domain &a, const Domain &b);
void backwardOrder(const Shape &shape, const Domain &z, Domain &a, Domain &b);
/// Apply.
NumberRange rangeOfFunction(unsigned function, unsigned width, const NumberRange &a,
                            const NumberRange &b);
void backwardFunction(const Shape &shape, const Domain &z, Domain &a, Domain &b);

} // namespace solver::intervals
