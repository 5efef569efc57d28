#pragma once

#include "expr/operation.h"

#include <vector>
#include <z3++.h>

namespace solver::z3worker {

/// An operation on IEEE numbers and its operands, of Z3's sort for numbers; an integer for IntToF
/// and UIntToF.
struct FloatingTerm {
  expr::Operation operation;
  unsigned width, extra;
  z3::expr a, b; // one that the operation does not have is `a` again
};

/// False for what Z3 has no function for, or one that is not to be trusted.
bool isKnownToZ3(expr::Operation operation);

/// A truth value, an integer or a number, as the operation has it.
z3::expr resultOf(const FloatingTerm &term);

/// Between bits and numbers. A NaN has the bits of expr::nanOf.
z3::expr numberOf(const z3::expr &bits);
z3::expr bitsOf(const z3::expr &number);

/// To be called before the first context is made: has Z3 leave no function without a definition in
/// what onBits makes.
void prepareNumbers();
/// The same condition without IEEE numbers: on bits alone.
std::vector<z3::expr> onBits(const z3::expr &condition);

} // namespace solver::z3worker
