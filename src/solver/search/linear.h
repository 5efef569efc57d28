#pragma once

#include "solver/tape.h"

namespace solver::search {

/// By position: is the term a sum of inputs, each times a constant, as long as nothing overflows?
std::vector<bool> linearTerms(const Tape &tape);
/// Is there a product, quotient, rest or shift of integers that is not linear?
bool hasNonLinearIntegers(const Tape &tape);

} // namespace solver::search
