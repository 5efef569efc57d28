#pragma once

#include "expr/operation.h"

namespace expr {

/// Operations on long double (abi/operations.h, Extended): what the x87 and libm compute, rounding
/// to nearest; a NaN is that of 0.0L / 0.0L.
bool fitsExtended(unsigned width, unsigned extra, unsigned a, unsigned b, unsigned c);
std::uint64_t extended(unsigned width, unsigned extra, Bits a, Bits b, Bits c);
/// Is this what the operation gives? All NaNs are the same.
bool isExtendedResult(std::uint64_t value, unsigned width, unsigned extra, Bits a, Bits b, Bits c);

/// Whether `extra` is one of the four comparisons.
bool isExtendedComparison(unsigned extra);
/// Does it give a long double, of which a term is one of two parts?
bool givesExtended(unsigned extra);

/// The number that these bits are.
long double extendedNumber(std::uint64_t significand, std::uint64_t signAndExponent);
/// How many numbers lie between two that are none of them a NaN (the zeros are one number).
double extendedGap(long double a, long double b);

/// "sqrt", "floor" ...: the C function on long doubles, without the `l` behind its name; null: it
/// is written with an operator.
const char *nameOfExtended(unsigned extra);
unsigned operandsOfExtended(unsigned extra); // 1 or 2

} // namespace expr
