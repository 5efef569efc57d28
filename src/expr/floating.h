#pragma once

#include "expr/operation.h"

namespace expr {

/// Operations on IEEE numbers (abi/operations.h), also those that convert from or to them.
bool isFloating(Operation operation);
bool fitsFloating(Operation operation, unsigned width, unsigned extra, unsigned a, unsigned b,
                  unsigned c);

/// What the machine and its libm compute, rounding to nearest; where that is a NaN, nanOf(width).
std::uint64_t floating(Operation operation, unsigned width, unsigned extra, Bits a, Bits b, Bits c);

/// The NaN that operations give.
std::uint64_t nanOf(unsigned width);
/// True if the bits are a NaN of their width (32 or 64).
bool isNan(std::uint64_t bits, unsigned width);

/// Are these the same result of an operation that gives an IEEE number? NaNs are.
bool isSameNumber(std::uint64_t a, std::uint64_t b, unsigned width);
/// Does the operation give an IEEE number (and not a truth value or an integer)?
bool givesNumber(Operation operation);

const char *nameOfFunction(unsigned function); // of Apply
unsigned argumentsOfFunction(unsigned function);
/// Where its code is: of two numbers of that width (of which it may ignore the second), to one.
const void *addressOfFunction(unsigned function, unsigned width);

} // namespace expr
